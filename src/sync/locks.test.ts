import { describe, expect, it } from 'vitest';
import { lockManager } from '../../tests/device/locks.ts';
import { withLock } from './locks.ts';

describe('a lock', () => {
  it('tells its holder when it was stolen, and lets the work go on', async () => {
    const locks = lockManager();
    const seen: boolean[] = [];
    let goOn: () => void = () => undefined;
    const frozen = withLock(locks, 'sender', 'ifFree', async (isOurs) => {
      seen.push(isOurs());
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      seen.push(isOurs());
      return 'first';
    });
    expect(await withLock(locks, 'sender', 'ifFree', async () => await Promise.resolve('second'))).toBeNull();
    expect(await withLock(locks, 'sender', 'steal', async (isOurs) => await Promise.resolve(isOurs()))).toBe(true);
    goOn();
    expect(await frozen).toBe('first');
    expect(seen).toEqual([true, false]);
  });
});
