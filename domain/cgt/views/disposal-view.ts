/** A disposal as the API and the screens take it: names and JSON numbers, to the penny as RULES 4.7 shows them (001 §3 Disposal). */
import type { Pounds, Quantity, Rate } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import { toAmount, type Exact } from '../../values/decimal.ts';
import {
  labelOf,
  TRANSACTION_TYPES,
  type AssetCategory,
  type TaxWrapper,
  type TransactionType,
} from '../../fields/enums.ts';
import type { RateSetting } from '../../records/account-settings.ts';
import type { Account, Transaction } from '../../records/records.ts';
import { sumShown, toPennies } from '../../values/round-parts.ts';
import type { ExemptReason, AssetFacts } from '../terms/capacity.ts';
import { notesOn } from './disposal-notes.ts';
import type { Disposal, GainsInput, Match, MatchRule } from '../terms/gains.ts';
import { NO_POUNDS } from '../pool/section-104.ts';
import { shownFigures, shownResult, type ShownFigures } from './shown-figures.ts';
import { provisionalUntil } from './tax-year-view.ts';

export interface PoolView {
  readonly quantity: Quantity;
  readonly cost: Pounds;
}

/** A part of a disposal with the acquisition, or pool, that it was identified with. */
export interface MatchView {
  readonly rule: MatchRule;
  readonly quantity: Quantity;
  /** The same shares in the units of the acquisition's day; another number only when a split lies between. */
  readonly acquisitionQuantity: Quantity;
  /** Null for the pool, for cash received and for what is unmatched. */
  readonly acquisitionDate: IsoDate | null;
  readonly acquisitionIds: readonly string[];
  /** Quantity and cost of the whole acquisition day, of which the match took its part by quantity. */
  readonly acquiredQuantity: Quantity;
  readonly acquiredCost: Pounds;
  /** Without costs of selling. */
  readonly cost: Pounds;
  /** The part of the proceeds that falls to it by quantity. */
  readonly proceeds: Pounds;
  readonly poolBefore: PoolView | null;
  readonly poolAfter: PoolView | null;
}

/** The rate at which a row's pounds were calculated from its amount in another currency (income/RULES.md 8). */
export interface MadeRate {
  readonly currency: string;
  /** Units of the currency for one pound. */
  readonly perPound: Rate;
  /** `other`: neither, such as the broker's own rate, or amounts too small to decide. */
  readonly kind: RateSetting['source'] | 'other';
  /** Where the operator of the server got a monthly rate; null for HMRC's and any other rate. */
  readonly operatorSource: string | null;
  /** The day of the daily or monthly rate; for `other` the day of the row. */
  readonly date: IsoDate;
}

export interface DisposalTransactionView {
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly transactionTypeLabel: string;
  readonly transactionDate: IsoDate;
  readonly taxWrapper: TaxWrapper;
  readonly quantity: Quantity | null;
  readonly consideration: Pounds;
  /** Null where its pounds were made from no other currency; absent where that was not asked. */
  readonly rate?: MadeRate | null;
}

/** A disposal in a list of a year's. */
export interface DisposalLine {
  readonly disposalTransactionId: string;
  readonly disposalDate: IsoDate;
  readonly assetName: string;
  readonly isin: string;
  readonly accountId: string;
  readonly accountName: string;
  /** The wrapper of the first sale; `taxWrappers` of its view has all. */
  readonly taxWrapper: TaxWrapper;
  readonly quantityDisposed: Quantity;
  readonly disposalProceeds: Pounds;
  readonly allowableCost: Pounds;
  readonly capitalGain: Pounds;
  readonly isExemptFromCGT: boolean;
  readonly unmatchedQuantity: Quantity;
  /** A purchase up to this day would still change the figures. */
  readonly provisionalUntil: IsoDate | null;
}

/** A disposal with its workings. */
export interface DisposalView extends DisposalLine {
  readonly transactionIds: readonly string[];
  readonly assetCategory: AssetCategory | null;
  readonly taxWrappers: readonly TaxWrapper[];
  /** The part of the allowable cost that is costs of selling. */
  readonly incidentalCosts: Pounds;
  /** FX charges of the sales; part of the allowable cost only when the account's setting says so. */
  readonly fxCharges: Pounds;
  readonly fxChargeAllowable: boolean;
  readonly exemptReason: ExemptReason | null;
  /** What is open in law about it or was left out, in words without amounts. */
  readonly notes: readonly string[];
  /** The sales, and the acquisitions that they were matched with, oldest first. */
  readonly holdingTransactions: readonly DisposalTransactionView[];
  /** Acquisitions in the pool that were left out of `holdingTransactions` because they are many. */
  readonly olderPoolTransactions: number;
  readonly matches: readonly MatchView[];
}

/** What a view names and as of when it is seen. */
export interface ViewContext {
  readonly assets: ReadonlyMap<string, AssetFacts>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly settings?: GainsInput['settings'];
  readonly asOf: IsoDate;
}

/** A pool may rest on thousands of purchases: a view lists the latest of them. */
const MOST_POOL_TRANSACTIONS = 50;

export function toDisposalLine(disposal: Disposal, { assets, accounts, asOf }: ViewContext): DisposalLine {
  const shown = shownResult(disposal);
  return {
    disposalTransactionId: disposal.id,
    disposalDate: disposal.date,
    assetName: assets.get(disposal.isin)?.name ?? disposal.isin,
    isin: disposal.isin,
    accountId: disposal.accountId,
    accountName: accounts.get(disposal.accountId)?.name ?? '',
    taxWrapper: disposal.wrappers[0] ?? 'DEALING',
    quantityDisposed: toAmount(disposal.quantity),
    disposalProceeds: toAmount(shown.proceeds),
    allowableCost: toAmount(shown.allowableCost),
    capitalGain: toAmount(shown.gain),
    isExemptFromCGT: disposal.exempt !== null,
    unmatchedQuantity: toAmount(disposal.unmatchedQuantity),
    provisionalUntil: provisionalUntil(disposal, asOf),
  };
}

export function toDisposalView(disposal: Disposal, context: ViewContext): DisposalView {
  const { rows, left } = transactionsBehind(disposal);
  const shown = shownFigures(disposal);
  const fxChargeAllowable = context.settings?.get(disposal.accountId)?.fxChargeAllowable === true;
  return {
    ...toDisposalLine(disposal, context),
    transactionIds: disposal.transactions.map((row) => row.id),
    assetCategory: context.assets.get(disposal.isin)?.category ?? null,
    taxWrappers: disposal.wrappers,
    incidentalCosts: toAmount(shown.incidentalCosts),
    fxCharges: sumShown(disposal.transactions.map((row) => row.fxCharge)),
    fxChargeAllowable,
    exemptReason: disposal.exempt,
    notes: notesOn(disposal, fxChargeAllowable),
    holdingTransactions: rows.map(toTransactionView),
    olderPoolTransactions: left,
    matches: disposal.matches.map((match, index) => toMatchView(match, shown.matches[index])),
  };
}

function transactionsBehind(disposal: Disposal): { readonly rows: readonly Transaction[]; readonly left: number } {
  const rows = new Set<Transaction>(disposal.transactions);
  let left = 0;
  for (const match of disposal.matches) {
    for (const row of match.acquisitions) rows.add(row);
    if (match.pool === null) continue;
    const { joined, firstMember, members } = match.pool;
    const first = Math.max(firstMember, members - MOST_POOL_TRANSACTIONS);
    left += first - firstMember;
    for (const row of joined.slice(first, members)) rows.add(row);
  }
  return {
    rows: [...rows].toSorted((a, b) =>
      a.transactionDate < b.transactionDate ? -1 : a.transactionDate > b.transactionDate ? 1 : 0,
    ),
    left,
  };
}

function toTransactionView(row: Transaction): DisposalTransactionView {
  return {
    transactionId: row.id,
    transactionType: row.transactionType,
    transactionTypeLabel: labelOf(TRANSACTION_TYPES, row.transactionType),
    transactionDate: row.transactionDate,
    taxWrapper: row.taxWrapper,
    quantity: row.quantity,
    consideration: row.consideration,
  };
}

/** A pool's cost is rounded by itself, on every day again, so that no penny of rounding is carried on (RULES 4.7). */
export function toPoolView(quantity: Exact<'quantity'>, cost: Exact<'pounds'>): PoolView {
  return { quantity: toAmount(quantity), cost: toPennies(cost) };
}

/** @param shown the figures to the penny, from `shownFigures` */
export function toMatchView(match: Match, shown: ShownFigures['matches'][number] | undefined): MatchView {
  return {
    rule: match.rule,
    quantity: toAmount(match.quantity),
    acquisitionQuantity: toAmount(match.acquisitionQuantity),
    acquisitionDate: match.acquisitionDate,
    acquisitionIds: match.acquisitions.map((row) => row.id),
    acquiredQuantity: toAmount(match.acquiredQuantity),
    acquiredCost: toPennies(match.acquiredCost),
    cost: toAmount(shown?.cost ?? match.cost),
    proceeds: toAmount(shown?.proceeds ?? NO_POUNDS),
    poolBefore: match.pool === null ? null : toPoolView(match.pool.quantityBefore, match.pool.costBefore),
    poolAfter: match.pool === null ? null : toPoolView(match.pool.quantityAfter, match.pool.costAfter),
  };
}
