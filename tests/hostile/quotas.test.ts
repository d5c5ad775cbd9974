/** What one user can store, and what others get of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../../server/testing/server-process.ts';
import { accountOf, hostileServers, LONGEST_SILENCE, sendFile, type HostileServer } from './hostile-server.ts';

const { start, processes } = await hostileServers();
afterAll(processes.end);
// A busy machine takes its time; what is asserted is what others notice.
let server: HostileServer;
beforeAll(async () => {
  server = await start();
});

const put = async (key: string, length: number, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const body = { value: { text: 'x'.repeat(length) } };
  return (
    await request(server.base, 'PUT', `/sync/extras/import-history/${key}`, { token: server.token, body, headers })
  ).status;
};

it('pages of changes have at most 2 MB, and together all of them', async () => {
  const count = 12;
  for (let index = 0; index < count; index += 1) expect(await put(`big-${index}`, 250_000)).toBe(200);
  const seen = new Set<string>();
  let since = '0';
  for (let hasMore = true; hasMore;) {
    const reply = await request(server.base, 'GET', `/sync/changes?since=${since}&limit=5000`, { token: server.token });
    const text = await reply.text();
    expect(text.length).toBeLessThan(2.2 * 1024 * 1024);
    const page = JSON.parse(text) as { cursor: string; hasMore: boolean; changes: { entity: string; id: string }[] };
    for (const { entity, id } of page.changes) if (entity === 'extra') seen.add(id);
    ({ hasMore, cursor: since } = page);
  }
  expect(seen.size).toBe(count);
});

/** A valid ISIN of a number: the check digit by Luhn over the letters' numbers. */
function isinOf(number: number): string {
  const body = `XS${String(number).padStart(9, '0')}`;
  const digits = body
    .split('')
    .map((character) => Number.parseInt(character, 36))
    .join('');
  const sum = digits
    .split('')
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

it('a user adds at most 2,000 securities to the catalogue; further rows say so, and others are answered meanwhile', async () => {
  const accountId = await accountOf(server);
  const rows = Array.from(
    { length: 2010 },
    (_, index) => `22/05/2025,Buy,${isinOf(index)},Company ${index},1,1,1,AJ Bell,Main,DEALING`,
  );
  const file = `Date,Type,ISIN,Asset,Quantity,Price,Consideration,Broker,Account,Tax Wrapper\n${rows.join('\n')}\n`;
  const preview = JSON.parse((await sendFile(server, '/transactions/preview-import', file)).text) as {
    summary: { validCount: number; errorCount: number };
    previewTransactions: { status: string; errors: { message: string }[] }[];
  };
  expect(preview.summary).toMatchObject({ validCount: 2000, errorCount: 10 });
  for (const { status, errors } of preview.previewTransactions.slice(2000))
    expect([status, errors[0]?.message]).toEqual(['error', expect.stringContaining('2,000 securities')]);
  const { result, silence } = await server.watch(
    async () =>
      await sendFile(server, '/transactions/import-selected', file, {
        selectedRowNumbers: 'all',
        skipDuplicateCheck: 'false',
        defaultAccountId: accountId,
      }),
  );
  expect(result.status).toBe(200);
  const answer = JSON.parse(result.text) as { importedCount: number; errorCount: number; errors: string[] };
  expect(answer).toMatchObject({ importedCount: 2000, errorCount: 10 });
  expect(answer.errors[0]).toContain('2,000 securities');
  expect(silence).toBeLessThan(LONGEST_SILENCE);
  const one = await request(server.base, 'POST', '/assets/unlisted', {
    token: server.token,
    body: { isin: isinOf(9999), name: 'One more' },
  });
  expect(one.status).toBe(413);
});

it('one id named 100,000 times is one row', async () => {
  const ids = Array.from({ length: 100_000 }, () => '01890000-0000-7000-8000-000000000000');
  const { silence } = await server.watch(
    async () =>
      await request(server.base, 'POST', '/transactions/export-csv-selected', { token: server.token, body: ids }),
  );
  expect(silence).toBeLessThan(LONGEST_SILENCE);
});

it('half of a character is refused, not stored as another text', async () => {
  const body = '{"name":"a\\ud800"}';
  expect((await request(server.base, 'POST', '/accounts', { token: server.token, body })).status).toBe(400);
  const whole = '{"name":"a\\ud83d\\ude00"}';
  expect((await request(server.base, 'POST', '/accounts', { token: server.token, body: whole })).status).toBe(201);
});

// Each of these takes minutes or much room: `npm run soak -- hostile`.
if (process.env['HOSTILE'] === 'all')
  it('a value that is saved again and again under new keys takes the room of one', async () => {
    for (let saved = 0; saved < 400; saved += 1)
      expect(await put('again', 250_000, { 'idempotency-key': `key-${saved}` })).toBe(200);
    expect(await put('another', 250_000)).toBe(200);
  });
