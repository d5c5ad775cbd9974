/** The server process: reads the environment, opens the store, listens, closes cleanly. */
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { buildApp } from './app.ts';
import { hashSecret, newSecret } from './auth/secrets.ts';
import { readArguments, readConfig, type Config } from './config.ts';
import { startDemo } from './demo/demo-mode.ts';
import { sweep } from './store/housekeeping.ts';
import { openStore, type Store } from './store/store.ts';
import { addInvite, countUsers } from './store/users.ts';

const DAY = 86_400_000;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function stopWith(line: string): void {
  process.stderr.write(`Holdfast cannot start: ${line}\n`);
  process.exitCode = 1;
}

/** Where a browser on this machine finds the server. */
function localUrl(config: Config, port: number): string {
  const wide = config.host === '127.0.0.1' || config.host === '::1' || config.host === '0.0.0.0' || config.host === '::';
  return `http://${wide ? 'localhost' : config.host}:${port}${config.basePath === '/' ? '' : config.basePath}`;
}

/** With invitations the first user needs one too: its link is printed, because nobody can sign in to make it. */
async function printFirstInvite(store: Store, config: Config): Promise<void> {
  if (config.registration !== 'invite' || await countUsers(store) > 0) return;
  const code = newSecret();
  const now = Date.now();
  await addInvite(store, hashSecret(code), new Date(now).toISOString(), new Date(now + 7 * DAY).toISOString());
  print(`Create the first user, the administrator, within a week: ${config.publicUrl}register?code=${code}`);
}

async function openConfigured(config: Config): Promise<Store | null> {
  try {
    return await openStore(config.databaseUrl === null ? { dialect: 'sqlite', file: join(config.dataDir, 'holdfast.sqlite') } : { dialect: 'postgres', url: config.databaseUrl });
  } catch (error) {
    const place = config.databaseUrl === null ? `the database in ${config.dataDir}` : 'the database of DATABASE_URL';
    stopWith(`${place} could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

async function run(): Promise<void> {
  const reading = readConfig(process.env);
  const { demo, problems } = readArguments(process.argv.slice(2));
  for (const problem of [...problems, ...(reading.ok ? [] : reading.problems)]) stopWith(problem);
  if (!reading.ok || problems.length > 0) return;
  const { config } = reading;
  const store = await openConfigured(config);
  if (store === null) return;
  const log = pino({ level: config.logLevel });
  const app = await buildApp({ store, config, log, newId: v7 });
  const demoLine = demo ? await startDemo(store, { dataDir: config.dataDir, now: Date.now(), newId: v7 }) : null;
  const tidy = (): void => { sweep(store, Date.now()).catch((error: unknown) => { log.error({ err: error }, 'housekeeping failed'); }); };
  const timer = setInterval(tidy, DAY).unref();
  tidy();

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await app.close();
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
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    stopWith(taken ? `port ${config.port} is in use; set PORT to another one.` : `it cannot listen on ${config.host}:${config.port}.`);
    await close();
    return;
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  await printFirstInvite(store, config);
  if (demoLine !== null) print(demoLine);
  print(`Holdfast is listening on ${localUrl(config, port)}`);
}

await run();
