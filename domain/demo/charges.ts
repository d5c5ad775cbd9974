/** The costs of a trade in addition to its consideration. */
import type { Pounds } from '../values/amount.ts';
import { exact, multiply, parseExact, round, type Exact } from '../values/decimal.ts';
import type { AssetType } from '../fields/enums.ts';

/** A trade in a monthly plan, or one placed by hand. */
export type TradeKind = 'regular' | 'dealt';

interface Tariff {
  readonly regular: number;
  readonly dealt: number;
  readonly funds: number;
}

/** In pounds per trade, roughly as the brokers charged over the years. */
const TARIFFS: Readonly<Record<string, Tariff>> = {
  'AJ Bell': { regular: 1.5, dealt: 9.95, funds: 1.5 },
  'Hargreaves Lansdown': { regular: 0, dealt: 11.95, funds: 0 },
  'interactive investor': { regular: 0, dealt: 5.99, funds: 5.99 },
  Freetrade: { regular: 0, dealt: 0, funds: 0 },
};

/** In pounds per quarter, roughly as the brokers charge an investor of this size. */
const QUARTERLY: Readonly<Record<string, number>> = {
  'AJ Bell': 10.5,
  'Hargreaves Lansdown': 11.25,
  'interactive investor': 14.97,
};

/** A broker's fee for a quarter, by the broker's identifier. */
export function quarterlyFeeOf(brokerIdOf: (name: string) => string): (brokerId: string) => Pounds {
  const fees = new Map(Object.entries(QUARTERLY).map(([name, fee]) => [brokerIdOf(name), fee as Pounds]));
  return (brokerId) => fees.get(brokerId) ?? (0 as Pounds);
}

/** The broker's charge for one trade. */
export function brokerChargeOf(broker: string, kind: TradeKind, type: AssetType): Pounds {
  const tariff = TARIFFS[broker];
  if (tariff === undefined) return 0 as Pounds;
  return (type === 'FUND' ? tariff.funds : tariff[kind]) as Pounds;
}

const STAMP_DUTY = exactText('0.005');
const CURRENCY_CHARGE = exactText('0.0075');

function exactText(text: string): Exact<'fraction'> {
  const value = parseExact<'fraction'>(text);
  if (value === null) throw new RangeError(text);
  return value;
}

/** Purchases of shares of UK companies bear stamp duty of 0.5 % (FA 1986 s87); ETFs, funds, gilts and metals bear none. */
export function stampDutyOf(isin: string, type: AssetType, consideration: Exact<'pounds'>): Exact<'pounds'> {
  return type === 'EQUITY' && isin.startsWith('GB')
    ? round(multiply(consideration, STAMP_DUTY), 2)
    : exact(0 as Pounds);
}

/** Converting pounds for a trade in another currency costs 0.75 %. */
export function fxChargeOf(currency: string, consideration: Exact<'pounds'>): Exact<'pounds'> {
  return currency === 'GBP' || currency === 'GBX'
    ? exact(0 as Pounds)
    : round(multiply(consideration, CURRENCY_CHARGE), 2);
}
