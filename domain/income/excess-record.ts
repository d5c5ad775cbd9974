/** Which notional distributions record which reporting period, and the figures behind them (RULES 4.7, 4.8). */
import { daysBetween, parseIsoDate, type IsoDate } from '../values/dates.ts';
import { exact, parseExact, sum, toText, type Exact } from '../values/decimal.ts';
import type { Transaction } from '../records/records.ts';
import { distributionDateOf, PERIOD_TOLERANCE } from './reporting-periods.ts';

/** The figures of a proposal. */
export interface ExcessFigures {
  readonly periodEnd: IsoDate;
  readonly perUnit: Exact<'money'>;
  readonly currency: string;
  readonly units: Exact<'quantity'>;
  /** Units of the currency for one pound. */
  readonly perPound: Exact<'rate'>;
}

const REFERENCE = /^ERI (\d{4}-\d\d-\d\d): ([\d.]+) ([A-Z]{3}) x ([\d.]+) at ([\d.]+)$/u;

/** The broker deal reference of a record made from a proposal: at most 100 characters. */
export function excessReference({ periodEnd, perUnit, currency, units, perPound }: ExcessFigures): string {
  return `ERI ${periodEnd}: ${toText(perUnit)} ${currency} x ${toText(units)} at ${toText(perPound)}`;
}

/** The figures in such a reference, or null for a record that the user typed. */
export function readExcessReference(reference: string): ExcessFigures | null {
  const [, day = '', each = '', currency = '', held = '', rate = ''] = REFERENCE.exec(reference) ?? [];
  const periodEnd = parseIsoDate(day);
  const [perUnit, units, perPound] = [
    parseExact<'money'>(each),
    parseExact<'quantity'>(held),
    parseExact<'rate'>(rate),
  ];
  if (periodEnd === null || perUnit === null || units === null || perPound === null || perPound <= 0n) return null;
  return { periodEnd, perUnit, currency, units, perPound };
}

export interface PeriodRecord {
  readonly rows: readonly Transaction[];
  readonly pounds: Exact<'pounds'>;
  /** The figures of the first row; null where the user typed one of the rows. */
  readonly figures: ExcessFigures | null;
}

/** The ends of the recorded periods, oldest first: by the reference of a proposal, else by the day of the record. */
export function periodEndsOfRecords(rows: readonly Transaction[]): IsoDate[] {
  const ends = rows.map((row) => readExcessReference(row.brokerDealReference)?.periodEnd ?? row.transactionDate);
  return [...new Set(ends)].toSorted();
}

/** The records of each period; a row belongs to the period nearest to it. */
export function recordsByPeriod(
  rows: readonly Transaction[],
  periodEnds: readonly IsoDate[],
): ReadonlyMap<IsoDate, PeriodRecord> {
  const found = new Map<IsoDate, Transaction[]>();
  for (const row of rows) {
    let nearest: { readonly end: IsoDate; readonly days: number } | null = null;
    for (const end of periodEnds) {
      const days = distance(row, end);
      if (days !== null && (nearest === null || days < nearest.days)) nearest = { end, days };
    }
    if (nearest !== null) found.set(nearest.end, [...(found.get(nearest.end) ?? []), row]);
  }
  return new Map(
    [...found].map(([end, records]) => {
      const figures = records.map(({ brokerDealReference }) => readExcessReference(brokerDealReference));
      return [
        end,
        {
          rows: records,
          pounds: sum(records.map(({ consideration }) => exact(consideration))),
          figures: figures.includes(null) ? null : (figures[0] ?? null),
        },
      ];
    }),
  );
}

/** How many days a row is from a period's record; null for a row that cannot be its record. */
function distance({ transactionDate, incomeDate }: Transaction, periodEnd: IsoDate): number | null {
  const distribution = distributionDateOf(periodEnd);
  const fromEnd = Math.abs(daysBetween(periodEnd, transactionDate));
  if (fromEnd <= PERIOD_TOLERANCE) return fromEnd;
  if (incomeDate !== undefined) {
    const fromDistribution = Math.abs(daysBetween(distribution, incomeDate));
    return fromDistribution <= PERIOD_TOLERANCE ? fromDistribution : null;
  }
  const isBetween = transactionDate > periodEnd && daysBetween(distribution, transactionDate) <= PERIOD_TOLERANCE;
  return isBetween ? fromEnd : null;
}
