/** Watches the token's expiry and the user's activity (000 §4.2). Headless: the clock and all effects come from outside. */
import { INACTIVITY_LIMIT_MS, type SessionEnd } from '../../sync/session/session.ts';

const MINUTE = 60_000;
export const CHECK_INTERVAL = 30_000;
const WARNING_WINDOW = 5 * MINUTE;
const WARNING_COOLDOWN = 2 * MINUTE;
/** More time than this between two clocks means that the machine slept or that the clock was set. */
const JUMP = MINUTE;

export interface MonitorEnvironment {
  /** The server's time as well as it is known, in milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that cannot be set; it may stand still while the machine sleeps. */
  readonly steady: () => number;
  /** When the user last did something in any tab, by `now`; 0 when that is not known. */
  readonly activeAnywhere: () => number;
  /** By `now`; null when nobody is signed in. */
  readonly expiresAt: () => number | null;
  /** True in a session without a token. */
  readonly isOfflineSession: () => boolean;
  /** True while the server cannot be reached. */
  readonly isOffline: () => boolean;
  /** True when the server was reached in an offline session. */
  readonly canSignIn: () => boolean;
  /** Asks the server for the time, so that `now` is right again; resolves as well when it does not answer. */
  readonly askTime: () => Promise<void>;
  /** Minutes left, rounded up; null clears the warning. */
  readonly warn: (minutes: number | null) => void;
  readonly end: (reason: SessionEnd) => void;
  /** The token ran out while offline: the session goes on without one, its user last active then, by `now`. */
  readonly goOffline: (lastActive: number) => void;
  /** Whether to ask for the password, over what is open: an offline session has a connection again. */
  readonly askToSignIn: (needed: boolean) => void;
}

export interface SessionMonitor {
  /** Every 30 seconds, and when the page comes back to the front. */
  readonly check: () => void;
  /**
   * The user did something, here or in another tab. False when that comes too late: what wakes the device after the
   * limit does not keep the session, but has it checked.
   */
  readonly active: () => boolean;
}

/**
 * Makes a monitor for one session. While offline a token's expiry neither warns nor ends anything: the session goes
 * on as an offline one that inactivity alone ends.
 */
export function createSessionMonitor(environment: MonitorEnvironment): SessionMonitor {
  let lastActive = environment.now();
  let lastActiveSteady = environment.steady();
  let lastWarned = Number.NEGATIVE_INFINITY;
  let difference = environment.now() - environment.steady();
  let asking = false;

  /** A tab that the browser has suspended is notified of the others' activity only after this check of the time. */
  const hearOfOtherTabs = (now: number) => {
    const active = environment.activeAnywhere();
    // Later than now: noted while the clock was wrong.
    if (active <= lastActive || active > now) return;
    lastActive = active;
    lastActiveSteady = environment.steady() - (now - active);
  };

  const decide = () => {
    const now = environment.now();
    const expiresAt = environment.expiresAt();
    if (expiresAt === null) return;
    hearOfOtherTabs(now);
    const idleLeft = lastActive + INACTIVITY_LIMIT_MS - now;
    const tokenLeft = expiresAt - now;
    if (idleLeft <= 0) {
      environment.end('inactive');
      return;
    }
    environment.askToSignIn(environment.isOfflineSession() && environment.canSignIn());
    if (!environment.isOfflineSession() && tokenLeft <= 0) {
      if (!environment.isOffline()) {
        environment.end('expired');
        return;
      }
      environment.goOffline(lastActive);
    }
    const left = environment.isOffline() || environment.isOfflineSession() ? idleLeft : Math.min(idleLeft, tokenLeft);
    if (left > WARNING_WINDOW) {
      lastWarned = Number.NEGATIVE_INFINITY;
      environment.warn(null);
    } else if (now - lastWarned >= WARNING_COOLDOWN) {
      lastWarned = now;
      environment.warn(Math.ceil(left / MINUTE));
    }
  };

  const check = () => {
    if (asking) return;
    const before = difference;
    difference = environment.now() - environment.steady();
    if (Math.abs(difference - before) <= JUMP) {
      decide();
      return;
    }
    // The clock was set, or the machine slept: the server knows which.
    asking = true;
    const set = () => {
      asking = false;
      difference = environment.now() - environment.steady();
      // When the clock was set, what was noted by it since is wrong; the other clock kept running.
      const wasSet = Math.abs(difference - before) <= JUMP;
      lastActive = wasSet
        ? environment.now() - (environment.steady() - lastActiveSteady)
        : Math.min(lastActive, environment.now());
      decide();
    };
    environment.askTime().then(set, set);
  };

  return {
    check,
    active: () => {
      const now = environment.now();
      hearOfOtherTabs(now);
      if (now - lastActive >= INACTIVITY_LIMIT_MS) {
        check();
        return false;
      }
      lastActive = now;
      lastActiveSteady = environment.steady();
      return true;
    },
  };
}
