import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEVICE_USER, deviceBase } from '../../data/database/places.ts';
import { databaseName } from '../../data/database/database-name.ts';
import { readKeptVisible, storeKeptVisible } from '../../data/device/local-settings.ts';
import { removeDeviceData } from '../../sync/session/device-data.ts';
import { currentSession, endSession, startDeviceSession, startSession } from '../../sync/session/session.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { followSession } from '../routes/follow-session.ts';
import { keepValues } from './keep-values.ts';

const encoded = (value: object): string => btoa(JSON.stringify(value));
const signIn = (user: string): void => {
  const claims = { sub: user, unique_name: user, UserType: 0, exp: 4_000_000_000 };
  startSession(`${encoded({ alg: 'none' })}.${encoded(claims)}.x`, `${user}@example.test`);
};
const nameNow = async (): Promise<string> => {
  const session = currentSession();
  if (session === null) throw new Error('nobody is signed in');
  return await databaseName({ apiBase: session.apiBase, userId: session.userId });
};
const values = () => useValuesVisibility.getState();
const flags = () => [localStorage.getItem('valuesVisible'), localStorage.getItem('valuesLocked')];
/** Every choice that is asked for has been looked up. */
const lookedUp = async () => {
  await nameNow();
  await nameNow();
};
const router = { navigate: async () => await Promise.resolve(), revalidate: async () => await Promise.resolve() };

const stops: (() => void)[] = [];
/** The app is opened, as after a reload: what was only in memory is gone. */
function open(): void {
  close();
  useValuesVisibility.setState({ valuesVisible: false, valuesLocked: false, keptVisible: null });
  stops.push(
    followSession(router, currentSession()?.userId ?? null, () => undefined),
    keepValues(),
  );
}
function close(): void {
  for (const stop of stops.splice(0)) stop();
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  close();
  endSession('signedOut');
  values().reset();
  vi.unstubAllGlobals();
});

it('shows values at each start to the user who keeps them visible, and to nobody else on the device', async () => {
  signIn('ada');
  open();
  await lookedUp();
  expect(values().valuesVisible).toBe(false);
  values().keepVisible(true);
  expect([values().valuesVisible, readKeptVisible(await nameNow())]).toEqual([true, true]);
  // No lock is stored, which an expired session would leave to the next user.
  expect(flags()).toEqual(['false', 'false']);

  open();
  await vi.waitFor(() => expect(values().valuesVisible).toBe(true));
  values().press(5000);
  expect(values().valuesVisible).toBe(false);
  open();
  await vi.waitFor(() => expect(values().valuesVisible).toBe(true));

  endSession('signedOut');
  expect([values().valuesVisible, values().keptVisible]).toEqual([false, null]);
  signIn('grace');
  await lookedUp();
  expect([values().valuesVisible, values().keptVisible]).toEqual([false, null]);
  signIn('ada');
  await vi.waitFor(() => expect(values().valuesVisible).toBe(true));
  // Beside a tab in which somebody else has signed in.
  signIn('grace');
  expect(values().valuesVisible).toBe(false);
  await lookedUp();
  expect(values().valuesVisible).toBe(false);
});

it('forgets the choice when it is taken back, and with the records of the device', async () => {
  startDeviceSession('own');
  open();
  await lookedUp();
  const name = await databaseName({ apiBase: deviceBase('own'), userId: DEVICE_USER });
  values().keepVisible(true);
  expect(readKeptVisible(name)).toBe(true);
  values().keepVisible(false);
  expect([values().valuesVisible, readKeptVisible(name)]).toEqual([false, false]);
  values().keepVisible(true);
  await removeDeviceData(name, '');
  expect(readKeptVisible(name)).toBe(false);
});

it('behaves as before where the choice was never made: a lock is restored, a running timer is not', async () => {
  signIn('ada');
  open();
  await lookedUp();
  values().press(5000);
  expect(flags()).toEqual(['true', 'false']);
  open();
  await lookedUp();
  expect(values().valuesVisible).toBe(false);
  values().press(5000);
  values().press(5000);
  open();
  await lookedUp();
  expect([values().valuesVisible, values().valuesLocked]).toEqual([true, true]);
});

it('keeps what another tab has chosen meanwhile', async () => {
  signIn('ada');
  open();
  await lookedUp();
  const name = await nameNow();
  storeKeptVisible(name, true);
  values().press(5000);
  expect(readKeptVisible(name)).toBe(true);
});
