/** A sale that has not been made: its matches and its result. Nothing is stored. */
import type { Pounds, Price, Quantity } from '../../values/amount.ts';
import { addDays, type IsoDate } from '../../values/dates.ts';
import { add, exact, multiply, ONE, round, sum, toAmount, type Exact } from '../../values/decimal.ts';
import type { TaxWrapper } from '../../fields/enums.ts';
import type { Account, Transaction } from '../../records/records.ts';
import { capacityOf } from '../terms/capacity.ts';
import { followIsinChanges } from '../classes/class-book.ts';
import { computeGains } from '../matching/compute.ts';
import { toDisposalView, toPoolView, type DisposalView, type PoolView } from '../views/disposal-view.ts';
import type { ClassGains, Disposal, GainsInput, GainsResult } from '../terms/gains.ts';
import { shownResult } from '../views/shown-figures.ts';
import { computeTaxYears, type HolderStatements } from '../tax/tax-computation.ts';
import { toYearPanel, type YearPanel } from '../tax/year-panel.ts';
import { mostWithin, stepsOfSale } from './most-within.ts';
import { RowsBySecurity } from '../classes/rows-by-security.ts';
import { provisionalUntil } from '../views/tax-year-view.ts';
import { purchaseWindow, type PurchaseWindow } from './thirty-day-window.ts';

/** The sale to simulate, as a person would record it. */
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
  /** Purchases that would change the match, and those that lie within 30 days. */
  readonly window: PurchaseWindow;
  /** The first day on which no purchase can change the match any more; null when none can today. */
  readonly safeFrom: IsoDate | null;
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

function rowsAround({ transactions }: SimulationContext, isin: string): readonly Transaction[] {
  return new RowsBySecurity(transactions).around([isin]);
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

/** Units of the security in the wrapper on a day, also under a code that it had then (RULES 1.4). */
export function heldOn(
  context: SimulationContext,
  { accountId, isin, taxWrapper, date }: Pick<SaleIdea, 'accountId' | 'isin' | 'taxWrapper' | 'date'>,
): Quantity {
  const transactions = rowsAround(context, isin);
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

/**
 * The result of the sale, with every other figure of the holder unchanged. Null when the security has changed its ISIN
 * or the input is incomplete.
 */
export function simulateSale(context: SimulationContext, idea: SaleIdea): SaleSimulation | null {
  const trial = tryOut(context, context.transactions, idea);
  if (trial === null) return null;
  const { result, gains, disposal } = trial;
  const pool = gains.pools.find(({ capacity }) => capacity === capacityOf(idea.taxWrapper));
  const year =
    disposal.exempt === null
      ? computeTaxYears(result, idea.accountId, context.statements).find(({ taxYear }) => taxYear === disposal.taxYear)
      : undefined;
  const view = toDisposalView(disposal, {
    assets: context.assets,
    accounts: context.accounts,
    asOf: result.asOf,
    ...(context.settings && { settings: context.settings }),
  });
  const until = provisionalUntil(disposal, context.today);
  return {
    consideration: considerationOf(idea),
    disposal: view,
    withOtherSales: disposal.transactions.length > 1,
    poolAfter: pool === undefined || pool.quantity === 0n ? null : toPoolView(pool.quantity, pool.cost),
    held: heldOn(context, idea),
    year: year === undefined ? null : toYearPanel(year, idea.accountId),
    window: purchaseWindow(
      { ...idea, assetName: view.assetName },
      gains.transactions.filter(({ id }) => id !== TRIAL_ID),
      disposal,
    ),
    safeFrom: until === null ? null : addDays(until, 1),
  };
}

/** Fractions of a unit that are tried, at most. */
const MOST_PLACES = 6;

/**
 * The most units whose sale stays within the target gain, in steps as fine as the holding; null when not even one step
 * does. `held` limits it.
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
  const rows = rowsAround(context, idea.isin);
  const sell = (steps: number) => tryOut(context, rows, { ...idea, quantity: quantityOf(steps) })?.disposal;
  const aim = exact(target);
  const most = stepsIn(held);
  const gainOf = (steps: number): Exact<'pounds'> => {
    const disposal = sell(steps);
    return disposal === undefined ? add(aim, ONE as Exact<'pounds'>) : shownResult(disposal).gain;
  };
  const steps = mostWithin(stepsOfSale(most < 1 ? undefined : sell(most), most, stepsIn), gainOf, aim);
  return steps === null ? null : quantityOf(steps);
}
