/**
 * Follows a running balance whose rows of one day stand in no order: each row's balance less its change must be the
 * balance of another row of the day, or that of the day before. Where rows state only the balance at the end of the
 * day, the day is proved as a whole.
 */
import type { Unit } from '../../values/amount.ts';
import { absolute, add, round, subtract, sum, zero, type Exact } from '../../values/decimal.ts';
import type { BalanceBreak, BalanceLine, BalanceScale, FollowedLines } from './balance-lines.ts';
import { hasOverdraft, isMoreThanThere } from './first-balance.ts';

type Figure = Exact<Unit>;

/** A line that states both figures. */
interface Move {
  readonly line: number;
  readonly change: Figure;
  readonly balance: Figure;
}

/** Follows the balance of each account from day to day. */
export function followDays(days: readonly (readonly BalanceLine[])[], scale: BalanceScale): FollowedLines {
  const found = new Findings();
  const isOverdrawn = days.some(hasOverdraft);
  const accounts = new Map<string, AccountDays>();
  for (const day of days)
    for (const [account, lines] of byAccount(day)) {
      const followed = accounts.get(account) ?? new AccountDays({ scale, found, isOverdrawn });
      accounts.set(account, followed);
      followed.take(lines);
    }
  for (const followed of accounts.values()) followed.finish();
  return found;
}

function byAccount(day: readonly BalanceLine[]): ReadonlyMap<string, readonly BalanceLine[]> {
  const groups = new Map<string, BalanceLine[]>();
  for (const line of day) {
    const group = groups.get(line.account);
    if (group === undefined) groups.set(line.account, [line]);
    else group.push(line);
  }
  return groups;
}

class Findings implements FollowedLines {
  agreeing = 0;
  disagreeing = 0;
  readonly breaks: BalanceBreak[] = [];
  readonly provedLines = new Set<number>();
  readonly firstLines = new Set<number>();
}

interface AccountSettings {
  readonly scale: BalanceScale;
  readonly found: Findings;
  readonly isOverdrawn: boolean;
}

class AccountDays {
  private readonly scale: BalanceScale;
  private readonly found: Findings;
  /** The balances from which the next day may go on; none where that is not known. */
  private starts: readonly Figure[] = [];
  /** The lines since then that state no balance. */
  private silent: BalanceLine[] = [];
  /** The rows of the last day that follow from no balance. */
  private broken: readonly Move[] = [];

  private readonly isOverdrawn: boolean;

  constructor({ scale, found, isOverdrawn }: AccountSettings) {
    this.scale = scale;
    this.found = found;
    this.isOverdrawn = isOverdrawn;
  }

  /** Takes the lines of the next day. */
  take(lines: readonly BalanceLine[]): void {
    const moving = lines.filter(({ change }) => change !== 0n);
    const balances = lines.flatMap(({ balance }) => balance ?? []);
    const [balance] = balances;
    if (balance === undefined) {
      this.silent.push(...moving);
      return;
    }
    if (lines.every(({ ofStatement }) => ofStatement === 'closing') && this.starts.length === 0) return;
    const isSilent = this.silent.length > 0 || moving.some((line) => line.balance === null);
    const isOneBalance = balances.every((other) => other === balance);
    if (isSilent ? isOneBalance : isOneBalance && moving.length > 1) this.takeAsWhole(lines, balance, balances.length);
    else if (isSilent) this.restart(balances);
    else this.chain(lines);
  }

  finish(): void {
    this.breakRows(this.starts);
  }

  private restart(starts: readonly Figure[]): void {
    this.breakRows(this.starts);
    this.starts = starts;
    this.silent = [];
  }

  /** Compares the changes of a day with its last balance. */
  private takeAsWhole(lines: readonly BalanceLine[], balance: Figure, stated: number): void {
    const { found, scale, starts } = this;
    const all = [...this.silent, ...lines];
    const changes = all.flatMap(({ change }) => change ?? []);
    const [first] = starts;
    if (first !== undefined && changes.length === all.length) {
      const change = sum(changes);
      const moved = all.filter((line) => line.change !== 0n);
      const start = starts.find((one) => absolute(subtract(add(one, change), balance)) <= scale.rounding);
      if (start === undefined) {
        found.disagreeing += 1;
        const [expected, text] = [scale.text(add(first, change)), scale.text(balance)];
        for (const { line } of moved) found.breaks.push({ line, expected, stated: text });
      } else {
        found.agreeing += stated;
        for (const { line } of all) found.provedLines.add(line);
      }
      this.breakRows(starts.filter((one) => one !== start));
    }
    this.restart([balance]);
  }

  /** Finds the balance from which each row goes on. */
  private chain(lines: readonly BalanceLine[]): void {
    const keyOf = (value: Figure): bigint => round(value, this.scale.places);
    const left = new Map<bigint, number>();
    const isKnown = this.starts.length > 0;
    const moving = lines.filter(({ change }) => change !== 0n);
    const ends = moving.flatMap(({ balance }) => balance ?? []);
    for (const start of [...this.starts, ...ends]) left.set(keyOf(start), (left.get(keyOf(start)) ?? 0) + 1);
    const known = new Set(left.keys());
    const [open, still] = [new Array<Move>(), new Array<Move>()];
    for (const { line, change, balance } of lines) {
      if (change === null || balance === null) continue;
      const before = keyOf(subtract(balance, change));
      const count = left.get(before) ?? 0;
      if (change === 0n) still.push({ line, change, balance });
      else if (count === 0) {
        open.push({ line, change, balance });
        known.add(before);
      } else {
        left.set(before, count - 1);
        this.agree(line);
      }
    }
    // A row that changes nothing may stand before or after any other.
    for (const row of still)
      if (known.has(keyOf(row.balance))) this.agree(row.line);
      else if (isKnown || known.size > 0) open.push(row);
    const remaining = (figures: readonly Figure[]): readonly Figure[] =>
      figures.filter((figure) => {
        const count = left.get(keyOf(figure)) ?? 0;
        left.set(keyOf(figure), count - 1);
        return count > 0;
      });
    const next = remaining(ends);
    this.breakRows(remaining(this.starts));
    // The first row of all goes on from a balance that the file does not state.
    if (!isKnown) {
      const first = open.find(({ change, balance }) => change === balance) ?? open[0];
      if (first !== undefined) this.takeFirst(first);
      open.splice(0, open.length, ...open.filter((row) => row !== first));
    }
    this.broken = open;
    if (next.length > 0) this.starts = next;
    // A day may end where it began, with any of its balances.
    else if (!isKnown) this.starts = lines.flatMap((line) => line.balance ?? []);
  }

  private takeFirst({ line, change, balance }: Move): void {
    const { found, scale } = this;
    if (change === balance && change !== 0n) found.firstLines.add(line);
    else if (isMoreThanThere(change, balance, this.isOverdrawn)) {
      found.disagreeing += 1;
      found.breaks.push({ line, expected: scale.text(change), stated: scale.text(balance) });
    }
  }

  private agree(line: number): void {
    this.found.agreeing += 1;
    this.found.provedLines.add(line);
  }

  /** Reports the rows that follow from no balance, each beside the nearest one from which no other row goes on. */
  private breakRows(starts: readonly Figure[]): void {
    const { found, scale } = this;
    for (const { line, change, balance } of this.broken) {
      const before = subtract(balance, change);
      const distance = (start: Figure): Figure => absolute(subtract(start, before));
      const start = starts.reduce((best, one) => (distance(one) < distance(best) ? one : best), starts[0] ?? zero());
      found.disagreeing += 1;
      found.breaks.push({ line, expected: scale.text(add(start, change)), stated: scale.text(balance) });
    }
    this.broken = [];
  }
}
