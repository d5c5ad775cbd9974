/** The return of each holding in a period (RULES 1.6), from one walk over the book. */
import type { Pounds } from '../../values/amount.ts';
import type { TaxWrapper } from '../../fields/enums.ts';
import { bridges } from './bridge.ts';
import type { MoneyWeighted } from '../figures/money-weighted.ts';
import { poundsOf, type Pence } from '../figures/pence.ts';
import type { PeriodWalk } from './period-walk.ts';
import type { ReturnsBook } from '../book/returns-book.ts';
import { daysOf, moneyWeightedOf } from './scope-days.ts';
import { timeWeighted, timeWeightedView, type TimeWeightedView } from '../figures/time-weighted.ts';

/** A security of an account in a wrapper, over all brokers, like a holding. */
export interface HoldingReturn {
  readonly accountId: string;
  /** The security's present ISIN. */
  readonly isin: string;
  readonly taxWrapper: TaxWrapper;
  /** Closing less opening value and payments in, plus payments out; null when a value that it needs is missing. */
  readonly gain: Pounds | null;
  readonly timeWeighted: TimeWeightedView;
  /** Null when a value that it needs is missing. */
  readonly moneyWeighted: MoneyWeighted | null;
}

interface Group {
  readonly holding: Pick<HoldingReturn, 'accountId' | 'isin' | 'taxWrapper'>;
  readonly cells: number[];
  /** The events of the period that affect one of its positions. */
  readonly events: number[];
}

/** In the order of the book; cash is not a holding. */
export function holdingReturns(book: ReturnsBook, walk: PeriodWalk): HoldingReturn[] {
  const { groups, groupOf } = groupsOf(book);
  const { cell, other } = book.columns;
  for (let event = walk.firstEvent; event < walk.endEvent; event += 1) {
    const [own, others] = [groupOf[cell[event] ?? -1] ?? -1, groupOf[other[event] ?? -1] ?? -1];
    groups[own]?.events.push(event);
    if (others !== own) groups[others]?.events.push(event);
  }
  const first = Math.max(walk.open, book.firstDay);
  const last = Math.max(Math.min(walk.close, book.lastDay), first);
  return bridges(book, walk, groupOf, groups.length).flatMap(({ bridge }, index) => {
    const group = groups[index];
    if (group === undefined) return [];
    const days = daysOf(book, (each) => groupOf[each] === index, { ...group, first, last });
    return {
      ...group.holding,
      gain:
        bridge === null ? null : poundsOf((bridge.closing - bridge.opening - bridge.paidIn + bridge.paidOut) as Pence),
      timeWeighted: timeWeightedView(timeWeighted(days)),
      moneyWeighted: moneyWeightedOf(days),
    };
  });
}

function groupsOf({ cells }: ReturnsBook): { readonly groups: readonly Group[]; readonly groupOf: Int32Array } {
  const groups: Group[] = [];
  const byKey = new Map<string, number>();
  const groupOf = Int32Array.from(cells, ({ accountId, isin, taxWrapper }, index) => {
    if (isin === null) return -1;
    const key = `${accountId} ${isin} ${taxWrapper}`;
    const known =
      byKey.get(key) ?? groups.push({ holding: { accountId, isin, taxWrapper }, cells: [], events: [] }) - 1;
    byKey.set(key, known);
    groups[known]?.cells.push(index);
    return known;
  });
  return { groups, groupOf };
}
