import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSessionMonitor, type SessionMonitor } from './session-monitor.ts';

const MINUTE = 60_000;

describe('session monitor (000 §4.2)', () => {
  let now: number;
  let expiresAt: number;
  let offline: boolean;
  let session: 'online' | 'offline';
  let reachable: boolean;
  let steady: number | null;
  let anywhere: number;
  let answer: (() => void) | null;
  let heard: (string | number | null)[];
  let monitor: SessionMonitor;

  beforeEach(() => {
    now = 0;
    expiresAt = 480 * MINUTE;
    offline = false;
    session = 'online';
    reachable = false;
    steady = null;
    anywhere = 0;
    answer = null;
    heard = [];
    monitor = createSessionMonitor({
      now: () => now,
      steady: () => steady ?? now,
      activeAnywhere: () => anywhere,
      expiresAt: () => (session === 'online' ? expiresAt : 0),
      isOfflineSession: () => session === 'offline',
      isOffline: () => offline,
      canSignIn: () => reachable,
      askTime: async () =>
        await new Promise((resolve) => {
          answer = resolve;
        }),
      goOffline: (lastActive) => {
        session = 'offline';
        // As the session does.
        anywhere = lastActive;
      },
      warn: (minutes) => heard.push(minutes),
      end: (reason) => heard.push(reason),
      askToSignIn: (needed) => {
        if (needed) heard.push('ask');
      },
    });
  });

  const at = (minutes: number) => {
    now = minutes * MINUTE;
    heard.length = 0;
    monitor.check();
    return heard;
  };

  it('warns in the last five minutes of inactivity, at most every two, and ends at thirty', () => {
    expect(at(24)).toEqual([null]);
    expect(at(25)).toEqual([5]);
    expect(at(25.5)).toEqual([]);
    expect(at(26.9)).toEqual([]);
    expect(at(27.1)).toEqual([3]);
    expect(at(30)).toEqual(['inactive']);
  });

  it('clears the warning after activity', () => {
    expect(at(26)).toEqual([4]);
    monitor.active();
    expect(at(26.5)).toEqual([null]);
  });

  it('counts activity in other tabs, but none dated in the future', () => {
    anywhere = 20 * MINUTE;
    expect(at(31)).toEqual([null]);
    expect(at(46)).toEqual([4]);
    anywhere = 500 * MINUTE;
    expect(at(50)).toEqual(['inactive']);
  });

  it('counts the lesser of token and inactivity, and ends when the token has expired', () => {
    expiresAt = 10 * MINUTE;
    expect(at(6.5)).toEqual([4]);
    expect(at(10)).toEqual(['expired']);
  });

  it('goes on offline after the token expired, and asks for the password once there is a connection', () => {
    expiresAt = 10 * MINUTE;
    offline = true;
    expect(at(11)).toEqual([null]);
    expect(session).toBe('offline');
    offline = false;
    expect(at(12)).toEqual([null]);
    reachable = true;
    expect(at(13)).toEqual(['ask', null]);
    // Also who puts it off hears of the end.
    expect(at(26)).toEqual(['ask', 4]);
    expect(at(31)).toEqual(['inactive']);
  });

  it('ends after a sleep of two hours', async () => {
    steady = 0;
    at(120);
    expect(heard).toEqual([]);
    answer?.();
    await vi.waitFor(() => expect(heard).toEqual(['inactive']));
  });

  it('ends after a sleep of two hours also when a touch wakes the device, or comes while the server is asked', async () => {
    steady = 0;
    now = 120 * MINUTE;
    expect(monitor.active()).toBe(false);
    expect(monitor.active()).toBe(false);
    answer?.();
    await vi.waitFor(() => expect(heard).toEqual(['inactive']));
  });

  it('ends at a touch after the limit even when no clock stopped', () => {
    now = 120 * MINUTE;
    expect(monitor.active()).toBe(false);
    expect(heard).toEqual(['inactive']);
  });

  it('counts a touch in a tab that slept while the user worked in another', () => {
    anywhere = 100 * MINUTE;
    now = 120 * MINUTE;
    expect(monitor.active()).toBe(true);
    expect(at(145)).toEqual([5]);
  });

  it('does not count the end of the token as activity', () => {
    expiresAt = 20 * MINUTE;
    offline = true;
    expect(at(20)).toEqual([null]);
    expect(session).toBe('offline');
    expect(at(26)).toEqual([4]);
    expect(at(30)).toEqual(['inactive']);
  });

  it.each([3 * 24 * 60, -24 * 60])('does not end because the clock is set by %d minutes', async (minutes) => {
    steady = 0;
    at(minutes);
    monitor.active();
    // The server's answer shows by how much the clock is wrong.
    now = MINUTE;
    answer?.();
    await vi.waitFor(() => expect(heard).toEqual([null]));
    steady = 25 * MINUTE;
    expect(at(26)).toEqual([5]);
    steady = 30 * MINUTE;
    expect(at(31)).toEqual(['inactive']);
  });
});
