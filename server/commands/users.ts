/** `npm run admin`: the operator's commands for the server's users. */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { hashSecret, newSecret } from '../auth/secrets.ts';
import { done, fail, type Outcome } from '../outcome.ts';
import { eraseUsersHere } from '../services/deleted-users.ts';
import { removeWaitingMails } from '../services/mail.ts';
import type { StoredFiles } from '../store/upkeep/backup.ts';
import type { Db, Store } from '../store/database/store.ts';
import { isLastAdmin, lockAccess } from '../store/users/user-access.ts';
import { lockUser } from '../store/versions/counters.ts';
import { addInvite, addPasswordReset, deleteUser, findUserByEmail, listUsers, setAdmin } from '../store/users/users.ts';

export const USER_ACTIONS = ['list', 'invite', 'promote', 'demote', 'reset-password', 'delete'] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

export interface UserCommand {
  readonly action: UserAction;
  /** The user's e-mail; empty for `list` and `invite`. */
  readonly email: string;
}

export interface UserCommandContext {
  readonly store: Store;
  readonly files: StoredFiles;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The folder that contains the outbox. */
  readonly dataDir: string;
  /** The app's address for users, with a slash at the end. */
  readonly publicUrl: string;
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** Creates an invitation and returns its link; it works once, until the ISO instant `expiresAt`, a week from now. */
export async function inviteLink({
  store,
  now,
  publicUrl,
}: Pick<UserCommandContext, 'now' | 'publicUrl'> & { readonly store: Db }): Promise<{
  readonly link: string;
  readonly expiresAt: string;
}> {
  const code = newSecret();
  const expiresAt = iso(now + 7 * millisecondsInDay);
  await addInvite(store, hashSecret(code), iso(now), expiresAt);
  return { link: `${publicUrl}register?code=${code}`, expiresAt };
}

/** Runs a command and returns the lines to print. The last administrator cannot be removed. */
export async function runUserCommand(
  context: UserCommandContext,
  { action, email }: UserCommand,
): Promise<Outcome<readonly string[]>> {
  const { store, files, now, publicUrl } = context;
  if (action === 'list') {
    const users = await listUsers(store);
    return done(
      users.length === 0
        ? ['There are no users.']
        : users.map(
            (user) => `${user.email}  ${user.firstName} ${user.surname}${user.isAdmin ? '  (administrator)' : ''}`,
          ),
    );
  }
  if (action === 'invite') return done([`This link works once, within a week: ${(await inviteLink(context)).link}`]);
  const outcome = await store.transact<readonly string[]>(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === null) return fail('notFound', `There is no user with the e-mail ${email}.`);
    if (action === 'demote' || action === 'delete') {
      // When two administrators are removed at the same time, one of them stays.
      await lockUser(tx, user.id);
      await lockAccess(tx);
      if (await isLastAdmin(tx, user.id))
        return fail('inUse', `${user.email} is the only administrator who can sign in: promote another user first.`);
    }
    switch (action) {
      case 'promote':
        await setAdmin(tx, user.id, true);
        return done([`${user.email} is an administrator.`]);
      case 'demote':
        await setAdmin(tx, user.id, false);
        return done([`${user.email} is no longer an administrator.`]);
      case 'reset-password': {
        const secret = newSecret();
        await addPasswordReset(tx, hashSecret(secret), user.id, iso(now + millisecondsInHour));
        return done([
          `This link sets a new password for ${user.email}, once, within an hour: ${publicUrl}reset-password?token=${secret}`,
        ]);
      }
      case 'delete':
        await deleteUser(tx, user.id, iso(now));
        removeWaitingMails(context.dataDir, user.email);
        return done([`${user.email} and all their records were deleted.`]);
    }
  });
  if (outcome.ok && action === 'delete')
    await eraseUsersHere({ store, receiptFiles: files, clock: () => now, stopping: new AbortController().signal });
  return outcome;
}
