/**
 * Recalculates a file's own running balance: each balance is the previous one plus the row's change. It proves every
 * amount between, whether or not the row is a transaction, and shows the first row where one is missing or wrong.
 */
import { absolute, add, parseExact, subtract, toFixed, type Exact } from '../../values/decimal.ts';

/** A line's change and the balance after it; null where the line does not state it. */
export interface BalanceLine {
  readonly line: number;
  readonly change: Exact<'pounds'> | null;
  readonly balance: Exact<'pounds'> | null;
  /** One file may have the balances of several accounts or currencies. */
  readonly account: string;
  /** The day as text, where it is known: a file may have its days newest first and each day's rows oldest first. */
  readonly day?: string;
}

/** A line whose balance does not follow from the lines before it. */
export interface BalanceBreak {
  readonly line: number;
  /** The calculated balance, and the one in the file, to the penny. */
  readonly expected: string;
  readonly stated: string;
}

export interface BalanceProof {
  /** Number of lines whose balance follows from the previous one. */
  readonly agreeing: number;
  /** In file order. */
  readonly breaks: readonly BalanceBreak[];
}

/** What a balance proves, with the lines whose amounts it proves. */
export interface ProvedLines extends BalanceProof {
  readonly provedLines: ReadonlySet<number>;
}

/** Balances are rounded to the penny or to fewer digits. */
const ROUNDING = parseExact<'pounds'>('0.0051') ?? (0n as Exact<'pounds'>);
/** With a larger share of breaks, the file is not in the order of its balance, which then proves nothing. */
const MOST_BREAKS = 0.5;

/**
 * Follows the balance forwards or backwards, and the rows of each day in the other order, whichever agrees most often;
 * null where there is no balance that can be followed.
 */
export function proveBalance(lines: readonly BalanceLine[]): ProvedLines | null {
  let best: ProvedLines | null = null;
  for (const order of ordersOf(lines)) {
    const found = follow(order);
    if (best === null || found.agreeing > best.agreeing) best = found;
    if (best.agreeing > 0 && best.breaks.length === 0) break;
  }
  if (best === null || best.agreeing === 0) return null;
  if (best.breaks.length > (best.agreeing + best.breaks.length) * MOST_BREAKS) return null;
  return { ...best, breaks: best.breaks.toSorted((a, b) => a.line - b.line) };
}

/** The orders in which the lines may have been written, the usual ones first. */
function* ordersOf(lines: readonly BalanceLine[]): Generator<readonly BalanceLine[]> {
  yield lines;
  yield lines.toReversed();
  const turned = withDaysTurned(lines);
  if (turned === null) return;
  yield turned;
  yield turned.toReversed();
}

/** The lines with the rows of each day in the other order; null where no day is known. */
function withDaysTurned(lines: readonly BalanceLine[]): readonly BalanceLine[] | null {
  if (lines.every(({ day }) => day === undefined)) return null;
  const days: BalanceLine[][] = [];
  for (const line of lines) {
    const last = days.at(-1);
    if (last?.[0]?.day === line.day && last !== undefined) last.push(line);
    else days.push([line]);
  }
  return days.flatMap((rows) => rows.toReversed());
}

function follow(lines: readonly BalanceLine[]): ProvedLines {
  const last = new Map<string, Exact<'pounds'>>();
  const breaks: BalanceBreak[] = [];
  const provedLines = new Set<number>();
  for (const { line, change, balance, account } of lines) {
    const before = last.get(account);
    const expected = before === undefined || change === null ? null : add(before, change);
    if (balance === null) {
      if (expected !== null) last.set(account, expected);
      continue;
    }
    last.set(account, balance);
    if (before === undefined && change !== null && isMoreThanThere(change, balance))
      breaks.push({ line, expected: toFixed(change, 2), stated: toFixed(balance, 2) });
    if (expected === null) continue;
    if (absolute(subtract(expected, balance)) <= ROUNDING) provedLines.add(line);
    else breaks.push({ line, expected: toFixed(expected, 2), stated: toFixed(balance, 2) });
  }
  return { agreeing: provedLines.size, breaks, provedLines };
}

/**
 * True for a first receipt that is far larger than the balance after it: the account would have been overdrawn before
 * it.
 */
function isMoreThanThere(change: Exact<'pounds'>, balance: Exact<'pounds'>): boolean {
  return change > 0n && absolute(balance) * 2n < change;
}

/** The sentence above the rows. */
export function balanceNotice({ agreeing, breaks }: BalanceProof): string {
  const [first] = breaks;
  if (first === undefined)
    return `The file's own balance agrees in ${agreeing === 1 ? 'the 1 row' : `all ${agreeing} rows`} that can be checked.`;
  const more = breaks.length === 1 ? '' : ` ${breaks.length} rows in all do not agree.`;
  return `The file's own balance first disagrees on line ${first.line}: its rows add up to ${first.expected}, but it states ${first.stated}. A row is missing, or a figure is wrong.${more}`;
}

/** The note on a row with a break. */
export function balanceNote({ expected, stated }: BalanceBreak): string {
  return `The file's own balance does not add up here: it should be ${expected}, but is ${stated}. Check the amount.`;
}
