/** Tokens and their sessions: issued, checked at each request, replaced, ended. */
import { done, fail, type Outcome } from '../outcome.ts';
import type { Services } from '../services/services.ts';
import { finishWork } from '../services/unfinished-work.ts';
import {
  addSession,
  endFamily,
  findSession,
  noteSessionUse,
  replaceSession,
  type ActiveSession,
} from '../store/users/sessions.ts';
import { readServerEpoch } from '../store/database/meta.ts';
import { commit, isFull, unlessFull, type Db } from '../store/database/store.ts';
import { lockUser } from '../store/versions/counters.ts';
import { isDisabled, noteVisit } from '../store/users/user-access.ts';
import { findUser, lockUserWithPassword, type User } from '../store/users/users.ts';
import type { Caller } from '../auth/caller.ts';
import type { UnwrittenSession } from '../auth/unwritten-sessions.ts';

const MINUTE = 60_000;
const TOKEN_LIFE = 8 * 60 * MINUTE;
/** After its successor was first used, a replaced token is still accepted for this time, for requests under way. */
const REPLACED_GRACE = 5 * MINUTE;
/** The use of a session is recorded at most this often, so that not every request writes. */
const SEEN_EVERY = 5 * MINUTE;

/** 401: there is no such session, or its user no longer exists. */
export const REFUSED = fail('unauthenticated', 'Please sign in.');
const HELD = fail(
  'unavailable',
  'A security in your transactions is being merged into another. Please try again in a minute.',
  { retryAfter: 5 },
);
const iso = (instant: number): string => new Date(instant).toISOString();

interface NewToken {
  readonly token: string;
  readonly session: UnwrittenSession;
}

/** The sign-in from which a token comes. */
interface Origin {
  readonly family: string;
  readonly device: string | null;
  /** ISO instant. */
  readonly signedInAt: string;
}

async function makeToken({ newId, clock, tokens }: Services, owner: User, origin: Origin): Promise<NewToken> {
  const issuedAt = clock();
  const session = {
    jti: newId(),
    ...origin,
    userId: owner.id,
    passwordHash: owner.passwordHash,
    issuedAt,
    expiresAt: issuedAt + TOKEN_LIFE,
  };
  const token = await tokens.sign({
    userId: owner.id,
    displayName: `${owner.firstName} ${owner.surname}`.trim(),
    isAdmin: owner.isAdmin,
    jti: session.jti,
    issuedAt,
    expiresAt: session.expiresAt,
  });
  return { token, session };
}

async function writeSession(db: Db, { issuedAt, expiresAt, ...session }: UnwrittenSession): Promise<void> {
  await noteVisit(db, session.userId, iso(issuedAt));
  await addSession(db, { ...session, issuedAt: iso(issuedAt), expiresAt: iso(expiresAt) });
}

/**
 * Starts a session on a device; null when the checked password has changed meanwhile. On a full disk it lasts as long as
 * the process, so that users can still read.
 */
export async function issueToken(services: Services, owner: User, device: string | null): Promise<string | null> {
  const origin = { family: services.newId(), device, signedInAt: iso(services.clock()) };
  const { token, session } = await makeToken(services, owner, origin);
  const written = await unlessFull(
    async () =>
      await services.store.transact(async (tx) => {
        if (!(await lockUserWithPassword(tx, owner))) return REFUSED;
        await writeSession(tx, session);
        return done(undefined);
      }),
    () => {
      services.unwrittenSessions.add(session);
      return done(undefined);
    },
  );
  return written.ok ? token : null;
}

/** A session that a full disk kept out of the database; it ends when the password changes or the user is disabled. */
async function unwrittenSession(
  { store, clock, newId, unwrittenSessions }: Services,
  jti: string,
): Promise<ActiveSession | null> {
  const session = unwrittenSessions.find(jti, clock());
  const user = session === null ? null : await findUser(store, session.userId);
  if (session === null || user === null || user.passwordHash !== session.passwordHash) return null;
  if (await isDisabled(store, user.id)) return null;
  const { firstName, surname, isAdmin } = user;
  return {
    jti,
    family: session.family,
    userId: user.id,
    firstName,
    surname,
    isAdmin,
    used: true,
    device: session.device,
    signedInAt: session.signedInAt,
    lastSeenAt: iso(clock()),
    replacementUsedAt: null,
    serverEpoch: await readServerEpoch(store, newId),
    // Nothing is merged while nothing can be written.
    isHeld: false,
  };
}

/** The caller of the token in the `Authorization` header, or 401. */
export async function authenticate(services: Services, header: string | undefined): Promise<Outcome<Caller>> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/iu.exec(header ?? '')?.[1];
  if (token === undefined) return REFUSED;
  const now = services.clock();
  const claims = await services.tokens.verify(token, now);
  if (claims === null) return REFUSED;
  const session =
    (await findSession(services.store, claims.jti, iso(now))) ?? (await unwrittenSession(services, claims.jti));
  if (session === null || session.userId !== claims.userId) return REFUSED;
  if (services.unwrittenSessions.hasEnded(session.family)) return REFUSED;
  if (session.replacementUsedAt !== null && Date.parse(session.replacementUsedAt) + REPLACED_GRACE < now) {
    // A token is used long after it was replaced, so somebody has a copy: all tokens of the sign-in end.
    await endAll(services, session);
    return REFUSED;
  }
  if (session.isHeld) {
    // Whatever interrupted the merger, it goes on now.
    services.inBackground(finishWork(services));
    return HELD;
  }
  if (!session.used || Date.parse(session.lastSeenAt) + SEEN_EVERY <= now)
    await unlessFull(
      async () => {
        await noteSessionUse(services.store, session.jti, iso(now));
      },
      () => undefined,
    );
  return done({
    userId: session.userId,
    displayName: `${session.firstName} ${session.surname}`.trim(),
    isAdmin: session.isAdmin,
    jti: session.jti,
    family: session.family,
    serverEpoch: session.serverEpoch,
  });
}

/**
 * Exchanges a token for a new one. The old one stays valid until the new one has been used, so that a lost reply signs
 * nobody out. `authenticate` has refused tokens that were replaced long ago.
 */
export async function refreshToken(services: Services, caller: Caller): Promise<Outcome<{ token: string }>> {
  const { store, clock, unwrittenSessions } = services;
  const owner = await findUser(store, caller.userId);
  if (owner === null) return REFUSED;
  const origin = (await findSession(store, caller.jti, iso(clock()))) ?? unwrittenSessions.find(caller.jti, clock());
  if (origin === null) return REFUSED;
  const { family, device, signedInAt } = origin;
  const { token, session } = await makeToken(services, owner, { family, device, signedInAt });
  try {
    return await store.transact(async (tx) => {
      // A sign-out or new password that comes now waits, and then ends the new token too.
      await lockUser(tx, caller.userId);
      const before = await findSession(tx, caller.jti, iso(clock()));
      if (before === null && unwrittenSessions.find(caller.jti, clock()) === null) return REFUSED;
      await writeSession(tx, session);
      // When two tabs refresh at the same time, both new tokens are valid, and the use of the later one ends the old
      // token.
      if (before?.replacementUsedAt === null) await replaceSession(tx, before.jti, session.jti);
      return done({ token });
    });
  } catch (error) {
    if (!isFull(error)) throw error;
    unwrittenSessions.add(session);
    return done({ token });
  }
}

/** Ends the sign-in from which the caller's token came. */
export async function signOut(services: Services, caller: Caller): Promise<Outcome<undefined>> {
  await endAll(services, caller);
  return done(undefined);
}

/** Ends a family of tokens in this process at once; throws where a full disk prevents ending it in the database. */
async function endAll(
  { store, unwrittenSessions }: Services,
  { userId, family }: Pick<Caller, 'userId' | 'family'>,
): Promise<void> {
  unwrittenSessions.end(family);
  await commit(store, async (tx) => {
    await endFamily(tx, userId, family);
  });
}
