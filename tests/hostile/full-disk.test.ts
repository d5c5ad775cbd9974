/** A disk without room: reading and sign-in go on, a write is told why and leaves nothing behind, and all is well once there is room. */
import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { PERSON, request } from '../../server/testing/server-process.ts';
import { hostileServers } from './hostile-server.ts';

const { start, processes } = await hostileServers();
afterAll(processes.end);
// A busy machine takes its time.
/** How far into a file a process may write, which fails as on a full disk beyond; Linux only. */
function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}

it('lets people sign in and read, and writes work again once there is room', async () => {
  // With PostgreSQL the files are another process's.
  const { base, child, token } = await start({ DATABASE_URL: '' });
  const signIn = async (password = PERSON.password): Promise<Response> =>
    await request(base, 'POST', '/auth/login', { body: { ...PERSON, password } });
  const addAccount = async (name: string): Promise<{ readonly status: number; readonly code: unknown }> => {
    const reply = await request(base, 'POST', '/accounts', { token, body: { name } });
    return { status: reply.status, code: ((await reply.json()) as { code?: unknown }).code };
  };
  const statusOf = async (method: string, path: string, as: string): Promise<number> =>
    (await request(base, method, path, { token: as })).status;
  const readiness = async (): Promise<number> => (await fetch(`${base}/readyz`)).status;
  const tokenOf = async (reply: Response): Promise<string> => ((await reply.json()) as { token: string }).token;
  const written = await tokenOf(await signIn());
  expect(await addAccount('Before')).toMatchObject({ status: 201 });

  limitFiles(child.pid, 1);
  expect(await addAccount('Does not fit')).toEqual({ status: 503, code: 'storageFull' });
  expect(await readiness()).toBe(503);
  const reply = await signIn();
  expect(reply.status).toBe(200);
  const inMemory = await tokenOf(reply);
  // Holdings are computed in a thread that opens the database again.
  for (const path of [
    '/accounts',
    '/transactions/user?page=1&pageSize=20',
    '/sync/changes?since=0&limit=10',
    '/holdings',
  ])
    for (const as of [token, inMemory]) expect([path, await statusOf('GET', path, as)]).toEqual([path, 200]);
  const refreshed = await request(base, 'POST', '/auth/refresh', { token: inMemory });
  expect(refreshed.status).toBe(200);
  const next = await tokenOf(refreshed);
  expect(await statusOf('GET', '/accounts', next)).toBe(200);
  expect(await statusOf('POST', '/auth/logout', next)).toBe(204);
  // Whoever signs out is out, although this could not be written.
  expect(await statusOf('POST', '/auth/logout', written)).toBe(503);
  for (const as of [next, inMemory, written]) expect(await statusOf('GET', '/accounts', as)).toBe(401);
  // Guesses are counted all the same.
  const guesses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) guesses.push((await signIn('wrong password')).status);
  expect(guesses.slice(-2)).toEqual([429, 429]);

  limitFiles(child.pid, 'unlimited');
  expect(await readiness()).toBe(200);
  expect(await addAccount('Fits')).toMatchObject({ status: 201 });
  const accounts = (await (await request(base, 'GET', '/accounts', { token })).json()) as { name: string }[];
  expect(accounts.map(({ name }) => name).toSorted()).toEqual(['Before', 'Fits']);
});
