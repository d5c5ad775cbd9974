/** The HTTP status of each error code. */
import type { ErrorBody, ErrorCode } from '../contract/common.ts';
import { issueText } from '../domain/records/issue-text.ts';
import type { Failure } from './outcome.ts';

const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  inUse: 400,
  commonPassword: 400,
  // The caller stays signed in.
  wrongPassword: 400,
  badCredentials: 401,
  unauthenticated: 401,
  forbidden: 403,
  registrationClosed: 403,
  notFound: 404,
  'already-exists': 409,
  epochChanged: 409,
  cursorExpired: 410,
  deleted: 410,
  conflict: 412,
  tooLarge: 413,
  unsupportedMediaType: 415,
  idempotencyMismatch: 422,
  tooManyRequests: 429,
  internal: 500,
  // An outside source of prices or rates gave no usable reply.
  sourceFailed: 502,
  unavailable: 503,
  storageFull: 503,
};

export function statusOf(code: ErrorCode): number {
  return STATUS_OF[code];
}

/** The reply's body for a failure. */
export function bodyOf(failure: Failure): ErrorBody {
  return {
    message: failure.message,
    code: failure.code,
    ...(failure.issues === undefined
      ? {}
      : { issues: failure.issues.map((issue) => ({ ...issue, message: issueText(issue) })) }),
    ...(failure.current === undefined ? {} : { current: failure.current }),
  };
}

/** The message for a failure of the framework (a body too large, malformed JSON), by its HTTP status. */
export function frameworkFailure(status: number): { readonly code: ErrorCode; readonly message: string } {
  if (status === 413) return { code: 'tooLarge', message: 'The request is larger than this server accepts.' };
  if (status === 415) return { code: 'unsupportedMediaType', message: 'This kind of content is not accepted here.' };
  if (status === 404) return { code: 'notFound', message: 'There is nothing at this address.' };
  return { code: 'invalid', message: 'The request could not be read.' };
}
