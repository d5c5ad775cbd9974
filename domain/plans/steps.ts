/** The steps of a plan, and the rows that record them (RULES 2, 3). */
import type { Percent, Pounds } from '../values/amount.ts';
import { considerationOf, saleOf } from '../cgt/planned-sale/simulate-sale.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, divide, exact, multiply, round, toAmount, type Exact } from '../values/decimal.ts';
import type { Quantity } from '../values/amount.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import type { Transaction } from '../records/records.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanStep, PriceUsed, TradeStep, TransferStep } from './plan.ts';
import type { SalePosition } from './positions.ts';
import { recordablePrice } from '../cgt/planned-sale/recordable-price.ts';

const NIL = 0 as Pounds;
/** RULES 3.4: steps below this amount in pounds are left out. */
const SMALL_STEP = 50 as Pounds;
/** Finance Act 1986 s87, s99: stamp duty reserve tax on shares of companies incorporated in the United Kingdom. */
const STAMP_DUTY = 0.5 as Percent;
const HUNDRED = exact(100 as Percent);
const TWO = exact(2 as Percent);

function percentOf<U extends 'pounds' | 'price'>(amount: Exact<U>, percent: Exact<'percent'>): Exact<U> {
  return divide(multiply(amount, percent), HUNDRED);
}

/** RULES 3.1: the price after half of the spread. */
function pricedFor(book: PlanBook, kind: 'sell' | 'buy', { price }: PriceUsed) {
  const half = divide<'percent'>(exact(book.input.assumptions.spread), TWO);
  const cost = percentOf(exact(price), half);
  return recordablePrice((kind === 'sell' ? exact(price) - cost : exact(price) + cost) as Exact<'price'>);
}

export function chargeOf(book: PlanBook, brokerId: string): Pounds {
  return book.input.assumptions.charges.get(brokerId) ?? NIL;
}

/** RULES 3.3: whether a purchase is assumed to bear stamp duty. */
export function bearsStampDuty(book: PlanBook, isin: string): boolean {
  return isin.startsWith('GB') && book.factsOf(isin)?.type === 'EQUITY';
}

/** The place, security and price of a trade. */
export type TradePlace = Pick<SalePosition, 'accountId' | 'isin' | 'assetName' | 'taxWrapper' | 'brokerId' | 'price'>;

/** A trade as a broker would bill it, before its gain is known. */
export function tradeStep(
  book: PlanBook,
  kind: 'sell' | 'buy',
  { price: used, ...place }: TradePlace,
  units: Quantity,
  date: IsoDate = book.input.date,
): TradeStep {
  const price = pricedFor(book, kind, used);
  const consideration = considerationOf({ quantity: units, price });
  const dutiable = kind === 'buy' && bearsStampDuty(book, place.isin);
  return {
    kind,
    accountId: place.accountId,
    isin: place.isin,
    assetName: place.assetName,
    taxWrapper: place.taxWrapper,
    brokerId: place.brokerId,
    date,
    units,
    price,
    priceDate: used.date,
    consideration,
    charges: chargeOf(book, place.brokerId),
    stampDuty: dutiable ? toAmount(round(percentOf(exact(consideration), exact(STAMP_DUTY)), PENNY_PLACES)) : NIL,
    gain: NIL,
  };
}

/** The proceeds of a sale after its charges. */
export function netProceeds({ consideration, charges }: TradeStep): Exact<'pounds'> {
  return (exact(consideration) - exact(charges)) as Exact<'pounds'>;
}

/** The cost of a purchase with its charges. */
export function totalCost({ consideration, charges, stampDuty }: TradeStep): Exact<'pounds'> {
  return add(add(exact(consideration), exact(charges)), exact(stampDuty));
}

/** RULES 3.4: whether a step's amount is too small for the plan. */
export function isTooSmall(book: PlanBook, amount: Exact<'pounds'>): boolean {
  return !book.input.assumptions.keepsSmallSteps && amount < exact(SMALL_STEP);
}

export function transferStep(
  book: PlanBook,
  { price, ...place }: TradePlace,
  toAccountId: string,
  units: Quantity,
): TransferStep {
  const { accountId, isin, assetName, taxWrapper, brokerId } = place;
  const value = considerationOf({ quantity: units, price: price.price });
  return {
    kind: 'transfer',
    accountId,
    isin,
    assetName,
    taxWrapper,
    brokerId,
    date: book.input.date,
    units,
    toAccountId,
    value,
  };
}

/** RULES 1.2: the rows that record the steps, in their order; waiting has none. */
export function rowsOfSteps(steps: readonly PlanStep[]): Transaction[] {
  const ids = rowIdsOf(steps);
  return steps.flatMap((step, index) => {
    if (step.kind === 'wait') return [];
    const id = ids[index] ?? '';
    if (step.kind === 'transfer') {
      const out = rowOf(id, step, { consideration: step.value, brokerCharge: NIL, stampDuty: NIL });
      const linked: Transaction = { ...out, transactionType: 'TRANSFER_OUT', transferId: id };
      return [
        linked,
        { ...linked, id: `${id}-in`, transactionType: 'TRANSFER_IN' as const, accountId: step.toAccountId },
      ];
    }
    const { consideration, charges, stampDuty } = step;
    const row = rowOf(id, step, { consideration, brokerCharge: charges, stampDuty });
    return [{ ...row, localPrice: step.price, transactionType: step.kind === 'sell' ? 'SELL' : 'BUY' }];
  });
}

/** The prefix of every id of a plan's rows; the ids of records are UUIDs. */
const ROW_ID = 'plan-';

/** The ids under which steps are recorded, whatever else is in the plan; for a transfer the id of its first half. */
export function rowIdsOf(steps: readonly PlanStep[]): string[] {
  const used = new Map<string, number>();
  return steps.map((step) => {
    if (step.kind === 'wait') return '';
    const id = [ROW_ID + step.kind, step.accountId, step.taxWrapper, step.isin].join('-');
    const before = used.get(id) ?? 0;
    used.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  });
}

export function isPlanRow(id: string): boolean {
  return id.startsWith(ROW_ID);
}

function rowOf(
  id: string,
  step: TradeStep | TransferStep,
  amounts: Pick<Transaction, 'consideration' | 'brokerCharge' | 'stampDuty'>,
): Transaction {
  const { accountId, isin, taxWrapper, date, units, brokerId } = step;
  const price = step.kind === 'transfer' ? null : step.price;
  const sale = saleOf({
    accountId,
    isin,
    taxWrapper,
    date,
    quantity: units,
    price: price ?? (0 as never),
    charges: NIL,
  });
  return { ...sale, localPrice: price, ...amounts, id, brokerId };
}
