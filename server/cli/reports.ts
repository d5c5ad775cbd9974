/** `holdfast report` and `holdfast holdings`: the server's figures as text, CSV or JSON. */
import type { Pounds } from '../../domain/values/amount.ts';
import { incomeCsv } from '../../domain/csv/exports/export-income.ts';
import { capitalGainsCsv } from '../../domain/csv/exports/export-capital-gains.ts';
import { csvFile, textCell } from '../../domain/csv/cells/write-csv.ts';
import { exact, sum, toFixed, type Exact } from '../../domain/values/decimal.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { BOX_LABELS, boxPlace, natureLabel } from '../../domain/income/labels.ts';
import type { IncomeRange } from '../../domain/income/income-year.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import { incomeReport, type HolderIncome } from './income-report.ts';
import { CommandFailed, type RecordSource } from './record-source.ts';

export type Format = 'text' | 'csv' | 'json';

/** The id of the account with that name. @throws CommandFailed where there is none. */
async function accountId(source: RecordSource, name: string): Promise<string> {
  const accounts = (await source.records('user'))
    .flatMap((change) => (change.entity === 'account' && change.record ? [change.record] : []))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
  const wanted = name.trim().toLocaleLowerCase('en-GB');
  const found = accounts.find((account) => account.name.toLocaleLowerCase('en-GB') === wanted);
  if (found === undefined)
    throw new CommandFailed(
      accounts.length === 0
        ? `--account "${name}" is not known: there are no accounts yet.`
        : `--account "${name}" is not known: expected one of ${accounts.map((account) => account.name).join(', ')}.`,
    );
  return found.id;
}

const pounds = (value: Exact<'pounds'>): string => `£${toFixed(value, 2)}`.replace('£-', '-£');

/** The parts of a year's report, of which a CSV file has one; text and JSON have both. */
export const REPORT_PARTS = ['gains', 'income'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

export interface YearReportRequest {
  readonly taxYear: TaxYear;
  /** An account's name; null for all. */
  readonly account: string | null;
  readonly format: Format;
  readonly part: ReportPart | null;
  /** The day of the calculation. */
  readonly asOf: IsoDate;
}

/** The gains and the income of a tax year. */
export async function yearReport(
  source: RecordSource,
  { taxYear, account, format, part, asOf }: YearReportRequest,
): Promise<string> {
  const id = account === null ? null : await accountId(source, account);
  const gains = async () => await gainsReport(source, taxYear, id, format);
  if (part === 'gains' || (part === null && format === 'csv')) return await gains();
  const holders = await incomeReport(source, taxYear, id, asOf);
  if (format === 'csv') return incomeCsv(holders);
  const income = format === 'json' ? incomeJson(holders) : incomeText(taxYear, holders);
  if (part === 'income') return typeof income === 'string' ? income : jsonText({ taxYear, income });
  return typeof income === 'string'
    ? `${await gains()}\n${income}`
    : jsonText({ ...(JSON.parse(await gains()) as object), income });
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const penny = (amount: Pounds): string => toFixed(exact(amount), 2);

const rangeJson = (range: IncomeRange | null): object | null =>
  range === null ? null : { from: penny(range.from), to: penny(range.to) };

function incomeJson(holders: readonly HolderIncome[]): object[] {
  return holders.map(({ accountName, year: { totals, tax, relief, boxes, lines }, missing }) => ({
    account: accountName,
    totals: { gross: penny(totals.gross), taxWithheld: penny(totals.withheld), net: penny(totals.net) },
    tax: rangeJson(tax),
    foreignTaxRelief: rangeJson(relief),
    boxes: boxes.map(({ name, form, number, country, amount, wholePounds }) => ({
      form,
      box: number,
      label: BOX_LABELS[name],
      country,
      amount: penny(amount),
      onReturn: wholePounds,
    })),
    rows: lines.map((line) => ({
      date: line.date,
      isin: line.isin,
      assetName: line.name,
      taxWrapper: line.wrapper,
      nature: natureLabel(line.nature),
      country: line.country,
      gross: penny(line.gross),
      taxWithheld: penny(line.withheld),
      net: penny(line.net),
    })),
    missing: missing.map(({ isin, assetName, periodEnd, text }) => ({ isin, assetName, periodEnd, text })),
  }));
}

function incomeText(taxYear: TaxYear, holders: readonly HolderIncome[]): string {
  return [
    `Income ${taxYear}`,
    ...holders.flatMap(({ accountName, year: { totals, boxes }, missing }) => [
      '',
      accountName,
      ...boxes.map(({ name, form, number, country, amount }) =>
        [
          pounds(exact(amount)).padStart(14),
          `${boxPlace(form, number)}${country === null ? '' : `, ${country}`}: ${BOX_LABELS[name]}`,
        ].join('  '),
      ),
      `Gross      ${pounds(exact(totals.gross))}`,
      `Withheld   ${pounds(exact(totals.withheld))}`,
      `Net        ${pounds(exact(totals.net))}`,
      ...missing.map(({ assetName, periodEnd, text }) =>
        ['!', assetName, periodEnd === null ? '' : `to ${periodEnd}`, text].filter((part) => part !== '').join('  '),
      ),
    ]),
    '',
  ].join('\n');
}

/** The disposals of a tax year with their totals; exempt ones are listed and not counted. */
async function gainsReport(
  source: RecordSource,
  taxYear: TaxYear,
  account: string | null,
  format: Format,
): Promise<string> {
  const disposals = await source.disposals(taxYear, account);
  if (format === 'csv') return capitalGainsCsv(disposals);
  const counted = disposals.filter(({ isExemptFromCGT }) => !isExemptFromCGT);
  const gains = counted.map(({ capitalGain }) => exact(capitalGain));
  const totals = {
    disposals: counted.length,
    proceeds: sum(counted.map(({ disposalProceeds }) => exact(disposalProceeds))),
    costs: sum(counted.map(({ allowableCost }) => exact(allowableCost))),
    gains: sum(gains.filter((gain) => gain > 0n)),
    losses: sum(gains.filter((gain) => gain < 0n)),
    net: sum(gains),
  };
  if (format === 'json') {
    const { disposals: count, ...amounts } = totals;
    const figures = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, toFixed(value, 2)]));
    return `${JSON.stringify({ taxYear, totals: { disposals: count, ...figures }, disposals }, null, 2)}\n`;
  }
  const unmatched = disposals.some(({ unmatchedQuantity }) => unmatchedQuantity !== undefined);
  return [
    `Capital gains ${taxYear}`,
    ...disposals.map((row) =>
      [
        row.disposalDate,
        row.isin.padEnd(12),
        pounds(exact(row.capitalGain)).padStart(14),
        row.isExemptFromCGT ? 'exempt' : 'taxable',
        `${row.assetName} (${row.accountName})`,
      ].join('  '),
    ),
    '',
    `Disposals  ${totals.disposals}`,
    `Proceeds   ${pounds(totals.proceeds)}`,
    `Costs      ${pounds(totals.costs)}`,
    `Gains      ${pounds(totals.gains)}`,
    `Losses     ${pounds(totals.losses)}`,
    `Net        ${pounds(totals.net)}`,
    ...(unmatched ? ['', 'More was sold than the records show as bought: these figures are not final.'] : []),
    '',
  ].join('\n');
}

/** The holdings today or on a day (ISO). */
export async function holdingsReport(source: RecordSource, asOf: string | null, format: Format): Promise<string> {
  const shown = (await source.holdings(asOf)).map(({ transactions: _transactions, ...holding }) => holding);
  if (format === 'json') return `${JSON.stringify(shown, null, 2)}\n`;
  const value = (amount: (typeof shown)[number]['currentValueInGBP']): string =>
    amount === null ? '' : toFixed(exact(amount), 2);
  if (format === 'csv')
    return csvFile(
      ['ISIN', 'Asset Name', 'Account', 'Tax Wrapper', 'Quantity', 'Cost', 'Value'],
      shown.map((row) => [
        textCell(row.isin),
        textCell(row.assetName),
        textCell(row.accountName),
        row.taxWrapper,
        toFixed(exact(row.quantity), 6),
        toFixed(exact(row.totalCost), 2),
        value(row.currentValueInGBP),
      ]),
    );
  if (shown.length === 0) return 'There are no holdings.\n';
  return [
    ...shown.map((row) =>
      [
        row.isin.padEnd(12),
        toFixed(exact(row.quantity), 6).padStart(16),
        (row.currentValueInGBP === null ? 'no price' : `£${value(row.currentValueInGBP)}`).padStart(14),
        `${row.assetName} (${row.accountName}, ${row.taxWrapper})`,
      ].join('  '),
    ),
    '',
  ].join('\n');
}
