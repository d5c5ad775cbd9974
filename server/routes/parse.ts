/** Converts zod's errors to the issues and sentences of the domain. */
import type { z } from 'zod';
import type { Issue, IssueCode } from '../../domain/fields/issue.ts';
import { done, fail, invalid, type Outcome } from '../outcome.ts';

/** The most characters of a refused value in a reply. */
const MAX_ECHO = 200;

type ZodIssue = z.core.$ZodIssue;

const KIND_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'nothing',
};

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  datetime: 'an instant in UTC (ISO 8601)',
  regex: 'a value in the documented form',
};

function isIssue(value: unknown): value is Issue {
  return typeof value === 'object' && value !== null && 'field' in value && 'code' in value && 'expected' in value;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function describe(issue: ZodIssue): { readonly code: IssueCode; readonly expected: string } {
  switch (issue.code) {
    case 'invalid_type':
      return {
        code: issue.expected === 'number' || issue.expected === 'int' ? 'notANumber' : 'notAllowed',
        expected: KIND_WORDS[issue.expected] ?? issue.expected,
      };
    case 'invalid_value':
      return { code: 'notAnOption', expected: issue.values.map(String).join(', ') };
    case 'too_small':
      return issue.origin === 'string'
        ? {
            code: Number(issue.minimum) === 1 ? 'required' : 'outOfRange',
            expected: Number(issue.minimum) === 1 ? 'some text' : `at least ${issue.minimum} characters`,
          }
        : { code: 'outOfRange', expected: `a number of at least ${issue.minimum}` };
    case 'too_big':
      return issue.origin === 'string'
        ? { code: 'tooLong', expected: `at most ${issue.maximum} characters` }
        : {
            code: 'tooLarge',
            expected:
              issue.origin === 'array' ? `at most ${issue.maximum} entries` : `a number of at most ${issue.maximum}`,
          };
    case 'invalid_format':
      return { code: 'notAllowed', expected: FORMAT_WORDS[issue.format] ?? 'a value in the documented form' };
    case 'custom':
      return { code: 'notAllowed', expected: issue.message };
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'not_multiple_of':
      return { code: 'notAllowed', expected: 'a value in the documented form' };
  }
}

function toIssue(issue: ZodIssue, raw: unknown, whole: string): Issue {
  if (issue.code === 'custom' && isIssue(issue.params?.['issue'])) {
    const { value, ...own } = issue.params['issue'];
    return { ...own, value: value.slice(0, MAX_ECHO) };
  }
  const value = valueAt(raw, issue.path);
  const field = issue.path.length === 0 ? whole : issue.path.map(String).join('.');
  const { code, expected } = describe(issue);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return { field, code: value === undefined ? 'required' : code, value: text.slice(0, MAX_ECHO), expected };
}

/** Parses a part of a request; `whole` names the part where the error is not in one of its fields. */
export function parse(schema: z.ZodType | undefined, raw: unknown, whole: string): Outcome<unknown> {
  if (schema === undefined) return done(undefined);
  const result = schema.safeParse(raw);
  if (result.success) return done(result.data);
  return invalid(result.error.issues.slice(0, 50).map((issue) => toIssue(issue, raw, whole)));
}

/** Invalid path parameters name nothing: 404. */
export function parseParams(schema: z.ZodType | undefined, raw: unknown): Outcome<unknown> {
  const parsed = parse(schema, raw, 'path');
  return parsed.ok ? parsed : fail('notFound', 'There is nothing at this address.');
}
