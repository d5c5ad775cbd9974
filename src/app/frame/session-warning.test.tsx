/** The session's end as the user meets it: warning, Extend and ✕, activity, timers (000 §2.6, §4.2). */
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeActiveAt } from '../../data/device/local-settings.ts';
import * as http from '../../sync/network/http.ts';
import * as authClient from '../../sync/session/auth-client.ts';
import * as sessions from '../../sync/session/session.ts';
import { leaveSession, signInAda } from '../../testing/signed-in.ts';
import { SignedInLayout } from './signed-in-layout.tsx';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import * as firstPull from '../notices/use-first-pull.ts';

const auth = { refreshSession: vi.fn<typeof authClient.refreshSession>() };
const state = { end: vi.fn(), note: vi.fn() };

const MINUTE = 60_000;

/** Tells the other tabs at once, as the browser does a moment later. */
class Channel extends EventTarget {
  static open = new Set<Channel>();
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open)
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
  }
  close(): void {
    Channel.open.delete(this);
  }
}

function signInFor(minutes: number) {
  signInAda({ expiresAt: Date.now() + minutes * MINUTE });
  render(
    <RouterProvider
      router={createMemoryRouter([
        { path: '/', element: <SignedInLayout />, children: [{ index: true, element: <p>A page</p> }] },
      ])}
    />,
  );
}

const pass = async (ms: number) => {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
};
const toast = () => screen.queryByText('Session Warning')?.closest('[role="alert"]') ?? null;

beforeEach(() => {
  // A token expires at a whole second.
  vi.useFakeTimers({ now: Date.parse('2026-01-05T10:00:00Z') });
  // It reads the database, which needs the timers that stand still here.
  vi.spyOn(firstPull, 'useFirstPull').mockReturnValue();
  vi.spyOn(authClient, 'refreshSession').mockImplementation(auth.refreshSession);
  vi.spyOn(http, 'isServerThere').mockResolvedValue(true);
  vi.spyOn(sessions, 'endSession').mockImplementation(state.end);
  vi.spyOn(sessions, 'noteActivity').mockImplementation(state.note);
  vi.stubGlobal('BroadcastChannel', Channel);
  localStorage.clear();
  useSyncStatus.setState({ phase: 'idle', waiting: 0, attention: 0, lastSyncedAt: null });
  auth.refreshSession.mockResolvedValue({ ok: true, session: signInAda() });
});
afterEach(() => {
  cleanup();
  Channel.open.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  leaveSession();
});

describe('the session warning', () => {
  it('comes up on any page with the minutes rounded up, checked every 30 seconds', async () => {
    signInFor(480);
    await pass(24 * MINUTE + 30_000);
    expect(toast()).toBeNull();
    await pass(30_000);
    expect(toast()?.textContent).toContain('Your session will expire in 5 minute(s)');
    await pass(2 * MINUTE);
    expect(toast()?.textContent).toContain('Your session will expire in 3 minute(s)');
  });

  it.each([
    ['Extend', 'Extend'],
    ['✕', 'Close'],
  ])('is answered by %s: a new token is fetched, and the half hour starts again', async (shown, name) => {
    signInFor(480);
    await pass(26 * MINUTE);
    const button = screen.getByRole('button', { name });
    expect(button.textContent).toBe(shown);
    await act(async () => {
      button.click();
    });
    expect(toast()).toBeNull();
    expect(auth.refreshSession).toHaveBeenCalledOnce();
    await pass(24 * MINUTE);
    expect(toast()).toBeNull();
    expect(state.end).not.toHaveBeenCalled();
    await pass(2 * MINUTE);
    expect(toast()).not.toBeNull();
  });

  it('ends the session when the extension fails, but not while there is no connection', async () => {
    signInFor(480);
    await pass(26 * MINUTE);
    for (const reason of ['offline', 'ended'] as const) {
      auth.refreshSession.mockResolvedValue({ ok: false, reason, message: '' });
      await act(async () => {
        screen.getByRole('button', { name: 'Extend' }).click();
      });
      await pass(0);
      expect(state.end).not.toHaveBeenCalled();
      await pass(26 * MINUTE);
    }
    auth.refreshSession.mockResolvedValue({ ok: false, reason: 'refused', message: '' });
    await act(async () => {
      screen.getByRole('button', { name: 'Extend' }).click();
    });
    await pass(0);
    expect(state.end).toHaveBeenCalledWith('extensionFailed');
  });
});

describe('the end of a session', () => {
  it('comes after 30 minutes without activity, and when the token has expired', async () => {
    signInFor(480);
    await pass(30 * MINUTE);
    expect(state.end).toHaveBeenCalledWith('inactive');
    cleanup();
    state.end.mockClear();
    signInFor(10);
    await pass(10 * MINUTE);
    expect(state.end).toHaveBeenCalledWith('expired');
  });

  it('is not delayed by the touch that wakes a device after the limit, nor by Extend', async () => {
    const heard: unknown[] = [];
    new Channel('holdfast-activity').addEventListener('message', () => heard.push('active'));
    signInFor(480);
    await pass(26 * MINUTE);
    const extend = screen.getByRole('button', { name: 'Extend' });
    // Asleep: timers and the clock that nobody can set stand still.
    vi.setSystemTime(Date.now() + 180 * MINUTE);
    await act(async () => {
      document.dispatchEvent(new Event('mousemove', { bubbles: true }));
      extend.click();
    });
    expect(state.end).toHaveBeenCalledWith('inactive');
    expect(state.note).not.toHaveBeenCalled();
    expect(auth.refreshSession).not.toHaveBeenCalled();
    expect(heard).toEqual([]);
  });

  it.each(['mousedown', 'mousemove', 'keydown', 'scroll', 'touchstart', 'click'])(
    'is delayed by %s',
    async (activity) => {
      signInFor(480);
      await pass(29 * MINUTE);
      await act(async () => {
        document.dispatchEvent(new Event(activity, { bubbles: true }));
      });
      await pass(20 * MINUTE);
      expect(state.end).not.toHaveBeenCalled();
      expect(toast()).toBeNull();
    },
  );
});

describe('activity in one tab', () => {
  it('counts in all of them', async () => {
    const heard: unknown[] = [];
    const other = new Channel('holdfast-activity');
    other.addEventListener('message', () => heard.push('active'));
    signInFor(480);
    await pass(29 * MINUTE);
    other.postMessage('active');
    await pass(20 * MINUTE);
    expect(state.end).not.toHaveBeenCalled();
    expect(toast()).toBeNull();
    expect(heard).toEqual([]);
    await act(async () => {
      document.dispatchEvent(new Event('keydown', { bubbles: true }));
    });
    expect(heard).toEqual(['active']);
    expect(state.note).toHaveBeenCalledOnce();
  });

  it('is reported to other tabs at most every 15 seconds, even after the clock was set back', async () => {
    let heard = 0;
    new Channel('holdfast-activity').addEventListener('message', () => {
      heard += 1;
    });
    signInFor(480);
    const press = async () => {
      await act(async () => {
        document.dispatchEvent(new Event('keydown', { bubbles: true }));
      });
    };
    await press();
    await press();
    expect(heard).toBe(1);
    vi.setSystemTime(Date.now() - 24 * 60 * MINUTE);
    await pass(15_000);
    await press();
    expect(heard).toBe(2);
  });

  it('counts in a tab that slept through the report', async () => {
    signInFor(480);
    await pass(20 * MINUTE);
    storeActiveAt(Date.now());
    await pass(29 * MINUTE);
    expect(state.end).not.toHaveBeenCalled();
    await pass(MINUTE);
    expect(state.end).toHaveBeenCalledWith('inactive');
  });
});
