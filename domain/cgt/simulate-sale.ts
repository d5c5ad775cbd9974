/** A sale that has not been made: what it would be matched with and what it would come to. Nothing is stored. */
import type { Pounds, Price, Quantity } from '../amount.ts';
import { daysBetween, type IsoDate } from '../dates.ts';
import { add, exact, multiply, round, sum, toAmount, type Exact } from '../decimal.ts';
import type { TaxWrapper, TransactionType } from '../enums.ts';
import type { Account, Transaction } from '../records.ts';
import { capacityOf } from './capacity.ts';
import { followIsinChanges } from './class-book.ts';
import { computeGains } from './compute.ts';
import { toDisposalView, toPoolView, type DisposalView, type PoolView } from './disposal-view.ts';
import type { ClassGains, Disposal, GainsInput, GainsResult } from './gains.ts';
import { shownResult } from './shown-figures.ts';
import { computeTaxYears, type HolderStatements } from './tax-computation.ts';
import { toYearPanel, type YearPanel } from './year-panel.ts';
import { WINDOW_DAYS } from './identify.ts';

/** The sale that is tried: as a person would record it. */
export interface SaleIdea {
  readonly accountId: string;
  readonly isin: string;
  readonly taxWrapper: TaxWrapper;
  readonly date: IsoDate;
  readonly quantity: Quantity;
  /** Pounds a unit. */
  readonly price: Price;
  readonly charges: Pounds;
}

/** An acquisition within 30 days of the sale, before or after. */
export interface NearbyPurchase {
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly date: IsoDate;
  readonly quantity: Quantity | null;
  /** The sale is identified with it rather than with the pool. */
  readonly matched: boolean;
}

export interface SaleSimulation {
  readonly consideration: Pounds;
  /** The day's disposal with the sale in it; other sales of that day count in it too (RULES 2.1). */
  readonly disposal: DisposalView;
  /** Other sales of the same day are in the disposal. */
  readonly withOtherSales: boolean;
  /** What is left at the end in the pool of the capacity that sells (RULES 1.2, 1.3); null when nothing is. */
  readonly poolAfter: PoolView | null;
  /** Units held in the wrapper on the day, before the sale. */
  readonly held: Quantity;
  /** The tax year with the sale; null when it is exempt. */
  readonly year: YearPanel | null;
  readonly nearby: readonly NearbyPurchase[];
}

export interface SimulationContext extends Omit<GainsInput, 'asOf'> {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly statements?: HolderStatements;
  readonly today: IsoDate;
}

/** No record has this id: identifiers are UUIDs. */
const TRIAL_ID = 'trial-sale';

/** Quantity x price, to the penny: what the recorded sale will state. */
export function considerationOf({ quantity, price }: Pick<SaleIdea, 'quantity' | 'price'>): Pounds {
  return toAmount(round(multiply(exact(price) as unknown as Exact<'pounds'>, exact(quantity)), 2));
}

/** The transaction that records the sale, but for its id and broker. */
export function saleOf(idea: SaleIdea): Omit<Transaction, 'id' | 'brokerId'> {
  const nothing = 0 as Pounds;
  return {
    transactionType: 'SELL',
    transactionDate: idea.date,
    brokerDealReference: '',
    accountId: idea.accountId,
    taxWrapper: idea.taxWrapper,
    isin: idea.isin,
    quantity: idea.quantity,
    nativePrice: null,
    localPrice: idea.price,
    consideration: considerationOf(idea),
    brokerCharge: idea.charges,
    stampDuty: nothing,
    fxCharge: nothing,
    accruedInterest: nothing,
  };
}

/** The rows that can bear on a security: its own and, through reorganisations, those of others. */
function rowsAround(transactions: readonly Transaction[], isin: string): readonly Transaction[] {
  const isins = new Set([isin]);
  for (let before = 0; before !== isins.size;) {
    before = isins.size;
    for (const { isin: own, relatedIsin } of transactions) {
      if (relatedIsin === undefined || isins.has(own) === isins.has(relatedIsin)) continue;
      isins.add(own);
      isins.add(relatedIsin);
    }
  }
  return transactions.filter((row) => isins.has(row.isin));
}

interface Trial {
  readonly result: GainsResult;
  readonly gains: ClassGains;
  readonly disposal: Disposal;
}

function tryOut(context: SimulationContext, transactions: readonly Transaction[], idea: SaleIdea): Trial | null {
  const row: Transaction = { ...saleOf(idea), id: TRIAL_ID, brokerId: TRIAL_ID };
  const asOf = idea.date > context.today ? idea.date : context.today;
  const result = computeGains({
    transactions: [...transactions, row],
    assets: context.assets,
    asOf,
    ...(context.settings && { settings: context.settings }),
  });
  for (const gains of result.classes) {
    const disposal = gains.disposals.find((candidate) => candidate.transactions.some(({ id }) => id === TRIAL_ID));
    if (disposal !== undefined) return { result, gains, disposal };
  }
  return null;
}

const ACQUISITIONS: ReadonlySet<TransactionType> = new Set(['BUY', 'DIVIDEND_REINVESTED', 'TRANSFER_IN']);

function nearbyOf({ gains, disposal }: Trial, { date, taxWrapper }: SaleIdea): NearbyPurchase[] {
  const matched = new Set(
    disposal.matches.flatMap((match) => (match.pool === null ? match.acquisitions : [])).map(({ id }) => id),
  );
  return gains.transactions
    .filter(
      (row) =>
        ACQUISITIONS.has(row.transactionType) &&
        capacityOf(row.taxWrapper) === capacityOf(taxWrapper) &&
        Math.abs(daysBetween(date, row.transactionDate)) <= WINDOW_DAYS,
    )
    .map(({ id, transactionType, transactionDate, quantity }) => ({
      transactionId: id,
      transactionType,
      date: transactionDate,
      quantity,
      matched: matched.has(id),
    }));
}

/** Units of the security in the wrapper on a day, also under a code that it had then (RULES 1.4). */
export function heldOn(
  context: SimulationContext,
  { accountId, isin, taxWrapper, date }: Pick<SaleIdea, 'accountId' | 'isin' | 'taxWrapper' | 'date'>,
): Quantity {
  const transactions = rowsAround(context.transactions, isin);
  const presentIsin = followIsinChanges(transactions);
  const result = computeGains({
    transactions,
    assets: context.assets,
    asOf: date,
    ...(context.settings && { settings: context.settings }),
  });
  const ofClass = result.classes.filter(
    (gains) => gains.accountId === accountId && presentIsin(accountId, gains.isin) === presentIsin(accountId, isin),
  );
  const positions = ofClass.flatMap((gains) => gains.positions.filter(({ wrapper }) => wrapper === taxWrapper));
  return toAmount(sum(positions.map(({ quantity }) => quantity)));
}

/** What the sale would come to, with every other figure of the holder's as it is. Null when the security has changed its ISIN or the row says nothing. */
export function simulateSale(context: SimulationContext, idea: SaleIdea): SaleSimulation | null {
  const trial = tryOut(context, context.transactions, idea);
  if (trial === null) return null;
  const { result, gains, disposal } = trial;
  const pool = gains.pools.find(({ capacity }) => capacity === capacityOf(idea.taxWrapper));
  const year =
    disposal.exempt === null
      ? computeTaxYears(result, idea.accountId, context.statements).find(({ taxYear }) => taxYear === disposal.taxYear)
      : undefined;
  return {
    consideration: considerationOf(idea),
    disposal: toDisposalView(disposal, {
      assets: context.assets,
      accounts: context.accounts,
      asOf: result.asOf,
      ...(context.settings && { settings: context.settings }),
    }),
    withOtherSales: disposal.transactions.length > 1,
    poolAfter: pool === undefined || pool.quantity === 0n ? null : toPoolView(pool.quantity, pool.cost),
    held: heldOn(context, idea),
    year: year === undefined ? null : toYearPanel(year, idea.accountId),
    nearby: nearbyOf(trial, idea),
  };
}

/** Fractions of a unit that are tried, at most. */
const MOST_PLACES = 6;

/**
 * The most units whose sale brings no more than the gain that is aimed at, in steps as fine as the holding; null when
 * not even one step does. `held` limits it.
 */
export function unitsForGain(
  context: SimulationContext,
  idea: Omit<SaleIdea, 'quantity'>,
  target: Pounds,
): Quantity | null {
  const held = heldOn(context, idea);
  const places = Math.min(MOST_PLACES, String(held).split('.')[1]?.length ?? 0);
  const stepsIn = (quantity: number) => Math.floor(Number((quantity * 10 ** places).toPrecision(15)));
  const quantityOf = (steps: number) => Number((steps / 10 ** places).toFixed(places)) as Quantity;
  const rows = rowsAround(context.transactions, idea.isin);
  const sell = (steps: number) => tryOut(context, rows, { ...idea, quantity: quantityOf(steps) })?.disposal;
  const aim = exact(target);
  const shownGain = (disposal: Disposal | undefined) =>
    disposal === undefined ? aim + 1n : shownResult(disposal).gain;
  const isWithin = (steps: number): boolean => shownGain(sell(steps)) <= aim;
  const most = stepsIn(held);
  let to = most;
  for (const from of evenStretches(most < 1 ? undefined : sell(most), most, stepsIn)) {
    if (isWithin(to)) return quantityOf(to);
    if (isWithin(from)) return quantityOf(lastWithin(isWithin, from, to));
    to = from - 1;
  }
  return null;
}

/**
 * The steps with which the stretches begin over which the gain changes evenly, the last first: each match has a cost a unit of its
 * own, so that more units may well bring a smaller gain. Other sales of the day come off the first of them.
 */
function evenStretches(
  disposal: Disposal | undefined,
  most: number,
  stepsIn: (quantity: number) => number,
): readonly number[] {
  if (disposal === undefined) return [];
  let covered = 0n as Exact<'quantity'>;
  const others = stepsIn(toAmount(disposal.quantity)) - most;
  const ends = disposal.matches.map(({ quantity }) => {
    covered = add(covered, quantity);
    return stepsIn(toAmount(covered)) - others;
  });
  return [...new Set([0, ...ends.filter((end) => end > 0 && end < most)])].map((end) => end + 1).toReversed();
}

/** The last step that is within the aim, where `low` is and `high` is not. */
function lastWithin(isWithin: (steps: number) => boolean, low: number, high: number): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWithin(middle)) low = middle;
    else high = middle;
  }
  return low;
}
