import { afterEach, expect, it } from 'vitest';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startDemo } from './demo-mode.ts';

let app: TestApp;

afterEach(async () => {
  await app.close();
});

async function start(): Promise<string> {
  return await startDemo(app.store, { dataDir: app.dataDir, now: app.now, newId: () => crypto.randomUUID() });
}

async function signIn(line: string): Promise<string> {
  const [, email, password] = /^Demo investor: (\S+), password (\S+)/u.exec(line) ?? [];
  const reply = await app.call('POST', '/auth/login', { body: { email, password } });
  return (reply.json as { token: string }).token;
}

it('makes an investor who can sign in and sees ten years, once', async () => {
  app = await startTestApp();
  const before = process.cpuUsage();
  const line = await start();
  // Processor time, which does not depend on the machine's other work.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(3);
  const token = await signIn(line);
  const get = async (path: string): Promise<unknown> => (await app.call('GET', path, { token })).json;

  const list = (await get('/transactions/user?page=1&pageSize=20')) as { totalCount: number };
  expect(list.totalCount).toBeGreaterThan(1500);
  expect(await get('/capitalgains/available-tax-years')).toHaveLength(11);
  const holdings = (await get('/holdings')) as { currentValueInGBP: number | null }[];
  expect(holdings.length).toBeGreaterThan(15);
  expect(holdings.filter((holding) => holding.currentValueInGBP === null)).toEqual([]);
  const summary = (await get('/dashboard/holdings-summary')) as {
    assetClassSummaries: { assetClass: string; value: number }[];
  };
  expect(summary.assetClassSummaries.map(({ assetClass }) => assetClass)).toHaveLength(9);
  expect(summary.assetClassSummaries.find(({ assetClass }) => assetClass === 'CASH')?.value).toBeGreaterThan(60_000);
  expect(await get('/exchangerates/status')).toMatchObject({ isDataStale: false });

  const stored = await changes(token);
  const again = await start();
  expect(await changes(token)).toEqual(stored);
  expect(stored.user).toMatchObject({
    account: 3,
    savingsAccount: 6,
    brokerCashBalance: 6,
    property: 2,
    transaction: list.totalCount,
  });
  expect(stored.user['propertyPrice']).toBeGreaterThan(30);
  expect(stored.shared).toMatchObject({ targetAllocation: 9 });
  expect(stored.shared['price']).toBeGreaterThan(10_000);
  // The same password, read from the file that only the server's user can read.
  expect(await signIn(again)).not.toBe('');
  const file = join(app.dataDir, 'demo-password.txt');
  expect(again).toContain(readFileSync(file, 'utf8').trim());
  expect(statSync(file).mode % 0o1000).toBe(0o600);
});

it('leaves prices, rates and targets alone that are there already', async () => {
  app = await startTestApp();
  const admin = await app.signIn('admin@example.org');
  await start();
  const before = await changes(admin);
  await app.store.kysely
    .updateTable('users')
    .set({ email: 'other@example.org' })
    .where('email', '=', 'demo@holdfast.example')
    .execute();
  await start();
  expect((await changes(admin)).shared).toEqual(before.shared);
});

/** Records by entity, as a device would read them. */
async function changes(token: string): Promise<Record<'user' | 'shared', Record<string, number>>> {
  const counts: Record<'user' | 'shared', Record<string, number>> = { user: {}, shared: {} };
  for (const scope of ['user', 'shared'] as const) {
    let since = '0';
    for (let more = true; more;) {
      const page = (await app.call('GET', `/sync/changes?since=${since}&scope=${scope}&limit=5000`, { token }))
        .json as { cursor: string; hasMore: boolean; changes: { entity: string }[] };
      for (const { entity } of page.changes) counts[scope][entity] = (counts[scope][entity] ?? 0) + 1;
      [since, more] = [page.cursor, page.hasMore];
    }
  }
  return counts;
}
