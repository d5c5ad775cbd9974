/** Keeps personal data out of the log: addresses, tokens, links, passwords, and figures in error messages. */

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+[^\s"\\]+/giu, 'Bearer [secret]'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/gu, '[token]'],
  [/([?&](?:token|code|key|signature|password)=)[^\s&"\\]+/giu, '$1[secret]'],
  // The user and password of a database or mail server.
  [/\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/@"\\]+@/giu, '$1[secret]@'],
  [/[^\s"'<>()\\/:=,;@[\]]+@[^\s"'<>()\\/:=,;@]+\.[^\s"'<>()\\/:=,;@]+/gu, '[e-mail]'],
  // Secrets and keys; identifiers of records contain dashes.
  [/\b[A-Za-z\d_]{40,}\b/gu, '[secret]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/gu, '[secret]'],
];

/** The text without addresses and secrets; a line of JSON remains one. */
export function redact(text: string): string {
  return RULES.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

const MAX_CAUSES = 3;
const MAX_FRAMES = 30;
/** Later text of a message is useless, and may be anything that somebody sent. */
const LONGEST_MESSAGE = 2000;

export interface DescribedError {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  /** The place of the error: only the frames, because the first line of a stack repeats the message. */
  readonly stack: string;
}

/** A database quotes the value that it refuses, and the figures may be personal. */
function withoutValues(message: string): string {
  return redact(message)
    .replace(/: ?"[^"]*"/gu, ': [value]')
    .replace(/\([^()]*\)=\([^()]*\)/gu, '[value]')
    .replace(/\d+[.,]\d+/gu, '[figure]');
}

/** An error for the log: never its other fields, which contain values of rows, recipients or requests. */
export function describeError(error: unknown): DescribedError {
  const messages: string[] = [];
  const frames: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    messages.push(withoutValues(current.message.slice(0, LONGEST_MESSAGE)));
    frames.push(...(current.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line)));
    current = current.cause;
  }
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
  return {
    type: error instanceof Error ? error.name : typeof error,
    ...(code === undefined ? {} : { code }),
    message: messages.join('; because: '),
    stack: frames.slice(0, MAX_FRAMES).join('\n'),
  };
}
