/** What the browser's local storage holds (000 §3.9). Knows nothing of the database: the sign-in page loads this alone. */

import type { DevicePlace } from '../database/places.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEYS = {
  token: 'auth_token',
  signInEmail: 'holdfast-sign-in-email',
  offlineUser: 'holdfast-offline-user',
  devicePlace: 'holdfast-device-only',
  recordCopy: 'holdfast-record-copy',
  activeAt: 'holdfast-active-at',
  clockError: 'holdfast-clock-error',
  valuesVisible: 'valuesVisible',
  valuesLocked: 'valuesLocked',
  keptVisible: 'holdfast-values-kept-visible',
  rememberedEmail: 'holdfast-remembered-email',
  theme: 'holdfast-theme',
  includeCash: 'holdfast-include-cash',
  benchmark: 'holdfast-benchmark',
  holdingReturns: 'holdfast-holding-returns',
  planTargets: 'holdfast-plan-targets',
  shortcuts: 'holdfast-shortcuts',
  knownDatabases: 'holdfast-known-databases',
  pendingRemovals: 'holdfast-pending-removals',
} as const;

/** Reads a key; null when it is absent or the browser refuses storage. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes or, with null, removes a key. False when the browser refuses. */
function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    // The caller gets the result; what is stored only here is for convenience.
    return false;
  }
}

/** The stored sign-in token, or null. */
export function readToken(): string | null {
  return read(KEYS.token);
}

/** Stores the sign-in token; null removes it. False when the browser refuses storage. */
export function storeToken(token: string | null): boolean {
  return store(KEYS.token, token);
}

/** Calls `listener` when another tab has changed who is signed in, or may have. Returns how to stop. */
export function onSignInChangedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    // A null key means that the whole storage was cleared.
    const keys: readonly (string | null)[] = [KEYS.token, KEYS.offlineUser, KEYS.devicePlace, null];
    if (keys.includes(event.key)) listener();
  };
  // A page that was frozen, or that the browser kept for Back, has received no notification.
  const onReturn = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onReturn);
    document.removeEventListener('visibilitychange', onReturn);
  };
}

/** The e-mail of the current sign-in, which names the user where the token has no subject; null when signed out. */
export function readSignInEmail(): string | null {
  return read(KEYS.signInEmail);
}

export function storeSignInEmail(email: string | null): void {
  store(KEYS.signInEmail, email);
}

/** Who is signed in without a token that the server would accept; the role is the last known one. */
export interface OfflineUser {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
}

/** The user of an offline session, or null. */
export function readOfflineUser(): OfflineUser | null {
  try {
    const { userId, email, displayName, isAdministrator } = (JSON.parse(read(KEYS.offlineUser) ?? '{}') ??
      {}) as Partial<OfflineUser>;
    if (typeof userId !== 'string' || userId === '' || typeof email !== 'string') return null;
    return { userId, email, displayName: displayName ?? '', isAdministrator: isAdministrator === true };
  } catch {
    // Not as this app writes it: nobody is signed in by it.
    return null;
  }
}

export function storeOfflineUser(user: OfflineUser | null): void {
  store(KEYS.offlineUser, user === null ? null : JSON.stringify(user));
}

/** Which of this device's own records are in use without a server, or null. */
export function readDevicePlace(): DevicePlace | null {
  const place = read(KEYS.devicePlace);
  return place === 'own' || place === 'madeUp' ? place : null;
}

export function storeDevicePlace(place: DevicePlace | null): void {
  store(KEYS.devicePlace, place);
}

/** A copy of everything from one database of this device to another, which continues until it is done. */
export interface RecordCopy {
  /** To an account on a server, or from one to this device alone. */
  readonly kind: 'connect' | 'keep';
  readonly from: string;
  /** Null until it has begun: then it is the database of whoever signs in next. */
  readonly to: string | null;
  /** Everything is there, and may still have to be sent. */
  readonly isCopied: boolean;
  /** The account that it comes from no longer exists: only the copy will be left. */
  readonly isAccountDeleted: boolean;
}

/** The copy that was requested and has not finished, or null. */
export function readRecordCopy(): RecordCopy | null {
  try {
    const { kind, from, to, isCopied, isAccountDeleted } = (JSON.parse(read(KEYS.recordCopy) ?? '{}') ??
      {}) as Partial<RecordCopy>;
    if (typeof from !== 'string') return null;
    return {
      kind: kind === 'keep' ? 'keep' : 'connect',
      from,
      to: typeof to === 'string' ? to : null,
      isCopied: isCopied === true,
      isAccountDeleted: isAccountDeleted === true,
    };
  } catch {
    // Not as this app writes it: no copy was requested, and both databases stay as they are.
    return null;
  }
}

export function storeRecordCopy(copy: RecordCopy | null): void {
  store(KEYS.recordCopy, copy === null ? null : JSON.stringify(copy));
}

/** When the user last did something in any tab, to some seconds, in milliseconds since 1970; 0 when that is not known. */
export function readActiveAt(): number {
  return Number(read(KEYS.activeAt) ?? 0) || 0;
}

export function storeActiveAt(at: number): void {
  store(KEYS.activeAt, String(at));
}

/** By how many milliseconds this device's clock was last found to be fast (or, below 0, slow). */
export function readClockError(): number {
  return Number(read(KEYS.clockError) ?? 0) || 0;
}

export function storeClockError(ms: number): void {
  store(KEYS.clockError, ms === 0 ? null : String(ms));
}

export interface ValuesVisibility {
  readonly visible: boolean;
  readonly locked: boolean;
}

/** Whether money values are shown; hidden unless both flags were stored. */
export function readValuesVisibility(): ValuesVisibility {
  return { visible: read(KEYS.valuesVisible) === 'true', locked: read(KEYS.valuesLocked) === 'true' };
}

export function storeValuesVisibility(values: ValuesVisibility): void {
  store(KEYS.valuesVisible, String(values.visible));
  store(KEYS.valuesLocked, String(values.locked));
}

/** Whether the user of the named database keeps values visible on this device. */
export function readKeptVisible(name: string): boolean {
  return namesIn(KEYS.keptVisible).includes(name);
}

export function storeKeptVisible(name: string, keep: boolean): void {
  if (readKeptVisible(name) !== keep) noteName(KEYS.keptVisible, name, keep);
}

/** The e-mail address that 'Remember me' keeps, or null. */
export function readRememberedEmail(): string | null {
  return read(KEYS.rememberedEmail);
}

export function storeRememberedEmail(email: string | null): void {
  store(KEYS.rememberedEmail, email);
}

/** The colours that the user chose; `system` follows the device. */
export function readTheme(): Theme {
  const theme = read(KEYS.theme);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function storeTheme(theme: Theme): void {
  store(KEYS.theme, theme === 'system' ? null : theme);
}

/** Whether single keys act as shortcuts; they do unless the user turned them off. */
export function readShortcuts(): boolean {
  return read(KEYS.shortcuts) !== 'false';
}

export function storeShortcuts(enabled: boolean): void {
  store(KEYS.shortcuts, enabled ? null : 'false');
}

/** Whether the dashboard counts broker cash and savings; it does unless the user took them out. */
export function readIncludeCash(): boolean {
  return read(KEYS.includeCash) !== 'false';
}

export function storeIncludeCash(include: boolean): void {
  store(KEYS.includeCash, include ? null : 'false');
}

/** The ISIN of the security that returns are compared with; null when none was chosen. */
export function readBenchmark(): string | null {
  return read(KEYS.benchmark);
}

export function storeBenchmark(isin: string | null): void {
  store(KEYS.benchmark, isin);
}

/** The period of the returns that Holdings shows beside each position; null when it shows none. */
export function readHoldingReturns(): string | null {
  return read(KEYS.holdingReturns);
}

export function storeHoldingReturns(period: string | null): void {
  store(KEYS.holdingReturns, period);
}

/** Whose targets the plans aim at; null before one was chosen. */
export function readPlanTargets(): string | null {
  return read(KEYS.planTargets);
}

export function storePlanTargets(targetsOf: string): void {
  store(KEYS.planTargets, targetsOf);
}

/** True when this device has had the named database: then its absence means that the browser erased it. */
export function isDatabaseKnown(name: string): boolean {
  return knownDatabases().includes(name);
}

/** Notes that the device has, or with false no longer has, the named database. */
export function noteDatabase(name: string, exists: boolean): void {
  const others = knownDatabases().filter((known) => known !== name);
  store(KEYS.knownDatabases, (exists ? [...others, name] : others).join(' '));
}

/** True when any user's database was made on this device. */
export function hasKnownDatabase(): boolean {
  return knownDatabases().length > 0;
}

function knownDatabases(): string[] {
  return namesIn(KEYS.knownDatabases);
}

/** The databases that their users want removed from this device and that may still be there. */
export function pendingRemovals(): readonly string[] {
  return namesIn(KEYS.pendingRemovals);
}

/** Notes that the named database is to be removed, or with false that it is gone. */
export function noteRemoval(name: string, pending: boolean): void {
  noteName(KEYS.pendingRemovals, name, pending);
}

function noteName(key: string, name: string, isIn: boolean): void {
  const others = namesIn(key).filter((other) => other !== name);
  const names = isIn ? [...others, name] : others;
  store(key, names.length === 0 ? null : names.join(' '));
}

function namesIn(key: string): string[] {
  return (read(key) ?? '').split(' ').filter((name) => name !== '');
}
