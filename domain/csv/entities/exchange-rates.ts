/**
 * CSV of exchange rates, the value of one US dollar on a day in each row: our export, and the import of it or of
 * another file.
 */
import { parseAmount, isAmount } from '../../values/amount.ts';
import { dayMonthYear, type IsoDate } from '../../values/dates.ts';
import { checkExchangeRate } from '../../records/exchange-rate.ts';
import type { Issue } from '../../fields/issue.ts';
import { EXCHANGE_RATE, type ExchangeRate } from '../../records/records.ts';
import { csvFile, numberCell, textCell } from '../cells/write-csv.ts';
import type { EntityColumns, EntityFile, EntityRow } from './entity-file.ts';
import { judgeRows, type EntityImportRow, type RowReading } from './entity-import.ts';
import { holdFarRates, type KnownRates } from './far-rates.ts';

type RateField = 'id' | keyof ExchangeRate;

/** All rates are stated for one unit of this currency. */
export const BASE_CURRENCY = 'USD';

export const RATE_COLUMNS: EntityColumns<RateField> = {
  labels: {
    id: 'Id',
    rateDate: EXCHANGE_RATE.rateDate.label,
    fromCurrency: EXCHANGE_RATE.fromCurrency.label,
    toCurrency: EXCHANGE_RATE.toCurrency.label,
    rate: EXCHANGE_RATE.rate.label,
  },
  synonyms: {
    rateDate: ['rate date', 'day'],
    fromCurrency: ['from currency', 'base', 'base currency'],
    toCurrency: ['to currency', 'quote', 'quote currency'],
    rate: ['exchange rate'],
  },
  required: ['rateDate', 'fromCurrency', 'toCurrency', 'rate'],
  days: ['rateDate'],
  figures: [],
  // Twenty years of two currencies, day by day.
  mostRows: 20_000,
};

/** CSV text (with byte order mark) of rates in the given order. */
export function ratesCsv(rates: Iterable<ExchangeRate>): string {
  const { labels } = RATE_COLUMNS;
  return csvFile(
    [labels.rateDate, labels.fromCurrency, labels.toCurrency, labels.rate],
    Array.from(rates, ({ rateDate, fromCurrency, toCurrency, rate }) => [
      textCell(rateDate),
      textCell(fromCurrency),
      textCell(toCurrency),
      numberCell(rate),
    ]),
  );
}

/** What a preview shows of a row; the text of the file where a cell could not be read. */
export interface RateShown {
  readonly rateDate: string;
  readonly toCurrency: string;
  readonly rate: number | null;
}

export type RateImportRow = EntityImportRow<ExchangeRate, RateShown>;

const keyOf = ({ fromCurrency, toCurrency, rateDate }: ExchangeRate): string =>
  `${fromCurrency} ${toCurrency} ${rateDate}`;

/**
 * Reads the rows of a file as rates; a known rate is a duplicate, a different rate for a known day replaces it. A rate
 * that is far from the known ones is not selected.
 */
export function prepareRates(file: EntityFile<RateField>, known: KnownRates): readonly RateImportRow[] {
  const { stored, today } = known;
  const rows = judgeRows(file, {
    read: (row) => readRow(row, today),
    contradiction: (row, { rate }, earlierRow) => ({
      field: 'rate',
      code: 'notAllowed',
      value: row.text('rate'),
      expected: `${rate}, as row ${earlierRow} states for the same day`,
    }),
    stored: stored.map((rate) => ({ ...rate, id: keyOf(rate) })),
    keyOf,
    isSame: (a, b) => a.rate === b.rate,
    storedDetails: ({ rateDate }) => `The rate of ${dayMonthYear(rateDate)} is already known.`,
    fileDetails: (row) => `The same rate as row ${row} of this file.`,
  });
  return holdFarRates(rows, known);
}

function readRow(row: EntityRow<RateField>, today: IsoDate): RowReading<ExchangeRate, RateShown> {
  const from = row.text('fromCurrency').toUpperCase();
  const to = row.text('toCurrency').toUpperCase();
  const written = row.text('rate');
  const issues: Issue[] = [];
  if (from !== '' && from !== BASE_CURRENCY)
    issues.push({
      field: 'fromCurrency',
      code: 'notAllowed',
      value: from,
      expected: `${BASE_CURRENCY}: each row states what one US dollar was worth`,
    });
  if (to !== '' && (!/^[A-Z]{3}$/u.test(to) || to === BASE_CURRENCY))
    issues.push({
      field: 'toCurrency',
      code: 'notAllowed',
      value: to,
      expected: 'another currency, such as GBP or EUR',
    });
  // `1,234` may be more than a thousand or little more than 1.
  const isPlain = /^\d+(?:\.\d+)?$/u.test(written);
  const amount = parseAmount<'rate'>(written);
  if (!isPlain && written !== '')
    issues.push({
      field: 'rate',
      code: 'notANumber',
      value: written,
      expected: 'a number with a decimal point and nothing else, such as 0.7925',
    });
  const rateDate = row.day('rateDate');
  const shown: RateShown = {
    rateDate: rateDate ?? '',
    toCurrency: to,
    rate: isPlain && isAmount(amount) ? amount : null,
  };
  const checked = checkExchangeRate(
    {
      fromCurrency: from,
      toCurrency: to,
      rateDate,
      // Text that is not a number was refused above; a number with too many digits stays one, so that the check names
      // that as the error.
      rate: isPlain ? (isAmount(amount) ? amount : Number(written)) : written === '' ? null : 1,
    },
    today,
  );
  if (checked.ok && issues.length === 0) return { ok: true, fields: checked.value, shown };
  return { ok: false, issues: [...issues, ...(checked.ok ? [] : checked.issues)], shown };
}
