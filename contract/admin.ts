/** Logs and facts of the running server (002 §3, §7). */
import { z } from './zod.ts';
import { idSchema, instantSchema, MAX_PAGE_SIZE, textSchema } from './common.ts';
import { route } from './route.ts';

/** Page size of the logs (002 §9). */
const LOG_PAGE_SIZE = 50;

const systemInfo = z.object({
  environment: z.string(),
  machineName: z.string(),
  processId: z.int(),
  /** Bytes. */
  workingSet: z.int().min(0),
  serverTime: instantSchema,
  /** Milliseconds since the process started. */
  tickCount: z.int().min(0),
});

const logEntry = z.object({
  timestamp: instantSchema,
  level: z.string(),
  source: z.string(),
  message: z.string(),
  exception: z.string().nullable(),
});
export type LogEntry = z.infer<typeof logEntry>;

const logPage = z.object({
  logs: z.array(logEntry),
  totalCount: z.int().min(0),
  totalPages: z.int().min(0),
  page: z.int().min(1),
});
export type LogPage = z.infer<typeof logPage>;

const userAccess = z.object({
  id: idSchema,
  email: z.string(),
  firstName: z.string(),
  surname: z.string(),
  isAdmin: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: instantSchema,
  /** When a token was last issued to the user; null when none ever was. */
  lastVisitAt: instantSchema.nullable(),
});

const userList = z.object({
  /** Who may register; `local`: browsers on the server's own machine freely, others by invitation. */
  registration: z.enum(['local', 'open', 'invite', 'closed']),
  users: z.array(userAccess),
});
export type UserList = z.infer<typeof userList>;

const invitation = z.object({ link: z.string(), expiresAt: instantSchema });
export type Invitation = z.infer<typeof invitation>;

export const adminRoutes = {
  users: route({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary: 'All users with role and last visit, and who may register',
    reply: { status: 200, json: userList },
    extension: true,
  }),
  inviteUser: route({
    method: 'POST',
    path: '/admin/users/invitations',
    access: 'admin',
    summary: 'Create an invitation link, with which one person can register within a week',
    reply: { status: 200, json: invitation },
    extension: true,
  }),
  setUserAccess: route({
    method: 'PUT',
    path: '/admin/users/:id',
    access: 'admin',
    summary: 'Disable a user, who is signed out everywhere, or enable them again; their records are kept',
    params: z.object({ id: idSchema }),
    body: z.object({ isDisabled: z.boolean() }),
    reply: { status: 200, json: userAccess },
    extension: true,
  }),

  systemInfo: route({
    method: 'GET',
    path: '/admin/system-info',
    access: 'admin',
    summary: 'Information about the running server',
    reply: { status: 200, json: systemInfo },
  }),
  logLevels: route({
    method: 'GET',
    path: '/admin/logs/levels',
    access: 'admin',
    summary: 'The levels of log entries',
    reply: { status: 200, json: z.array(z.string()) },
  }),
  logs: route({
    method: 'GET',
    path: '/admin/logs',
    access: 'admin',
    summary: 'A page of log entries, newest first',
    query: z.object({
      level: textSchema(20).optional(),
      source: textSchema(200).optional(),
      searchText: textSchema(200).optional(),
      startTime: instantSchema.optional(),
      endTime: instantSchema.optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(LOG_PAGE_SIZE),
    }),
    reply: { status: 200, json: logPage },
  }),
} as const;
