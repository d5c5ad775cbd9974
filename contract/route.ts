/** The description of an API call, written once as data for both sides, the tests and the OpenAPI page. */
import type { z } from 'zod';

/** Who may call: anyone, a signed-in user, or an administrator. */
type Access = 'public' | 'user' | 'admin';

/** The entities whose rows belong to a user, or to which a request may refer. */
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
  /** The JSON body; absent with `csv`, `calendar` or status 204. */
  readonly json?: z.ZodType;
  /** The body is a CSV file with this name. */
  readonly csv?: string;
  /** The body is a calendar (RFC 5545) with this name, which only the caller may cache. */
  readonly calendar?: string;
  /** The body is a stored file with its own name and type, always as an attachment. */
  readonly file?: true;
  /** The path of a created record, where it is not below the path of the request. */
  readonly locatedAt?: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the API base, parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The JSON body, or with `multipart` the text parts in addition to the file. */
  readonly body?: z.ZodType;
  /** The body's shape for documentation, where `body` is a check without one. */
  readonly bodyShape?: z.ZodType;
  /** The request is multipart/form-data with one file, under any of these part names. */
  readonly multipart?: readonly string[];
  /** The most bytes of that file, where the limit is lower than an import's. */
  readonly maxFileBytes?: number;
  /** The most bytes of a JSON body, where the limit is another than that of one record. */
  readonly maxBodyBytes?: number;
  /** The body is multipart/form-data without a file, or the same fields as JSON. */
  readonly form?: true;
  readonly reply: Reply;
  /** Path parameters that name a row of the caller: another user's row is answered with 404. */
  readonly owns?: Readonly<Record<string, Owned>>;
  /** Body fields or query parameters that refer to a row of the caller. */
  readonly refersTo?: Readonly<Record<string, Owned>>;
  /** Not in the specification: only an extended server has it. */
  readonly extension?: boolean;
  /** A PUT that can also create a record; with `If-None-Match: *` it can only create. */
  readonly creates?: boolean;
  /** A POST without fields, with the body `{}` (002 §7); any other such POST has no body. */
  readonly sendsEmptyObject?: boolean;
  /** A POST that changes nothing. */
  readonly readOnly?: boolean;
}

/** Returns the route with its literal types. */
export function route<const R extends Route>(description: R): R {
  return description;
}

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType ? R[K] : never;

/** The parsed part of a request that a handler receives. */
export type ParsedParams<R extends Route> = z.output<Part<R, 'params'>>;
export type ParsedQuery<R extends Route> = z.output<Part<R, 'query'>>;
export type ParsedBody<R extends Route> = z.output<Part<R, 'body'>>;
/** The reply that a caller reads. */
export type ReplyOf<R extends Route> = R['reply']['json'] extends z.ZodType ? z.output<R['reply']['json']> : undefined;
