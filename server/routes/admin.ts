/** Logs and facts of the running server, for administrators (002 §7). */
import { hostname } from 'node:os';
import { adminRoutes } from '../../contract/admin.ts';
import { REFUSED } from '../access/sessions.ts';
import { LOG_LEVEL_NAMES } from '../log/log.ts';
import { done, fail, notFound } from '../outcome.ts';
import { inviteLink } from '../commands/users.ts';
import { pageOfLogs } from '../store/upkeep/logs.ts';
import { endSessionsOf } from '../store/users/sessions.ts';
import { listUserAccess, lockAccess, setDisabled } from '../store/users/user-access.ts';
import { lockUser } from '../store/versions/counters.ts';
import { serve, type Api } from './serve.ts';

export function serveAdmin(api: Api): void {
  serve(api, adminRoutes.users, async (_input, { db, services }) =>
    done({ registration: services.config.registration, users: await listUserAccess(db) }),
  );
  serve(api, adminRoutes.inviteUser, async (_input, { db, services }) =>
    done(await inviteLink({ store: db, now: services.clock(), publicUrl: services.config.publicUrl })),
  );
  serve(api, adminRoutes.setUserAccess, async ({ params, body }, { db, caller, now }) => {
    await lockUser(db, params.id);
    await lockAccess(db);
    const users = await listUserAccess(db);
    // When two administrators disable each other at the same time, one of them stays.
    if (!users.some(({ id, isAdmin, isDisabled }) => id === caller.userId && isAdmin && !isDisabled)) return REFUSED;
    const user = users.find(({ id }) => id === params.id);
    if (user === undefined) return notFound('User');
    if (body.isDisabled && user.id === caller.userId) return fail('inUse', 'You cannot disable your own account.');
    await setDisabled(db, user.id, body.isDisabled ? now : null);
    if (body.isDisabled) await endSessionsOf(db, user.id);
    return done({ ...user, isDisabled: body.isDisabled });
  });
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
