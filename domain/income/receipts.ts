/** The income of an account holder, row by row (RULES 1). */
import type { IsoDate } from '../dates.ts';
import { exact, round, subtract, zero, type Exact } from '../decimal.ts';
import { isTaxableWrapper, type TaxWrapper } from '../enums.ts';
import type { Transaction } from '../records.ts';
import { PENNY_PLACES } from '../round-parts.ts';
import { taxYearOf, type TaxYear } from '../tax-year.ts';
import { natureOf, type NatureFinding, type NatureStatement, type PayerFacts } from './nature.ts';

/** How it came: paid out, reinvested, or reported without being paid. */
export type ReceiptKind = 'paid' | 'reinvested' | 'notional';

/** Pounds in whole pennies. */
export interface Receipt extends NatureFinding {
  /** Of the transaction. */
  readonly id: string;
  /** The day on which it is income. */
  readonly date: IsoDate;
  readonly taxYear: TaxYear;
  readonly accountId: string;
  readonly wrapper: TaxWrapper;
  readonly isin: string;
  readonly kind: ReceiptKind;
  readonly gross: Exact<'pounds'>;
  readonly withheld: Exact<'pounds'>;
  readonly net: Exact<'pounds'>;
  /** False in ISA, LISA and SIPP (RULES 1.1). */
  readonly counts: boolean;
}

export interface ReceiptsInput {
  readonly transactions: readonly Transaction[];
  /** By ISIN. */
  readonly assets: ReadonlyMap<string, PayerFacts>;
  /** By ISIN. */
  readonly natures: ReadonlyMap<string, readonly NatureStatement[]>;
  /** Tax withheld before the row's consideration was paid; nil where it is not known. */
  readonly withheldOf?: (row: Transaction) => Exact<'pounds'>;
}

const KINDS: Partial<Record<Transaction['transactionType'], ReceiptKind>> = {
  DIVIDEND: 'paid',
  INTEREST: 'paid',
  DIVIDEND_REINVESTED: 'reinvested',
  ACCUMULATION: 'notional',
};

/** RULES 1.2: the day on which a row is income, or null when it is none. */
export function incomeDateOf(row: Transaction): IsoDate | null {
  if (KINDS[row.transactionType] === undefined) return null;
  return row.transactionType === 'ACCUMULATION' ? (row.incomeDate ?? row.transactionDate) : row.transactionDate;
}

/** Every receipt of the holder in the tax year, by day, those that do not count among them. */
export function receiptsOf(input: ReceiptsInput, accountId: string, taxYear: TaxYear): Receipt[] {
  return input.transactions
    .flatMap((row) => {
      const date = row.accountId === accountId ? incomeDateOf(row) : null;
      return date !== null && taxYearOf(date) === taxYear ? [receiptOf(row, date, taxYear, input)] : [];
    })
    .toSorted((a, b) => (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1));
}

/** The tax years in which the holder has income, newest first. */
export function incomeYears(transactions: readonly Transaction[], accountId: string): TaxYear[] {
  const years = new Set<TaxYear>();
  for (const row of transactions) {
    const date = row.accountId === accountId ? incomeDateOf(row) : null;
    if (date !== null) years.add(taxYearOf(date));
  }
  return [...years].toSorted().toReversed();
}

function receiptOf(
  row: Transaction,
  date: IsoDate,
  taxYear: TaxYear,
  { assets, natures, withheldOf = () => zero() }: ReceiptsInput,
): Receipt {
  const { id, accountId, isin, taxWrapper: wrapper, transactionType: type } = row;
  const withheld = round(withheldOf(row), PENNY_PLACES);
  const gross = round(exact(row.consideration), PENNY_PLACES);
  return {
    ...natureOf(isin, taxYear, type === 'INTEREST', assets.get(isin), natures.get(isin)),
    id,
    date,
    taxYear,
    accountId,
    wrapper,
    isin,
    kind: KINDS[type] ?? 'paid',
    gross,
    withheld,
    net: subtract(gross, withheld),
    counts: isTaxableWrapper(wrapper),
  };
}
