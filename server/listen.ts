/** Runs the server until it is told to stop. */
import { v7 } from 'uuid';
import { buildApp } from './app.ts';
import { inviteLink } from './commands/users.ts';
import type { Config } from './config.ts';
import { startDemo } from './demo/demo-mode.ts';
import { heavyThreads } from './heavy/heavy-threads.ts';
import type { ServerLog } from './log/log.ts';
import type { Store } from './store/database/store.ts';
import { countUsers } from './store/users/users.ts';

/** Requests under way at the end may take this long; then every connection is closed. */
const GRACE_MS = 10_000;

export interface ListenOptions {
  readonly store: Store;
  readonly config: Config;
  readonly serverLog: ServerLog;
  readonly demo: boolean;
  readonly print: (line: string) => void;
}

/** The server's address for a browser on this machine. */
function localUrl(config: Config, port: number): string {
  const wide =
    config.host === '127.0.0.1' || config.host === '::1' || config.host === '0.0.0.0' || config.host === '::';
  return `${config.tls === null ? 'http' : 'https'}://${wide ? 'localhost' : config.host}:${port}${config.basePath === '/' ? '' : config.basePath}`;
}

/** With invitations the first user needs one too; its link is printed because nobody can sign in to create it. */
async function printFirstInvite({ store, config, print }: ListenOptions): Promise<void> {
  if (config.registration !== 'invite' || (await countUsers(store)) > 0) return;
  print(
    `Create the first user, the administrator, within a week: ${(await inviteLink({ store, now: Date.now(), publicUrl: config.publicUrl })).link}`,
  );
}

/** Why the server cannot listen, in a line that names the setting. */
function listenProblem(error: unknown, { host, port }: Config): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return `port ${port} is in use; set PORT to another one.`;
  if (code === 'EACCES')
    return `PORT="${port}" is not permitted: expected a port from 1024, or the right to use a lower one.`;
  if (/^(?:EADDRNOTAVAIL|EINVAL|ENOTFOUND|EAI_\w+|EAFNOSUPPORT)$/u.test(code))
    return `HOST="${host}" is not an address of this machine (${code}): expected 127.0.0.1 for this machine only, 0.0.0.0 for all networks, or one of its own addresses.`;
  return `it cannot listen on ${host}, port ${port} (${code === '' ? String(error) : code}); set HOST or PORT to another one.`;
}

/** Listens, and closes app and store on SIGTERM or SIGINT. Returns why it could not listen, or null. */
export async function listen(options: ListenOptions): Promise<string | null> {
  const { store, config, serverLog, demo, print } = options;
  const { log } = serverLog;
  // A chart must not mix invented and real prices.
  const served = demo ? { ...config, market: { ...config.market, dailyAt: null } } : config;
  const app = await buildApp({ store, config: served, log, newId: v7, heavy: heavyThreads(config.heavy) });
  const demoLine = demo ? await startDemo(store, { dataDir: config.dataDir, now: Date.now(), newId: v7 }) : null;

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const grace = setTimeout(() => {
      app.server.closeAllConnections();
    }, GRACE_MS);
    await app.close();
    clearTimeout(grace);
    log.info('the server is stopping');
    await serverLog.close();
    await store.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      closing ??= close().catch((error: unknown) => {
        log.error({ err: error }, 'closing failed');
        process.exitCode = 1;
      });
    });
  }

  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    return listenProblem(error, config);
  }
  log.info('the server is listening');
  const address = app.server.address();
  await printFirstInvite(options);
  if (demoLine !== null) print(demoLine);
  print(
    `Holdfast is listening on ${localUrl(config, typeof address === 'object' && address !== null ? address.port : config.port)}`,
  );
  return null;
}
