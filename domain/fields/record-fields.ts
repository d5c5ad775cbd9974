/**
 * The fields of a record, each described once. Its type, the check of inputs, the wire format, the rows of both
 * databases, CSV files, merging, references and labels are derived from it; rules about several fields are separate
 * functions.
 */
import type { Amount, Unit } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import type { Option } from './enums.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked, IssueCode } from './issue.ts';

/** Records to which other records refer. */
export type Parent = 'account' | 'broker' | 'bankName' | 'property' | 'transaction';

/** The form of a text that is not empty. */
interface Pattern {
  readonly shape: RegExp;
  readonly code: IssueCode;
  readonly expected: string;
}

/** The type of a field's value, and its limits. */
export type Kind =
  | { readonly kind: 'text'; readonly limit: number; readonly lines: boolean; readonly pattern: Pattern | null }
  | { readonly kind: 'identifier' }
  | { readonly kind: 'day' }
  /** `range`: both ends are allowed. */
  | { readonly kind: 'figure'; readonly unit: Unit; readonly range: readonly [lowest: number, highest: number] | null }
  | { readonly kind: 'whole'; readonly range: readonly [lowest: number, highest: number] }
  | { readonly kind: 'instant' }
  | { readonly kind: 'option'; readonly options: readonly Option[] }
  | { readonly kind: 'flag' }
  /** A JSON object; `fault` returns what is expected instead, or null. */
  | { readonly kind: 'object'; readonly fault: (value: JsonObject) => string | null }
  /** `name`: the property of a view, and the column of a file, with the name of the record. */
  | { readonly kind: 'reference'; readonly to: Parent; readonly name: string };

/** A JSON object, whose properties are defined by its writer. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The description of a field. */
interface FieldDescription<T> {
  /** The field's name in messages, conflicts and previews. */
  readonly label: string;
  /** The value asked for in messages about a missing or invalid one. */
  readonly expected?: string;
  /** The value of a record where none was given; without it a value is required. */
  readonly otherwise?: T;
  /** The heading of its column in our own CSV files; the label where it is absent. */
  readonly heading?: string;
  /** Other headings for it in files, in lower case. */
  readonly also?: readonly string[];
  /** Files state the fraction as a percentage. */
  readonly inPercent?: boolean;
}

/** One field of a record, whose value is a `T`. */
export interface Field<T> {
  readonly is: Kind;
  readonly label: string;
  /** Empty where the description has none. */
  readonly expected: string;
  /** Undefined where a value is required, or where the record lacks the field. */
  readonly otherwise: T | undefined;
  /** A record may lack the field. */
  readonly isOptional: boolean;
  readonly heading: string;
  readonly also: readonly string[];
  readonly inPercent: boolean;
}

/** A field that a record may lack. */
export interface OptionalField<T> extends Field<T> {
  readonly isOptional: true;
}

/** The id of another record, which lists and files show by its name in the property or column `N`. */
export interface ReferenceField<N extends string> extends Field<string> {
  readonly is: { readonly kind: 'reference'; readonly to: Parent; readonly name: N };
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The value of a field. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

/** A record of these fields, without its id. */
export type FieldsOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? never : K]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? K : never]?: ValueOf<F[K]>;
};

/** A partly read input: null where a required value is missing or was refused. */
export type Draft<F extends Fields> = { -readonly [K in keyof FieldsOf<F>]: FieldsOf<F>[K] | null };

/** The input of a form, a file or a request: any value may be missing or have the wrong type. */
export type InputOf<F extends Fields> = { readonly [K in keyof F]?: unknown };

/** Every field has the same properties in the same order, because a check of 100,000 records reads them often. */
function field<T>(is: Kind, description: FieldDescription<T>): Field<T> {
  const { label, expected = '', otherwise, heading = label, also = [], inPercent = false } = description;
  return { is, label, expected, otherwise, isOptional: false, heading, also, inPercent };
}

/** One line of text; it may be empty unless `expected` is given. */
export function text(
  limit: number,
  description: FieldDescription<string> & { readonly pattern?: Pattern },
): Field<string> {
  return field({ kind: 'text', limit, lines: false, pattern: description.pattern ?? null }, mayBeEmpty(description));
}

/** Text of several lines; it may be empty. */
export function lines(limit: number, description: FieldDescription<string>): Field<string> {
  return field({ kind: 'text', limit, lines: true, pattern: null }, mayBeEmpty(description));
}

function mayBeEmpty(description: FieldDescription<string>): FieldDescription<string> {
  return description.expected === undefined ? { otherwise: '', ...description } : description;
}

/** The ISIN of a security, or a metal's code. */
export function identifier(description: FieldDescription<string>): Field<string> {
  return field({ kind: 'identifier' }, description);
}

/** An identifier that may be missing: it is then empty, and null in a database. */
export interface IdentifierOrNone extends Field<string> {
  readonly isNullInTables: true;
}

/** The ISIN of a security, or empty for a record without one. */
export function identifierOrNone(description: FieldDescription<string>): IdentifierOrNone {
  return { ...identifier(description), otherwise: '', isNullInTables: true };
}

/** A day of the calendar. */
export function day(description: FieldDescription<IsoDate>): Field<IsoDate> {
  return field({ kind: 'day' }, { expected: 'a date as yyyy-MM-dd', ...description });
}

/** A figure in a unit; both ends of its range are allowed. */
export function figure<U extends Unit>(
  unit: U,
  description: FieldDescription<Amount<U>> & { readonly range?: readonly [lowest: number, highest: number] },
): Field<Amount<U>> {
  return field({ kind: 'figure', unit, range: description.range ?? null }, description);
}

/** A whole number; both ends of its range are allowed. */
export function whole(
  range: readonly [lowest: number, highest: number],
  description: FieldDescription<number>,
): Field<number> {
  return field({ kind: 'whole', range }, description);
}

/** An instant, ISO 8601 in UTC. */
export function instant(description: FieldDescription<string>): Field<string> {
  return field({ kind: 'instant' }, { expected: 'an instant', ...description });
}

/** A value of a closed list. */
export function choice<V extends string>(options: readonly Option<V>[], description: FieldDescription<V>): Field<V> {
  return field({ kind: 'option', options }, description);
}

/** True or false. */
export function flag(description: FieldDescription<boolean>): Field<boolean> {
  return field({ kind: 'flag' }, description);
}

/** A JSON object; `fault` returns what is expected instead of a value, or null. */
export function object(
  fault: (value: JsonObject) => string | null,
  description: FieldDescription<JsonObject>,
): Field<JsonObject> {
  return field({ kind: 'object', fault }, description);
}

/**
 * The id of another record; `name` is the property of a view, and the column of a file, with the name of that record.
 */
export function reference<N extends string>(
  to: Parent,
  name: N,
  description: FieldDescription<string>,
): ReferenceField<N> {
  const is = { kind: 'reference', to, name } as const;
  return { ...field<string>(is, description), is };
}

/** A field whose value is null where none was given. */
export function orNull<T>(of: Field<T>): Field<T | null> {
  return { ...of, otherwise: null };
}

/** A field that a record lacks where no value was given. */
export function optional<T>(of: Field<T>): OptionalField<T> {
  return { ...of, isOptional: true };
}

/** The most characters of an id on any server. */
const ID_LIMIT = 64;

/**
 * Checks every field, and then `rules`, which may refuse more and change the value; returns the fields, or all issues
 * at once. Properties without a field are ignored.
 */
export function checkFields<F extends Fields>(
  fields: F,
  input: NoInfer<InputOf<F>>,
  rules?: (reader: FieldReader<string>, value: NoInfer<Draft<F>>) => void,
): Checked<FieldsOf<F>> {
  const reader = new FieldReader<string>(input);
  const value: Record<string, unknown> = {};
  for (const name in fields) {
    const of = fields[name];
    if (of === undefined) continue;
    const read = readField(reader, name, of);
    if (!of.isOptional || (read !== null && read !== '')) value[name] = read;
  }
  rules?.(reader, value as Draft<F>);
  if (reader.issues.length === 0) return { ok: true, value: value as unknown as FieldsOf<F> };
  const order = Object.keys(fields);
  return { ok: false, issues: reader.issues.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) };
}

/** A field's value; null where it is missing or refused. */
function readField(
  reader: FieldReader<string>,
  name: string,
  { is, expected, otherwise, isOptional }: Field<unknown>,
): unknown {
  if (is.kind === 'text') {
    const read = readText(reader, name, is, expected === '' ? null : expected);
    return read === '' && otherwise === null ? null : read;
  }
  if (!reader.isGiven(name)) {
    if (otherwise === undefined && !isOptional) reader.refuse(name, 'required', expected);
    return otherwise ?? null;
  }
  switch (is.kind) {
    case 'identifier':
      return reader.isin(name);
    case 'day':
      return reader.day(name, true);
    case 'figure':
      return readFigure(reader, name, is.range, expected);
    case 'whole':
      return reader.whole(name, ...is.range);
    case 'instant':
      return reader.instant(name, expected);
    case 'option':
      return reader.option(name, is.options, expected);
    case 'flag':
      return reader.flag(name, false);
    case 'object':
      return reader.object(name, is.fault, expected);
    case 'reference':
      return reader.text(name, ID_LIMIT, expected);
  }
}

function readText(
  reader: FieldReader<string>,
  name: string,
  { limit, lines, pattern }: Extract<Kind, { kind: 'text' }>,
  expected: string | null,
): string {
  const value = lines ? reader.multiline(name, limit) : reader.text(name, limit, expected);
  if (pattern !== null && value !== '' && !pattern.shape.test(value))
    reader.refuse(name, pattern.code, pattern.expected);
  return value;
}

function readFigure(
  reader: FieldReader<string>,
  name: string,
  range: readonly [number, number] | null,
  expected: string,
): Amount<Unit> | null {
  if (range === null) return reader.amount(name);
  const [lowest, highest] = range;
  return lowest === 0 && highest === Infinity
    ? reader.nonNegative(name)
    : reader.between(name, lowest, highest, expected);
}
