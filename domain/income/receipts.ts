/** The income of an account holder, row by row (RULES 1). */
import type { Pounds } from '../values/amount.ts';
import { FIRST_DAY, LAST_DAY, type IsoDate } from '../values/dates.ts';
import { add, exact, round, subtract, zero, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper, type TaxWrapper } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../values/tax-year.ts';
import { isForeign, natureOf, type NatureFinding, type NatureStatement, type PayerFacts } from './nature.ts';

/** Whether it was paid out, reinvested, or reported without being paid. */
export type ReceiptKind = 'paid' | 'reinvested' | 'notional';

/** Pounds in whole pence. */
export interface Receipt extends NatureFinding {
  /** The id of the transaction. */
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
  /** The consideration of the transaction, which is either the gross or the net amount; zero for interest on cash. */
  readonly recorded: Pounds;
  /** False in ISA, LISA, JISA and SIPP (RULES 1.1). */
  readonly counts: boolean;
}

export interface ReceiptsInput {
  readonly transactions: readonly Transaction[];
  /** By ISIN. */
  readonly assets: ReadonlyMap<string, PayerFacts>;
  /** By ISIN. */
  readonly natures: ReadonlyMap<string, readonly NatureStatement[]>;
  /** An amount of a day in pounds, or null where no rate is known. */
  readonly inPounds: (amount: Exact<'money'>, currency: string, date: IsoDate) => Exact<'pounds'> | null;
}

/** The types of transactions that are income. */
export const KINDS: Partial<Record<Transaction['transactionType'], ReceiptKind>> = {
  DIVIDEND: 'paid',
  INTEREST: 'paid',
  DIVIDEND_REINVESTED: 'reinvested',
  ACCUMULATION: 'notional',
  CASH_INTEREST: 'paid',
};

/** An empty year: every day is after it. */
const NO_DAYS = { first: LAST_DAY, last: FIRST_DAY };

/** RULES 1.2: the day on which a row is income, or null when it is not income. */
export function incomeDateOf(row: Transaction): IsoDate | null {
  if (KINDS[row.transactionType] === undefined) return null;
  return row.transactionType === 'ACCUMULATION' ? (row.incomeDate ?? row.transactionDate) : row.transactionDate;
}

/** Every receipt of the holder in the tax year, by day, including those that do not count. */
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

/** A holder's income rows by tax year, in the order of the rows, from one pass over all rows. */
export type IncomeRows = ReadonlyMap<TaxYear, readonly Transaction[]>;

export function incomeRowsByYear(transactions: readonly Transaction[], accountId: string): IncomeRows {
  const found = new Map<TaxYear, Transaction[]>();
  // Rows mostly come sorted by day, so the next row is usually in the same year.
  let year: ReturnType<typeof taxYearBounds> & { readonly rows: Transaction[] } = { ...NO_DAYS, rows: [] };
  for (const row of transactions) {
    if (row.accountId !== accountId) continue;
    const date = incomeDateOf(row);
    if (date === null) continue;
    if (date < year.first || date > year.last) {
      const taxYear = taxYearOf(date);
      const rows = found.get(taxYear) ?? [];
      found.set(taxYear, rows);
      year = { ...taxYearBounds(taxYear), rows };
    }
    year.rows.push(row);
  }
  return found;
}

/** The gross income that counts, of each tax year with any, oldest first. */
export function grossByYear(
  rows: IncomeRows,
  inPounds: ReceiptsInput['inPounds'],
): { readonly taxYear: TaxYear; readonly gross: Exact<'pounds'> }[] {
  return [...rows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([taxYear, all]) => {
      let [gross, count] = [zero<'pounds'>(), 0];
      for (const row of all) {
        const date = isTaxableWrapper(row.taxWrapper) ? incomeDateOf(row) : null;
        const amounts = date === null ? null : amountsOf(row, date, inPounds);
        if (amounts === null) continue;
        gross = add(gross, amounts.gross);
        count += 1;
      }
      return count === 0 ? [] : [{ taxYear, gross }];
    });
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
  const isAbroad = finding.nature !== null && isForeign(finding.nature);
  const country = isAbroad ? (row.taxCountry ?? finding.country) : null;
  // RULES 2.6: without the country the user is asked; an answer stands.
  const isAsked = isAbroad && country === null && finding.ground !== 'stated';
  const kind = KINDS[type] ?? 'paid';
  const { gross, withheld } = amounts;
  const net = subtract(gross, withheld);
  const counts = isTaxableWrapper(wrapper);
  const recorded = row.consideration;
  return {
    ...finding,
    ...(isAsked && { nature: null, ground: 'mixedPayer' }),
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

/** RULES 1.3: in whole pence; null for cash in a currency without a rate. */
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

/** Interest on cash in a currency without a rate on its day, which no figure includes until there is one. */
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
