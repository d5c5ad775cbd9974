/** Watches the token's expiry and the user's activity (000 §4.2). Headless: the clock and all effects come from outside. */
import type { SessionEnd } from '../sync/session.ts';

const MINUTE = 60_000;
export const CHECK_INTERVAL = 30_000;
export const INACTIVITY_LIMIT = 30 * MINUTE;
const WARNING_WINDOW = 5 * MINUTE;
const WARNING_COOLDOWN = 2 * MINUTE;

export interface MonitorSurroundings {
  readonly now: () => number;
  /** Milliseconds since 1970, or null when nobody is signed in. */
  readonly expiresAt: () => number | null;
  /** True while the server cannot be reached. */
  readonly isOffline: () => boolean;
  /** Minutes left, rounded up; null clears the warning. */
  readonly warn: (minutes: number | null) => void;
  readonly end: (reason: SessionEnd) => void;
  /** The token ran out while offline and there is a connection again: ask for the password, over what is open. */
  readonly askToSignIn: () => void;
}

export interface SessionMonitor {
  /** Every 30 seconds, and when the page comes back to the front. */
  readonly check: () => void;
  /** The user did something, here or in another tab. */
  readonly active: () => void;
}

/**
 * Makes a monitor for one session. While offline a token's expiry neither warns nor ends anything: the session goes
 * on as an offline one that inactivity alone ends (DECISIONS, Session).
 */
export function createSessionMonitor(around: MonitorSurroundings): SessionMonitor {
  let lastActive = around.now();
  let lastWarned = Number.NEGATIVE_INFINITY;
  let expiredOffline = false;

  const check = () => {
    const now = around.now();
    const expiresAt = around.expiresAt();
    if (expiresAt === null) return;
    const idleLeft = lastActive + INACTIVITY_LIMIT - now;
    const tokenLeft = expiresAt - now;
    if (tokenLeft > 0) expiredOffline = false;
    if (idleLeft <= 0) {
      around.end('inactive');
      return;
    }
    if (tokenLeft <= 0 && around.isOffline()) expiredOffline = true;
    else if (tokenLeft <= 0) {
      if (expiredOffline) around.askToSignIn();
      else around.end('expired');
      return;
    }
    const left = around.isOffline() ? idleLeft : Math.min(idleLeft, tokenLeft);
    if (left > WARNING_WINDOW) {
      lastWarned = Number.NEGATIVE_INFINITY;
      around.warn(null);
    } else if (now - lastWarned >= WARNING_COOLDOWN) {
      lastWarned = now;
      around.warn(Math.ceil(left / MINUTE));
    }
  };

  return {
    check,
    active: () => {
      lastActive = around.now();
    },
  };
}
