/** The description of a call of the API: once, as data, for both sides, the tests and the OpenAPI page. */
import type { z } from 'zod';

/** Who may call: anyone, a signed-in user, or an administrator. */
type Access = 'public' | 'user' | 'admin';

/** The entities whose rows belong to someone or that a request may refer to. */
export type Owned =
  | 'account'
  | 'transaction'
  | 'savingsAccount'
  | 'brokerCashBalance'
  | 'property'
  | 'propertyPrice'
  | 'extra'
  | 'receipt'
  | 'session';

interface Reply {
  readonly status: 200 | 201 | 204;
  /** The JSON body; none with `csv`, `calendar` or status 204. */
  readonly json?: z.ZodType;
  /** The body is a CSV file of this name. */
  readonly csv?: string;
  /** The body is a calendar (RFC 5545) of this name, which only the caller may cache. */
  readonly calendar?: string;
  /** The body is a stored file, under its own name and type, always as an attachment. */
  readonly file?: true;
  /** Where a created record is found, when not below the path of the request. */
  readonly locatedAt?: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API base, parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The JSON body, or with `multipart` the text parts beside the file. */
  readonly body?: z.ZodType;
  /** The body's shape for documentation, where `body` is a check without one. */
  readonly bodyShape?: z.ZodType;
  /** The request is multipart/form-data with one file, under any of these part names. */
  readonly multipart?: readonly string[];
  /** What that file may have at most, where it is less than an import's. */
  readonly maxFileBytes?: number;
  /** The body is multipart/form-data without a file, or the same fields as JSON. */
  readonly form?: true;
  readonly reply: Reply;
  /** Path parameters that name a row of the caller's own: another user's answers 404. */
  readonly owns?: Readonly<Record<string, Owned>>;
  /** Body fields or query parameters that refer to a row of the caller's own. */
  readonly refersTo?: Readonly<Record<string, Owned>>;
  /** Not in the specification: only an extended server has it. */
  readonly extension?: boolean;
  /** A PUT that also creates; with `If-None-Match: *` it does nothing else. */
  readonly creates?: boolean;
  /** A POST without fields whose body is `{}` (002 §7); any other such POST has no body. */
  readonly sendsEmptyObject?: boolean;
  /** A POST that changes nothing. */
  readonly readOnly?: boolean;
}

/** Keeps a route's literal types. */
export function route<const R extends Route>(description: R): R {
  return description;
}

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType ? R[K] : never;

/** What a handler gets for a part of the request, after parsing. */
export type ParsedParams<R extends Route> = z.output<Part<R, 'params'>>;
export type ParsedQuery<R extends Route> = z.output<Part<R, 'query'>>;
export type ParsedBody<R extends Route> = z.output<Part<R, 'body'>>;
/** What a caller reads from the reply. */
export type ReplyOf<R extends Route> = R['reply']['json'] extends z.ZodType ? z.output<R['reply']['json']> : undefined;
