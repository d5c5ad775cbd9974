/** Stored trades of a plan, which count nowhere until they are confirmed as transactions with the broker's figures. */
import {
  checkAmount,
  isAmount,
  type Amount,
  type Pounds,
  type Price,
  type Quantity,
  type Unit,
} from '../values/amount.ts';
import { parseIsoDate, type IsoDate } from '../values/dates.ts';
import { exact, sum, toAmount } from '../values/decimal.ts';
import { TAX_WRAPPERS, type TaxWrapper } from '../fields/enums.ts';
import type { ExtraValue } from '../records/extra.ts';
import type { Plan } from './plan.ts';

/** One step of a stored plan. */
export interface PlannedTrade {
  readonly kind: 'sell' | 'buy' | 'transfer';
  readonly accountId: string;
  /** The receiving account of a transfer. */
  readonly toAccountId: string | null;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly isin: string;
  readonly assetName: string;
  readonly date: IsoDate;
  readonly units: Quantity;
  /** Pounds per unit; null for a transfer. */
  readonly price: Price | null;
  /** Before charges. */
  readonly value: Pounds;
  /** Including stamp duty. */
  readonly charges: Pounds;
  /** The transaction that confirmed it; null until then. */
  readonly transactionId: string | null;
}

/** The extra `planned-trades/{id}`: the steps of one plan, in its order. */
export interface PlannedTrades {
  readonly plannedOn: IsoDate;
  readonly trades: readonly PlannedTrade[];
}

/** The stored part of a plan: its trades. */
export function plannedTradesOf(plan: Plan, plannedOn: IsoDate): PlannedTrades {
  return {
    plannedOn,
    trades: plan.steps.flatMap((step): PlannedTrade[] => {
      if (step.kind === 'wait') return [];
      const { kind, accountId, brokerId, taxWrapper, isin, assetName, date, units } = step;
      const placed = { kind, accountId, brokerId, taxWrapper, isin, assetName, date, units, transactionId: null };
      return step.kind === 'transfer'
        ? [{ ...placed, toAccountId: step.toAccountId, price: null, value: step.value, charges: 0 as Pounds }]
        : [
            {
              ...placed,
              toAccountId: null,
              price: step.price,
              value: step.consideration,
              charges: toAmount(sum([exact(step.charges), exact(step.stampDuty)])),
            },
          ];
    }),
  };
}

/** The value as the extra stores it. */
export function plannedTradesValue({ plannedOn, trades }: PlannedTrades): ExtraValue {
  return { plannedOn, trades: trades.map((trade) => ({ ...trade })) };
}

/** Reads stored trades; null for an invalid value. A trade that cannot be read is left out. */
export function readPlannedTrades(value: ExtraValue): PlannedTrades | null {
  const plannedOn = dayOf(value['plannedOn']);
  const { trades } = value;
  return plannedOn === null || !Array.isArray(trades) ? null : { plannedOn, trades: trades.flatMap(readTrade) };
}

function readTrade(part: unknown): PlannedTrade[] {
  const trade = (typeof part === 'object' && part !== null ? part : {}) as Readonly<Record<string, unknown>>;
  const kind = (['sell', 'buy', 'transfer'] as const).find((one) => one === trade['kind']);
  const taxWrapper = TAX_WRAPPERS.find((one) => one === trade['taxWrapper']);
  const [date, units] = [dayOf(trade['date']), figureOf<'quantity'>(trade['units'])];
  const [value, charges] = [figureOf<'pounds'>(trade['value']), figureOf<'pounds'>(trade['charges'])];
  if (kind === undefined || taxWrapper === undefined || date === null || units === null) return [];
  if (value === null || charges === null) return [];
  const text = (name: string): string => (typeof trade[name] === 'string' ? trade[name] : '');
  return [
    {
      kind,
      accountId: text('accountId'),
      toAccountId: text('toAccountId') || null,
      brokerId: text('brokerId'),
      taxWrapper,
      isin: text('isin'),
      assetName: text('assetName'),
      date,
      units,
      price: figureOf<'price'>(trade['price']),
      value,
      charges,
      transactionId: text('transactionId') || null,
    },
  ];
}

function dayOf(value: unknown): IsoDate | null {
  return typeof value === 'string' ? parseIsoDate(value) : null;
}

function figureOf<U extends Unit>(value: unknown): Amount<U> | null {
  const amount = typeof value === 'number' ? checkAmount<U>(value) : null;
  return amount !== null && isAmount(amount) && amount >= 0 ? amount : null;
}
