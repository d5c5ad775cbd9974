import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LockManager } from '../../../tests/device/locks.ts';
import { readActiveAt } from '../../data/device/local-settings.ts';
import { send, type NetworkEnvironment } from '../network/http.ts';
import type { Locks } from '../network/locks.ts';
import { forgotPassword, refreshSession, register, signIn } from './auth-client.ts';
import {
  continueOffline,
  currentSession,
  endSession,
  followOtherTabs,
  noteActivity,
  onSessionChanged,
  onTokenRefused,
  restoreSession,
  setSignOutHook,
  startSession,
  type SessionEnd,
} from './session.ts';
import { readTokenUser } from './token.ts';

function tokenWith(claims: Record<string, unknown>): string {
  return ['{}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');
}

const valid = tokenWith({ sub: 'u1', unique_name: 'Zoë Ålund', UserType: '1', exp: 4_000_000_000 });

function replying(reply: (url: string) => Response | Promise<Response>): NetworkEnvironment {
  return { fetch: async (url) => await reply(url), schedule: () => () => undefined };
}

const givingToken = (token: string): NetworkEnvironment => replying(() => Response.json({ token }));

const signInWith = async (token: string, email = 'a@b.c') =>
  await signIn({ email, password: 'secret' }, givingToken(token));

class MemoryStorage {
  readonly values = new Map<string, string>();
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.values.set(key, value);
  removeItem = (key: string): void => void this.values.delete(key);
  clear = (): void => this.values.clear();
}

const local = new MemoryStorage();
const longer = tokenWith({ sub: 'u1', unique_name: 'Zoë Ålund', exp: 4_100_000_000 });
const bens = tokenWith({ sub: 'u2', unique_name: 'Ben', exp: 4_000_000_000 });

/** Collects why sessions end while `run` runs. */
async function endsOf(run: () => void | Promise<void>): Promise<(SessionEnd | null)[]> {
  const ends: (SessionEnd | null)[] = [];
  const stop = onSessionChanged((_session, end) => ends.push(end));
  await run();
  stop();
  return ends;
}

/** A network whose answer waits for the test; `isAsked` resolves with the request. */
function heldNetwork(): {
  readonly network: NetworkEnvironment;
  readonly answer: (reply: Response) => void;
  readonly isAsked: Promise<void>;
} {
  let ask: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  let answer: (reply: Response) => void = () => undefined;
  const reply = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const network = replying(async () => {
    ask();
    return await reply;
  });
  return { network, answer, isAsked };
}

beforeEach(() => {
  endSession('signedOut');
  local.clear();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});

describe('tokens', () => {
  it('give the name, the role and the expiry', () => {
    expect(readTokenUser(valid)).toEqual({
      subject: 'u1',
      displayName: 'Zoë Ålund',
      isAdministrator: true,
      expiresAt: 4_000_000_000_000,
    });
    expect(readTokenUser(tokenWith({ exp: 1, UserType: 1 }))).toMatchObject({ isAdministrator: true });
    for (const UserType of [0, '0', '11', true, undefined])
      expect(readTokenUser(tokenWith({ exp: 1, UserType }))).toMatchObject({ subject: null, isAdministrator: false });
    expect(readTokenUser('no token')).toBeNull();
    expect(readTokenUser(tokenWith({ sub: 'u1' }))).toBeNull();
  });
});

describe('a session', () => {
  it('starts by signing in, is kept and restored', async () => {
    const result = await signInWith(valid, ' a@b.c ');
    expect(result).toMatchObject({ ok: true, session: { userId: 'u1', email: 'a@b.c', isAdministrator: true } });
    expect(local.getItem('auth_token')).toBe(valid);
    expect(restoreSession()).toMatchObject({ displayName: 'Zoë Ålund' });
  });

  it('is named by the e-mail where the token has no subject', async () => {
    const token = tokenWith({ unique_name: 'A', exp: 4_000_000_000 });
    await signInWith(token);
    expect(currentSession()?.userId).toBe('a@b.c');
  });

  it("ends with the token, the values' visibility and the filters", async () => {
    const ends: (SessionEnd | null)[] = [];
    await signInWith(valid);
    for (const key of ['transactions-filters', 'anything-else']) sessionStorage.setItem(key, '{}');
    for (const key of ['valuesVisible', 'valuesLocked']) local.setItem(key, 'true');
    const stop = onSessionChanged((_session, end) => ends.push(end));
    endSession('unauthorised');
    endSession('unauthorised');
    stop();
    expect(ends).toEqual(['unauthorised']);
    expect(local.getItem('auth_token')).toBeNull();
    expect([local.getItem('valuesVisible'), local.getItem('valuesLocked')]).toEqual(['false', 'false']);
    expect([sessionStorage.getItem('transactions-filters'), sessionStorage.getItem('anything-else')]).toEqual([
      null,
      null,
    ]);
    expect(currentSession()).toBeNull();
  });

  it("records its user's activity for all tabs, and nothing without a user", async () => {
    noteActivity(5);
    expect(readActiveAt()).toBe(0);
    await signInWith(valid);
    noteActivity(7);
    expect(readActiveAt()).toBe(7);
  });

  it('does not come back from an expired token', () => {
    local.setItem('auth_token', tokenWith({ sub: 'u1', exp: 1 }));
    expect(restoreSession()).toBeNull();
    expect(local.getItem('auth_token')).toBeNull();
  });

  it('is extended by a new token of the same user', async () => {
    await signInWith(valid);
    expect(await refreshSession(givingToken(longer), new LockManager().client())).toMatchObject({ ok: true });
    expect(currentSession()).toMatchObject({ token: longer, email: 'a@b.c', expiresAt: 4_100_000_000_000 });
  });
});

describe('an answer that comes when the user has logged out', () => {
  const given: string[] = [];
  beforeEach(() => {
    given.length = 0;
    setSignOutHook((token) => given.push(token));
  });
  afterEach(() => setSignOutHook(null));

  it.each([
    ['a refresh', async (network: NetworkEnvironment) => await refreshSession(network, new LockManager().client())],
    [
      'a password over what is open',
      async (network: NetworkEnvironment) => await signIn({ email: 'a@b.c', password: 'secret' }, network),
    ],
  ])('brings nobody back: %s', async (_what, ask) => {
    startSession(valid, 'a@b.c');
    const { network, answer, isAsked } = heldNetwork();
    const asked = ask(network);
    await isAsked;
    endSession('signedOut');
    answer(Response.json({ token: longer }));
    expect(await asked).toMatchObject({ ok: false, reason: 'ended' });
    expect([currentSession(), local.getItem('auth_token')]).toEqual([null, null]);
    expect(given).toEqual([valid, longer]);
  });

  it('does not affect a user who has signed in since', async () => {
    startSession(valid, 'a@b.c');
    const { network, answer, isAsked } = heldNetwork();
    const asked = refreshSession(network, new LockManager().client());
    await isAsked;
    endSession('signedOut');
    startSession(bens, 'ben@b.c');
    answer(Response.json({ message: 'no' }, { status: 401 }));
    expect(await asked).toMatchObject({ ok: false, reason: 'ended' });
    expect(currentSession()).toMatchObject({ token: bens });
  });
});

describe('an extension that waits for that of another tab', () => {
  it.each([
    ['its user has logged out meanwhile', () => undefined, null],
    ['another has signed in meanwhile', () => startSession(bens, 'ben@b.c'), bens],
  ])('makes no call and returns no session when %s', async (_when, then, token) => {
    startSession(valid, 'a@b.c');
    const manager = new LockManager();
    let release: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      release = resolve;
    });
    const other = manager.client().request('holdfast-refresh', {}, async () => await isOver);
    let calls = 0;
    const network = replying(() => {
      calls += 1;
      return Response.json({ token: longer });
    });
    const asked = refreshSession(network, manager.client());
    endSession('signedOut');
    then();
    release();
    await other;
    expect(await asked).toEqual({ ok: false, reason: 'ended', message: '' });
    expect(calls).toBe(0);
    expect(currentSession()?.token ?? null).toBe(token);
  });
});

describe('a tab that did not hear of another', () => {
  beforeEach(() => {
    startSession(valid, 'a@b.c');
  });

  it.each(['unauthorised', 'expired', 'signedOut', 'inactive'] as const)(
    'does not end the session of the user who has signed in there: %s',
    async (reason) => {
      local.setItem('auth_token', bens);
      expect(await endsOf(() => endSession(reason))).toEqual(['elsewhere']);
      expect([currentSession(), local.getItem('auth_token')]).toEqual([null, bens]);
    },
  );

  it.each(['unauthorised', 'expired', 'extensionFailed'] as const)(
    'goes on with the newer token that the other has got: %s',
    async (reason) => {
      local.setItem('auth_token', longer);
      expect(await endsOf(() => endSession(reason))).toEqual([null]);
      expect([currentSession()?.token, local.getItem('auth_token')]).toEqual([longer, longer]);
    },
  );

  it('still logs its user out', async () => {
    local.setItem('auth_token', longer);
    expect(await endsOf(() => endSession('signedOut'))).toEqual([null, 'signedOut']);
    expect(local.getItem('auth_token')).toBeNull();
  });

  it('keeps the newer token when its own runs out offline', () => {
    local.setItem('auth_token', longer);
    continueOffline(0);
    expect([currentSession()?.token, local.getItem('auth_token')]).toEqual([longer, longer]);
  });

  it('does not end the session over a token that it no longer uses', () => {
    local.setItem('auth_token', longer);
    followOtherTabs();
    onTokenRefused(valid);
    expect(currentSession()?.token).toBe(longer);
    onTokenRefused(longer);
    expect(currentSession()).toBeNull();
  });

  it('goes on where the browser keeps nothing', () => {
    endSession('signedOut');
    vi.stubGlobal(
      'localStorage',
      Object.assign(new MemoryStorage(), {
        setItem: () => {
          throw new Error('refused');
        },
      }),
    );
    startSession(valid, 'a@b.c');
    followOtherTabs();
    expect(currentSession()?.token).toBe(valid);
  });

  it('finds no token without its e-mail', () => {
    endSession('signedOut');
    const written: string[] = [];
    vi.stubGlobal('localStorage', Object.assign(new MemoryStorage(), { setItem: (key: string) => written.push(key) }));
    startSession(tokenWith({ unique_name: 'Zoë', exp: 4_000_000_000 }), 'a@b.c');
    expect(written).toEqual(['holdfast-sign-in-email', 'auth_token']);
  });
});

describe('two tabs that extend the session at once', () => {
  it('make one call: the later one takes over the token that the first got', async () => {
    await signInWith(valid);
    const manager = new LockManager();
    // The other tab gets the lock first, and its token is in local storage before this tab's turn.
    const other = manager
      .client()
      .request('holdfast-refresh', {}, async () => await Promise.resolve(local.setItem('auth_token', longer)));
    let calls = 0;
    const result = await refreshSession(
      replying(() => {
        calls += 1;
        return Response.json({ token: valid });
      }),
      manager.client(),
    );
    await other;
    expect(result).toMatchObject({ ok: true, session: { token: longer } });
    expect(calls).toBe(0);
  });

  it('make one call too when the later one hears of the new token before its turn', async () => {
    await signInWith(valid);
    const locks: Locks = {
      request: async (_name, _options, run) => {
        // As the event of local storage does.
        local.setItem('auth_token', longer);
        followOtherTabs();
        return await run({});
      },
      query: async () => await Promise.resolve(),
    };
    let calls = 0;
    const result = await refreshSession(
      replying(() => {
        calls += 1;
        return Response.json({ token: valid });
      }),
      locks,
    );
    expect(result).toMatchObject({ ok: true, session: { token: longer } });
    expect(calls).toBe(0);
  });
});

describe('the calls (000 §7.1)', () => {
  it('carry just the specified fields', async () => {
    const sent: unknown[] = [];
    const recording: NetworkEnvironment = {
      fetch: async (url, { method, body }) => {
        sent.push([method, url, typeof body === 'string' ? JSON.parse(body) : body]);
        return Response.json({ token: valid });
      },
      schedule: () => () => undefined,
    };
    await register({ firstName: 'Zoë', surname: 'Ålund', email: 'a@b.c', password: 'secret' }, recording);
    await signIn({ email: 'a@b.c', password: 'secret' }, recording);
    await refreshSession(recording, new LockManager().client());
    await forgotPassword('a@b.c', recording);
    expect(sent).toEqual([
      ['POST', '/api/auth/register', { firstName: 'Zoë', surname: 'Ålund', email: 'a@b.c', password: 'secret' }],
      ['POST', '/api/auth/login', { email: 'a@b.c', password: 'secret' }],
      ['POST', '/api/auth/refresh', undefined],
      ['POST', '/api/auth/forgot-password', { email: 'a@b.c' }],
    ]);
  });
});

it.each([
  [{ message: 'sent', mailSetUp: false }, false],
  [{ message: 'sent', mailSetUp: true }, true],
  // A server with only the specification does not say.
  [{ message: 'sent' }, true],
])('a request for a reset link hears of a server without mail: %j', async (body, mailSetUp) => {
  expect(
    await forgotPassword(
      'a@b.c',
      replying(() => Response.json(body)),
    ),
  ).toEqual({ ok: true, mailSetUp });
});

describe('a failed call', () => {
  it('says whether the password was wrong or nobody answered', async () => {
    const reason = async (reply: () => Response): Promise<unknown> => {
      const result = await signIn({ email: 'a@b.c', password: 'x' }, replying(reply));
      return result.ok ? 'ok' : result.reason;
    };
    expect(await reason(() => Response.json({ message: 'no' }, { status: 401 }))).toBe('refused');
    expect(
      await reason(() => {
        throw new TypeError('fetch failed');
      }),
    ).toBe('offline');
    expect(await reason(() => new Response('<html>portal</html>'))).toBe('offline');
    expect(await reason(() => new Response('', { status: 503 }))).toBe('offline');
    expect(await reason(() => new Response('<html>down</html>', { status: 500 }))).toBe('offline');
    expect(await reason(() => new Response('', { status: 500 }))).toBe('other');
    expect(await reason(() => Response.json({ message: 'broken' }, { status: 500 }))).toBe('other');
    expect(await reason(() => Response.json({ token: 'garbage' }))).toBe('other');
    expect([currentSession(), local.getItem('auth_token')]).toEqual([null, null]);
  });

  it("carries the server's words", async () => {
    const result = await register(
      { firstName: 'A', surname: 'B', email: 'a@b.c', password: '123456' },
      replying(() => Response.json({ message: 'by invitation' }, { status: 403 })),
    );
    expect(result).toEqual({ ok: false, reason: 'forbidden', message: 'by invitation' });
  });

  it('times out', async () => {
    const hanging: NetworkEnvironment = {
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      schedule: (action) => {
        queueMicrotask(action);
        return () => undefined;
      },
    };
    expect(await send(hanging, { method: 'GET', url: '/x', timeoutMs: 1 })).toEqual({
      kind: 'offline',
    });
  });
});
