/** Users' own access. A token alone must not allow permanent changes, so these also need the password. */
import type { z } from 'zod';
import type { Profile, userRoutes, UserSession } from '../../contract/user.ts';
import { done, fail, invalid, notFound, type Outcome } from '../outcome.ts';
import { removeWaitingMails } from '../services/mail.ts';
import { finishWork } from '../services/unfinished-work.ts';
import type { Services } from '../services/services.ts';
import { endFamily, endOtherSessionsOf, listSignIns } from '../store/users/sessions.ts';
import type { Db } from '../store/database/store.ts';
import { isNeededAdmin, listUserAccess, lockAccess } from '../store/users/user-access.ts';
import {
  deleteUser,
  findUser,
  lockUserWithPassword,
  normaliseEmail,
  removePasswordResets,
  setPasswordHash,
  updateUser,
  type User,
} from '../store/users/users.ts';
import type { Caller } from '../auth/caller.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { REFUSED } from './sessions.ts';
import { tooMany, TOO_COMMON } from './sign-in.ts';

/** A request of a user about themselves. */
interface OwnCall {
  readonly services: Services;
  readonly caller: Caller;
  readonly address: string;
}

type Body<R extends keyof typeof userRoutes> = (typeof userRoutes)[R] extends {
  readonly body: infer B extends z.ZodType;
}
  ? z.output<B>
  : never;

const WRONG_PASSWORD = fail('wrongPassword', 'Your current password is not correct.');

const iso = (instant: number): string => new Date(instant).toISOString();

/** The caller, if the password is theirs. Tries are limited like those of a sign-in, by user and by address. */
async function whoKnows({ services, caller, address }: OwnCall, password: string): Promise<Outcome<User>> {
  const { ownPassword, address: addresses } = services.throttles;
  const now = services.clock();
  const wait = (await addresses.take(address, now)) || (await ownPassword.take(caller.userId, now));
  if (wait > 0) return tooMany(wait);
  const user = await findUser(services.store, caller.userId);
  if (user === null) return REFUSED;
  if (!(await passwordMatches(user.passwordHash, password))) return WRONG_PASSWORD;
  await ownPassword.forget(caller.userId);
  await addresses.uncount(address);
  return done(user);
}

/** The caller's profile. */
export async function profileOf(db: Db, userId: string): Promise<Outcome<Profile>> {
  const user = (await listUserAccess(db)).find(({ id }) => id === userId);
  if (user === undefined) return REFUSED;
  const { email, firstName, surname, isAdmin, createdAt } = user;
  return done({ email, firstName, surname, isAdmin, createdAt, isNeeded: await isNeededAdmin(db, userId) });
}

/** Changes name and e-mail address; a new address, by which the user signs in, requires the password. */
export async function changeProfile(
  call: OwnCall,
  { password, ...fields }: Body<'updateProfile'>,
): Promise<Outcome<Profile>> {
  const { services, caller } = call;
  const before = await findUser(services.store, caller.userId);
  if (before === null) return REFUSED;
  const isOtherEmail = normaliseEmail(fields.email) !== before.email;
  if (isOtherEmail) {
    if (password === undefined)
      return invalid([
        {
          field: 'password',
          code: 'required',
          value: '',
          expected: 'your password, because the e-mail address changes',
        },
      ]);
    const known = await whoKnows(call, password);
    if (!known.ok) return known;
  }
  return await services.store.transact(async (tx) => {
    if (isOtherEmail && !(await lockUserWithPassword(tx, before))) return WRONG_PASSWORD;
    // When two users choose the same address at the same time, one of them gets it.
    await lockAccess(tx);
    if (!(await updateUser(tx, caller.userId, fields)))
      return fail('already-exists', 'Another user of this server has this e-mail address.');
    // A link sent to the old address becomes invalid.
    if (isOtherEmail) await removePasswordResets(tx, caller.userId);
    return await profileOf(tx, caller.userId);
  });
}

/** Sets a new password, and ends the other sessions unless they should continue. */
export async function changePassword(
  call: OwnCall,
  { currentPassword, newPassword, keepOtherSessions }: Body<'changePassword'>,
): Promise<Outcome<undefined>> {
  const { services, caller } = call;
  const known = await whoKnows(call, currentPassword);
  if (!known.ok) return known;
  if (await isCommonPassword(newPassword)) return TOO_COMMON;
  const passwordHash = await hashPassword(newPassword);
  return await services.store.transact(async (tx) => {
    if (!(await lockUserWithPassword(tx, known.value))) return WRONG_PASSWORD;
    await setPasswordHash(tx, caller.userId, passwordHash);
    await removePasswordResets(tx, caller.userId);
    if (!keepOtherSessions) await endOtherSessions(services, tx, caller);
    return done(undefined);
  });
}

/** The devices where a user is signed in, last seen first. */
export async function sessionsOf(services: Services, db: Db, caller: Caller): Promise<UserSession[]> {
  const now = services.clock();
  const kept = (await listSignIns(db, caller.userId, iso(now))).map((signIn) => ({
    id: signIn.family,
    device: signIn.device,
    firstSeenAt: signIn.signedInAt,
    lastSeenAt: signIn.lastSeenAt,
  }));
  const known = new Set(kept.map(({ id }) => id));
  const unwritten = services.unwrittenSessions
    .ofUser(caller.userId, now)
    .filter(({ family }) => !known.has(family))
    .map((session) => ({
      id: session.family,
      device: session.device,
      firstSeenAt: session.signedInAt,
      lastSeenAt: iso(session.issuedAt),
    }));
  return [...kept, ...unwritten].map((session) => ({ ...session, isCurrent: session.id === caller.family }));
}

/** Ends a session of the caller; not found where it does not exist or belongs to another user. */
export async function endOwnSession(
  services: Services,
  db: Db,
  caller: Caller,
  id: string,
): Promise<Outcome<undefined>> {
  if (!(await sessionsOf(services, db, caller)).some((session) => session.id === id)) return notFound('Session');
  services.unwrittenSessions.end(id);
  await endFamily(db, caller.userId, id);
  return done(undefined);
}

/** Ends all sessions of the caller except the present one. */
export async function endOtherSessions(services: Services, db: Db, caller: Caller): Promise<void> {
  for (const { family } of services.unwrittenSessions.ofUser(caller.userId, services.clock()))
    if (family !== caller.family) services.unwrittenSessions.end(family);
  await endOtherSessionsOf(db, caller.userId, caller.family);
}

/** Deletes the caller at once, and all records and receipts after the reply, because that takes long. */
export async function removeOwnUser(call: OwnCall, { password, email }: Body<'remove'>): Promise<Outcome<undefined>> {
  const { services, caller } = call;
  const { store, clock, config } = services;
  const known = await whoKnows(call, password);
  if (!known.ok) return known;
  if (normaliseEmail(email) !== known.value.email)
    return invalid([
      { field: 'email', code: 'notAllowed', value: email, expected: 'the e-mail address that you sign in with' },
    ]);
  const deleted = await store.transact(async (tx) => {
    if (!(await lockUserWithPassword(tx, known.value))) return WRONG_PASSWORD;
    // When two administrators leave at the same time, one of them stays.
    await lockAccess(tx);
    if (await isNeededAdmin(tx, caller.userId))
      return fail(
        'inUse',
        'You are the only administrator of this server, and others use it. Make another user an administrator first.',
      );
    await deleteUser(tx, caller.userId, iso(clock()));
    return done(undefined);
  });
  if (!deleted.ok) return deleted;
  removeWaitingMails(config.dataDir, known.value.email);
  services.inBackground(finishWork(services));
  return deleted;
}
