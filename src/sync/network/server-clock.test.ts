import { beforeEach, describe, expect, it, vi } from 'vitest';
import { learnServerTime, serverNow } from './server-clock.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;

const dated = (ms: number): Headers => new Headers({ date: new Date(ms).toUTCString() });

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined);
  learnServerTime(dated(NOW), NOW, NOW);
});

describe("the server's time", () => {
  it("is this device's while the difference is less than a reply may take", () => {
    learnServerTime(dated(NOW - 59_000), NOW, NOW);
    expect(serverNow(NOW)).toBe(NOW);
  });

  it("is learnt from a reply when this device's clock was set", () => {
    learnServerTime(dated(NOW), NOW + HOUR, NOW + HOUR);
    expect(serverNow(NOW + HOUR)).toBe(NOW);
    expect(serverNow(NOW + HOUR + 5000)).toBe(NOW + 5000);
  });

  it('is not learnt without a readable date', () => {
    learnServerTime(new Headers(), NOW + HOUR, NOW + HOUR);
    learnServerTime(new Headers({ date: 'soon' }), NOW + HOUR, NOW + HOUR);
    expect(serverNow(NOW + HOUR)).toBe(NOW + HOUR);
  });

  it('is not learnt from an answer of before a sleep, which is read after it', () => {
    learnServerTime(dated(NOW), NOW, NOW + 2 * HOUR);
    expect(serverNow(NOW + 2 * HOUR)).toBe(NOW + 2 * HOUR);
  });
});
