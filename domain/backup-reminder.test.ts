import { expect, it } from 'vitest';
import { isAutomaticBackupDue, isBackupDue } from './backup-reminder.ts';

const DAY = 86_400_000;
const state = (changes: number) => ({ savedAt: 0, since: 0, changes });

it('is due 200 changes after the last backup, or when it is over 30 days old, but not when nothing has changed', () => {
  expect(isBackupDue(state(199), DAY)).toBe(false);
  expect(isBackupDue(state(200), DAY)).toBe(true);
  expect(isBackupDue(state(1), 30 * DAY)).toBe(false);
  expect(isBackupDue(state(1), 30 * DAY + 1)).toBe(true);
  expect(isBackupDue(state(0), 300 * DAY)).toBe(false);
});

it('is saved automatically at most once a day, unless 200 changes were made since', () => {
  expect(isAutomaticBackupDue({ ...state(1), savedAt: null }, 1)).toBe(true);
  expect(isAutomaticBackupDue({ ...state(0), savedAt: null }, 1)).toBe(false);
  expect(isAutomaticBackupDue(state(199), DAY)).toBe(false);
  expect(isAutomaticBackupDue(state(1), DAY + 1)).toBe(true);
  expect(isAutomaticBackupDue(state(200), 1)).toBe(true);
});
