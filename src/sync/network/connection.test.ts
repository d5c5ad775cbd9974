import { afterEach, expect, it, vi } from 'vitest';
import { mayBeOnline } from './connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['holdfast.example', false],
  ['192.168.1.20', false],
  ['127.example', false],
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.12.0.7', true],
  ['[::1]', true],
])('without a network a server at %s may be reached: %s', (hostname, reachable) => {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('navigator', { onLine: false });
  expect(mayBeOnline()).toBe(reachable);
  vi.stubGlobal('navigator', { onLine: true });
  expect(mayBeOnline()).toBe(true);
});
