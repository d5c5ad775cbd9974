/**
 * A mixed load on two server processes (or `PROCESSES`) and one PostgreSQL with 1,000 users of 1,000 transactions each,
 * beside the bare framework's figure in the same run. Clients, servers and database share this machine.
 */
import autocannon from 'autocannon';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 } from 'uuid';
import { loadTokens } from '../server/auth/tokens.ts';
import { done } from '../server/outcome.ts';
import { seedStore } from '../server/seed/seed.ts';
import { listAssets } from '../server/store/shared-records/assets.ts';
import { listBrokers } from '../server/store/shared-records/brokers.ts';
import { addSession } from '../server/store/users/sessions.ts';
import { openStore, type Store } from '../server/store/database/store.ts';
import { throwAwayPostgres } from '../server/store/testing/throw-away-postgres.ts';

const USERS = 1000;
const ROWS = 1000;
/** The load uses the tokens of these users in turn. */
const ACTIVE = 200;
const SECONDS = 10;
/** Before the measurement, because a new process first reads its code, and the database its files. */
const WARM_UP_SECONDS = 10;
const CONNECTIONS = 10;
const PROCESSES = Number(process.env['PROCESSES'] ?? 2);

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache');
const bundle = join(cache, `holdfast-load-bench-${process.pid}.js`);
const folder = mkdtempSync(join(tmpdir(), 'holdfast-load-'));
const children: ChildProcess[] = [];

/** Starts a program that prints its address. */
async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: '0', DAILY_FETCH_TIME: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/localhost:\d+/u.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => {
      reject(new Error(`a server ended with ${code}: ${output}`));
    });
  });
}

interface Person {
  readonly id: string;
  readonly account: string;
  readonly token: string;
}

/** Users, accounts and a million transactions, created by the database itself. */
async function fill(
  store: Store,
): Promise<{ readonly people: readonly Person[]; readonly broker: string; readonly isin: string }> {
  await seedStore(store, v7, new Date().toISOString());
  const broker = (await listBrokers(store))[0]?.id ?? '';
  const isins = (await listAssets(store)).map(({ isin }) => isin);
  const now = new Date();
  await sql`insert into users (id, email, first_name, surname, password_hash, is_admin, change_counter, purged_to, created_at)
    select 'user-' || u, 'user' || u || '@example.org', 'User', u::text, 'x', 0, ${ROWS + 1}, 0, ${now.toISOString()} from generate_series(1, ${sql.lit(USERS)}) u`.execute(
    store.kysely,
  );
  await sql`insert into accounts (user_id, id, name, version) select 'user-' || u, 'account-' || u, 'Main Account', 1 from generate_series(1, ${sql.lit(USERS)}) u`.execute(
    store.kysely,
  );
  await sql`insert into transactions (user_id, id, account_id, broker_id, transaction_type, transaction_date, broker_deal_reference, tax_wrapper, isin, quantity, native_price, local_price,
      consideration, broker_charge, stamp_duty, fx_charge, accrued_interest, version)
    select 'user-' || u, 't-' || u || '-' || t, 'account-' || u, ${broker}, case when t % 4 = 0 then 'SELL' else 'BUY' end, to_char(date '2012-01-02' + (t * 5), 'YYYY-MM-DD'), 'REF' || t,
      (array['DEALING','ISA','SIPP'])[1 + t % 3], (array[${sql.join(isins)}])[1 + (t * 7) % ${sql.lit(isins.length)}], 1 + t % 50, 12.5, 12.5, round((1 + t % 50) * 12.5, 2), 5.95, 0, 0, 0, t + 1
    from generate_series(1, ${sql.lit(USERS)}) u, generate_series(1, ${sql.lit(ROWS)}) t`.execute(store.kysely);
  // Like a database in use, which vacuums itself.
  await sql`vacuum analyze`.execute(store.kysely);
  const tokens = await loadTokens(store, folder);
  const people: Person[] = [];
  await store.transact(async (tx) => {
    for (let index = 1; index <= ACTIVE; index += 1) {
      const [id, jti, expiresAt] = [`user-${index}`, v7(), now.getTime() + 3_600_000];
      await addSession(tx, {
        jti,
        family: jti,
        userId: id,
        device: null,
        signedInAt: now.toISOString(),
        issuedAt: now.toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
      });
      people.push({
        id,
        account: `account-${index}`,
        token: await tokens.sign({
          userId: id,
          displayName: 'User',
          isAdmin: false,
          jti,
          issuedAt: now.getTime(),
          expiresAt,
        }),
      });
    }
    return done(undefined);
  });
  return { people, broker, isin: isins[0] ?? '' };
}

/** The mix of requests, each by the next user: of every eight, seven reads and a write. */
function mixOf({ people, broker, isin }: Awaited<ReturnType<typeof fill>>): autocannon.Request[] {
  let turn = 0;
  const person = (): Person => {
    turn += 1;
    return people[turn % people.length] as Person;
  };
  const get = (path: (user: Person) => string): autocannon.Request => ({
    method: 'GET',
    setupRequest: (request) => {
      const user = person();
      return { ...request, path: `/api${path(user)}`, headers: { authorization: `Bearer ${user.token}` } };
    },
  });
  const write: autocannon.Request = {
    method: 'POST',
    setupRequest: (request) => {
      const user = person();
      const body = JSON.stringify({
        id: v7(),
        transactionType: 'BUY',
        transactionDate: '2025-05-06',
        brokerId: broker,
        brokerDealReference: 'LOAD',
        accountId: user.account,
        taxWrapper: 'ISA',
        isin,
        quantity: 10,
        nativePrice: 12.5,
        localPrice: 12.5,
        consideration: 125,
        brokerCharge: 5.95,
        stampDuty: 0,
        fxCharge: 0,
        accruedInterest: 0,
      });
      return {
        ...request,
        path: '/api/transactions',
        body,
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', 'idempotency-key': v7() },
      };
    },
  };
  return [
    get(() => '/transactions/user?page=1&pageSize=20'),
    get((user) => `/transactions/user?page=2&pageSize=20&accountId=${user.account}&taxWrapper=ISA`),
    get(() => '/accounts'),
    get(() => '/transactions/search?query=ref99'),
    write,
    get(() => '/transactions/user?page=1&pageSize=20&sortField=assetName&sortDirection=asc'),
    get((user) => `/transactions/t-${user.id.slice(5)}-500`),
    get(() => `/sync/changes?since=${ROWS - 20}`),
  ];
}

/** Loads all addresses at once; returns the sum of their rates and the highest of their 99th percentiles. */
async function load(name: string, urls: readonly string[], requests?: () => autocannon.Request[]): Promise<number> {
  const before = loadavg()[0] ?? 0;
  const run = async (duration: number) =>
    await Promise.all(
      urls.map(
        async (url) =>
          await autocannon({
            url,
            connections: CONNECTIONS,
            duration,
            ...(requests === undefined ? {} : { requests: requests() }),
          }),
      ),
    );
  await run(WARM_UP_SECONDS);
  const results = await run(SECONDS);
  const rate = results.reduce((sum, result) => sum + result.requests.average, 0);
  const [median, p99] = [
    Math.max(...results.map((result) => result.latency.p50)),
    Math.max(...results.map((result) => result.latency.p99)),
  ];
  const failed = results.reduce((sum, result) => sum + result.non2xx + result.errors + result.timeouts, 0);
  console.log(
    `${name.padEnd(52)} ${rate.toFixed(0).padStart(6)} requests/s   median ${median} ms   p99 ${p99} ms   failed ${failed}   (${urls.length} processes, ${CONNECTIONS} connections each, ${SECONDS} s; machine's load before: ${before.toFixed(1)} on ${cpus().length} cores)`,
  );
  if (failed > 0) process.exitCode = 1;
  return rate;
}

const BARE =
  "import fastify from 'fastify'; const app = fastify(); app.get('/', async () => ({ status: 'ok' })); await app.listen({ port: 0, host: '127.0.0.1' }); console.log(`http://localhost:${app.server.address().port}`);";

const postgres = await throwAwayPostgres({ durable: true });
if (postgres !== null) {
  try {
    mkdirSync(cache, { recursive: true });
    await build({
      entryPoints: [join(root, 'server/main.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    });
    const url = await postgres.newDatabase();
    const store = await openStore({ dialect: 'postgres', url });
    const from = performance.now();
    const filled = await fill(store);
    await store.close();
    console.log(
      `${USERS} users with ${ROWS} transactions each: filled in ${((performance.now() - from) / 1000).toFixed(0)} s`,
    );
    const bare = await Promise.all(
      Array.from({ length: PROCESSES }, async () => await start(['--input-type=module', '-e', BARE], {})),
    );
    const bareRate = await load('bare framework, one small answer', bare);
    for (const child of children.splice(0)) child.kill('SIGKILL');
    const servers = await Promise.all(
      Array.from(
        { length: PROCESSES },
        async (_, index) =>
          await start([bundle], { DATABASE_URL: url, DATA_DIR: join(folder, String(index)), LOG_LEVEL: 'warn' }),
      ),
    );
    const rate = await load('mixed load: 7 reads and a durable write', servers, () => mixOf(filled));
    console.log(`the mixed load reaches 1/${(bareRate / rate).toFixed(1)} of the bare framework's rate`);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.stop();
    rmSync(bundle, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
