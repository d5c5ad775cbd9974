/** A sale that has not been made: what it would be matched with and what it would come to. Nothing is stored. */
import type { Pounds, Price, Quantity } from '../amount.ts';
import { daysBetween, type IsoDate } from '../dates.ts';
import { exact, multiply, round, toAmount, type Exact } from '../decimal.ts';
import { isTaxableWrapper, type TaxWrapper, type TransactionType } from '../enums.ts';
import type { Account, Transaction } from '../records.ts';
import { computeGains } from './compute.ts';
import { toDisposalView, type DisposalView, type PoolView } from './disposal-view.ts';
import type { ClassGains, Disposal, GainsInput, GainsResult } from './gains.ts';
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
  /** What is left in the pool at the end; null when nothing is. */
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
    transactionType: 'SELL', transactionDate: idea.date, brokerDealReference: '', accountId: idea.accountId, taxWrapper: idea.taxWrapper, isin: idea.isin, quantity: idea.quantity, nativePrice: null,
    localPrice: idea.price, consideration: considerationOf(idea), brokerCharge: idea.charges, stampDuty: nothing, fxCharge: nothing, accruedInterest: nothing,
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
  const result = computeGains({ transactions: [...transactions, row], assets: context.assets, asOf, ...(context.settings && { settings: context.settings }) });
  for (const gains of result.classes) {
    const disposal = gains.disposals.find((candidate) => candidate.transactions.some(({ id }) => id === TRIAL_ID));
    if (disposal !== undefined) return { result, gains, disposal };
  }
  return null;
}

const ACQUISITIONS: ReadonlySet<TransactionType> = new Set(['BUY', 'DIVIDEND_REINVESTED', 'TRANSFER_IN']);

function nearbyOf({ gains, disposal }: Trial, { date, taxWrapper }: SaleIdea): NearbyPurchase[] {
  const matched = new Set(disposal.matches.flatMap((match) => (match.pool === null ? match.acquisitions : [])).map(({ id }) => id));
  return gains.transactions
    .filter((row) => ACQUISITIONS.has(row.transactionType) && isTaxableWrapper(row.taxWrapper) === isTaxableWrapper(taxWrapper) && Math.abs(daysBetween(date, row.transactionDate)) <= WINDOW_DAYS)
    .map(({ id, transactionType, transactionDate, quantity }) => ({ transactionId: id, transactionType, date: transactionDate, quantity, matched: matched.has(id) }));
}

/** Units of the security in the wrapper on a day. */
export function heldOn(context: SimulationContext, { accountId, isin, taxWrapper, date }: Pick<SaleIdea, 'accountId' | 'isin' | 'taxWrapper' | 'date'>): Quantity {
  const result = computeGains({ transactions: rowsAround(context.transactions, isin), assets: context.assets, asOf: date, ...(context.settings && { settings: context.settings }) });
  const gains = result.classes.find((candidate) => candidate.accountId === accountId && candidate.isin === isin);
  const held = gains?.positions.find(({ wrapper }) => wrapper === taxWrapper)?.quantity;
  return held === undefined ? (0 as Quantity) : toAmount(held);
}

/** What the sale would come to, with every other figure of the holder's as it is. Null when the security has changed its ISIN or the row says nothing. */
export function simulateSale(context: SimulationContext, idea: SaleIdea): SaleSimulation | null {
  const trial = tryOut(context, context.transactions, idea);
  if (trial === null) return null;
  const { result, gains, disposal } = trial;
  const pool = gains.pools.find(({ capacity }) => (disposal.exempt === null) === (capacity === 'TAXABLE'));
  const year = disposal.exempt === null ? computeTaxYears(result, idea.accountId, context.statements).find(({ taxYear }) => taxYear === disposal.taxYear) : undefined;
  return {
    consideration: considerationOf(idea),
    disposal: toDisposalView(disposal, { assets: context.assets, accounts: context.accounts, asOf: result.asOf, ...(context.settings && { settings: context.settings }) }),
    withOtherSales: disposal.transactions.length > 1,
    poolAfter: pool === undefined || pool.quantity === 0n ? null : { quantity: toAmount(pool.quantity), cost: toAmount(pool.cost) },
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
export function unitsForGain(context: SimulationContext, idea: Omit<SaleIdea, 'quantity'>, target: Pounds): Quantity | null {
  const held = heldOn(context, idea);
  const places = Math.min(MOST_PLACES, String(held).split('.')[1]?.length ?? 0);
  const most = Math.floor(Number((held * 10 ** places).toPrecision(15)));
  const rows = rowsAround(context.transactions, idea.isin);
  const aim = exact(target);
  const quantityOf = (steps: number) => Number((steps / 10 ** places).toFixed(places)) as Quantity;
  const isWithin = (steps: number): boolean => {
    const trial = tryOut(context, rows, { ...idea, quantity: quantityOf(steps) });
    return trial !== null && trial.disposal.gain <= aim;
  };
  if (most < 1 || !isWithin(1)) return null;
  if (isWithin(most)) return quantityOf(most);
  let [low, high] = [1, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWithin(middle)) low = middle;
    else high = middle;
  }
  return quantityOf(low);
}
