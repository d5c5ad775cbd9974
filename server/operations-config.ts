/** The configuration for operation: certificate, mail, metrics. */
import { readFileSync } from 'node:fs';

/** A mail server and the sender of mails. */
export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps://`); otherwise STARTTLS is required, except on this machine. */
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string | null;
  readonly from: string;
}

export interface OperationsConfig {
  /** PEM texts; null when a proxy, or nothing, provides TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Null when mails are files in the data folder's `outbox`. */
  readonly smtp: SmtpConfig | null;
  /** The token that Prometheus must send; null when there is no `/metrics`. */
  readonly metricsToken: string | null;
}

type Given = (name: string) => string | undefined;
type Problem = (text: string) => void;

function readPem(name: string, file: string, kind: string, problem: Problem): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (
      text.includes(`-----BEGIN ${kind}`) ||
      (kind === 'PRIVATE KEY' && /-----BEGIN [A-Z ]*PRIVATE KEY-----/u.test(text))
    )
      return text;
    problem(`${name}="${file}" is not valid: expected a file in PEM form.`);
  } catch {
    problem(`${name}="${file}" is not valid: there is no such file, or it cannot be read.`);
  }
  return '';
}

function readTls(given: Given, problem: Problem): OperationsConfig['tls'] {
  const [certFile, keyFile] = [given('TLS_CERT'), given('TLS_KEY')];
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined) {
    problem('TLS_CERT and TLS_KEY belong together: one of them is missing.');
    return null;
  }
  return {
    cert: readPem('TLS_CERT', certFile, 'CERTIFICATE', problem),
    key: readPem('TLS_KEY', keyFile, 'PRIVATE KEY', problem),
  };
}

function readSmtp(given: Given, problem: Problem): SmtpConfig | null {
  const text = given('SMTP_URL');
  const from = given('MAIL_FROM');
  if (text === undefined) {
    if (from !== undefined) problem('MAIL_FROM needs SMTP_URL, which is missing.');
    return null;
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  // The value may contain a password, so it is not shown.
  if (
    url === null ||
    !/^smtps?:$/u.test(url.protocol) ||
    url.hostname === '' ||
    (url.username === '') !== (url.password === '')
  ) {
    problem('SMTP_URL is not valid: expected smtp://user:password@host:587 or smtps://user:password@host:465.');
    return null;
  }
  if (from === undefined || !/^(?:[^<>\r\n]* )?<?[^\s@<>]+@[^\s@<>]+>?$/u.test(from))
    problem('MAIL_FROM is not valid: expected an address such as Holdfast <holdfast@example.org>.');
  const secure = url.protocol === 'smtps:';
  const textOf = (part: string): string | null => (part === '' ? null : decodeURIComponent(part));
  return {
    host: url.hostname.replace(/^\[|\]$/gu, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: textOf(url.username),
    password: textOf(url.password),
    from: from ?? '',
  };
}

/** Reads certificate, mail and metrics; every invalid value becomes a problem of one line. */
export function readOperations(given: Given, problem: Problem): OperationsConfig {
  const metricsToken = given('METRICS_TOKEN') ?? null;
  if (metricsToken !== null && !/^[\w.~+/=-]{16,}$/u.test(metricsToken))
    problem('METRICS_TOKEN is not valid: expected at least 16 letters, digits or -._~+/=.');
  return { tls: readTls(given, problem), smtp: readSmtp(given, problem), metricsToken };
}
