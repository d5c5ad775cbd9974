/** The format of tests/fixtures/cgt/cases.json (RULES-REFERENCE §17), and its transactions as our records. */
import { readFileSync } from 'node:fs';
import type { Amount, Fraction, Unit } from '../../domain/values/amount.ts';
import type { AssetFacts } from '../../domain/cgt/terms/capacity.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { divide, multiply, parseExact, toAmount, type Exact } from '../../domain/values/decimal.ts';
import type { TaxWrapper, TransactionType } from '../../domain/fields/enums.ts';
import type { Transaction } from '../../domain/records/records.ts';

interface CaseTransaction {
  readonly date: IsoDate;
  readonly type: string;
  readonly isin: string;
  readonly wrapper: string;
  readonly quantity?: string;
  readonly price?: string;
  readonly charges?: string;
  readonly amount?: string;
  readonly holder?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly fxRate?: string;
  readonly fxUnitsPerGbp?: string;
  readonly chargesCurrency?: string;
  readonly accruedInterest?: string;
  readonly fxCharge?: string;
  readonly transferId?: string;
  readonly ratioNew?: string;
  readonly ratioOld?: string;
  readonly treatment?: string;
  readonly valueAfter?: string;
  readonly targetIsin?: string;
  readonly cash?: string;
  readonly newSharesValue?: string;
  readonly costFraction?: string;
}

interface ExpectedMatch {
  readonly rule: string;
  readonly quantity: string;
  readonly cost: string;
  readonly acquisitionDate?: string;
  readonly acquisitionQuantity?: string;
}

export interface ExpectedDisposal {
  readonly date: string;
  readonly isin?: string;
  readonly quantity: string;
  readonly proceeds: string;
  readonly allowableCost: string;
  readonly gain: string;
  readonly matches: readonly ExpectedMatch[];
}

export interface ExpectedYear {
  readonly disposals: readonly ExpectedDisposal[];
  readonly gains: string;
  readonly losses: string;
  readonly net: string;
}

export interface ExpectedHolder {
  readonly taxYears?: Readonly<Record<string, ExpectedYear>>;
  readonly pools?: readonly { readonly isin: string; readonly quantity: string; readonly cost: string }[];
  readonly transfers?: readonly {
    readonly date: string;
    readonly isin: string;
    readonly quantity: string;
    readonly cost: string;
  }[];
}

export interface ExpectedTax {
  readonly gains: string;
  readonly losses: string;
  readonly annualExemptAmount: string;
  readonly lossesBroughtForwardUsed: string;
  readonly taxable: string;
  readonly lossesCarriedForward: string;
  readonly taxableBySegment?: readonly {
    readonly rates: readonly number[];
    readonly gains: string;
    readonly taxable: string;
  }[];
  readonly tax?: string;
}

export interface ExpectedReporting {
  readonly proceedsLimit: string;
  readonly overProceedsLimit: boolean;
  readonly gainsOverExempt: boolean;
  readonly sa108: Readonly<Record<string, string>>;
}

interface Expected extends ExpectedHolder {
  readonly holders?: Readonly<Record<string, ExpectedHolder>>;
  readonly warnings?: number;
  readonly taxComputation?: Readonly<Record<string, ExpectedTax>>;
  readonly reporting?: Readonly<Record<string, ExpectedReporting>>;
}

export interface Case {
  readonly id: string;
  readonly source: string;
  readonly about: string;
  readonly rounding: 'exact' | 'whole-pound';
  readonly ambiguous?: boolean;
  readonly transactions: readonly CaseTransaction[];
  readonly securities?: Readonly<Record<string, { readonly kind: string }>>;
  readonly lossesBroughtForward?: string;
  readonly unusedBasicRateBand?: string;
  readonly expected: Expected;
  readonly expectedExact?: Expected;
  /** Path, figure and tolerance as the source states them. */
  readonly figures?: readonly (readonly [string, string, string])[];
  readonly notReproduced?: readonly { readonly path: string; readonly why: string }[];
}

export function readCases(): readonly Case[] {
  return JSON.parse(readFileSync(new URL('../fixtures/cgt/cases.json', import.meta.url), 'utf8')) as readonly Case[];
}

/** A case's person: one account each. */
export const ONLY_HOLDER = 'holder';

const TYPES: Readonly<Record<string, TransactionType>> = {
  BUY: 'BUY',
  SELL: 'SELL',
  SPLIT: 'SPLIT',
  BONUS: 'BONUS_ISSUE',
  RIGHTS: 'RIGHTS_ISSUE',
  SCRIP: 'DIVIDEND_REINVESTED',
  DIVIDEND: 'DIVIDEND',
  ACCUMULATION: 'ACCUMULATION',
  ERI: 'ACCUMULATION',
  EQUALISATION: 'EQUALISATION',
  CAPITAL_RETURN: 'RETURN_OF_CAPITAL',
  CASH_IN_LIEU: 'SELL',
  MERGER: 'MERGER',
  DEMERGER: 'DEMERGER',
  ISIN_CHANGE: 'ISIN_CHANGE',
  SPOUSE_OUT: 'TRANSFER_OUT',
  SPOUSE_IN: 'TRANSFER_IN',
};

function number<U extends Unit>(text: string | undefined): Exact<U> {
  const value = parseExact<U>(text ?? '0');
  if (value === null) throw new Error(`not a decimal: ${text ?? ''}`);
  return value;
}

function inPounds(value: Exact<'pounds'>, row: CaseTransaction): Exact<'pounds'> {
  if (row.fxRate !== undefined) return multiply(value, number(row.fxRate));
  return row.fxUnitsPerGbp === undefined ? value : divide(value, number(row.fxUnitsPerGbp));
}

function typeOf(row: CaseTransaction): TransactionType {
  if (row.type === 'CASH_IN_LIEU' && row.treatment !== 'disposal') return 'RETURN_OF_CAPITAL';
  const type = TYPES[row.type];
  if (type === undefined) throw new Error(`unknown type ${row.type}`);
  return type;
}

/** The optional fields of ours that a row of a case sets. */
function extrasOf(row: CaseTransaction): Partial<Transaction> {
  const whole = (text: string): number => Number(text);
  const isSplit = row.type === 'SPLIT' || row.type === 'BONUS';
  const valueAfter = row.valueAfter ?? row.newSharesValue;
  return {
    ...(row.targetIsin === undefined ? {} : { relatedIsin: row.targetIsin }),
    ...(isSplit && row.ratioNew !== undefined && row.ratioOld !== undefined
      ? { ratioNew: whole(row.ratioNew), ratioOld: whole(row.ratioOld) }
      : {}),
    ...(valueAfter === undefined ? {} : { valueAfter: toAmount(number<'pounds'>(valueAfter)) }),
    ...(row.costFraction === undefined
      ? {}
      : { costFraction: toAmount(number<'fraction'>(row.costFraction)) as Fraction }),
    ...(row.transferId === undefined ? {} : { transferId: row.transferId }),
    ...(row.treatment === 'deduct' ? { smallTreatment: 'deduct' as const } : {}),
    ...(row.treatment === 'part-disposal' ? { smallTreatment: 'partDisposal' as const } : {}),
  };
}

/** Units of a class that its holder has when a takeover comes: bought less sold; the cases have no more in them. */
function heldBefore(test: Case, row: CaseTransaction): Exact<'quantity'> {
  let held = number<'quantity'>('0');
  for (const other of test.transactions) {
    if (other.date >= row.date || other.holder !== row.holder) continue;
    if (other.isin === row.isin && other.type === 'BUY')
      held = (held + number<'quantity'>(other.quantity)) as typeof held;
    if (other.targetIsin === row.isin && other.type === 'MERGER')
      held = (held + heldBefore(test, other)) as typeof held;
  }
  return held;
}

function quantityOf(test: Case, row: CaseTransaction): Amount<'quantity'> | null {
  if (row.type === 'MERGER')
    return toAmount(divide(multiply(heldBefore(test, row), number<'quantity'>(row.ratioNew)), number(row.ratioOld)));
  return row.quantity === undefined ? null : toAmount(number<'quantity'>(row.quantity));
}

export function toTransactions(test: Case): Transaction[] {
  return test.transactions.map((row, index): Transaction => {
    const gross =
      row.amount === undefined
        ? multiply(number<'pounds'>(row.price), number<'quantity'>(row.quantity))
        : number<'pounds'>(row.amount);
    const charges = number<'pounds'>(row.charges);
    return {
      id: `${test.id}-${String(index).padStart(3, '0')}`,
      transactionType: typeOf(row),
      transactionDate: row.date,
      brokerId: row.account ?? 'broker',
      brokerDealReference: '',
      accountId: row.holder ?? ONLY_HOLDER,
      taxWrapper: row.wrapper as TaxWrapper,
      isin: row.isin,
      quantity: quantityOf(test, row),
      nativePrice: null,
      localPrice: null,
      consideration: toAmount(row.type === 'MERGER' ? number<'pounds'>(row.cash) : inPounds(gross, row)),
      brokerCharge: toAmount(row.chargesCurrency === 'GBP' ? charges : inPounds(charges, row)),
      stampDuty: toAmount(number<'pounds'>('0')),
      fxCharge: toAmount(number<'pounds'>(row.fxCharge)),
      accruedInterest: toAmount(number<'pounds'>(row.accruedInterest)),
      ...extrasOf(row),
    };
  });
}

export function toAssets(test: Case): Map<string, AssetFacts> {
  return new Map(
    Object.entries(test.securities ?? {}).map(([isin, { kind }]) => [
      isin,
      {
        isin,
        name: isin,
        type: 'BOND',
        category: 'LT_BONDS',
        cgtExempt: kind === 'gilt' || kind === 'qcb' ? true : kind === 'share' ? null : false,
      },
    ]),
  );
}

export function exactNumber(text: string): bigint {
  return number<'pounds'>(text);
}
