import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readDeviceValue } from '../../data/device/device-store.ts';
import { readActiveAt } from '../../data/device/local-settings.ts';
import { readSessionCopy, readSessionEmail, storeSessionCopy } from '../../data/device/session-copy.ts';
import type { NetworkEnvironment } from '../network/http.ts';
import { forgetPassword, rememberPassword, signInHere } from './offline-sign-in.ts';
import {
  changeSessionEmail,
  continueOffline,
  currentSession,
  endSession,
  INACTIVITY_LIMIT_MS,
  noteActivity,
  restoreSession,
  startSession,
} from './session.ts';

const EMAIL = 'Ada@Example.com';
const TOKEN = ['{}', JSON.stringify({ sub: 'u1', unique_name: 'Ada', UserType: 1, exp: 4_000_000_000 }), '']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

function replying(reply: () => Response): NetworkEnvironment {
  return { fetch: async () => await Promise.resolve(reply()), schedule: () => () => undefined };
}
const offline = replying(() => {
  throw new TypeError('Failed to fetch');
});

class MemoryStorage {
  readonly values = new Map<string, string>();
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.values.set(key, value);
  removeItem = (key: string): void => void this.values.delete(key);
  clear = (): void => this.values.clear();
}

beforeEach(async () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('indexedDB', new IDBFactory());
  const session = startSession(TOKEN, EMAIL);
  if (session === null) throw new Error('no session');
  await rememberPassword(session, 'right');
  endSession('signedOut');
});

describe('signing in without a connection', () => {
  // Sync rule 1.7
  it('accepts the last password, keeps the role and sends nothing', async () => {
    expect(await signInHere({ email: 'ada@example.com ', password: 'right' }, offline)).toMatchObject({ ok: true });
    expect(currentSession()).toMatchObject({ token: null, userId: 'u1', displayName: 'Ada', isAdministrator: true });
    expect(await readSessionCopy()).toBeNull();
  });

  it.each([
    ['a page of a captive portal', () => new Response('<html></html>')],
    ['502', () => new Response('', { status: 502 })],
    ['504', () => Response.json({ message: 'gateway' }, { status: 504 })],
    ...[500, 530].map((status): [string, () => Response] => [
      `a page with ${status}`,
      () => new Response('<html></html>', { status, headers: { 'content-type': 'text/html' } }),
    ]),
    ['521 in JSON', () => Response.json({ title: 'Web server is down' }, { status: 521 })],
  ])('is tried after %s', async (_name, reply) => {
    expect(await signInHere({ email: EMAIL, password: 'right' }, replying(reply))).toMatchObject({
      ok: true,
      session: { token: null },
    });
  });

  it.each([401, 400, 403, 500])('is never tried after a %d', async (status) => {
    expect(
      await signInHere(
        { email: EMAIL, password: 'right' },
        replying(() => Response.json({ message: 'no' }, { status })),
      ),
    ).toMatchObject({ ok: false });
    expect(currentSession()).toBeNull();
  });

  it('is tried after 5 s without an answer', async () => {
    const waits: number[] = [];
    const hanging: NetworkEnvironment = {
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      schedule: (action, ms) => {
        waits.push(ms);
        queueMicrotask(action);
        return () => undefined;
      },
    };
    expect(await signInHere({ email: EMAIL, password: 'right' }, hanging)).toMatchObject({ ok: true });
    expect(waits).toEqual([5000]);
  });

  it('makes five wrong tries wait, twice as long after each further one', async () => {
    let now = 1_700_000_000_000;
    const attempt = async (password: string) => {
      const result = await signInHere({ email: EMAIL, password }, offline, () => now);
      return result.ok ? 'ok' : `${result.reason} ${result.retryInMs ?? ''}`;
    };
    for (let i = 0; i < 4; i += 1) expect(await attempt('wrong')).toBe('wrongOffline 0');
    expect(await attempt('wrong')).toBe('locked 30000');
    expect(await attempt('right')).toBe('locked 30000');
    now += 30_000;
    expect(await attempt('wrong')).toBe('locked 60000');
    // A clock that was set back does not lengthen the wait.
    now -= 86_400_000;
    expect(await attempt('right')).toBe('locked 60000');
    now += 86_400_000 + 60_000;
    expect(await attempt('right')).toBe('ok');
    expect(await attempt('wrong')).toBe('wrongOffline 0');
  });

  it('counts wrong tries of several tabs at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 7 }, async () => await signInHere({ email: EMAIL, password: 'wrong' }, offline, () => 1000)),
    );
    expect(tries.filter((result) => !result.ok && result.reason === 'locked')).toHaveLength(3);
  });

  it('knows the new password after the next online sign-in, and none after the data was removed', async () => {
    await signInHere(
      { email: EMAIL, password: 'newer' },
      replying(() => Response.json({ token: TOKEN })),
    );
    await vi.waitFor(
      async () => expect(await signInHere({ email: EMAIL, password: 'newer' }, offline)).toMatchObject({ ok: true }),
      { timeout: 30_000 },
    );
    expect(await signInHere({ email: EMAIL, password: 'right' }, offline)).toMatchObject({ reason: 'wrongOffline' });
    await forgetPassword(EMAIL);
    expect(await signInHere({ email: EMAIL, password: 'newer' }, offline)).toMatchObject({ reason: 'offline' });
  });

  it('keeps a salted check of at least 600,000 rounds, not the password', async () => {
    const kept = (await readDeviceValue('verifier:ada@example.com')) as Record<string, unknown>;
    expect(kept['rounds']).toBeGreaterThanOrEqual(600_000);
    expect((kept['salt'] as Uint8Array).length).toBeGreaterThanOrEqual(16);
    expect(JSON.stringify(kept)).not.toContain('right');
  });
});

describe('the address of the sign-in', () => {
  it('is nowhere in local storage, and known again after a reload, online and offline', async () => {
    // As an earlier version of the app left it.
    localStorage.setItem('holdfast-sign-in-email', EMAIL);
    startSession(TOKEN, EMAIL);
    const isKept = () => JSON.stringify([...(localStorage as unknown as MemoryStorage).values]).includes(EMAIL);
    expect(isKept()).toBe(false);
    const reloaded = async () => {
      await vi.waitFor(async () => expect(await readSessionEmail('u1')).toBe(EMAIL));
      restoreSession();
      await vi.waitFor(() => expect(currentSession()).toMatchObject({ userId: 'u1', email: EMAIL }));
    };
    await reloaded();
    noteActivity();
    continueOffline(Date.now());
    expect(isKept()).toBe(false);
    await reloaded();
    endSession('signedOut');
    await vi.waitFor(async () => expect(await readSessionEmail('u1')).toBeNull());
  });

  it('is stored before a change of it is done: another tab reads it at the next token', async () => {
    startSession(TOKEN, EMAIL);
    await changeSessionEmail('countess@example.com');
    expect(await readDeviceValue('sign-in-email')).toEqual({ userId: 'u1', email: 'countess@example.com' });
  });
});

describe('an offline session', () => {
  it('goes on after the token ran out, survives a reload and ends after 30 minutes away', () => {
    startSession(TOKEN, EMAIL);
    const now = 1_700_000_000_000;
    continueOffline(now - INACTIVITY_LIMIT_MS);
    expect(currentSession()).toMatchObject({ token: null, userId: 'u1' });
    expect(readActiveAt()).toBe(now - INACTIVITY_LIMIT_MS);
    noteActivity(now);
    expect(restoreSession(now + INACTIVITY_LIMIT_MS - 1)).toMatchObject({ token: null, userId: 'u1' });
    expect(restoreSession(now + INACTIVITY_LIMIT_MS)).toBeNull();
    expect(restoreSession(now)).toBeNull();
  });

  it('becomes an ordinary one by signing in', async () => {
    startSession(TOKEN, EMAIL);
    continueOffline(0);
    startSession(TOKEN, EMAIL);
    expect(restoreSession()).toMatchObject({ token: TOKEN });
    await vi.waitFor(async () => expect(await readSessionCopy()).toMatchObject({ token: TOKEN, userId: 'u1' }));
    endSession('signedOut');
    await vi.waitFor(async () => expect(await readSessionCopy()).toBeNull());
  });

  it('that ended too suddenly leaves no token behind for longer than until the next start', async () => {
    await storeSessionCopy({ token: TOKEN, userId: 'u1', expiresAt: 4_000_000_000_000 });
    expect(restoreSession()).toBeNull();
    await vi.waitFor(async () => expect(await readSessionCopy()).toBeNull());
  });
});
