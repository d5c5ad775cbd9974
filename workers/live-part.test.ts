import { describe, expect, it } from 'vitest';
import { LivePart, type LoadPart } from './live-part.ts';

/** A part whose loads are finished by hand. */
function controlled(): {
  part: LivePart<string>;
  loads: { keys: readonly string[] | 'all'; finish: (value: string) => void; fail: () => void }[];
} {
  const loads: ReturnType<typeof controlled>['loads'] = [];
  const load: LoadPart<string> = async (_previous, keys) =>
    await new Promise((resolve, reject) => {
      loads.push({ keys, finish: resolve, fail: () => reject(new Error('closed')) });
    });
  return { part: new LivePart(load), loads };
}

describe('LivePart', () => {
  it('reads all first, then only what changed, and nothing when nothing did', async () => {
    const { part, loads } = controlled();
    const first = part.get();
    loads[0]?.finish('one');
    expect(await first).toBe('one');
    expect(await part.get()).toBe('one');
    part.mark(['a']);
    part.mark(['b', 'a']);
    const second = part.get();
    expect(loads[1]?.keys).toEqual(['a', 'b']);
    loads[1]?.finish('two');
    expect(await second).toBe('two');
    expect(loads).toHaveLength(2);
  });

  it('answers a change that came during a read to whoever asks after it', async () => {
    const { part, loads } = controlled();
    const before = part.get();
    part.mark(['a']);
    const after = part.get();
    loads[0]?.finish('old');
    expect(await before).toBe('old');
    await Promise.resolve();
    await Promise.resolve();
    loads[1]?.finish('new');
    expect(await after).toBe('new');
  });

  it('reads all again after a read that failed', async () => {
    const { part, loads } = controlled();
    const failing = part.get();
    loads[0]?.fail();
    await expect(failing).rejects.toThrow('closed');
    const again = part.get();
    expect(loads[1]?.keys).toBe('all');
    loads[1]?.finish('value');
    expect(await again).toBe('value');
  });

  it('tells what it has only while that is up to date', async () => {
    let reads = 0;
    const part = new LivePart<number>(async () => await Promise.resolve((reads += 1)));
    expect(part.present()).toBeNull();
    const reading = part.get();
    expect(part.present()).toBeNull();
    await reading;
    expect(part.present()).toBe(1);
    part.mark(['a']);
    expect(part.present()).toBeNull();
    await part.get();
    expect(part.present()).toBe(2);
  });
});
