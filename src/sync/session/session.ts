/** Who is signed in on this device, in all its tabs (000 §4.1). Small: the sign-in page loads it. */
import { DEVICE_USER, deviceBase, hasServer, type DevicePlace } from '../../data/database/places.ts';
import {
  onSignInChangedElsewhere,
  readActiveAt,
  readDevicePlace,
  readOfflineUser,
  readSignInEmail,
  readToken,
  storeActiveAt,
  storeDevicePlace,
  storeOfflineUser,
  storeSignInEmail,
  storeToken,
  storeValuesVisibility,
  type OfflineUser,
} from '../../data/device/local-settings.ts';
import { readSessionEmail, storeSessionCopy, storeSessionEmail } from '../../data/device/session-copy.ts';
import { clearSessionValues } from '../../data/device/session-storage.ts';
import { API_BASE } from '../network/api-base.ts';
import { serverNow } from '../network/server-clock.ts';
import { readTokenUser } from './token.ts';

/** Without activity for this many milliseconds a session ends (000 §4.2). */
export const INACTIVITY_LIMIT_MS = 30 * 60_000;

export interface Session {
  /** The API of the server that the records are synced with, or the name used where there is none (`hasServer`). */
  readonly apiBase: string;
  /** Null in an offline session, in which nothing is sent until the user signs in again, and without a server. */
  readonly token: string | null;
  /** The claim `sub`, else the sign-in e-mail: names the user's database. */
  readonly userId: string;
  /** Empty for a moment after the start of a tab, until the device store has answered. */
  readonly email: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
  /** By the server's clock, in milliseconds since 1970; 0 without a token. */
  readonly expiresAt: number;
}

/**
 * Why a session ended: `signedOut` by the user, `removed` by the user with their data on this device, `deleted` with their account on
 * the server as well, `expired` token, `inactive` for
 * 30 minutes, `left` or `cleared` (with the records) where there is no server,
 * `connecting` to one, `keeping` the records on this device, `unauthorised` by a 401, `extensionFailed` by a refused refresh, `elsewhere` in another tab.
 */
export type SessionEnd =
  | 'signedOut'
  | 'removed'
  | 'deleted'
  | 'expired'
  | 'inactive'
  | 'left'
  | 'cleared'
  | 'connecting'
  | 'keeping'
  | 'unauthorised'
  | 'extensionFailed'
  | 'elsewhere';

export type SessionListener = (session: Session | null, end: SessionEnd | null) => void;

const listeners = new Set<SessionListener>();
let session: Session | null = null;
let watching = false;
/** False where the browser refused to store the session: then an empty local storage means nothing. */
let isKept = false;
/** Counts the sessions that have ended, so that a late reply is not taken for one of another session. */
let ended = 0;
let signOutHook: ((token: string) => void) | null = null;

/** The current session, or null when nobody is signed in. The same object until it changes. */
export function currentSession(): Session | null {
  return session;
}

/**
 * Calls `listener` when a session starts, is extended (a new token) or ends (null, with the reason). Returns how to
 * stop.
 */
export function onSessionChanged(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Restores the session that local storage holds; to be called when the app loads. An expired one is cleared. */
export function restoreSession(now = serverNow()): Session | null {
  watchOtherTabs();
  const restored = storedSession(now);
  if (restored === null) {
    clearStored();
    // The last session may have ended too suddenly for its copy to be removed.
    copyForWorker();
    return null;
  }
  takeUp(restored);
  copyForWorker();
  return session;
}

/** Starts a session with a token from sign-in or refresh. Null when the token cannot be read or names nobody. */
export function startSession(token: string, email: string): Session | null {
  const started = sessionOf(token, email === '' ? (session?.email ?? '') : email);
  if (started === null) return null;
  watchOtherTabs();
  if (session !== null && !isSameUser(session, started)) ended += 1;
  session = started;
  // First, since other tabs check it when the token is there.
  void keepEmail(started);
  storeToken(token);
  storeOfflineUser(null);
  storeDevicePlace(null);
  return begun(started);
}

/** Starts a session of a user whom only this device has recognised, and who was last active then. */
export function startOfflineSession(user: OfflineUser, activeAt = serverNow()): Session {
  watchOtherTabs();
  const started: Session = { ...offlineUserOf(user), apiBase: API_BASE, token: null, expiresAt: 0 };
  session = started;
  storeActiveAt(activeAt);
  void keepEmail(started);
  storeOfflineUser({ ...offlineUserOf(user), ...(!isNamedByEmail(started) && { email: '' }) });
  storeToken(null);
  storeDevicePlace(null);
  return begun(started);
}

/** As much of a user as the device keeps for an offline session. */
export function offlineUserOf({ userId, email, displayName, isAdministrator }: OfflineUser): OfflineUser {
  return { userId, email, displayName, isAdministrator };
}

/** The session has been stored, as far as the browser stores it. */
function begun(started: Session): Session {
  isKept = isStored(started);
  copyForWorker();
  tell(null);
  return started;
}

/** Opens this device's own records, or made-up ones: nobody is signed in, and nothing is ever sent. */
export function startDeviceSession(place: DevicePlace): Session {
  watchOtherTabs();
  const started = deviceSession(place);
  session = started;
  clearStored();
  storeDevicePlace(place);
  return begun(started);
}

function deviceSession(place: DevicePlace): Session {
  return {
    apiBase: deviceBase(place),
    token: null,
    userId: DEVICE_USER,
    email: '',
    displayName: place === 'own' ? 'This device' : 'Made-up records',
    isAdministrator: false,
    expiresAt: 0,
  };
}

/** Whether the session's user may change what all users of a server share; without a server it is the user's own. */
export function mayChangeLists(): boolean {
  return session !== null && (session.isAdministrator || !hasServer(session));
}

/**
 * The token expired without a connection: the session continues as an offline one, which only inactivity since
 * `activeAt` ends.
 */
export function continueOffline(activeAt: number): void {
  const token = session?.token;
  followOtherTabs();
  if (session !== null && session.token !== null && session.token === token) startOfflineSession(session, activeAt);
}

/**
 * Records the user's activity: for tabs that sleep meanwhile, and so that an offline session survives a reload but not
 * 30 minutes away.
 */
export function noteActivity(now = serverNow()): void {
  if (session !== null) storeActiveAt(now);
}

/**
 * Ends the session: clears the token, the filters of this tab and the visibility of values (000 §4.1). It continues
 * when the reason is its token, and another tab has got a newer one.
 */
export function endSession(reason: SessionEnd): void {
  const token = session?.token;
  followOtherTabs();
  if (session === null) return;
  if (session.token !== token && (reason === 'expired' || reason === 'unauthorised' || reason === 'extensionFailed'))
    return;
  if (reason === 'signedOut' || reason === 'removed' || reason === 'inactive' || reason === 'keeping')
    giveUpToken(session.token);
  clearStored();
  storeValuesVisibility({ visible: false, locked: false });
  leave(reason);
  copyForWorker();
}

/**
 * Stores a new e-mail address of the user who is signed in; resolves when a tab that is told of a new token finds it.
 */
export async function changeSessionEmail(email: string): Promise<void> {
  if (session === null || session.email === email) return;
  session = { ...session, email };
  const kept = keepEmail(session);
  tell(null);
  await kept;
}

/** The server refused this token: ends the session unless it has another one by now. */
export function onTokenRefused(token: string): void {
  if (session?.token === token) endSession('unauthorised');
}

/** Returns a function that says whether the user who was signed in at the call still is. */
export function rememberSession(): () => boolean {
  if (session === null) return () => true;
  const before = ended;
  return () => {
    followOtherTabs();
    return ended === before;
  };
}

/** Tells the server, where it can be told, that this token is no longer used. */
export function giveUpToken(token: string | null): void {
  if (token !== null) signOutHook?.(token);
}

/** Sets what is called with the token when the user signs out, or null for nothing: only some servers can be told. */
export function setSignOutHook(hook: ((token: string) => void) | null): void {
  signOutHook = hook;
}

/**
 * Follows what other tabs have stored: a newer token of the same user, another user, or nobody. To be called before
 * anything is decided about the session: the browser's event for it may be late or missed.
 */
export function followOtherTabs(): void {
  if (session !== null && (!isKept || isStored(session))) {
    findEmail();
    return;
  }
  const other = storedSession(serverNow());
  if (other !== null && (session === null || isSameUser(other, session))) takeUp(other);
  // Signed out there, or as somebody else: what this tab shows must be hidden.
  else if (session !== null) leave('elsewhere');
}

function isSameUser(one: Session, other: Session): boolean {
  return one.apiBase === other.apiBase && one.userId === other.userId;
}

function takeUp(stored: Session): void {
  session = stored;
  isKept = true;
  // An earlier version of the app kept it in local storage.
  if (stored.email !== '') void keepEmail(stored);
  findEmail();
  tell(null);
}

/**
 * Without a subject in the token only the e-mail identifies the user's database, and every tab must know it at once.
 */
function isNamedByEmail({ userId, email }: Session): boolean {
  return userId === email;
}

/** Keeps the e-mail of a sign-in out of local storage (000 §2.3) wherever it need not be there. */
async function keepEmail(of: Session): Promise<void> {
  storeSignInEmail(isNamedByEmail(of) ? of.email : null);
  if (of.email !== '') await storeSessionEmail(isNamedByEmail(of) ? null : { userId: of.userId, email: of.email });
}

/** Stores again what the device keeps of the session beside local storage: the browser has erased it. */
export function storeSessionAgain(): void {
  if (session !== null) void keepEmail(session);
  copyForWorker();
}

/** Asks the device store for an e-mail that is not known yet. */
function findEmail(): void {
  if (session === null || session.email !== '' || !hasServer(session)) return;
  const { userId } = session;
  void readSessionEmail(userId).then((email) => {
    if (email === null || session === null || session.userId !== userId || session.email !== '') return;
    session = { ...session, email };
    tell(null);
  });
}

function leave(reason: SessionEnd): void {
  session = null;
  ended += 1;
  clearSessionValues();
  tell(reason);
}

function clearStored(): void {
  if (readToken() !== null) storeToken(null);
  if (readOfflineUser() !== null) storeOfflineUser(null);
  if (readDevicePlace() !== null) storeDevicePlace(null);
  storeSignInEmail(null);
  void storeSessionEmail(null);
}

/** Whether local storage holds this same session, expired or not. */
function isStored({ apiBase, token, userId }: Session): boolean {
  const place = readDevicePlace();
  if (place !== null || !hasServer({ apiBase })) return place !== null && apiBase === deviceBase(place);
  return readToken() === token && (token !== null || readOfflineUser()?.userId === userId);
}

/** What local storage holds: a valid token, or an offline session whose user was active recently. */
function storedSession(now: number): Session | null {
  const place = readDevicePlace();
  if (place !== null) return deviceSession(place);
  const token = readToken();
  const signedIn = token === null ? null : sessionOf(token, readSignInEmail() ?? '');
  if (signedIn !== null && signedIn.expiresAt > now) return signedIn;
  const user = readOfflineUser();
  return user !== null && Math.abs(now - readActiveAt()) < INACTIVITY_LIMIT_MS
    ? { ...user, apiBase: API_BASE, token: null, expiresAt: 0 }
    : null;
}

/** Stores what the service worker sends with. */
function copyForWorker(): void {
  void storeSessionCopy(
    session === null || session.token === null
      ? null
      : { token: session.token, userId: session.userId, expiresAt: session.expiresAt },
  );
}

function sessionOf(token: string, email: string): Session | null {
  const user = readTokenUser(token);
  if (user === null) return null;
  const { subject, ...claims } = user;
  const userId = subject ?? email;
  return userId === '' ? null : { apiBase: API_BASE, token, userId, email, ...claims };
}

function tell(end: SessionEnd | null): void {
  for (const listener of listeners) listener(session, end);
}

function watchOtherTabs(): void {
  if (watching || typeof addEventListener === 'undefined') return;
  watching = true;
  onSignInChangedElsewhere(followOtherTabs);
}
