/** A file of 100,000 rows read, checked and compared with what is stored, beside Papa Parse alone on the same bytes. */
import { acceptRows } from '../domain/csv/import/accept-rows.ts';
import { transactionsCsv } from '../domain/csv/exports/export-transactions.ts';
import { prepareImport, type ImportStore, type PreparedImport } from '../domain/csv/import/prepare-import.ts';
import { readTable } from '../domain/csv/source/read-table.ts';
import type { IsoDate } from '../domain/values/dates.ts';
import { csvTools, readTableInParts } from '../workers/imports/read-file.ts';
import { manyTransactions } from './many-transactions.ts';
import { bestOf, bestOfAsync, printTimes } from './measure.ts';

const LIMIT_MS = 4000;
const portfolio = manyTransactions(100_000);
const accountNames = new Map(portfolio.accounts.map((account) => [account.id, account.name]));
const brokerNames = new Map(portfolio.brokers.map((broker) => [broker.id, broker.name]));
const assetNames = new Map(portfolio.assets.map((asset) => [asset.isin, asset.name]));
const lines = portfolio.transactions.map((row) =>
  [
    row.transactionDate.split('-').reverse().join('/'),
    row.transactionType,
    row.isin,
    assetNames.get(row.isin),
    accountNames.get(row.accountId),
    brokerNames.get(row.brokerId),
    row.taxWrapper,
    row.quantity,
    row.localPrice,
    row.consideration,
    row.brokerCharge,
    row.stampDuty,
    row.fxCharge,
    row.brokerDealReference,
  ].join(','),
);
const bytes = new TextEncoder().encode(
  [
    'Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Price,Consideration,Broker Charge,Stamp Duty,FX Charge,Reference',
    ...lines,
  ].join('\r\n'),
);
console.log(`${(bytes.length / 1024 / 1024).toFixed(1)} MB, 100,000 rows`);

const empty: ImportStore = { ...portfolio, transactions: [] };
function preview(file: Uint8Array, store: ImportStore): PreparedImport {
  const table = readTable(file, csvTools);
  if ('ok' in table) throw new Error(table.message);
  const prepared = prepareImport(table, store, { today: '2026-11-21' as IsoDate });
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared;
}

const floor = bestOf(5, () => csvTools.parse(new TextDecoder().decode(bytes), ','));
const times: readonly (readonly [string, number])[] = [
  ['read as a table', bestOf(5, () => readTable(bytes, csvTools))],
  [
    'read as a table in parts, each told',
    await bestOfAsync(5, async () => await readTableInParts(bytes, { goOn: async () => await Promise.resolve(true) })),
  ],
  ['preview, nothing stored', bestOf(3, () => preview(bytes, empty))],
  ['preview, everything stored', bestOf(3, () => preview(bytes, portfolio))],
  [
    'export',
    bestOf(3, () =>
      transactionsCsv(portfolio.transactions, {
        account: (id) => accountNames.get(id) ?? '',
        broker: (id) => brokerNames.get(id) ?? '',
        asset: (isin) => assetNames.get(isin) ?? '',
      }),
    ),
  ],
];
for (const [name, time] of times) printTimes(name, time, 'Papa Parse alone', floor);
const prepared = preview(bytes, empty);
const selected = new Set(prepared.rows.map((row) => row.rowNumber));
let made = 0;
printTimes(
  'rows made records',
  bestOf(3, () => acceptRows(prepared, { selected, createAccounts: [], newId: () => String((made += 1)) })),
  'Papa Parse alone',
  floor,
);
if (prepared.content.summary.validCount !== 100_000)
  throw new Error(`only ${prepared.content.summary.validCount} rows are valid`);
if (times.some(([name, time]) => name.startsWith('preview') && time > LIMIT_MS)) {
  console.error(`a preview took longer than ${LIMIT_MS} ms`);
  process.exitCode = 1;
}
