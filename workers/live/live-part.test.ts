import { describe, expect, it } from 'vitest';
import { LivePart } from './live-part.ts';

/** A part whose loads the test finishes. */
function controlled(): {
  part: LivePart<string>;
  loads: { previous: string | null; finish: (value: string) => void; fail: () => void }[];
} {
  const loads: ReturnType<typeof controlled>['loads'] = [];
  const load = async (previous: string | null) =>
    await new Promise<string>((resolve, reject) => {
      loads.push({ previous, finish: resolve, fail: () => reject(new Error('closed')) });
    });
  return { part: new LivePart(load), loads };
}

describe('LivePart', () => {
  it('reads first, again once after changes, and not at all when there were none', async () => {
    const { part, loads } = controlled();
    const first = part.get();
    loads[0]?.finish('one');
    expect(await first).toBe('one');
    expect(await part.get()).toBe('one');
    part.mark();
    part.mark();
    const second = part.get();
    expect(loads[1]?.previous).toBe('one');
    loads[1]?.finish('two');
    expect(await second).toBe('two');
    expect(loads).toHaveLength(2);
  });

  it('includes a change made during a read in answers to later questions', async () => {
    const { part, loads } = controlled();
    const before = part.get();
    part.mark();
    const after = part.get();
    loads[0]?.finish('old');
    expect(await before).toBe('old');
    await Promise.resolve();
    await Promise.resolve();
    loads[1]?.finish('new');
    expect(await after).toBe('new');
  });

  it('reads again after a read that failed', async () => {
    const { part, loads } = controlled();
    const failing = part.get();
    loads[0]?.fail();
    await expect(failing).rejects.toThrow('closed');
    const again = part.get();
    expect(loads).toHaveLength(2);
    loads[1]?.finish('value');
    expect(await again).toBe('value');
  });

  it('returns its value only while it is up to date', async () => {
    let reads = 0;
    const part = new LivePart<number>(async () => await Promise.resolve((reads += 1)));
    expect(part.present()).toBeNull();
    const reading = part.get();
    expect(part.present()).toBeNull();
    await reading;
    expect(part.present()).toBe(1);
    part.mark();
    expect(part.present()).toBeNull();
    await part.get();
    expect(part.present()).toBe(2);
  });
});
