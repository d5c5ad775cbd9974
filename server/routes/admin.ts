/** Logs and facts of the running server, for administrators (002 §7). */
import { hostname } from 'node:os';
import { adminRoutes } from '../../contract/admin.ts';
import { LOG_LEVEL_NAMES } from '../log/log.ts';
import { done } from '../outcome.ts';
import { pageOfLogs } from '../store/logs.ts';
import { serve, type Api } from './serve.ts';

export function serveAdmin(api: Api): void {
  serve(api, adminRoutes.systemInfo, (_input, { now }) =>
    done({
      environment: process.env['NODE_ENV'] ?? 'production',
      machineName: hostname(),
      processId: process.pid,
      workingSet: process.memoryUsage.rss(),
      serverTime: now,
      tickCount: Math.round(process.uptime() * 1000),
    }),
  );
  serve(api, adminRoutes.logLevels, () => done([...LOG_LEVEL_NAMES]));
  serve(api, adminRoutes.logs, async ({ query }, { db }) => done(await pageOfLogs(db, query)));
}
