/** What somebody can do to the calendars of others, against a real process: guess, inject, flood. */
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { signInAt } from '../../server/testing/server-process.ts';
import { hostileServers } from './hostile-server.ts';

const { startEmpty, processes } = await hostileServers();
afterAll(processes.end);
// A busy machine takes its time; what is asserted is what others notice.
const JSON_TYPE = { 'content-type': 'application/json' };

/** Registers, and returns the address of a new calendar. */
async function withCalendar(base: string): Promise<{ readonly token: string; readonly address: string }> {
  const token = await signInAt(base);
  const made = await fetch(`${base}/api/tax-dates/feed`, {
    method: 'POST',
    headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
    body: JSON.stringify({ withNames: false }),
  });
  const { secret } = (await made.json()) as { secret: string };
  return { token, address: `${base}/api/feeds/${secret}/tax-dates.ics` };
}

/** Sends bytes as they are, and returns all that comes back. */
async function raw(base: string, request: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
    socket.write(request);
  });
}

describe('the calendar behind a secret address', () => {
  it('is no way in: its secret is no token, and no other method or address gives anything', async () => {
    const { base } = await startEmpty();
    const { address } = await withCalendar(base);
    expect((await fetch(address)).status).toBe(200);
    const secret = address.split('/').at(-2) ?? '';
    const asToken = { headers: { authorization: `Bearer ${secret}` } };
    for (const path of ['transactions/user', 'accounts', 'tax-dates/feed', 'sync/changes?since=0'])
      expect([path, (await fetch(`${base}/api/${path}`, asToken)).status]).toEqual([path, 401]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([method, (await fetch(address, { method })).status]).toEqual([method, 404]);
    for (const other of [`${address}/x`, address.replace('.ics', '.json'), address.replace('tax-dates', 'holdings')])
      expect([other, (await fetch(other)).status]).toEqual([other, 404]);
  });

  it('takes nothing of an address into its headers', async () => {
    const { base } = await startEmpty();
    for (const secret of ['a%0d%0aSet-Cookie:%20stolen=1', 'a%00b', '%E0%A4%A', 'a"; filename="evil.html']) {
      const answer = await raw(
        base,
        `GET /api/feeds/${secret.replaceAll(' ', '%20')}/tax-dates.ics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /u);
      expect(answer.split('\r\n\r\n')[0]).not.toMatch(/stolen|evil/u);
    }
  });

  it('is not found by guessing, from however many addresses a guesser claims, and others go on working', async () => {
    const { base, output } = await startEmpty();
    const { address, token } = await withCalendar(base);
    const guesses = Array.from({ length: 120 }, async (_, index) => {
      const secret = Buffer.from(`guess ${String(index).padStart(10, '0')}`).toString('base64url');
      const headers = { 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=198.51.100.${index}` };
      const reply = await fetch(`${base}/api/feeds/${secret}/tax-dates.ics`, { headers });
      return reply.status;
    });
    const statuses = await Promise.all(guesses);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(50);
    const mine = await fetch(`${base}/api/accounts`, { headers: { authorization: `Bearer ${token}` } });
    expect(mine.status).toBe(200);
    expect(output()).not.toContain(address.split('/').at(-2));
  });
});
