import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentSession, endSession, onSessionChanged, startSession, type SessionEnd } from './session.ts';

function tokenOf(sub: string, exp: number): string {
  return ['{}', JSON.stringify({ sub, unique_name: sub, exp }), '']
    .map((part) => btoa(part).replaceAll('=', ''))
    .join('.');
}

const ADAS = tokenOf('ada', 4_000_000_000);
const ends: (SessionEnd | null)[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  localStorage.clear();
  ends.length = 0;
  stop = onSessionChanged((_session, end) => ends.push(end));
});
afterEach(() => {
  stop();
  endSession('signedOut');
});

it.each([
  ['came back by Back', () => window.dispatchEvent(new Event('pageshow'))],
  ['was frozen', () => document.dispatchEvent(new Event('visibilitychange'))],
])('shows nothing of its user any more when it %s and another has signed in meanwhile', (_how, comeBack) => {
  startSession(ADAS, 'ada@example.com');
  const bens = tokenOf('ben', 4_000_000_000);
  localStorage.setItem('auth_token', bens);
  comeBack();
  expect(currentSession()).toBeNull();
  expect(ends).toEqual([null, 'elsewhere']);
  expect(localStorage.getItem('auth_token')).toBe(bens);
});

it('takes over the token that another tab has got for the same user', () => {
  startSession(ADAS, 'ada@example.com');
  const longer = tokenOf('ada', 4_100_000_000);
  localStorage.setItem('auth_token', longer);
  window.dispatchEvent(new Event('pageshow'));
  expect(currentSession()?.token).toBe(longer);
});

it('leaves a token that expired while the page was away to the session monitor', () => {
  startSession(tokenOf('ada', 1), 'ada@example.com');
  window.dispatchEvent(new Event('pageshow'));
  expect(currentSession()).not.toBeNull();
  expect(ends).toEqual([null]);
});
