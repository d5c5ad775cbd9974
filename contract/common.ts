/** Basic schemas of the API: identifiers, exact figures, days, pages and the error body. */
import { z } from './zod.ts';
import { checkAmount, isAmount, type Amount, type Unit } from '../domain/values/amount.ts';
import { parseIsoDate, type IsoDate } from '../domain/values/dates.ts';
import { CONTROL, CONTROL_BUT_BREAKS } from '../domain/fields/field-reader.ts';
import type { IssueCode } from '../domain/fields/issue.ts';
import { parseTaxYear, type TaxYear } from '../domain/values/tax-year.ts';

/** An identifier: on our server a UUID (version 7 when a device created it), on a plain server any short text. */
export const idSchema = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/u);

/** An identifier that a device chose for a record that it creates. */
export const clientIdSchema = z.uuid().transform((id) => id.toLowerCase());

/** Text that a user types: trimmed, within the limit, without control characters. */
export function textSchema(limit: number, options: { readonly multiline?: boolean } = {}): z.ZodString {
  const refused = options.multiline === true ? CONTROL_BUT_BREAKS : CONTROL;
  return z
    .string()
    .trim()
    .max(limit, { abort: true })
    .refine((text) => !refused.test(text), { error: 'text without control characters' });
}

/** `textSchema` that may not be empty. */
export function requiredText(limit: number): z.ZodString {
  return textSchema(limit).min(1);
}

/** A JSON number of at most 15 significant digits and 12 decimals, as `domain/values/amount.ts` checks it. */
export function amountSchema<U extends Unit>(): z.ZodType<Amount<U>, number> {
  return z.number().refine((value) => isAmount(checkAmount(value)), {
    error: 'at most 15 significant digits and 12 decimal places',
  }) as unknown as z.ZodType<Amount<U>, number>;
}

/** A calculated figure: rounded once to 15 significant digits, however small it is. */
export function computedSchema<U extends Unit>(): z.ZodType<Amount<U>, number> {
  return z.number() as unknown as z.ZodType<Amount<U>, number>;
}

/** A calendar day, `yyyy-MM-dd`. */
export const isoDateSchema = z.string().refine((text) => parseIsoDate(text) !== null, {
  error: 'a date as yyyy-MM-dd',
}) as unknown as z.ZodType<IsoDate, string>;

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/** A tax year, read in its usual spellings and returned as `2024-25`. */
export const taxYearSchema = z.string().transform((text, context): TaxYear => {
  const year = parseTaxYear(text);
  if (year !== null) return year;
  context.issues.push({ code: 'custom', input: text, message: 'a tax year such as 2024-25' });
  return z.NEVER;
});

/** The counter's value in the write that last changed the record; absent on a plain server. */
export const versionSchema = z.int().min(1);

/** `{value, label}` as the form-data calls return it. */
export const optionSchema = z.object({ value: z.string(), label: z.string() });

const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 500;

/** Query parameters of every paged list. */
export const pageQueryShape = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
};

/** The fields that all paged replies have. */
export const pageReplyShape = {
  totalCount: z.int().min(0),
  totalPages: z.int().min(0),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  currentPage: z.int().min(1),
};

export const sortDirectionSchema = z.enum(['asc', 'desc']);

/** A query parameter that is `true` or `false`. */
export const booleanQuery = z.enum(['true', 'false']).transform((text) => text === 'true');

/** One refused value in a reply: `domain/fields/issue.ts` with its sentence. */
const issueSchema = z.object({
  field: z.string(),
  code: z.string() as unknown as z.ZodType<IssueCode, string>,
  value: z.string(),
  expected: z.string(),
  message: z.string(),
});

/** Every failure of our server; `server/errors.ts` has their HTTP status. */
const ERROR_CODES = [
  'invalid',
  'badCredentials',
  'unauthenticated',
  'forbidden',
  'registrationClosed',
  'commonPassword',
  'wrongPassword',
  'notFound',
  'already-exists',
  'inUse',
  'conflict',
  'idempotencyMismatch',
  'tooLarge',
  'unsupportedMediaType',
  'tooManyRequests',
  'cursorExpired',
  'deleted',
  'epochChanged',
  'sourceFailed',
  'unavailable',
  'storageFull',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every reply that is not a success. A plain server may return only `{message}`. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string().exactOptional(),
  issues: z.array(issueSchema).exactOptional(),
  /** With 409 and 412: the record as it is on the server. */
  current: z.unknown().exactOptional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
