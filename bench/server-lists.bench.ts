/**
 * The server's lists over 100,000 transactions of one user, beside a reply that reads one row; on SQLite, and on
 * PostgreSQL with `DIALECT=postgres`.
 */
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StoreLocation } from '../server/store/database/store.ts';
import { throwAwayPostgres } from '../server/store/testing/throw-away-postgres.ts';
import { startTestApp } from '../server/testing/test-app.ts';
import { fillOnlyUser } from './fill-user.ts';
import { printTimes } from './measure.ts';

const LIMIT_MS = 30;
const RUNS = 15;
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = process.env['DIALECT'] === 'postgres' ? await throwAwayPostgres() : null;
const location: StoreLocation =
  postgres === null
    ? { dialect: 'sqlite', file: join(folder, 'holdfast.sqlite') }
    : { dialect: 'postgres', url: await postgres.newDatabase() };
const store = await openStore(location);
const app = await startTestApp({}, store);
const token = await app.signIn('bench@example.org');
const accountId = await fillOnlyUser(store, 100_000);
// As PostgreSQL's own background service does in time.
if (postgres !== null) await sql`vacuum analyze`.execute(store.kysely);
await store.close();
// Opened again, as after a restart: everything that makes the file fast must be in the file.
const opened = await openStore(location);
Object.assign(store, opened);

/** Median milliseconds: by the clock, and of processor time, which other programs on the machine affect less. */
interface Measured {
  readonly clock: number;
  readonly computing: number;
}

const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function medianOf(path: string): Promise<Measured> {
  const times: Measured[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const [from, cpu] = [performance.now(), process.cpuUsage()];
    const reply = await app.call('GET', path, { token });
    const { user, system } = process.cpuUsage(cpu);
    const time = { clock: performance.now() - from, computing: (user + system) / 1000 };
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    // The first reply is a warm-up.
    if (run > 0) times.push(time);
  }
  return { clock: middle(times.map(({ clock }) => clock)), computing: middle(times.map(({ computing }) => computing)) };
}

const floor = await medianOf(`/accounts/${accountId}`);
const list = '/transactions/user?page=1&pageSize=20';
const search = '/transactions/search?page=1&pageSize=20';
const asked: readonly (readonly [string, string])[] = [
  ['first page', list],
  ['page 2,500 of 5,000', '/transactions/user?page=2500&pageSize=20'],
  ['last page', '/transactions/user?page=5000&pageSize=20'],
  ['filter: account', `${list}&accountId=account-1`],
  ['filter: wrapper', `${list}&taxWrapper=ISA`],
  ['filter: account, wrapper and category', `${list}&accountId=account-1&taxWrapper=ISA&assetCategory=NON_CORE`],
  ['search: part of a name', `${search}&query=number+39`],
  ['search: an exact reference', `${search}&query=ref99999`],
  ['search: what nothing has', `${search}&query=zzzz`],
  ['search: what every row has, sorted', `${search}&query=bench&sortField=consideration&sortDirection=desc`],
  ...[
    'assetName',
    'accountName',
    'transactionTypeLabel',
    'taxWrapperLabel',
    'quantity',
    'consideration',
    'transactionDate',
  ].flatMap((field) =>
    (['asc', 'desc'] as const).map(
      (direction) => [`sort: ${field} ${direction}`, `${list}&sortField=${field}&sortDirection=${direction}`] as const,
    ),
  ),
  ['search over everything: part of a name', '/search?query=number+39'],
  ['search over everything: what every row has', '/search?query=bench'],
];
console.log(
  `the machine's load: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')} on ${cpus().length} cores`,
);
const slow: string[] = [];
for (const [name, path] of asked) {
  const time = await medianOf(path);
  if (time.clock > LIMIT_MS) slow.push(name);
  printTimes(`${name}, computing ${time.computing.toFixed(1)} ms`, time.clock, 'one row', floor.clock);
}
await app.close();
await opened.close();
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
if (slow.length > 0) {
  console.error(`above ${LIMIT_MS} ms: ${slow.join('; ')}`);
  process.exitCode = 1;
}
