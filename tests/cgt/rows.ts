/** Short ways to write transactions and to read results, for the engine's tests. */
import type { AccountSettings } from '../../domain/records/account-settings.ts';
import type { Fraction, Pounds, Quantity } from '../../domain/values/amount.ts';
import type { AssetFacts } from '../../domain/cgt/terms/capacity.ts';
import { computeGains, type GainsCache } from '../../domain/cgt/matching/compute.ts';
import type { ClassGains, Disposal, GainsResult } from '../../domain/cgt/terms/gains.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { parseExact, toText, type Exact } from '../../domain/values/decimal.ts';
import type { TaxWrapper, TransactionType } from '../../domain/fields/enums.ts';
import type { Transaction } from '../../domain/records/records.ts';

/** A day in any test. */
export function day(text: string): IsoDate {
  return text as IsoDate;
}

export interface RowOptions {
  readonly id?: string;
  readonly account?: string;
  readonly isin?: string;
  readonly wrapper?: TaxWrapper;
  readonly broker?: string;
  readonly brokerCharge?: number;
  readonly stampDuty?: number;
  readonly fxCharge?: number;
  readonly accruedInterest?: number;
  readonly relatedIsin?: string;
  readonly ratio?: readonly [after: number, before: number];
  readonly valueAfter?: number;
  readonly costFraction?: number;
  readonly smallTreatment?: 'deduct' | 'partDisposal';
  readonly transferId?: string;
}

let made = 0;

/** A row; without an id it gets the next one, so rows of a day stand in the order in which they are written. */
export function row(
  type: TransactionType,
  date: string,
  quantity: number | null,
  consideration: number,
  options: RowOptions = {},
): Transaction {
  made += 1;
  return {
    id: options.id ?? `row-${String(made).padStart(8, '0')}`,
    transactionType: type,
    transactionDate: day(date),
    brokerId: options.broker ?? 'broker',
    brokerDealReference: '',
    accountId: options.account ?? 'ann',
    taxWrapper: options.wrapper ?? 'DEALING',
    isin: options.isin ?? 'TEST',
    quantity: quantity as Quantity | null,
    nativePrice: null,
    localPrice: null,
    consideration: consideration as Pounds,
    brokerCharge: (options.brokerCharge ?? 0) as Pounds,
    stampDuty: (options.stampDuty ?? 0) as Pounds,
    fxCharge: (options.fxCharge ?? 0) as Pounds,
    accruedInterest: (options.accruedInterest ?? 0) as Pounds,
    ...(options.relatedIsin === undefined ? {} : { relatedIsin: options.relatedIsin }),
    ...(options.ratio === undefined ? {} : { ratioNew: options.ratio[0], ratioOld: options.ratio[1] }),
    ...(options.valueAfter === undefined ? {} : { valueAfter: options.valueAfter as Pounds }),
    ...(options.costFraction === undefined ? {} : { costFraction: options.costFraction as Fraction }),
    ...(options.smallTreatment === undefined ? {} : { smallTreatment: options.smallTreatment }),
    ...(options.transferId === undefined ? {} : { transferId: options.transferId }),
  };
}

export function buy(date: string, quantity: number, consideration: number, options: RowOptions = {}): Transaction {
  return row('BUY', date, quantity, consideration, options);
}

export function sell(date: string, quantity: number, consideration: number, options: RowOptions = {}): Transaction {
  return row('SELL', date, quantity, consideration, options);
}

export interface GainsOptions {
  readonly asOf?: string;
  readonly assets?: ReadonlyMap<string, AssetFacts>;
  readonly settings?: ReadonlyMap<string, AccountSettings>;
  readonly cache?: GainsCache;
}

export function gainsOf(transactions: readonly Transaction[], options: GainsOptions = {}): GainsResult {
  const { settings } = options;
  return computeGains(
    {
      transactions,
      assets: options.assets ?? new Map(),
      asOf: day(options.asOf ?? '2199-12-31'),
      ...(settings === undefined ? {} : { settings }),
    },
    options.cache,
  );
}

/** The one class of an account and ISIN; an empty one when there is none. */
export function classOf(result: GainsResult, isin = 'TEST', account = 'ann'): ClassGains {
  return (
    result.classes.find((gains) => gains.accountId === account && gains.isin === isin) ?? {
      accountId: account,
      isin,
      codes: [isin],
      exempt: null,
      transactions: [],
      disposals: [],
      transfers: [],
      pools: [],
      positions: [],
      issues: [],
      ledgers: () => [],
    }
  );
}

/** A disposal in a line: `quantity proceeds - cost = gain`, then `RULE quantity @ cost` for each match. */
function inWords(disposal: Disposal): string {
  const matches = disposal.matches.map((match) => `${match.rule} ${toText(match.quantity)} @ ${toText(match.cost)}`);
  return [
    `${toText(disposal.quantity)}: ${toText(disposal.proceeds)} - ${toText(disposal.allowableCost)} = ${toText(disposal.gain)}`,
    ...matches,
  ].join('; ');
}

export function disposalsInWords(
  transactions: readonly Transaction[],
  options: GainsOptions & { readonly isin?: string; readonly account?: string } = {},
): string[] {
  return classOf(gainsOf(transactions, options), options.isin, options.account).disposals.map(inWords);
}

/** The pools of a class as `quantity @ cost`, the taxable one unless another is asked for. */
export function poolInWords(result: GainsResult, isin = 'TEST', account = 'ann', capacity = 'TAXABLE'): string {
  const pool = classOf(result, isin, account).pools.find((candidate) => candidate.capacity === capacity);
  return pool === undefined ? 'none' : `${toText(pool.quantity)} @ ${toText(pool.cost)}`;
}

export function issueCodes(result: GainsResult): string[] {
  return result.classes.flatMap(({ issues }) => issues.map(({ code }) => code));
}

export function pounds(text: string): Exact<'pounds'> {
  const value = parseExact<'pounds'>(text);
  if (value === null) throw new Error(`not a decimal: ${text}`);
  return value;
}
