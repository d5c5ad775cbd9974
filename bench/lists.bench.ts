/** The worker's lists of 100,000 transactions, beside a plain loop over the same records. */
import { TransactionTable } from '../domain/lists/transaction-table.ts';
import type { TransactionQuery } from '../domain/lists/transaction-query.ts';
import { manyTransactions } from './many-transactions.ts';
import { bestOf, printTimes } from './measure.ts';

const LIMIT_MS = 50;
const { transactions, assets, accounts, brokers } = manyTransactions(100_000);
const assetNames = new Map(assets.map((asset) => [asset.isin, asset]));
const accountNames = new Map(accounts.map((account) => [account.id, account.name]));
const brokerNames = new Map(brokers.map((broker) => [broker.id, broker.name]));
const make = (): TransactionTable =>
  new TransactionTable(transactions, {
    asset: (isin) => assetNames.get(isin) ?? null,
    account: (id) => accountNames.get(id) ?? null,
    broker: (id) => brokerNames.get(id) ?? null,
  });

const plainLoop = bestOf(
  9,
  () =>
    transactions.filter(
      (row) => row.taxWrapper === 'ISA' && (assetNames.get(row.isin)?.name ?? '').toLowerCase().includes('number 39'),
    ).length,
);
const plainSort = bestOf(9, () => [...transactions].sort((a, b) => a.consideration - b.consideration).slice(0, 20));

printTimes('columns made from 100,000 records', bestOf(5, make), 'plain sort', plainSort);
const table = make();
const queries: readonly (readonly [string, TransactionQuery])[] = [
  ['first page', {}],
  ['last page', { page: 5000 }],
  ['filter', { taxWrapper: 'ISA', accountId: 'account-1' }],
  ['search of a name', { search: 'number 39', taxWrapper: 'ISA' }],
  ['search of a reference', { search: 'ref999' }],
];
let slow = 0;
for (const [name, query] of queries) {
  const time = bestOf(9, () => table.page(query));
  if (time > LIMIT_MS) slow += 1;
  printTimes(name, time, 'plain filter loop', plainLoop);
}
for (const sortField of ['assetName', 'quantity', 'consideration'] as const) {
  const time = bestOf(5, (fresh) => fresh.page({ sortField }), make);
  if (time > LIMIT_MS) slow += 1;
  printTimes(`first sort by ${sortField}`, time, 'plain sort', plainSort);
}
if (slow > 0) {
  console.error(`${slow} above ${LIMIT_MS} ms`);
  process.exitCode = 1;
}
