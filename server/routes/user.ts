/** Users' own access: profile, password, sessions, deleting the user. */
import { userRoutes } from '../../contract/user.ts';
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  endOwnSession,
  profileOf,
  removeOwnUser,
  sessionsOf,
} from '../access/own-user.ts';
import { done } from '../outcome.ts';
import { serve, type Api } from './serve.ts';

/** Calls that need the password count their tries outside their transaction. */
const COUNTS_TRIES = { ownTransaction: true } as const;

export function serveUser(api: Api): void {
  serve(api, userRoutes.profile, async (_input, { db, caller }) => await profileOf(db, caller.userId));
  serve(api, userRoutes.updateProfile, async ({ body }, call) => await changeProfile(call, body), COUNTS_TRIES);
  serve(api, userRoutes.changePassword, async ({ body }, call) => await changePassword(call, body), COUNTS_TRIES);
  serve(api, userRoutes.sessions, async (_input, { services, db, caller }) =>
    done({ sessions: await sessionsOf(services, db, caller) }),
  );
  serve(
    api,
    userRoutes.endSession,
    async ({ params }, { services, db, caller }) => await endOwnSession(services, db, caller, params.id),
  );
  serve(api, userRoutes.endOtherSessions, async (_input, { services, db, caller }) => {
    await endOtherSessions(services, db, caller);
    return done(undefined);
  });
  serve(api, userRoutes.remove, async ({ body }, call) => await removeOwnUser(call, body), COUNTS_TRIES);
}
