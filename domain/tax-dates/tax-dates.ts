/** Days in the records that matter for tax: a period ends, something is due, or an account matures. */
import type { GainsResult } from '../cgt/terms/gains.ts';
import { provisionalUntil } from '../cgt/views/tax-year-view.ts';
import { addDays, type IsoDate } from '../values/dates.ts';
import { isTaxableWrapper } from '../fields/enums.ts';
import type { SavingsAccount, Transaction } from '../records/records.ts';
import { taxYearOf, taxYearStarting, type TaxYear } from '../values/tax-year.ts';
import { propertyReportDays, taxYearDates } from '../tax-years/tax-year-dates.ts';

export type TaxDateKind =
  | 'windowEnds'
  | 'savingsMature'
  | 'taxYearEnds'
  | 'registerBy'
  | 'onlineReturnBy'
  | 'secondPaymentOnAccount'
  | 'propertyReport'
  | 'distribution';

/** One day, with the record that it comes from; the screen chooses its text. */
export interface TaxDate {
  /** The same for the same day of the same record in every calculation. */
  readonly key: string;
  readonly kind: TaxDateKind;
  readonly date: IsoDate;
  /** The tax year that it concerns. */
  readonly taxYear: TaxYear;
  /** Null for days that are the same for everybody. */
  readonly accountId: string | null;
  /** The security that it concerns, if any. */
  readonly isin: string | null;
  readonly recordId: string | null;
}

/** A residential property that was sold, with the day of completion. */
export interface PropertySale {
  readonly propertyId: string;
  readonly accountId: string;
  readonly completion: IsoDate;
}

/** The closing day of a savings account, and its names. */
export type DatedSavings = Pick<SavingsAccount, 'id' | 'accountId' | 'accountCloseDate' | 'bankNameId' | 'accountType'>;

export interface TaxDatesInput {
  readonly today: IsoDate;
  /** As of today. */
  readonly gains: GainsResult;
  readonly transactions: readonly Transaction[];
  readonly savings: readonly DatedSavings[];
  readonly propertySales: readonly PropertySale[];
}

/** The days from today to `until`, earliest first. */
export function taxDates(input: TaxDatesInput, until: IsoDate): TaxDate[] {
  const all = [
    ...windows(input),
    ...maturities(input.savings),
    ...ofEveryYear(input.today, until),
    ...propertyReports(input.propertySales),
    ...distributions(input.transactions),
  ];
  return all
    .filter(({ date }) => date >= input.today && date <= until)
    .toSorted((a, b) => (a.date === b.date ? (a.key < b.key ? -1 : 1) : a.date < b.date ? -1 : 1));
}

/** The last days on which a purchase would still change a sale (cgt/RULES 3.2, 3.10). */
function windows({ gains, today }: TaxDatesInput): TaxDate[] {
  return gains.classes.flatMap(({ disposals, accountId, isin }) =>
    disposals
      .filter(({ exempt }) => exempt === null)
      .flatMap((disposal): TaxDate[] => {
        const date = provisionalUntil(disposal, today);
        const { id, taxYear } = disposal;
        return date === null
          ? []
          : [{ key: `window-${id}`, kind: 'windowEnds', date, taxYear, accountId, isin, recordId: id }];
      }),
  );
}

/** A savings account matures on a future closing day. */
function maturities(savings: readonly DatedSavings[]): TaxDate[] {
  return savings.flatMap(({ id, accountId, accountCloseDate: date }): TaxDate[] =>
    date === null
      ? []
      : [
          {
            key: `savings-${id}`,
            kind: 'savingsMature',
            date,
            taxYear: taxYearOf(date),
            accountId,
            isin: null,
            recordId: id,
          },
        ],
  );
}

/** A year's return is due in the second year after the year began. */
const YEARS_BACK = 2;

function ofEveryYear(today: IsoDate, until: IsoDate): TaxDate[] {
  const [first, last] = [today, until].map((day) => Number(taxYearOf(day).slice(0, 4)));
  if (first === undefined || last === undefined) return [];
  const starts = Array.from({ length: last - first + 1 + YEARS_BACK }, (_, index) => first - YEARS_BACK + index);
  return starts.flatMap((start) => {
    const taxYear = taxYearStarting(start);
    const { lastDay, registerBy, onlineReturnBy, secondPaymentOnAccount } = taxYearDates(taxYear);
    const days = [
      ['taxYearEnds', lastDay],
      ['registerBy', registerBy],
      ['onlineReturnBy', onlineReturnBy],
      ['secondPaymentOnAccount', secondPaymentOnAccount],
    ] as const;
    return days.map(([kind, date]) => ({
      key: `${kind}-${taxYear}`,
      kind,
      date,
      taxYear,
      accountId: null,
      isin: null,
      recordId: null,
    }));
  });
}

function propertyReports(sales: readonly PropertySale[]): TaxDate[] {
  return sales.flatMap(({ propertyId, accountId, completion }): TaxDate[] => {
    const days = propertyReportDays(completion);
    if (days === null) return [];
    const [date, taxYear] = [addDays(completion, days), taxYearOf(completion)];
    return [
      {
        key: `property-${propertyId}`,
        kind: 'propertyReport',
        date,
        taxYear,
        accountId,
        isin: null,
        recordId: propertyId,
      },
    ];
  });
}

/**
 * Excess reportable income is income on its distribution day, which may be later than the row's own day (cgt/RULES
 * 7.5); in an ISA or pension it is not taxed (income/RULES 1.1).
 */
function distributions(transactions: readonly Transaction[]): TaxDate[] {
  return transactions.flatMap(({ id, transactionType, incomeDate, accountId, isin, taxWrapper }): TaxDate[] =>
    transactionType !== 'ACCUMULATION' || incomeDate === undefined || !isTaxableWrapper(taxWrapper)
      ? []
      : [
          {
            key: `distribution-${id}`,
            kind: 'distribution',
            date: incomeDate,
            taxYear: taxYearOf(incomeDate),
            accountId,
            isin,
            recordId: id,
          },
        ],
  );
}
