/**
 * Recalculates a file's own running balance, of cash or of units held: each balance is the previous one plus the row's
 * change. It proves every figure between, whether or not the row is a transaction, and shows the first row where one is
 * missing or wrong.
 */
import type { Unit } from '../../values/amount.ts';
import { absolute, add, parseExact, subtract, toFixed, type Exact } from '../../values/decimal.ts';
import type {
  BalanceBreak,
  BalanceLine,
  BalanceProof,
  BalanceScale,
  FollowedLines,
  ProvedLines,
} from './balance-lines.ts';
import { hasOverdraft, isMoreThanThere } from './first-balance.ts';
import { followDays } from './unordered-balance.ts';

const MONEY: BalanceScale = {
  places: 2,
  // Balances are rounded to the penny or to fewer digits.
  rounding: parseExact<'pounds'>('0.0051') ?? (0n as Exact<'pounds'>),
  text: (value) => toFixed(value, 2),
};
/** With a larger share of breaks, the file is not in the order of its balance, which then proves nothing. */
const MOST_BREAKS = 0.5;

/**
 * Follows the balance forwards or backwards, the rows of each day in the other order or in any order, or the days by
 * their dates, whichever agrees most often; null where there is no balance that can be followed. `dateOf` returns the
 * date of a day's text, which sorts as text, or null.
 */
export function proveBalance(
  lines: readonly BalanceLine[],
  scale = MONEY,
  dateOf: (day: string) => string | null = () => null,
): ProvedLines | null {
  let best: FollowedLines | null = null;
  let contradicted: FollowedLines | null = null;
  for (const found of waysOf(lines, scale, dateOf)) {
    if (contradicted === null && scale === MONEY && isContradicted(found)) contradicted = found;
    if (best === null || isBetter(found, best)) best = found;
    if (best.agreeing > 0 && best.breaks.length === 0) break;
  }
  if (best === null || !isUsable(best)) best = contradicted;
  if (best === null) return null;
  const { agreeing, breaks, provedLines, firstLines } = best;
  return {
    agreeing: agreeing + firstLines.size,
    breaks: breaks.toSorted((a, b) => a.line - b.line),
    provedLines: new Set([...provedLines, ...firstLines]),
    firstLines,
  };
}

function isBetter(a: FollowedLines, b: FollowedLines): boolean {
  return a.agreeing > b.agreeing || (a.agreeing === b.agreeing && a.disagreeing < b.disagreeing);
}

function isUsable({ agreeing, disagreeing }: FollowedLines): boolean {
  return agreeing > 0 && disagreeing <= (agreeing + disagreeing) * MOST_BREAKS;
}

/** As much as a charge that the amounts of trades do not include. */
const MOST_CHARGE = 40;
/** As many breaks as figures of a short file that were changed. */
const FEW_BREAKS = 2;

/**
 * True where a balance begins with its first amount and breaks only a few times, or every break leaves less than the rows
 * make, by as much as charges: the amounts are without them.
 */
function isContradicted({ agreeing, firstLines, breaks }: FollowedLines): boolean {
  if (breaks.length === 0 || agreeing + firstLines.size === 0) return false;
  return (
    breaks.length <= FEW_BREAKS ||
    breaks.every(({ expected, stated }) => {
      const charge = Number(expected) - Number(stated);
      return charge > 0 && charge <= MOST_CHARGE;
    })
  );
}

/** What the orders show in which the lines may have been written, the usual ones first. */
function* waysOf(
  lines: readonly BalanceLine[],
  scale: BalanceScale,
  dateOf: (day: string) => string | null,
): Generator<FollowedLines> {
  yield follow(lines, scale);
  yield follow(lines.toReversed(), scale);
  const days = daysOf(lines);
  if (days === null) return;
  const turned = days.flatMap((rows) => rows.toReversed());
  yield follow(turned, scale);
  yield follow(turned.toReversed(), scale);
  yield followDays(days, scale);
  yield followDays(days.toReversed(), scale);
  const dated = daysByDate(lines, dateOf);
  if (dated !== null) yield followDays(dated, scale);
}

/** The lines of each day that stand together; null where no day is known. */
function daysOf(lines: readonly BalanceLine[]): readonly (readonly BalanceLine[])[] | null {
  if (lines.every(({ day }) => day === undefined)) return null;
  const days: BalanceLine[][] = [];
  for (const line of lines) {
    const last = days.at(-1);
    if (last?.[0]?.day === line.day && last !== undefined) last.push(line);
    else days.push([line]);
  }
  return days;
}

/** The lines by date, after opening balances and before closing ones; null where a day is not a date. */
function daysByDate(
  lines: readonly BalanceLine[],
  dateOf: (day: string) => string | null,
): readonly (readonly BalanceLine[])[] | null {
  const days = new Map<string, BalanceLine[]>();
  const [opening, closing] = [new Array<BalanceLine>(), new Array<BalanceLine>()];
  for (const line of lines) {
    const date = line.ofStatement === undefined ? dateOf(line.day ?? '') : '';
    if (date === null) return null;
    const day = days.get(date);
    if (line.ofStatement === 'opening') opening.push(line);
    else if (line.ofStatement === 'closing') closing.push(line);
    else if (day === undefined) days.set(date, [line]);
    else day.push(line);
  }
  const sorted = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, rows]) => rows);
  return [opening, ...sorted, closing];
}

interface Position {
  balance: Exact<Unit> | null;
  /** The lines since it that state no balance. */
  silent: number[];
}

function follow(lines: readonly BalanceLine[], { rounding, text }: BalanceScale): FollowedLines {
  const last = new Map<string, Position>();
  const breaks: BalanceBreak[] = [];
  const [provedLines, firstLines] = [new Set<number>(), new Set<number>()];
  let [agreeing, disagreeing] = [0, 0];
  const isOverdrawn = hasOverdraft(lines);
  for (const { line, change, balance, account, ofStatement } of lines) {
    const position = last.get(account) ?? { balance: null, silent: [] };
    last.set(account, position);
    const before = position.balance;
    const expected = before === null || change === null ? null : add(before, change);
    if (balance === null) {
      if (expected === null || change === 0n) continue;
      position.balance = expected;
      position.silent.push(line);
      continue;
    }
    if (ofStatement === 'closing' && before === null) continue;
    const { silent } = position;
    last.set(account, { balance, silent: [] });
    if (before === null && change !== null && change === balance && change !== 0n) firstLines.add(line);
    else if (before === null && change !== null && isMoreThanThere(change, balance, isOverdrawn)) {
      disagreeing += 1;
      breaks.push({ line, expected: text(change), stated: text(balance) });
    }
    if (expected === null) continue;
    if (absolute(subtract(expected, balance)) <= rounding) {
      agreeing += 1;
      for (const proved of [...silent, line]) provedLines.add(proved);
    } else {
      disagreeing += 1;
      for (const doubted of [...silent, line])
        breaks.push({ line: doubted, expected: text(expected), stated: text(balance) });
    }
  }
  return { agreeing, disagreeing, breaks, provedLines, firstLines };
}

/** The sentence above the rows. */
export function balanceNotice({ agreeing, breaks }: BalanceProof, name = 'balance'): string {
  const [first] = breaks;
  if (first === undefined)
    return `The file's own ${name} agrees in ${agreeing === 1 ? 'the 1 row' : `all ${agreeing} rows`} that can be checked.`;
  const more = breaks.length === 1 ? '' : ` ${breaks.length} rows in all do not agree.`;
  return `The file's own ${name} first disagrees on line ${first.line}: its rows add up to ${first.expected}, but it states ${first.stated}. A row is missing, or a figure is wrong.${more}`;
}

/** The note on a row with a break. */
export function balanceNote({ expected, stated }: BalanceBreak): string {
  return `The file's own balance does not add up here: it should be ${expected}, but is ${stated}. Check the amount.`;
}

/** The note on a row whose units held do not follow from the rows before. */
export function unitsNote({ expected, stated }: BalanceBreak): string {
  return `The file's own number of units held does not add up here: it should be ${expected}, but is ${stated}. Check the units.`;
}
