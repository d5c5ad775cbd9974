/**
 * The fields of a record, each said once. Its type, the check of what enters, the wire, the rows of both databases, CSV
 * files, merging, references and labels follow from it; what is no matter of one field is a function beside it.
 */
import type { Amount, Unit } from './amount.ts';
import type { IsoDate } from './dates.ts';
import type { Option } from './enums.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked, IssueCode } from './issue.ts';

/** Records that other records name. */
export type Parent = 'account' | 'broker' | 'bankName' | 'property' | 'transaction';

/** What a text must look like where it is not empty. */
interface Pattern {
  readonly shape: RegExp;
  readonly code: IssueCode;
  readonly expected: string;
}

/** What a field's value is, and its limits. */
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
  /** A JSON object; `fault` says what would be accepted instead, or null. */
  | { readonly kind: 'object'; readonly fault: (value: JsonObject) => string | null }
  /** `name`: the property of a view, and the column of a file, that has the name of what is meant. */
  | { readonly kind: 'reference'; readonly to: Parent; readonly name: string };

/** An object of JSON, whose properties belong to whoever wrote it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a description says of a field. */
interface Said<T> {
  /** As messages, conflicts and previews name it. */
  readonly label: string;
  /** What is asked for where nothing, or something else, was given. */
  readonly expected?: string;
  /** What a record has where nothing was given; without it something must be given. */
  readonly otherwise?: T;
  /** How our own CSV files head its column; the label where nothing is said. */
  readonly heading?: string;
  /** Other headings under which files have it, in small letters. */
  readonly also?: readonly string[];
  /** A fraction that files state in percent. */
  readonly inPercent?: boolean;
}

/** One field of a record, whose value is a `T`. */
export interface Field<T> {
  readonly is: Kind;
  readonly label: string;
  /** Empty where nothing is asked for. */
  readonly expected: string;
  /** Undefined where something must be given, or where the record lacks the field. */
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

/** The id of another record, which stands in lists and files by its name, in the property or column `N`. */
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

/** What was read of an input: null where something required is missing or refused. */
export type Draft<F extends Fields> = { -readonly [K in keyof FieldsOf<F>]: FieldsOf<F>[K] | null };

/** What a form, a file or a request gives: anything may be missing or of the wrong kind. */
export type InputOf<F extends Fields> = { readonly [K in keyof F]?: unknown };

/** Every field has the same properties in the same order: a check of 100,000 records reads them often. */
function field<T>(is: Kind, said: Said<T>): Field<T> {
  const { label, expected = '', otherwise, heading = label, also = [], inPercent = false } = said;
  return { is, label, expected, otherwise, isOptional: false, heading, also, inPercent };
}

/** One line of text; it may be empty unless words say what is expected. */
export function text(limit: number, said: Said<string> & { readonly pattern?: Pattern }): Field<string> {
  return field({ kind: 'text', limit, lines: false, pattern: said.pattern ?? null }, mayBeEmpty(said));
}

/** Text of several lines; it may be empty. */
export function lines(limit: number, said: Said<string>): Field<string> {
  return field({ kind: 'text', limit, lines: true, pattern: null }, mayBeEmpty(said));
}

function mayBeEmpty(said: Said<string>): Said<string> {
  return said.expected === undefined ? { otherwise: '', ...said } : said;
}

/** The ISIN of a security, or a metal's code. */
export function identifier(said: Said<string>): Field<string> {
  return field({ kind: 'identifier' }, said);
}

/** An identifier that a record may be without; it is then empty, and null in a database. */
export interface IdentifierOrNone extends Field<string> {
  readonly isNullInTables: true;
}

/** The ISIN of a security, or nothing for a record that has none. */
export function identifierOrNone(said: Said<string>): IdentifierOrNone {
  return { ...identifier(said), otherwise: '', isNullInTables: true };
}

/** A day of the calendar. */
export function day(said: Said<IsoDate>): Field<IsoDate> {
  return field({ kind: 'day' }, { expected: 'a day as yyyy-MM-dd', ...said });
}

/** A figure in a unit; both ends of its range are allowed. */
export function figure<U extends Unit>(
  unit: U,
  said: Said<Amount<U>> & { readonly range?: readonly [lowest: number, highest: number] },
): Field<Amount<U>> {
  return field({ kind: 'figure', unit, range: said.range ?? null }, said);
}

/** A whole number; both ends of its range are allowed. */
export function whole(range: readonly [lowest: number, highest: number], said: Said<number>): Field<number> {
  return field({ kind: 'whole', range }, said);
}

/** A moment, ISO 8601 in UTC. */
export function instant(said: Said<string>): Field<string> {
  return field({ kind: 'instant' }, { expected: 'an instant', ...said });
}

/** A value of a closed list. */
export function choice<V extends string>(options: readonly Option<V>[], said: Said<V>): Field<V> {
  return field({ kind: 'option', options }, said);
}

/** True or false. */
export function flag(said: Said<boolean>): Field<boolean> {
  return field({ kind: 'flag' }, said);
}

/** A JSON object; `fault` says what would be accepted instead of a value, or null. */
export function object(fault: (value: JsonObject) => string | null, said: Said<JsonObject>): Field<JsonObject> {
  return field({ kind: 'object', fault }, said);
}

/** The id of another record; `name` is the property of a view, and the column of a file, with the name of what is meant. */
export function reference<N extends string>(to: Parent, name: N, said: Said<string>): ReferenceField<N> {
  const is = { kind: 'reference', to, name } as const;
  return { ...field<string>(is, said), is };
}

/** A field whose value is null where nothing was given. */
export function orNull<T>(of: Field<T>): Field<T | null> {
  return { ...of, otherwise: null };
}

/** A field that a record lacks where nothing was given. */
export function optional<T>(of: Field<T>): OptionalField<T> {
  return { ...of, isOptional: true };
}

/** Characters of an id of any server. */
const ID_LIMIT = 64;

/**
 * Checks every field, and then `rules`, which may refuse more and change the value; returns the fields, or all issues at
 * once. What the fields do not name is passed over.
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

/** A field's value; null where there is none, and where it is refused. */
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
