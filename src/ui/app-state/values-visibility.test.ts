import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DASHBOARD_AUTO_HIDE, SCREEN_AUTO_HIDE, useValuesVisibility } from './values-visibility.ts';

const { press, enterScreen, restore, reset, keepVisible } = useValuesVisibility.getState();
const state = () => {
  const { valuesVisible, valuesLocked } = useValuesVisibility.getState();
  return valuesLocked ? 'locked' : valuesVisible ? 'visible' : 'hidden';
};

describe('values visibility (000 §4.3)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    reset();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes hidden, visible, locked, hidden by presses', () => {
    expect(state()).toBe('hidden');
    press(SCREEN_AUTO_HIDE);
    expect(state()).toBe('visible');
    press(SCREEN_AUTO_HIDE);
    expect(state()).toBe('locked');
    vi.advanceTimersByTime(60_000);
    expect(state()).toBe('locked');
    press(SCREEN_AUTO_HIDE);
    expect(state()).toBe('hidden');
  });

  it('hides after 5 seconds, on the dashboard after 30', () => {
    press(SCREEN_AUTO_HIDE);
    vi.advanceTimersByTime(4999);
    expect(state()).toBe('visible');
    vi.advanceTimersByTime(1);
    expect(state()).toBe('hidden');
    press(DASHBOARD_AUTO_HIDE);
    vi.advanceTimersByTime(29_999);
    expect(state()).toBe('visible');
    vi.advanceTimersByTime(1);
    expect(state()).toBe('hidden');
  });

  it("keeps a running timer on another screen, at most that screen's length", () => {
    press(DASHBOARD_AUTO_HIDE);
    vi.advanceTimersByTime(1000);
    enterScreen(SCREEN_AUTO_HIDE);
    vi.advanceTimersByTime(5000);
    expect(state()).toBe('hidden');

    press(SCREEN_AUTO_HIDE);
    vi.advanceTimersByTime(3000);
    enterScreen(DASHBOARD_AUTO_HIDE);
    vi.advanceTimersByTime(2000);
    expect(state()).toBe('hidden');
  });

  it('restores a lock, but not values whose timer is gone', () => {
    restore({ valuesVisible: true, valuesLocked: false });
    expect(state()).toBe('hidden');
    restore({ valuesVisible: true, valuesLocked: true });
    expect(state()).toBe('locked');
  });

  it('needs no lock and runs no timer where values are kept visible', () => {
    keepVisible(true);
    expect(state()).toBe('locked');
    press(SCREEN_AUTO_HIDE);
    expect(state()).toBe('hidden');
    press(SCREEN_AUTO_HIDE);
    vi.advanceTimersByTime(60_000);
    expect(state()).toBe('locked');
    keepVisible(false);
    expect(state()).toBe('hidden');
    press(SCREEN_AUTO_HIDE);
    vi.advanceTimersByTime(SCREEN_AUTO_HIDE);
    expect(state()).toBe('hidden');
  });
});
