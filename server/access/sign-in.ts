/** Sign-up, sign-in and password resets. */
import type { z } from 'zod';
import type { loginBody, registerBody } from '../../contract/auth.ts';
import { done, fail, type Failure, type Outcome } from '../outcome.ts';
import { endSessionsOf } from '../store/users/sessions.ts';
import { unlessFull } from '../store/database/store.ts';
import {
  addPasswordReset,
  addUser,
  countUsers,
  findUserByEmail,
  normaliseEmail,
  redeemInvite,
  redeemPasswordReset,
  rehashPassword,
  setPasswordHash,
} from '../store/users/users.ts';
import { isDisabled, lockAccess } from '../store/users/user-access.ts';
import type { Services } from '../services/services.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { checkNobody, hashPassword, needsRehash, passwordMatches } from '../auth/passwords.ts';
import { hashSecret, newSecret } from '../auth/secrets.ts';
import { issueToken } from './sessions.ts';

const MINUTE = 60_000;
const RESET_LIFE = 60 * MINUTE;
const BUSY_SECONDS = 10;

/** 429 with the number of seconds to wait. */
export function tooMany(seconds: number): Failure {
  return fail('tooManyRequests', 'Too many attempts. Please wait and try again.', { retryAfter: seconds });
}

export const TOO_COMMON = fail(
  'commonPassword',
  'This is one of the 10,000 most common passwords. Please choose another one.',
);

const iso = (instant: number): string => new Date(instant).toISOString();

/** Signs in; an unknown e-mail and a wrong password get the same reply after the same time. */
export async function signIn(
  services: Services,
  body: z.output<typeof loginBody>,
  { address, device }: { readonly address: string; readonly device: string | null },
): Promise<Outcome<{ token: string }>> {
  const now = services.clock();
  const { account, address: addresses } = services.throttles;
  const email = normaliseEmail(body.email);
  // Tries from a refused address must not count against the account, or anyone could lock anyone out.
  const place = `${email} ${address}`;
  // Other people's guesses do not lock users out of a place where they have signed in before.
  const guesses = (await services.throttles.knownPlace.has(place, now))
    ? async () => await services.throttles.placeGuesses.take(place, now)
    : async () => await account.take(email, now);
  const wait = (await addresses.take(address, now)) || (await guesses());
  if (wait > 0) return tooMany(wait);
  const user = await findUserByEmail(services.store, email);
  const matches =
    user === null ? await checkNobody(body.password) : await passwordMatches(user.passwordHash, body.password);
  if (user === null || !matches) return fail('badCredentials', 'Invalid email or password.');
  await account.forget(email);
  await services.throttles.placeGuesses.forget(place);
  await services.throttles.knownPlace.take(place, now);
  await addresses.uncount(address);
  if (await isDisabled(services.store, user.id))
    return fail('forbidden', 'An administrator of this server has disabled your account.');
  // A new session waits for the user's writes; others of the same user wait without a connection to the database.
  const issued = await services.shares.signIns.within(user.id, async () => ({
    token: await issueToken(services, user, device),
  }));
  if (issued === null) return tooMany(BUSY_SECONDS);
  const { token } = issued;
  if (token === null) return await signIn(services, body, { address, device });
  if (needsRehash(user.passwordHash)) {
    const passwordHash = await hashPassword(body.password);
    await unlessFull(
      async () => {
        await rehashPassword(services.store, user, passwordHash);
      },
      () => undefined,
    );
  }
  return done({ token });
}

/** Creates a user as the registration mode allows; the first user is the administrator. */
export async function registerUser(
  services: Services,
  body: z.output<typeof registerBody>,
  address: string,
  isLocal: boolean,
): Promise<Outcome<{ message: string }>> {
  const now = services.clock();
  const wait = await services.throttles.registration.take(address, now);
  if (wait > 0) return tooMany(wait);
  const given = services.config.registration;
  const mode = given !== 'local' ? given : isLocal ? 'open' : 'invite';
  if (mode === 'closed') return fail('registrationClosed', 'Registration is closed on this server.');
  if (await isCommonPassword(body.password)) return TOO_COMMON;
  const passwordHash = await hashPassword(body.password);
  return await services.store.transact(async (tx) => {
    // When two first users register at the same time, only one of them is the first.
    await lockAccess(tx);
    if (mode === 'invite' && !(await redeemInvite(tx, hashSecret(body.inviteCode ?? ''), iso(now)))) {
      return fail(
        'registrationClosed',
        'Registration on this server is by invitation. Please use the link that you were given; it works once.',
      );
    }
    const added = await addUser(
      tx,
      {
        id: services.newId(),
        email: body.email,
        firstName: body.firstName,
        surname: body.surname,
        passwordHash,
        isAdmin: (await countUsers(tx)) === 0,
      },
      iso(now),
    );
    if (!added) return fail('invalid', 'Registration failed. An account with this email may already exist.');
    return done({ message: 'Account created successfully! Please sign in to continue.' });
  });
}

const RESET_ANSWER = {
  message: "If an account with that email exists, we've sent a password reset link to your email address.",
};

/** Replies at once, and the same to everybody; the mail is written afterwards. */
export async function requestPasswordReset(
  services: Services,
  email: string,
  address: string,
): Promise<Outcome<{ message: string; mailSetUp: boolean }>> {
  const now = services.clock();
  const { resetEmail, resetAddress } = services.throttles;
  const key = normaliseEmail(email);
  const waits = [await resetEmail.take(key, now), await resetAddress.take(address, now)];
  if (waits.every((wait) => wait === 0)) services.inBackground(sendResetMail(services, email));
  return done({ ...RESET_ANSWER, mailSetUp: services.config.smtp !== null });
}

async function sendResetMail(services: Services, email: string): Promise<void> {
  const user = await findUserByEmail(services.store, email);
  if (user === null) return;
  const secret = newSecret();
  await addPasswordReset(services.store, hashSecret(secret), user.id, iso(services.clock() + RESET_LIFE));
  await services.mailer.send({
    to: user.email,
    subject: 'Reset your Holdfast password',
    text:
      `Somebody, hopefully you, asked to reset the password of ${user.email} on Holdfast.\n\n` +
      `To choose a new password, open this link within an hour. It works once:\n${services.config.publicUrl}reset-password?token=${secret}\n\n` +
      'If it was not you, ignore this message; your password stays as it is.\n',
  });
}

/** Sets a new password with a link's token, and ends all sessions of the user. */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
  address: string,
): Promise<Outcome<{ message: string }>> {
  const now = services.clock();
  const wait = await services.throttles.address.take(address, now);
  if (wait > 0) return tooMany(wait);
  // Checked before the link is used up.
  if (await isCommonPassword(password)) return TOO_COMMON;
  const passwordHash = await hashPassword(password);
  const outcome = await services.store.transact<{ message: string }>(async (tx) => {
    const userId = await redeemPasswordReset(tx, hashSecret(token), iso(now));
    if (userId === null) return fail('invalid', 'This link has expired or was used already. Please ask for a new one.');
    await setPasswordHash(tx, userId, passwordHash);
    await endSessionsOf(tx, userId);
    return done({ message: 'Your password has been changed. Please sign in.' });
  });
  if (outcome.ok) await services.throttles.address.uncount(address);
  return outcome;
}
