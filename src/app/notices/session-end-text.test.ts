import { expect, it } from 'vitest';
import { sessionEndText } from './session-end-text.ts';

it('the sign-in page says why a session ended, unless another tab ended it', () => {
  expect(sessionEndText('extensionFailed')).toBe('Session extension failed. Please sign in again.');
  expect(sessionEndText('inactive')).toBe('You were signed out after 30 minutes without activity.');
  expect(sessionEndText('signedOut')).toContain('Your data is kept on this device');
  expect(sessionEndText('removed')).toBe('You are signed out. Your data was removed from this device.');
  expect([sessionEndText('elsewhere'), sessionEndText(null)]).toEqual([undefined, undefined]);
});
