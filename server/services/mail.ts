/** Mail: by SMTP where a server is configured, else as files in the data folder's `outbox`, readable by the server's user only. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { makeFolder } from '../make-folder.ts';
import type { SmtpConfig } from '../operations-config.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
}

/** Writes each mail as one `.eml` file; `waiting` is called without its content. */
function fileMailer(dataDir: string, clock: () => number, waiting: () => void): Mailer {
  const folder = join(dataDir, 'outbox');
  return {
    send: async ({ to, subject, text }) => {
      makeFolder(folder);
      const name = `${new Date(clock()).toISOString().replace(/[:.]/gu, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const partial = join(folder, `${name}.part`);
      await writeFile(
        partial,
        `To: ${to}\nSubject: ${subject}\nDate: ${new Date(clock()).toUTCString()}\nContent-Type: text/plain; charset=utf-8\n\n${text}`,
        { mode: 0o600 },
      );
      await rename(partial, join(folder, name));
      waiting();
    },
  };
}

/** Removes the mails to an address that wait in the outbox: their links belong to a deleted user. */
export function removeWaitingMails(dataDir: string, to: string): void {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (readFileSync(file, 'utf8').startsWith(`To: ${to}\n`)) rmSync(file, { force: true });
  }
}

const LOOPBACK = /^(?:localhost|127\..*|::1)$/u;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** Sends by SMTP, always encrypted unless the mail server is this machine. */
function smtpMailer({ host, port, secure, user, password, from }: SmtpConfig): Mailer {
  const options = {
    host,
    port,
    secure,
    requireTLS: !secure && !LOOPBACK.test(host),
    ...(user === null || password === null ? {} : { auth: { user, pass: password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    // An object, not a text, so that an address is never read as a list of addresses.
    send: async ({ to, subject, text }) => {
      // Loaded when needed, because most servers have no mail server. Each mail uses a connection of its own.
      const { createTransport } = await import('nodemailer');
      await createTransport(options).sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}

export interface MailerOptions {
  readonly config: Pick<Config, 'dataDir' | 'smtp'>;
  readonly clock: () => number;
  readonly log: Logger;
}

/** The configured mailer; a mail that the mail server does not accept waits in the outbox, so none is lost. */
export function makeMailer({ config, clock, log }: MailerOptions): Mailer {
  const mailLog = log.child({ source: 'mail' });
  const outbox = fileMailer(config.dataDir, clock, () => {
    mailLog.info('an e-mail was saved in the outbox folder');
  });
  if (config.smtp === null) return outbox;
  const smtp = smtpMailer(config.smtp);
  return {
    send: async (mail) => {
      try {
        await smtp.send(mail);
        mailLog.info('an e-mail was sent');
      } catch (error) {
        mailLog.error({ err: error }, 'an e-mail could not be sent');
        await outbox.send(mail);
      }
    },
  };
}
