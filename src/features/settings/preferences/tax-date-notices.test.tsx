/** Notifications of tax dates: asked for in Settings, and shown by the app when it is opened. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { addDays, londonDate } from '../../../../domain/values/dates.ts';
import { savings } from '../../../../tests/device/wealth.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { readTaxNotices, turnTaxNotices } from '../../../data/device/tax-notices.ts';
import { shows } from '../../../testing/page-parts.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const LABEL = 'Tell me about tax dates on this device';
const showNotification = vi.fn(async () => await Promise.resolve());

/** A browser with these permissions, one before it is asked and one after. */
function browserWith(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const requestPermission = vi.fn(async () => {
    notification.permission = answer;
    return await Promise.resolve(answer);
  });
  const notification = { permission, requestPermission };
  vi.stubGlobal('Notification', notification);
  return requestPermission;
}

function stored(isStored: boolean): void {
  const registration = isStored ? { showNotification } : undefined;
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => await Promise.resolve(registration),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  });
}

beforeEach(() => {
  showNotification.mockClear();
  stored(true);
  return () => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  };
});

const box = async () => await screen.findByRole<HTMLInputElement>('checkbox', { name: LABEL });

/** A savings account that closes in five days. */
async function closing(db: HoldfastDatabase): Promise<void> {
  const accountCloseDate = addDays(londonDate(Date.now()), 5);
  await db.savingsAccounts.put({ ...savings({ accountId: 'ada', accountCloseDate }), id: 'bond', version: 1 });
}

it('notifications are off at first, ask the browser when turned on, show each due date once, and can be turned off', async () => {
  const request = browserWith('default', 'granted');
  const { user, db } = await renderScreen('/settings', { records: closing });
  await waitFor(async () => expect((await box()).disabled).toBe(false));
  expect([(await box()).checked, request.mock.calls.length]).toEqual([false, 0]);
  await user.click(await box());
  await waitFor(async () => expect((await box()).checked).toBe(true));
  await waitFor(() =>
    expect(showNotification).toHaveBeenCalledWith(
      'Tax date in 5 days',
      expect.objectContaining({ body: 'A savings account closes.' }),
    ),
  );
  await user.click(await box());
  await waitFor(async () => expect((await box()).checked).toBe(false));
  await act(async () => await turnTaxNotices(db, true));
  await waitFor(async () => expect((await readTaxNotices(db)).dates).not.toEqual([]));
  expect(showNotification).toHaveBeenCalledOnce();
});

it('tells of due dates when the app is opened, on whatever screen, and of none while it is off', async () => {
  browserWith('granted');
  await renderScreen('/accounts', {
    records: async (db) => {
      await closing(db);
      await turnTaxNotices(db, true);
    },
  });
  await waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
});

it('says so where the user or the browser does not allow it', async () => {
  const request = browserWith('default', 'denied');
  const { user, db } = await renderScreen('/settings');
  await waitFor(async () => expect((await box()).disabled).toBe(false));
  await user.click(await box());
  await shows(/^This browser blocks notifications of Holdfast\. Allow them in the browser's settings/u);
  expect([(await box()).disabled, (await box()).checked, request.mock.calls.length]).toEqual([true, false, 1]);
  expect((await readTaxNotices(db)).isOn).toBe(false);
});

it('says so where the question was closed unanswered, and where the app is not stored', async () => {
  browserWith('default');
  const { user } = await renderScreen('/settings');
  await waitFor(async () => expect((await box()).disabled).toBe(false));
  await user.click(await box());
  await shows('Notifications were not allowed, so they stay off.');
  browserWith('granted');
  stored(false);
  await user.click(await box());
  await shows('The browser has not stored Holdfast on this device, so it cannot show notifications.');
  expect((await box()).checked).toBe(false);
});

it('says so where the browser has no notifications', async () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(globalThis, 'Notification');
  await renderScreen('/settings');
  await shows(/^This browser cannot show notifications of Holdfast\./u);
  expect((await box()).disabled).toBe(true);
});
