/** One user with as many records, or as much JSON in a request, as the server takes: others are answered meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../../server/testing/server-process.ts';
import { hostileServers, LONGEST_SILENCE, type HostileServer } from './hostile-server.ts';

const MOST_ACCOUNTS = 1000;

const { start, processes } = await hostileServers();
let server: HostileServer;

beforeAll(async () => {
  server = await start();
});

afterAll(processes.end);

async function post(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(`${server.base}/api${path}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
  });
  return { status: reply.status, text: await reply.text() };
}

it('a refused value of many characters is answered with its beginning', async () => {
  const { status, text } = await post('/accounts', JSON.stringify({ name: Array(50_000).fill({}) }));
  expect(status).toBe(400);
  expect(text.length).toBeLessThan(2000);
});

it('one record of more than 256 KB is refused without reading it, a selection may have 5 MB', async () => {
  const record = `{"name":[${'{},'.repeat(1_600_000)}1]}`;
  // The connection may be closed before all of the body is sent.
  const { result, silence } = await server.watch(
    async () =>
      await post('/accounts', record).then(
        ({ status }) => status,
        () => 'closed',
      ),
  );
  expect(result).toBeOneOf([413, 'closed']);
  expect(silence).toBeLessThan(LONGEST_SILENCE);
  const ids = Array.from({ length: 100_000 }, () => '01890000-0000-7000-8000-000000000000');
  expect((await post('/transactions/bulk-delete', JSON.stringify(ids))).status).toBe(200);
});

it('an object with 400,000 keys is refused before its keys are sorted', async () => {
  const keys = Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join(',');
  const { result, silence } = await server.watch(
    async () => await post('/savingsaccounts/bulk-delete', `{"ids":["a"],${keys}}`, { 'idempotency-key': 'many-keys' }),
  );
  expect(result.status).toBe(400);
  expect(silence).toBeLessThan(LONGEST_SILENCE);
});

it('a user has at most 1,000 accounts, which every form and search reads', async () => {
  const create = async (name: string): Promise<number> =>
    (await request(server.base, 'POST', '/accounts', { token: server.token, body: { name } })).status;
  for (let made = 0; made < MOST_ACCOUNTS; made += 20) {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => await create(`N${made + index}`)),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
  }
  const refused = await request(server.base, 'POST', '/accounts', { token: server.token, body: { name: 'One more' } });
  expect([refused.status, await refused.json()]).toEqual([
    413,
    {
      code: 'tooLarge',
      message:
        'This was not saved: you have 1,000 accounts, the most that this server stores for one user. Delete some that you no longer need.',
    },
  ]);
  const [first] = (await (await request(server.base, 'GET', '/accounts', { token: server.token })).json()) as {
    readonly id: string;
  }[];
  expect((await request(server.base, 'DELETE', `/accounts/${first?.id}`, { token: server.token })).status).toBe(204);
  expect(await create('One more')).toBe(201);
});
