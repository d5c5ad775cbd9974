/**
 * The result of one transaction: the disposal that it is part of, or the disposals and the pool that it was added to.
 */
import type { Transaction } from '../../records/records.ts';
import { capacityOf } from '../terms/capacity.ts';
import {
  toDisposalLine,
  toDisposalView,
  toMatchView,
  type DisposalLine,
  type DisposalView,
  type MatchView,
  type ViewContext,
} from './disposal-view.ts';
import type { ClassGains, GainsResult, Match } from '../terms/gains.ts';
import { toLedgerView, type LedgerView } from './ledger-view.ts';
import { shownFigures } from './shown-figures.ts';

/** A part of a later or earlier disposal that was identified with the purchases of a day, or drew on a pool that they are in. */
export interface FedDisposal {
  readonly disposal: DisposalLine;
  readonly match: MatchView;
}

export interface TransactionWorkings {
  readonly accountId: string;
  /** The one that the security has now. */
  readonly isin: string;
  /** The disposal that it is a sale of; null where it is none. */
  readonly disposal: DisposalView | null;
  /** Disposals that were identified with it by day, oldest first. */
  readonly matched: readonly FedDisposal[];
  /** Other purchases of its day, with which it was identified as one (TCGA 1992 s105). */
  readonly otherPurchases: number;
  /** Its change of its pool; null where it is in none. */
  readonly pool: LedgerView['lines'][number] | null;
  /** Disposals that drew on the pool while it was in it, newest first: `drawnCount` in all. */
  readonly drawn: readonly FedDisposal[];
  readonly drawnCount: number;
}

/** A pool may be drawn on thousands of times: the view lists the latest. */
const MOST_DRAWN = 50;

/** The workings of a transaction; null where nothing is worked out of it, as of a cash event. */
export function transactionWorkings(
  { classes }: GainsResult,
  context: ViewContext,
  id: string,
): TransactionWorkings | null {
  for (const gains of classes) {
    const row = gains.transactions.find((candidate) => candidate.id === id);
    if (row !== undefined) return workingsIn(gains, context, row);
  }
  return null;
}

function workingsIn(gains: ClassGains, context: ViewContext, row: Transaction): TransactionWorkings {
  const { accountId, isin, disposals } = gains;
  const disposal = disposals.find(({ transactions }) => transactions.some(({ id }) => id === row.id));
  const isAcquiredBy = ({ acquisitions }: Match): boolean => acquisitions.some(({ id }) => id === row.id);
  const day = disposals.flatMap(({ matches }) => matches).find(isAcquiredBy);
  const drawn = fed(gains, context, whoseIsInPool(row));
  const lines = gains
    .ledgers()
    .filter(({ pool }) => pool.capacity === capacityOf(row.taxWrapper))
    .flatMap((ledger) => toLedgerView(ledger).lines);
  return {
    accountId,
    isin,
    disposal: disposal === undefined ? null : toDisposalView(disposal, context),
    matched: fed(gains, context, isAcquiredBy),
    otherPurchases: day === undefined ? 0 : day.acquisitions.length - 1,
    // A disposal's own workings have the pool before and after.
    pool: disposal === undefined ? (lines.find(({ transactionIds }) => transactionIds.includes(row.id)) ?? null) : null,
    drawn: drawn.toReversed().slice(0, MOST_DRAWN),
    drawnCount: drawn.length,
  };
}

/** True for a draw on a pool that the row was in. Draws on one pool share the list of what joined it. */
function whoseIsInPool(row: Transaction): (match: Match) => boolean {
  const places = new Map<readonly Transaction[], number>();
  return ({ pool }) => {
    if (pool === null) return false;
    const { joined, firstMember, members } = pool;
    let place = places.get(joined);
    if (place === undefined) places.set(joined, (place = joined.findIndex(({ id }) => id === row.id)));
    return place >= firstMember && place < members;
  };
}

function fed(gains: ClassGains, context: ViewContext, isFed: (match: Match) => boolean): FedDisposal[] {
  return gains.disposals.flatMap((disposal) => {
    if (!disposal.matches.some(isFed)) return [];
    const shown = shownFigures(disposal).matches;
    return disposal.matches.flatMap((match, index) =>
      isFed(match) ? [{ disposal: toDisposalLine(disposal, context), match: toMatchView(match, shown[index]) }] : [],
    );
  });
}
