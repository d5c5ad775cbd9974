import { expect, it } from 'vitest';
import { isAutomaticBackupDue, isBackupDue } from './backup-reminder.ts';

const DAY = 86_400_000;
const state = (changes: number) => ({ savedAt: 0, since: 0, changes });

it('a backup is due after 200 changes or 30 days, but not when nothing has changed', () => {
  expect(isBackupDue(state(199), DAY)).toBe(false);
  expect(isBackupDue(state(200), DAY)).toBe(true);
  expect(isBackupDue(state(1), 30 * DAY)).toBe(false);
  expect(isBackupDue(state(1), 30 * DAY + 1)).toBe(true);
  expect(isBackupDue(state(0), 300 * DAY)).toBe(false);
});

it('an automatic backup is saved at most once a day, unless 200 changes were made since', () => {
  expect(isAutomaticBackupDue({ ...state(1), savedAt: null }, 1)).toBe(true);
  expect(isAutomaticBackupDue({ ...state(0), savedAt: null }, 1)).toBe(false);
  expect(isAutomaticBackupDue(state(199), DAY)).toBe(false);
  expect(isAutomaticBackupDue(state(1), DAY + 1)).toBe(true);
  expect(isAutomaticBackupDue(state(200), 1)).toBe(true);
});
