/** The server's log: lines of JSON to standard output, and the newest entries in the database for the admin portal. */
import { multistream, pino, type Logger } from 'pino';
import { addLogs, type LogRow } from '../store/upkeep/logs.ts';
import type { Store } from '../store/database/store.ts';
import { describeError, redact, type DescribedError } from './redact.ts';

/** The levels as the admin portal names them (002 §4), by pino's numbers. */
const LEVELS: Readonly<Record<number, string>> = {
  10: 'Verbose',
  20: 'Debug',
  30: 'Information',
  40: 'Warning',
  50: 'Error',
  60: 'Fatal',
};
export const LOG_LEVEL_NAMES: readonly string[] = Object.values(LEVELS);

const FLUSH_MS = 1000;
/** At most this many entries wait for the database; further ones are dropped, not kept in memory. */
const MAX_WAITING = 500;

/** The fields after the message: facts that we choose, never content. */
const DETAILS = ['method', 'route', 'status', 'ms', 'count'] as const;

type Details = { readonly [name in (typeof DETAILS)[number]]?: string | number };

interface Line extends Details {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly source?: string;
  readonly err?: DescribedError;
}

function toRow(line: Line): LogRow {
  const details = DETAILS.flatMap((name) => (line[name] === undefined ? [] : [`${name}=${String(line[name])}`]));
  const { err } = line;
  return {
    at: new Date(line.time).toISOString(),
    level: LEVELS[line.level] ?? 'Information',
    source: line.source ?? 'server',
    message: [line.msg ?? '', ...details].join(' '),
    exception:
      err === undefined
        ? null
        : `${err.type}: ${err.message}${err.code === undefined ? '' : ` [${err.code}]`}\n${err.stack}`.trim(),
  };
}

export interface ServerLog {
  readonly log: Logger;
  /** Writes the waiting entries to the database. */
  readonly flush: () => Promise<void>;
  /** Flushes a last time; later entries go to standard output only. */
  readonly close: () => Promise<void>;
}

export interface LogOptions {
  readonly level: string;
  readonly store: Store;
  /** The receiver of lines; standard output except in tests. */
  readonly write?: (line: string) => void;
}

/** Creates the log; addresses and secrets are removed from lines before they go anywhere. */
export function makeLog({
  level,
  store,
  write = (line) => {
    process.stdout.write(line);
  },
}: LogOptions): ServerLog {
  let waiting: LogRow[] = [];
  let dropped = 0;
  let isOpen = true;
  let running: Promise<void> = Promise.resolve();

  const flushOnce = async (): Promise<void> => {
    const entries = waiting;
    waiting = [];
    const last = entries.at(-1);
    if (dropped > 0 && last !== undefined) {
      entries.push({
        at: last.at,
        level: 'Warning',
        source: 'server',
        message: `${dropped} entries are in the standard output only`,
        exception: null,
      });
      dropped = 0;
    }
    // The code that needed a failing database reports it on standard output.
    await addLogs(store, entries).catch(() => {
      dropped += entries.length;
    });
  };
  const flush = async (): Promise<void> => {
    running = running.then(flushOnce);
    await running;
  };
  const timer = setInterval(() => {
    if (waiting.length > 0) void flush();
  }, FLUSH_MS).unref();

  const keep = (text: string): void => {
    if (!isOpen) return;
    if (waiting.length >= MAX_WAITING) dropped += 1;
    else waiting.push(toRow(JSON.parse(text) as Line));
  };
  const stream = {
    write: (line: string): void => {
      const text = redact(line);
      write(text);
      keep(text);
    },
  };
  return {
    log: pino({ level, serializers: { err: describeError } }, multistream([{ level: 'trace', stream }])),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
      isOpen = false;
    },
  };
}
