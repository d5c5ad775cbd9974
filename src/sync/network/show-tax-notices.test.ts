import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { addDays, type IsoDate } from '../../../domain/values/dates.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { storeSessionCopy } from '../../data/device/session-copy.ts';
import { keepNoticeDates, readTaxNotices, turnTaxNotices } from '../../data/device/tax-notices.ts';
import { openTestDatabase } from '../../data/database/test-database.fixture.ts';
import { showTaxNotices } from './show-tax-notices.ts';
import { noticesFromWorker } from '../engine/worker-notices.ts';

const END = '2027-04-05' as IsoDate;
const DATES = [{ kind: 'taxYearEnds', date: END, taxYear: '2026-27' as TaxYear }] as const;

/** A registration that remembers what it was to show. */
function registrationOf(fails = false) {
  const shown: string[] = [];
  return {
    shown,
    showNotification: async (title: string, options?: NotificationOptions): Promise<void> => {
      if (fails) return await Promise.reject(new TypeError('no permission'));
      shown.push(`${title}: ${options?.body ?? ''}`);
      return await Promise.resolve();
    },
  };
}

const permit = (permission: NotificationPermission) => vi.stubGlobal('Notification', { permission });

beforeEach(async () => {
  await openTestDatabase();
  permit('granted');
});

it('shows nothing until it is turned on, then each date seven days before and on the day, once however often it looks', async () => {
  const db = currentDatabase();
  const registration = registrationOf();
  await keepNoticeDates(db, DATES);
  await showTaxNotices(db, registration, END);
  expect(registration.shown).toEqual([]);
  await turnTaxNotices(db, true);
  for (const daysBefore of [9, 7, 6, 0, 0, -1]) {
    const today = addDays(END, -daysBefore);
    // Two tabs at once.
    await Promise.all([showTaxNotices(db, registration, today), showTaxNotices(db, registration, today)]);
  }
  const body = 'Tax year 2026-27 ends: last day to use its allowances.';
  expect(registration.shown).toEqual([`Tax date in 7 days: ${body}`, `Tax date today: ${body}`]);
  expect((await readTaxNotices(db)).shown).toEqual([]);
});

it('tells again what could not be shown, and nothing without permission', async () => {
  const db = currentDatabase();
  await turnTaxNotices(db, true);
  await keepNoticeDates(db, DATES);
  await showTaxNotices(db, registrationOf(true), END);
  const registration = registrationOf();
  permit('denied');
  await showTaxNotices(db, registration, END);
  expect(registration.shown).toEqual([]);
  permit('granted');
  await showTaxNotices(db, registration, END);
  expect(registration.shown).toHaveLength(1);
});

it('keeps kinds, days and years of dates alone, and none once it is turned off', async () => {
  const db = currentDatabase();
  await turnTaxNotices(db, true);
  const named = { ...DATES[0], key: 'k', accountId: 'ada', isin: null, recordId: 'r', holder: 'Ada', record: 'Saver' };
  await keepNoticeDates(db, [named]);
  expect((await readTaxNotices(db)).dates).toEqual(DATES);
  await turnTaxNotices(db, false);
  expect(await readTaxNotices(db)).toMatchObject({ isOn: false, dates: [] });
});

it('the service worker shows notifications too, for the signed-in user, with the dates that a tab has stored', async () => {
  const db = currentDatabase();
  await turnTaxNotices(db, true);
  await keepNoticeDates(db, DATES);
  const registration = registrationOf();
  const wake = async () => await noticesFromWorker(registration, Date.parse(`${END}T09:00:00Z`), '/api');
  await storeSessionCopy(null);
  await wake();
  expect(registration.shown).toEqual([]);
  // An expired token sends nothing, but dates are told all the same.
  await storeSessionCopy({ token: 'token', userId: 'ada', expiresAt: 0 });
  await wake();
  await wake();
  expect(registration.shown).toHaveLength(1);
  await storeSessionCopy(null);
});
