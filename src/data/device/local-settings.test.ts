import { afterEach, expect, it, vi } from 'vitest';
import {
  readToken,
  readValuesVisibility,
  storeRememberedEmail,
  storeToken,
  storeValuesVisibility,
} from './local-settings.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('local storage has the specified keys', () => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  storeToken('a.b.c');
  storeValuesVisibility({ visible: true, locked: false });
  storeRememberedEmail('ada@example.com');
  expect([...values]).toEqual([
    ['auth_token', 'a.b.c'],
    ['valuesVisible', 'true'],
    ['valuesLocked', 'false'],
    ['holdfast-remembered-email', 'ada@example.com'],
  ]);
  expect([readToken(), readValuesVisibility()]).toEqual(['a.b.c', { visible: true, locked: false }]);
});
