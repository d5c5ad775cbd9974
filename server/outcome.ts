/** The result of a call: a value, or a failure as data with a code. `errors.ts` has the status of each code. */
import type { ErrorCode } from '../contract/common.ts';
import type { Issue } from '../domain/fields/issue.ts';
import { issueText } from '../domain/records/issue-text.ts';

export interface Failure {
  readonly ok: false;
  readonly code: ErrorCode;
  /** The sentence for the user. */
  readonly message: string;
  readonly issues?: readonly Issue[];
  /** For 409 and 412: the record as it is on the server. */
  readonly current?: unknown;
  /** For 429, in seconds. */
  readonly retryAfter?: number;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function fail(
  code: ErrorCode,
  message: string,
  details: Pick<Failure, 'issues' | 'current' | 'retryAfter'> = {},
): Failure {
  return { ok: false, code, message, ...details };
}

/** 404 for a row that does not exist or is not the caller's: the same reply for both. */
export function notFound(noun: string): Failure {
  return fail('notFound', `${noun} not found.`);
}

/** 400 with every issue; the message has the first few sentences. */
export function invalid(issues: readonly Issue[]): Failure {
  return fail('invalid', issues.slice(0, 3).map(issueText).join(' '), { issues });
}

/** The reply to a repeated request that changes nothing, where its records cannot be named. */
export const CARRIED_OUT = fail(
  'conflict',
  'This request was already carried out. Please read the records that it changed again.',
);
