import { describe, expect, it } from 'vitest';
import { LockManager } from '../../../tests/device/locks.ts';
import { withLock } from './locks.ts';

describe('a lock', () => {
  it('tells its holder when it was stolen, and lets the work go on', async () => {
    const manager = new LockManager();
    const locks = manager.client();
    const others = manager.client();
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
    expect(await withLock(others, 'sender', 'ifFree', async () => await Promise.resolve('second'))).toBeNull();
    expect(await withLock(others, 'sender', 'steal', async (isOurs) => await Promise.resolve(isOurs()))).toBe(true);
    goOn();
    expect(await frozen).toBe('first');
    expect(seen).toEqual([true, false]);
  });

  it('is known to be stolen when the browser has answered a question of its holder', async () => {
    const manager = new LockManager();
    const locks = manager.client();
    const answer = await withLock(locks, 'sender', 'ifFree', async (isOurs) => {
      await withLock(manager.client(), 'sender', 'steal', async () => await Promise.resolve());
      await locks.query();
      return isOurs();
    });
    expect(answer).toBe(false);
  });
});

describe('the locks of test devices, as those of browsers,', () => {
  const never = async (): Promise<never> => await new Promise(() => undefined);

  it('are granted one after the other, in the order of requests, separately for each name', async () => {
    const manager = new LockManager();
    const order: string[] = [];
    const ask = async (name: string, who: string): Promise<void> =>
      await manager.client().request(name, {}, async () => {
        order.push(`${who} begins`);
        await Promise.resolve();
        order.push(`${who} ends`);
      });
    await Promise.all([ask('a', 'first'), ask('a', 'second'), ask('a', 'third')]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
    const held = manager.client().request('a', {}, never);
    expect(await manager.client().request('b', {}, async () => await Promise.resolve('had'))).toBe('had');
    void held;
  });

  it('go to the next tab when a tab ends, and its own requests are dropped', async () => {
    const manager = new LockManager();
    const tab = manager.client();
    void tab.request('a', {}, never);
    let isLate = false;
    void tab.request('a', {}, async () => {
      isLate = true;
      await Promise.resolve();
    });
    const next = manager.client().request('a', {}, async () => await Promise.resolve('next'));
    tab.end();
    expect(await next).toBe('next');
    expect(isLate).toBe(false);
  });

  it('are not granted on `ifAvailable` while others wait for them', async () => {
    const manager = new LockManager();
    void manager.client().request('a', {}, never);
    expect(
      await manager.client().request('a', { ifAvailable: true }, async (lock) => await Promise.resolve(lock)),
    ).toBeNull();
  });
});
