/** The income of an account holder, row by row (RULES 1). */
import type { Pounds } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import { add, exact, round, subtract, zero, type Exact } from '../decimal.ts';
import { isTaxableWrapper, type TaxWrapper } from '../enums.ts';
import type { Transaction } from '../records.ts';
import { PENNY_PLACES } from '../round-parts.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../tax-year.ts';
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
  /** The consideration of the transaction, which is the gross or the net; nil for interest on cash. */
  readonly recorded: Pounds;
  /** False in ISA, LISA and SIPP (RULES 1.1). */
  readonly counts: boolean;
}

export interface ReceiptsInput {
  readonly transactions: readonly Transaction[];
  /** By ISIN. */
  readonly assets: ReadonlyMap<string, PayerFacts>;
  /** By ISIN. */
  readonly natures: ReadonlyMap<string, readonly NatureStatement[]>;
  /** Money of a day in pounds, or null where no rate is known. */
  readonly inPounds: (amount: Exact<'money'>, currency: string, date: IsoDate) => Exact<'pounds'> | null;
}

/** The types of transaction that are income, with how they come. */
export const KINDS: Partial<Record<Transaction['transactionType'], ReceiptKind>> = {
  DIVIDEND: 'paid',
  INTEREST: 'paid',
  DIVIDEND_REINVESTED: 'reinvested',
  ACCUMULATION: 'notional',
  CASH_INTEREST: 'paid',
};

const FIRST_DAY = '2000-04-06' as IsoDate;

/** RULES 1.2: the day on which a row is income, or null when it is none. */
export function incomeDateOf(row: Transaction): IsoDate | null {
  if (KINDS[row.transactionType] === undefined) return null;
  return row.transactionType === 'ACCUMULATION' ? (row.incomeDate ?? row.transactionDate) : row.transactionDate;
}

/** Every receipt of the holder in the tax year, by day, those that do not count among them. */
export function receiptsOf(input: ReceiptsInput, accountId: string, taxYear: TaxYear): Receipt[] {
  const { first, last } = taxYearBounds(taxYear);
  const natures = new Map<string, NatureFinding>();
  const found: Receipt[] = [];
  for (const row of input.transactions) {
    const date = row.accountId === accountId ? incomeDateOf(row) : null;
    if (date === null || date < first || date > last) continue;
    const receipt = receiptOf(row, date, taxYear, input, natures);
    if (receipt !== null) found.push(receipt);
  }
  return found.sort((a, b) => (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1));
}

/** Gross income of each tax year that has any, oldest first, of what counts. */
export function grossByYear(
  { transactions, inPounds }: Pick<ReceiptsInput, 'transactions' | 'inPounds'>,
  accountId: string,
): { readonly taxYear: TaxYear; readonly gross: Exact<'pounds'> }[] {
  const found = new Map<TaxYear, Exact<'pounds'>>();
  // Rows mostly come by day, so one year is that of many rows in a row.
  let year = { taxYear: taxYearOf(FIRST_DAY), ...taxYearBounds(taxYearOf(FIRST_DAY)) };
  for (const row of transactions) {
    const date = row.accountId === accountId && isTaxableWrapper(row.taxWrapper) ? incomeDateOf(row) : null;
    if (date === null) continue;
    if (date < year.first || date > year.last) year = { taxYear: taxYearOf(date), ...taxYearBounds(taxYearOf(date)) };
    const amounts = amountsOf(row, date, inPounds);
    if (amounts !== null) found.set(year.taxYear, add(found.get(year.taxYear) ?? zero(), amounts.gross));
  }
  return [...found]
    .map(([taxYear, gross]) => ({ taxYear, gross }))
    .toSorted((a, b) => (a.taxYear < b.taxYear ? -1 : 1));
}

/** The tax years in which the holder has income, newest first. */
export function incomeYears(transactions: readonly Transaction[], accountId: string): TaxYear[] {
  const days = new Set<IsoDate>();
  for (const row of transactions) {
    const date = row.accountId === accountId ? incomeDateOf(row) : null;
    if (date !== null) days.add(date);
  }
  const years = new Set([...days].map(taxYearOf));
  return [...years].toSorted().toReversed();
}

function receiptOf(
  row: Transaction,
  date: IsoDate,
  taxYear: TaxYear,
  { assets, natures, inPounds }: ReceiptsInput,
  known: Map<string, NatureFinding>,
): Receipt | null {
  const { id, accountId, isin, taxWrapper: wrapper, transactionType: type } = row;
  const amounts = amountsOf(row, date, inPounds);
  if (amounts === null) return null;
  const key = `${isin} ${type}`;
  let finding = known.get(key);
  if (finding === undefined) {
    finding =
      type === 'CASH_INTEREST'
        ? { nature: 'ukInterest', ground: 'interest', country: null }
        : natureOf(isin, taxYear, type === 'INTEREST', assets.get(isin), natures.get(isin));
    known.set(key, finding);
  }
  const country = finding.country === null ? null : (row.taxCountry ?? finding.country);
  const kind = KINDS[type] ?? 'paid';
  const { gross, withheld } = amounts;
  const net = subtract(gross, withheld);
  const counts = isTaxableWrapper(wrapper);
  const recorded = row.consideration;
  return {
    ...finding,
    country,
    id,
    date,
    taxYear,
    accountId,
    wrapper,
    isin,
    kind,
    gross,
    withheld,
    net,
    recorded,
    counts,
  };
}

/** RULES 1.3: in whole pennies; null for cash in a currency without a rate. */
function amountsOf(
  row: Transaction,
  date: IsoDate,
  inPounds: ReceiptsInput['inPounds'],
): Pick<Receipt, 'gross' | 'withheld'> | null {
  const toPenny = (amount: Exact<'pounds'>): Exact<'pounds'> => round(amount, PENNY_PLACES);
  if (row.transactionType === 'CASH_INTEREST') {
    const { cashAmount, cashCurrency } = row;
    if (cashAmount === undefined || cashCurrency === undefined) return null;
    const gross = inPounds(exact(cashAmount), cashCurrency, date);
    return gross === null ? null : { gross: toPenny(gross), withheld: zero() };
  }
  return {
    gross: toPenny(exact(row.grossIncome ?? row.consideration)),
    withheld: row.taxWithheld === undefined ? zero() : toPenny(exact(row.taxWithheld)),
  };
}

/** Interest on cash in a currency without a rate on its day: in no figure until there is one. */
export function receiptsWithoutRate(
  { transactions, inPounds }: ReceiptsInput,
  accountId: string,
  taxYear: TaxYear,
): Transaction[] {
  return transactions.filter(
    (row) =>
      row.transactionType === 'CASH_INTEREST' &&
      row.accountId === accountId &&
      taxYearOf(row.transactionDate) === taxYear &&
      amountsOf(row, row.transactionDate, inPounds) === null,
  );
}
