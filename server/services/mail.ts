/** Mail as files in the data folder's `outbox`, for a server without SMTP: readable by the server's user only. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
}

/** Writes each mail as one `.eml` file; `waiting` is told that one waits, without its content. */
export function fileMailer(dataDir: string, clock: () => number, waiting: () => void): Mailer {
  const folder = join(dataDir, 'outbox');
  return {
    send: async ({ to, subject, text }) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date(clock()).toISOString().replace(/[:.]/gu, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const partial = join(folder, `${name}.part`);
      await writeFile(partial, `To: ${to}\nSubject: ${subject}\nDate: ${new Date(clock()).toUTCString()}\nContent-Type: text/plain; charset=utf-8\n\n${text}`, { mode: 0o600 });
      await rename(partial, join(folder, name));
      waiting();
    },
  };
}
