/** The process: reads the environment and the command line, opens the store, and carries out the task. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import packageFile from '../package.json' with { type: 'json' };
import { readArguments, type Task } from './arguments.ts';
import { runCommand } from './cli/run-command.ts';
import { ownTerminal } from './cli/terminal.ts';
import { backUpTo, restoreFrom } from './commands/backup-file.ts';
import { runFactCommand } from './commands/facts.ts';
import { runUserCommand } from './commands/users.ts';
import { readConfig, type Config } from './config.ts';
import { databaseUrlShown } from './database-url.ts';
import { answerHeavyRequests, isFinishingThread, isHeavyThread } from './heavy-thread.ts';
import { listen } from './listen.ts';
import { makeLog } from './log/log.ts';
import { makeFolder } from './make-folder.ts';
import { receiptFiles } from './services/receipt-files.ts';
import { finishWorkHere } from './services/unfinished-work.ts';
import { LOCK_FILE, lockFolder } from './store/database/folder-lock.ts';
import { openStore, type Store, type StoreLocation } from './store/database/store.ts';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function failWith(line: string): void {
  process.stderr.write(`Holdfast: ${line}\n`);
  process.exitCode = 1;
}

function stopWith(line: string): void {
  process.stderr.write(`Holdfast cannot start: ${line}\n`);
  process.exitCode = 1;
}

/** A failed connection to each of several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function locationOf({ databaseUrl, dataDir, recordsQuota }: Config): StoreLocation {
  return databaseUrl === null
    ? { dialect: 'sqlite', file: join(dataDir, 'holdfast.sqlite'), recordsQuota }
    : { dialect: 'postgres', url: databaseUrl, recordsQuota };
}

function isDatabaseMissing(config: Config): boolean {
  const location = locationOf(config);
  return location.dialect === 'sqlite' && !existsSync(location.file);
}

/** Why the database could not be opened, in a line that names the setting, its value without a password, and what is expected. */
function openingProblem(error: unknown, { databaseUrl, dataDir }: Config): string {
  const reason = messageOf(error).replace(/\s+/gu, ' ');
  if (databaseUrl !== null)
    return `the database of DATABASE_URL (${databaseUrlShown(databaseUrl)}) could not be opened: ${reason}. Expected postgres://user:password@host/database of a running PostgreSQL.`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isFolder = /^(?:E[A-Z]+|SQLITE_CANTOPEN.*|SQLITE_READONLY.*)$/u.test(code);
  return `the database in ${dataDir} could not be opened: ${reason}${isFolder ? '. Set DATA_DIR to a folder that Holdfast can create or write to.' : ''}`;
}

/** Opens the database; a server with SQLite first takes its folder, whose database a newer version would upgrade. */
async function openConfigured(config: Config, isServing: boolean): Promise<Store | null> {
  try {
    const release = isServing && config.databaseUrl === null ? await lockFolder(config.dataDir) : () => undefined;
    if (release === null) {
      stopWith(
        `another server is using ${config.dataDir} (it holds ${join(config.dataDir, LOCK_FILE)}). Stop that server first, or set DATA_DIR to another folder and PORT to another port. To run several servers on the same data, use PostgreSQL (DATABASE_URL).`,
      );
      return null;
    }
    const store = await openStore(locationOf(config));
    return {
      ...store,
      close: async () => {
        await store.close();
        release();
      },
    };
  } catch (error) {
    stopWith(openingProblem(error, config));
    return null;
  }
}

/** The data from before a restore is kept beside it until someone deletes it. */
async function restore(store: Store, config: Config, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const now = new Date().toISOString();
  const before = join(config.dataDir, `before-restore-${now.replace(/[:.]/gu, '-')}.backup.gz`);
  const files = receiptFiles(store, config);
  // With PostgreSQL, nothing else has created the folder yet on a newly set up machine.
  makeFolder(config.dataDir);
  const kept = await backUpTo(store, files, before, now);
  const { rows, madeAt } = await restoreFrom(store, files, file, v7());
  print(`Restored ${rows} rows as of ${madeAt}. The ${kept} earlier rows are in ${before}`);
}

async function backUp(store: Store, config: Config, file: string): Promise<void> {
  let missing = 0;
  const rows = await backUpTo(store, receiptFiles(store, config), file, new Date().toISOString(), () => {
    missing += 1;
  });
  print(`Backed up ${rows} rows to ${file}`);
  if (missing > 0)
    process.stderr.write(
      `Holdfast: ${missing} receipt${missing === 1 ? ' has' : 's have'} no file any more; everything else is in the backup.\n`,
    );
}

function textOf(file: string): string {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  return readFileSync(file, 'utf8');
}

type ServeTask = Extract<Task, { task: 'serve' }>;
type StoreTask =
  | Extract<Task, { task: 'backup' }>
  | Extract<Task, { task: 'restore' }>
  | Extract<Task, { task: 'facts' }>
  | Extract<Task, { task: 'users' }>;

/** Carries out a task that ends by itself. */
async function doOnce(store: Store, config: Config, task: StoreTask): Promise<void> {
  try {
    if (task.task === 'restore') await restore(store, config, task.file);
    else if (task.task === 'backup') await backUp(store, config, task.file);
    else {
      const outcome =
        task.task === 'facts'
          ? await runFactCommand({ store, newId: v7, read: textOf }, task.command)
          : await runUserCommand(
              {
                store,
                files: receiptFiles(store, config),
                now: Date.now(),
                publicUrl: config.publicUrl,
                dataDir: config.dataDir,
              },
              task,
            );
      if (!outcome.ok) throw new Error(outcome.message);
      for (const line of outcome.value) print(line);
    }
  } catch (error) {
    failWith(messageOf(error));
  } finally {
    await store.close();
  }
}

/** A thread has the environment of its process, and a connection of its own. */
async function runHeavyThread(): Promise<void> {
  const reading = readConfig(process.env);
  if (!reading.ok) throw new Error(reading.problems.join(' '));
  const { config } = reading;
  const location = locationOf(config);
  const store = await openStore(
    location.dialect === 'sqlite' ? location : { ...location, connections: 1, statementLimit: config.heavy.deadline },
  );
  if (!isFinishingThread()) {
    await answerHeavyRequests(store, config);
    return;
  }
  // The process ends its threads itself.
  const stopping = new AbortController().signal;
  await finishWorkHere({ store, receiptFiles: receiptFiles(store, config), clock: Date.now, stopping });
  await store.close();
}

async function run(): Promise<void> {
  const read = readArguments(process.argv.slice(2));
  if (!read.ok) {
    failWith(read.problem);
    return;
  }
  const task = read.value;
  if (task.task === 'help') print(task.text);
  else if (task.task === 'version') print(`Holdfast ${packageFile.version}`);
  else if (task.task === 'client') process.exitCode = await runCommand(task.command, task.given, ownTerminal);
  else await runOnStore(task);
}

async function runOnStore(task: StoreTask | ServeTask): Promise<void> {
  const reading = readConfig(process.env);
  if (!reading.ok) {
    for (const problem of reading.problems) stopWith(problem);
    return;
  }
  const { config } = reading;
  // In the wrong folder there would be an empty database, and the backup of nothing.
  if (task.task !== 'serve' && task.task !== 'restore' && isDatabaseMissing(config)) {
    failWith(`there is no database in ${config.dataDir}: set DATA_DIR to the folder where the server keeps its data.`);
    return;
  }
  const store = await openConfigured(config, task.task === 'serve');
  if (store === null) return;
  if (task.task !== 'serve') {
    await doOnce(store, config, task);
    return;
  }
  const problem = await listen({
    store,
    config,
    serverLog: makeLog({ level: config.logLevel, store }),
    demo: task.demo,
    print,
  });
  if (problem !== null) stopWith(problem);
}

if (isHeavyThread()) await runHeavyThread();
else await run();
