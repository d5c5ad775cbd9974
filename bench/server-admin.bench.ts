/**
 * The server's replies to the admin portal on SQLite: 10,000 log entries, and 1,000 currencies for each day of a year;
 * and how long others wait while an administrator merges or deletes securities.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Rate } from '../domain/values/amount.ts';
import { addDays, type IsoDate } from '../domain/values/dates.ts';
import { done } from '../server/outcome.ts';
import { insertRows } from '../server/store/database/insert-rows.ts';
import { insertTransactions } from '../server/store/user-records/transactions.ts';
import { unitPurchase } from '../server/testing/world.ts';
import { addLogs, MAX_LOGS } from '../server/store/upkeep/logs.ts';
import { saveRates } from '../server/store/shared-records/market.ts';
import { openStore } from '../server/store/database/store.ts';
import { startTestApp } from '../server/testing/test-app.ts';
import { printLimit, printTimes } from './measure.ts';

/** For a screen that an administrator opens occasionally, even on a busy machine. */
const LIMIT_MS = 150;
const RUNS = 15;
const CURRENCIES = 1000;
const DAYS = 365;
/** What SECURITY.md promises to others. */
const LONGEST_WAIT_MS = 1000;
const MERGED = 50_000;
const DELETED = 2000;
const PRICES = 100;
const LAST_DAY = '2026-01-15' as IsoDate;

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const store = await openStore({ dialect: 'sqlite', file: join(folder, 'holdfast.sqlite') });
const app = await startTestApp({}, store);
const token = await app.signIn('bench@example.org');
const codes = [
  'GBP',
  'EUR',
  ...Array.from({ length: CURRENCIES - 2 }, (_, index) => `X${String(index).padStart(3, '0')}`),
];
await addLogs(
  store,
  Array.from({ length: MAX_LOGS }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 15) + index * 1000).toISOString(),
    level: index % 10 === 0 ? 'Error' : 'Information',
    source: 'server',
    message: `method=GET route=/transactions/user status=200 ms=${index}`,
    exception: null,
  })),
);
for (let back = 0; back < DAYS; back += 1) {
  const rateDate = addDays(LAST_DAY, -back);
  await store.transact(async (tx) =>
    done(
      await saveRates(
        tx,
        codes.map((toCurrency) => ({ fromCurrency: 'USD', toCurrency, rate: 1.2345 as Rate, rateDate })),
        `${rateDate}T12:00:00.000Z`,
      ),
    ),
  );
}

async function medianOf(path: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const from = performance.now();
    const reply = await app.call('GET', path, { token });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    // The first reply is a warm-up.
    if (run > 0) times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

const floor = await medianOf('/admin/logs/levels');
const slow: string[] = [];
for (const [name, path] of [
  ['logs: page 1 of 200', '/admin/logs?page=1&pageSize=50'],
  ['logs: page 100', '/admin/logs?page=100&pageSize=50'],
  ['logs: the last page', '/admin/logs?page=200&pageSize=50'],
  ['logs: by level', '/admin/logs?level=Error&page=1&pageSize=50'],
  ['logs: a text that every entry has', '/admin/logs?searchText=transactions&page=1&pageSize=50'],
  ['logs: a text that none has', '/admin/logs?searchText=zzzz&page=1&pageSize=50'],
  ['rates: the latest day, 1,000 currencies', '/exchangerates/history/2026-01-15T22:59:59Z'],
  ['rates: a day half a year before', '/exchangerates/history/2025-07-15T22:59:59Z'],
  ['rates: a day before the first', '/exchangerates/history/2020-01-01T22:59:59Z'],
  ['rates: status', '/exchangerates/status'],
  ['gold', '/commodities/debug-gold'],
] as const) {
  const time = await medianOf(path);
  if (time > LIMIT_MS) slow.push(name);
  printTimes(name, time, 'a constant', floor);
}
/** How long another user's writes wait during a request, at most. */
async function longestWait(path: string, body: unknown): Promise<number> {
  let isDone = false;
  let longest = 0;
  const others = (async () => {
    for (let count = 0; !isDone; count += 1) {
      const from = performance.now();
      await app.call('POST', '/accounts', { token: other, body: { name: `${path} ${count}` } });
      longest = Math.max(longest, performance.now() - from);
    }
  })();
  const reply = await app.call('POST', path, { token, body });
  isDone = true;
  await others;
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return longest;
}

const other = await app.signIn('other@example.org');
const idOf = ({ json }: { readonly json: unknown }): string => (json as { readonly id: string }).id;
const accountId = idOf(await app.call('POST', '/accounts', { token, body: { name: 'Main' } }));
const unlisted = idOf(
  await app.call('POST', '/assets/unlisted', { token, body: { isin: 'US5949181045', name: 'Of a file' } }),
);
const { id: userId } = await store.kysely
  .selectFrom('users')
  .select('id')
  .where('email', '=', 'bench@example.org')
  .executeTakeFirstOrThrow();
const { id: brokerId } = await store.kysely.selectFrom('brokers').select('id').limit(1).executeTakeFirstOrThrow();
const purchases = Array.from({ length: MERGED }, () =>
  unitPurchase({ id: crypto.randomUUID(), accountId, brokerId, isin: 'US5949181045' }),
);
await store.transact(async (tx) => done(await insertTransactions(tx, userId, purchases)));
const template = await store.kysely.selectFrom('assets').selectAll().limit(1).executeTakeFirstOrThrow();
const assets = Array.from({ length: DELETED }, (_, index) => ({
  ...template,
  id: crypto.randomUUID(),
  isin: `XX${String(index).padStart(10, '0')}`,
}));
await store.transact(async (tx) => {
  await insertRows(tx, 'assets', assets);
  await sql`insert into prices (isin, price_date, close_price, currency, source, fetched_at, version)
    with recursive days(n) as (select 0 union all select n + 1 from days where n < ${PRICES - 1})
    select isin, date('2000-01-01', '+' || n || ' days'), '1.23', 'GBP', 'LSE', '2026-01-01T00:00:00.000Z', 1
    from assets, days where isin like 'XX%'`.execute(tx.kysely);
  return done(undefined);
});
for (const [name, path, body] of [
  [`${MERGED} transactions merged: another's write`, `/assets/${unlisted}/merge`, { isin: 'IE00B4L5Y983' }],
  [`${DELETED} assets deleted: another's write`, '/assets/bulk-delete', assets.map(({ id }) => id)],
] as const)
  printLimit(name, await longestWait(path, body), LONGEST_WAIT_MS, ' ms');
await app.close();
await store.close();
rmSync(folder, { recursive: true, force: true });
if (slow.length > 0) {
  console.error(`above ${LIMIT_MS} ms: ${slow.join('; ')}`);
  process.exitCode = 1;
}
