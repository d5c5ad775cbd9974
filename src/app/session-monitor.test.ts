import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionMonitor, type SessionMonitor } from './session-monitor.ts';

const MINUTE = 60_000;

describe('session monitor (000 §4.2)', () => {
  let now: number;
  let expiresAt: number;
  let offline: boolean;
  let heard: (string | number | null)[];
  let monitor: SessionMonitor;

  beforeEach(() => {
    now = 0;
    expiresAt = 480 * MINUTE;
    offline = false;
    heard = [];
    monitor = createSessionMonitor({
      now: () => now,
      expiresAt: () => expiresAt,
      isOffline: () => offline,
      warn: (minutes) => heard.push(minutes),
      end: (reason) => heard.push(reason),
      askToSignIn: () => heard.push('ask'),
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

  it('counts the lesser of token and inactivity, and ends when the token has expired', () => {
    expiresAt = 10 * MINUTE;
    expect(at(6.5)).toEqual([4]);
    expect(at(10)).toEqual(['expired']);
  });

  it('goes on offline after the token expired, and asks for the password once there is a connection', () => {
    expiresAt = 10 * MINUTE;
    offline = true;
    expect(at(11)).toEqual([null]);
    offline = false;
    expect(at(12)).toEqual(['ask']);
    expect(at(31)).toEqual(['inactive']);
  });
});
