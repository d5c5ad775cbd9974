/** A signed-in user's own access: name and address, password, sessions, and deleting the user. */
import { z } from './zod.ts';
import { emailSchema, newPassword, presentPassword } from './auth.ts';
import { idSchema, instantSchema, requiredText } from './common.ts';
import { route } from './route.ts';

/** The feature of a server with these calls. */
export const USER_FEATURE = 'ownUser';

const profile = z.object({
  email: z.string(),
  firstName: z.string(),
  surname: z.string(),
  isAdmin: z.boolean(),
  /** True for the only administrator while there are other users, who need one, so this user cannot be deleted. */
  isNeeded: z.boolean(),
  createdAt: instantSchema,
});
export type Profile = z.infer<typeof profile>;

const session = z.object({
  id: idSchema,
  /** Browser and system, such as `Firefox on Windows`; null where they are unknown. */
  device: z.string().nullable(),
  firstSeenAt: instantSchema,
  /** Updated every few minutes. */
  lastSeenAt: instantSchema,
  /** The session of the request. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof session>;

export const userRoutes = {
  profile: route({
    method: 'GET',
    path: '/user',
    access: 'user',
    extension: true,
    summary: 'Name, e-mail address and role of the caller',
    reply: { status: 200, json: profile },
  }),
  updateProfile: route({
    method: 'PUT',
    path: '/user',
    access: 'user',
    extension: true,
    summary: 'Change name and e-mail address; another address needs the password',
    body: z.object({
      firstName: requiredText(100),
      surname: requiredText(100),
      email: emailSchema,
      password: presentPassword.exactOptional(),
    }),
    reply: { status: 200, json: profile },
  }),
  changePassword: route({
    method: 'PUT',
    path: '/user/password',
    access: 'user',
    extension: true,
    summary: 'Set a new password; ends all other sessions unless they are to be kept',
    body: z.object({
      currentPassword: presentPassword,
      newPassword,
      keepOtherSessions: z.boolean().default(false),
    }),
    reply: { status: 204 },
  }),
  sessions: route({
    method: 'GET',
    path: '/user/sessions',
    access: 'user',
    extension: true,
    summary: 'The sessions of the caller, last seen first',
    reply: { status: 200, json: z.object({ sessions: z.array(session) }) },
  }),
  endSession: route({
    method: 'DELETE',
    path: '/user/sessions/:id',
    access: 'user',
    extension: true,
    summary: 'End a session of the caller; its device has to sign in again',
    params: z.object({ id: idSchema }),
    owns: { id: 'session' },
    reply: { status: 204 },
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'user',
    extension: true,
    summary: 'End all sessions of the caller except the one that makes this request',
    reply: { status: 204 },
  }),
  remove: route({
    method: 'POST',
    path: '/user/delete',
    access: 'user',
    extension: true,
    summary:
      'Delete the caller with all records, receipts and sessions; refused for the only administrator while there are other users',
    body: z.object({
      password: presentPassword,
      /** The caller's e-mail address, as a confirmation. */
      email: requiredText(254),
    }),
    reply: { status: 204 },
  }),
} as const;
