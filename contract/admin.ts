/** Logs and facts of the running server (002 §3, §7). */
import { z } from './zod.ts';
import { instantSchema, MAX_PAGE_SIZE, textSchema } from './common.ts';
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
export type SystemInfo = z.infer<typeof systemInfo>;

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

export const adminRoutes = {
  systemInfo: route({
    method: 'GET',
    path: '/admin/system-info',
    access: 'admin',
    summary: 'Facts of the running server',
    reply: { status: 200, json: systemInfo },
  }),
  logLevels: route({
    method: 'GET',
    path: '/admin/logs/levels',
    access: 'admin',
    summary: 'The levels that log entries have',
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
