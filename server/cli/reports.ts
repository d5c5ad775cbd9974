/** `holdfast report` and `holdfast holdings`: what the server computes, as text, CSV or JSON. */
import { capitalGainsRoutes } from '../../contract/capital-gains.ts';
import { holdingRoutes } from '../../contract/holdings.ts';
import { accountRoutes } from '../../contract/accounts.ts';
import { capitalGainsCsv } from '../../domain/csv/export-capital-gains.ts';
import { csvFile, textCell } from '../../domain/csv/write-csv.ts';
import { exact, sum, toFixed, type Exact } from '../../domain/decimal.ts';
import type { TaxYear } from '../../domain/tax-year.ts';
import { CommandFailed, type ServerClient } from './server-client.ts';

export type Format = 'text' | 'csv' | 'json';

/** The id of the account of that name. @throws CommandFailed where there is none. */
async function accountId(client: ServerClient, name: string): Promise<string> {
  const accounts = accountRoutes.list.reply.json.parse(await client.call('GET', '/accounts'));
  const wanted = name.trim().toLocaleLowerCase('en-GB');
  const found = accounts.find((account) => account.name.toLocaleLowerCase('en-GB') === wanted);
  if (found === undefined)
    throw new CommandFailed(
      `--account "${name}" is not known: expected one of ${accounts.map((account) => account.name).join(', ')}.`,
    );
  return found.id;
}

const pounds = (value: Exact<'pounds'>): string => `£${toFixed(value, 2)}`.replace('£-', '-£');

/** The disposals of a tax year with their totals; exempt ones are listed and not counted. */
export async function gainsReport(
  client: ServerClient,
  taxYear: TaxYear,
  account: string | null,
  format: Format,
): Promise<string> {
  const query = account === null ? '' : `?accountId=${encodeURIComponent(await accountId(client, account))}`;
  const disposals = capitalGainsRoutes.taxYear.reply.json.parse(
    await client.call('GET', `/capitalgains/tax-year/${taxYear}${query}`),
  );
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

/** What is held, today or on a day (ISO). */
export async function holdingsReport(client: ServerClient, asOf: string | null, format: Format): Promise<string> {
  const query = asOf === null ? '' : `?asOfDate=${asOf}`;
  const holdings = holdingRoutes.list.reply.json.parse(await client.call('GET', `/holdings${query}`));
  const shown = holdings.map(({ transactions: _transactions, ...holding }) => holding);
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
