import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceBase } from '../../data/database/places.ts';
import * as sessions from '../../sync/session/session.ts';
import {
  guardAgain,
  leaveWhenSignedIn,
  requireAccount,
  requireAdministrator,
  requireLists,
  requireSession,
} from './guards.ts';
import * as runtimes from '../runtime/load-runtime.ts';

const runtime = {
  openSession: vi.fn(async () => undefined),
  lacksAccount: vi.fn(async () => false),
  readAhead: vi.fn(async () => undefined),
};
const signedIn: { session: sessions.Session | null } = { session: null };

const LATER = Date.now() + 3_600_000;
const user: sessions.Session = {
  apiBase: '/api',
  token: 't',
  userId: 'u',
  email: 'ada@example.com',
  displayName: 'Ada',
  isAdministrator: false,
  expiresAt: LATER,
};
const sentTo = (answer: Response | null) => answer?.headers.get('Location') ?? null;

beforeEach(() => {
  signedIn.session = user;
  vi.clearAllMocks();
  vi.spyOn(runtimes, 'loadRuntime').mockResolvedValue(runtime as never);
  vi.spyOn(sessions, 'currentSession').mockImplementation(() => signedIn.session);
});

describe('guard A (000 §2.1)', () => {
  it('sends visitors to the sign-in page, and opens the database of a signed-in user', async () => {
    expect(sentTo(await requireSession())).toBeNull();
    expect(runtime.openSession).toHaveBeenCalledWith(user);
    signedIn.session = null;
    expect(sentTo(await requireSession())).toBe('/login');
  });

  it('keeps signed-in users away from the sign-in page', () => {
    expect(sentTo(leaveWhenSignedIn())).toBe('/dashboard');
    signedIn.session = null;
    expect(sentTo(leaveWhenSignedIn())).toBeNull();
  });
});

describe('guard B, the account-setup rule (000 §2.1)', () => {
  it('sends a user without accounts to the wizard, and lets one with accounts pass', async () => {
    runtime.lacksAccount.mockResolvedValueOnce(true);
    expect(sentTo(await requireAccount())).toBe('/accounts/setup');
    expect(sentTo(await requireAccount(['holdings']))).toBeNull();
    expect(runtime.readAhead).toHaveBeenLastCalledWith(['holdings']);
    signedIn.session = null;
    expect(sentTo(await requireAccount())).toBe('/login');
  });
});

describe('guard L, the lists that all users of a server share', () => {
  it('lets administrators pass, and anybody where there is no server', async () => {
    expect(sentTo(await requireLists())).toBe('/dashboard?error=admin-required');
    signedIn.session = { ...user, apiBase: deviceBase('own'), token: null };
    expect(sentTo(await requireLists())).toBeNull();
    expect(sentTo(requireAdministrator())).toBe('/dashboard?error=admin-required');
    signedIn.session = { ...user, isAdministrator: true };
    expect(sentTo(await requireLists())).toBeNull();
  });
});

describe('guard C (000 §2.1, §6)', () => {
  it('lets administrators pass and sends others to the dashboard with error=admin-required', () => {
    expect(sentTo(requireAdministrator())).toBe('/dashboard?error=admin-required');
    signedIn.session = { ...user, isAdministrator: true };
    expect(sentTo(requireAdministrator())).toBeNull();
    signedIn.session = null;
    expect(sentTo(requireAdministrator())).toBe('/login');
  });

  it('ignores an expired token, but trusts the last known role of an offline session', () => {
    signedIn.session = { ...user, isAdministrator: true, expiresAt: Date.now() - 1 };
    expect(sentTo(requireAdministrator())).toBe('/dashboard?error=admin-required');
    signedIn.session = { ...user, isAdministrator: true, token: null, expiresAt: 0 };
    expect(sentTo(requireAdministrator())).toBeNull();
  });
});

it('runs the guards for another screen and for a reload, not for a changed day or filter in the address', () => {
  const asks = (from: string, to: string) =>
    guardAgain({
      currentUrl: new URL(from, 'https://app.test'),
      nextUrl: new URL(to, 'https://app.test'),
      defaultShouldRevalidate: true,
    });
  expect(asks('/holdings', '/holdings?asOfDate=2023-03-31')).toBe(false);
  expect(asks('/holdings', '/dashboard')).toBe(true);
  expect(asks('/holdings?asOfDate=2023-03-31', '/dashboard?asOfDate=2023-03-31')).toBe(true);
  expect(asks('/holdings', '/holdings')).toBe(true);
});
