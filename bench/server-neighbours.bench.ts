/**
 * The effect of one user's heaviest use on another: 100,000 transactions, and four heavy requests at once, one of them
 * the preview and then the import of a file of 25 MB, while another user reads a page of a list; beside the same reads
 * without any other user. Clients and server share this machine.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 } from 'uuid';
import { openStore } from '../server/store/database/store.ts';
import { insertTransactions } from '../server/store/user-records/transactions.ts';
import { done } from '../server/outcome.ts';
import { MAX_FILE_BYTES } from '../server/routes/upload.ts';
import { PERSON, request, serverProcesses, signInAt } from '../server/testing/server-process.ts';
import type { Transaction } from '../domain/records/records.ts';
import { setup as makeServerProgram } from '../tests/server-setup.ts';

const ROWS = 100_000;
const READS = 600;
const READ_EVERY_MS = 50;

const removeProgram = await makeServerProgram();
const processes = serverProcesses();
const folder = processes.newFolder();
const env = { DATA_DIR: folder, REGISTRATION: 'open' };

interface User {
  readonly token: string;
  readonly account: string;
}

async function userAt(base: string, email: string): Promise<User> {
  const token = await signInAt(base, { ...PERSON, email });
  const created = await request(base, 'POST', '/accounts', { token, body: { name: 'Main Account' } });
  return { token, account: ((await created.json()) as { id: string }).id };
}

function rowOf(index: number, user: User, brokerId: string, isin: string): Transaction {
  const day = new Date(Date.UTC(2010, 0, 1 + (index % 5000))).toISOString().slice(0, 10);
  return {
    id: v7(),
    transactionType: index % 4 === 3 ? 'SELL' : 'BUY',
    transactionDate: day,
    brokerId,
    brokerDealReference: `REF${index}`,
    accountId: user.account,
    taxWrapper: 'DEALING',
    isin,
    quantity: 1 + (index % 50),
    nativePrice: 12.5,
    localPrice: 12.5,
    consideration: 125,
    brokerCharge: 5.95,
    stampDuty: 0,
    fxCharge: 0,
    accruedInterest: 0,
  } as Transaction;
}

/** The times of the other user's reads, in milliseconds, shortest first. */
async function reads(base: string, { token }: User): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < READS; count += 1) {
    const from = performance.now();
    const reply = await request(base, 'GET', '/transactions/user?page=1&pageSize=20', { token });
    await reply.text();
    if (!reply.ok) throw new Error(`the neighbour got ${reply.status}`);
    times.push(performance.now() - from);
    await pause(READ_EVERY_MS);
  }
  return times.toSorted((a, b) => a - b);
}

function tell(name: string, times: readonly number[]): { readonly median: number; readonly p99: number } {
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const [median, p99] = [at(0.5), at(0.99)];
  console.log(
    `${name.padEnd(40)} median ${median.toFixed(0)} ms   p99 ${p99.toFixed(0)} ms   (load ${loadavg()[0]?.toFixed(1) ?? ''})`,
  );
  return { median, p99 };
}

try {
  const server = processes.start(env);
  const base = await server.listening();
  const [heavy, neighbour] = [await userAt(base, 'heavy@example.org'), await userAt(base, 'neighbour@example.org')];
  const brokers = (await (await request(base, 'GET', '/brokers', { token: heavy.token })).json()) as { id: string }[];
  const assets = (await (await request(base, 'GET', '/assets', { token: heavy.token })).json()) as { isin: string }[];
  const store = await openStore({ dialect: 'sqlite', file: join(folder, 'holdfast.sqlite') });
  const users = await store.kysely.selectFrom('users').select(['id', 'email']).execute();
  for (const [email, user, count] of [
    ['heavy@example.org', heavy, ROWS],
    ['neighbour@example.org', neighbour, 1000],
  ] as const) {
    const userId = users.find((row) => row.email === email)?.id ?? '';
    const rows = Array.from({ length: count }, (_, index) =>
      rowOf(index, user, brokers[0]?.id ?? '', assets[index % assets.length]?.isin ?? ''),
    );
    await store.transact(async (tx) => done(await insertTransactions(tx, userId, rows)));
  }
  await store.close();
  // Rows were written for so long that connections were closed meanwhile, which this process has to notice.
  await pause(READ_EVERY_MS);

  tell('nobody else', await reads(base, neighbour));
  // As long as a row of a broker's file.
  const line = `22/05/2025,Buy,GB00BH4HKS39,Vodafone Group plc Ordinary Shares,Main Account,AJ Bell,ISA,10,1,10,${'a reference'.padEnd(115, '.')}\n`;
  const header = 'Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Price,Consideration,Reference\n';
  const file = header + line.repeat(Math.floor((MAX_FILE_BYTES - header.length) / line.length));
  let isBusy = true;
  const statuses = new Map<string, number>();
  const keepBusy = async (call: () => Promise<Response>): Promise<void> => {
    while (isBusy) {
      const reply = await call();
      await reply.arrayBuffer();
      const name = `${new URL(reply.url).pathname} ${reply.status}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
    }
  };
  const get = async (path: string) => await request(base, 'GET', path, { token: heavy.token });
  const send = async (path: string, fields: Readonly<Record<string, string>>): Promise<Response> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([file], { type: 'text/csv' }), 'file.csv');
    return await fetch(`${base}/api${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${heavy.token}` },
    });
  };
  let imports = 0;
  // All rows are read and checked; only the first is selected, so that the number of the user's transactions stays the
  // same.
  const previewOrImport = async (): Promise<Response> => {
    imports += 1;
    return imports % 2 === 1
      ? await send('/transactions/preview-import', {})
      : await send('/transactions/import-selected', {
          selectedRowNumbers: '2',
          skipDuplicateCheck: 'false',
          defaultAccountId: heavy.account,
        });
  };
  const busy = Promise.all([
    keepBusy(previewOrImport),
    keepBusy(async () => await get('/holdings')),
    keepBusy(async () => await get('/capitalgains/tax-year/2020-21')),
    keepBusy(async () => await get('/transactions/export-csv')),
  ]);
  const { median, p99 } = tell('beside four heavy requests of another', await reads(base, neighbour));
  isBusy = false;
  const peak = /^VmHWM:\s+(\d+)/mu.exec(readFileSync(`/proc/${server.child.pid ?? 0}/status`, 'utf8'))?.[1];
  await busy;
  console.log(`highest resident memory ${(Number(peak) / 1024).toFixed(0)} MB; the heavy user's answers:`);
  for (const [name, count] of statuses) console.log(`  ${count} x ${name}`);
  if (median >= 100 || p99 >= 1000) process.exitCode = 1;
} finally {
  processes.end();
  removeProgram();
}
