/** The calendar at a secret address: its events, and what it reveals to whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCalendar } from '../../tests/calendar/parse-calendar.ts';
import { SYNC_FEATURES } from '../../contract/sync.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { makeWorld, savingsBody, transactionBody } from '../testing/world.ts';

let app: TestApp;
let admin: string;
let token: string;
const MINUTE = 60_000;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn('admin@example.org');
  token = await app.signIn('user@example.org');
  const world = await makeWorld(app, token, admin);
  // A sale within the last 30 days, and a savings account that matures.
  for (const [path, body] of [
    [
      '/transactions',
      { ...transactionBody(world), transactionType: 'SELL', transactionDate: '2026-01-10', quantity: 5 },
    ],
    ['/savingsaccounts', { ...savingsBody(world), accountCloseDate: '2026-03-31' }],
  ] as const)
    expect((await app.call('POST', path, { token, body })).status).toBe(201);
});
afterAll(async () => {
  await app.close();
});

async function renew(withNames: boolean): Promise<string> {
  const reply = await app.call('POST', '/tax-dates/feed', { token, body: { withNames } });
  return (reply.json as { secret: string }).secret;
}

const read = async (secret: string) => await app.call('GET', `/feeds/${secret}/tax-dates.ics`);

/** Everything in a reply that somebody without the secret can see, except the date and the count of tries. */
function seen({ status, headers, text }: Awaited<ReturnType<typeof read>>) {
  const { date: _date, ...others } = headers;
  return { status, headers: others, text };
}

describe('the calendar of tax dates', () => {
  it('is listed as a feature of the server', () => {
    expect(SYNC_FEATURES).toContain('taxDateFeed');
  });

  it('is served only at the secret address, with whole days and without names or amounts', async () => {
    const secret = await renew(false);
    expect(secret).toMatch(/^[\w-]{22}$/u);
    const reply = await read(secret);
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private',
    ]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    const events = parseCalendar(reply.text);
    expect(events.map(({ start, summary }) => [start, summary])).toEqual([
      ['2026-01-31', 'Online return and tax for 2024-25 are due'],
      ['2026-02-09', 'Last day of a 30-day window after a sale'],
      ['2026-03-31', 'A savings account closes'],
      ['2026-04-05', 'Tax year 2025-26 ends: last day to use its allowances'],
      ['2026-07-31', 'Second payment on account for 2025-26 is due'],
      ['2026-10-05', 'Last day to tell HMRC about tax due for 2025-26'],
    ]);
    expect(reply.text).not.toMatch(/Main Account|Nationwide|iShares|339\.86|1,?200\.5/u);
    // A calendar program that reads it again finds the same events.
    expect(parseCalendar((await read(secret)).text).map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid));
    expect(reply.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  });

  it('has names where they are asked for, and never amounts', async () => {
    const { text } = await read(await renew(true));
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toMatch(
      /SUMMARY:A savings account closes \(Nationwide Building Society\\, Savings\\, Main Account\)/u,
    );
    expect(unfolded).not.toMatch(/339\.86|1,?200\.5/u);
  });

  it('has a new address after each renewal, and no address once it is revoked', async () => {
    const first = await renew(false);
    const second = await renew(false);
    expect(second).not.toBe(first);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await app.call('GET', '/tax-dates/feed', { token })).json).toEqual({
      feed: { withNames: false, createdAt: new Date(app.now).toISOString() },
    });
    expect((await app.call('DELETE', '/tax-dates/feed', { token })).status).toBe(204);
    expect((await read(second)).status).toBe(404);
    expect((await app.call('GET', '/tax-dates/feed', { token })).json).toEqual({ feed: null });
  });

  it('keeps no secret, only its hash', async () => {
    const secret = await renew(false);
    const rows = await app.store.kysely.selectFrom('tax_date_feeds').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    await read(secret);
    await app.flushLog();
    expect(app.logged.join('\n')).not.toContain(secret);
  });

  it("gives the same answer for an unknown, revoked or malformed address and for a blocked user's", async () => {
    app.now += 16 * MINUTE;
    const revoked = await renew(false);
    const current = await renew(false);
    const users = (
      (await app.call('GET', '/admin/users', { token: admin })).json as { users: { id: string; email: string }[] }
    ).users;
    const id = users.find(({ email }) => email === 'user@example.org')?.id ?? '';
    const unknown = seen(await read('AAAAAAAAAAAAAAAAAAAAAA'));
    expect(unknown.status).toBe(404);
    for (const secret of [revoked, 'a', '%0d%0aSet-Cookie:%20a=b', `${current}x`, '..%2f..', 'é'.repeat(5)])
      expect([secret, seen(await read(encodeURI(decodeURI(secret))))]).toEqual([secret, unknown]);
    await app.call('PUT', `/admin/users/${id}`, { token: admin, body: { isDisabled: true } });
    expect(seen(await read(current))).toEqual(unknown);
    await app.call('PUT', `/admin/users/${id}`, { token: admin, body: { isDisabled: false } });
  });

  it('limits guesses by address and reads by user, and tells a guesser nothing more', async () => {
    app.now += 16 * MINUTE;
    token = await app.signIn('user@example.org');
    const secret = await renew(false);
    const statuses = [];
    for (let read20 = 0; read20 < 21; read20 += 1) statuses.push((await read(secret)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    const guesses = [];
    for (let guess = 0; guess < 51; guess += 1) guesses.push((await read(`guess${guess}`)).status);
    expect(guesses).toEqual([...Array.from({ length: 50 }, () => 404), 429]);
    const right = await read(secret);
    expect([right.status, right.headers['retry-after']]).toEqual([429, (await read('wrong')).headers['retry-after']]);
    app.now += 16 * MINUTE;
    expect((await read(secret)).status).toBe(200);
  });
});
