/** A user's own access to a server. A module that imports it also loads zod. */
import type { ParsedBody } from '../../../contract/route.ts';
import { type Profile, USER_FEATURE, userRoutes, type UserSession } from '../../../contract/user.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { askServer, callOf, mapAnswer, type ServerAnswer } from './ask-server.ts';

export type { Profile, UserSession } from '../../../contract/user.ts';

/** The feature of a server that has these calls. */
export const OWN_ACCESS_FEATURE = USER_FEATURE;

type Asked<T> = Promise<ServerAnswer<T>>;

export const askProfile = callOf(userRoutes.profile);

/** Another address needs the password. */
export const saveProfile = async (
  db: HoldfastDatabase,
  body: ParsedBody<typeof userRoutes.updateProfile>,
): Asked<Profile> => await askServer(db, userRoutes.updateProfile, { body });

export const changePassword = async (
  db: HoldfastDatabase,
  body: ParsedBody<typeof userRoutes.changePassword>,
): Asked<unknown> => await askServer(db, userRoutes.changePassword, { body });

/** Where the user is signed in, the last seen first. */
export const askSessions = async (db: HoldfastDatabase): Asked<readonly UserSession[]> =>
  mapAnswer(await askServer(db, userRoutes.sessions), ({ sessions }) => sessions);

/** Ends a session; one that has ended already is no error. */
export async function endUserSession(db: HoldfastDatabase, id: string): Asked<unknown> {
  const answer = await askServer(db, userRoutes.endSession, { params: { id } });
  return answer.kind === 'refused' && answer.status === 404 ? { kind: 'answer', value: undefined } : answer;
}

export const endOtherSessions = callOf(userRoutes.endOtherSessions);

/** Deletes the user and all of the user's records on the server. */
export const deleteAccount = async (db: HoldfastDatabase, body: ParsedBody<typeof userRoutes.remove>): Asked<unknown> =>
  await askServer(db, userRoutes.remove, { body });
