/** Converts rows of both databases to and from records, by the description of the record. */
import type { Amount, Unit } from '../../../domain/values/amount.ts';
import type { Field, Fields, FieldsOf, JsonObject, ValueOf } from '../../../domain/fields/record-fields.ts';
import { figureOf, figureText } from './figures.ts';

/** The column of a field: `latestBalance` is stored in `latest_balance`. */
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${ColumnOf<Rest>}`
    : `_${Lowercase<First>}${ColumnOf<Rest>}`
  : Name;

/** The value in a column: figures as exact decimal text, true and false as 1 and 0, objects as JSON. */
type Cell<T> =
  T extends Amount<Unit>
    ? string
    : T extends boolean
      ? number
      : T extends string
        ? string
        : T extends JsonObject
          ? string
          : T;

type CellOf<F> =
  | Cell<ValueOf<F>>
  | (F extends { readonly isOptional: true } | { readonly isNullInTables: true } ? null : never);

/** The columns of a record's fields. */
export type ColumnsOf<F extends Fields> = { [K in keyof F & string as ColumnOf<K>]: CellOf<F[K]> };

/** The columns of every stored row besides its fields. */
export interface Kept {
  readonly id: string;
  readonly version: number;
}

/** Converts rows of a table to records, and back. */
export interface RecordRows<F extends Fields> {
  /** Columns without a field are ignored. */
  readonly toFields: (row: ColumnsOf<F>) => FieldsOf<F>;
  readonly toRecord: (row: ColumnsOf<F> & Kept) => FieldsOf<F> & Kept;
  readonly toColumns: (record: FieldsOf<F>) => ColumnsOf<F>;
}

/** Reads and writes the fields of a record in the order of its description. */
export function recordRows<F extends Fields>(fields: F): RecordRows<F> {
  const parts = Object.entries(fields).map(([name, field]) => ({
    name,
    column: name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
    isOptional: field.isOptional,
    none: isIdentifierOrNone(field) ? '' : null,
    ...codecOf(field),
  }));
  // An object that has its properties from the start is filled several times faster than one that gets them one by one.
  const empty = Object.fromEntries(parts.flatMap(({ name, isOptional }) => (isOptional ? [] : [[name, null]])));
  const emptyRecord = { id: '', ...empty, version: 0 };
  const emptyColumns = Object.fromEntries(parts.map(({ column }) => [column, null]));
  const read = (record: Record<string, unknown>, row: object): Record<string, unknown> => {
    const cells = row as Readonly<Record<string, unknown>>;
    for (const { name, column, isOptional, none, decode } of parts) {
      const cell = cells[column];
      if (cell !== null || !isOptional) record[name] = cell === null ? none : decode(cell);
    }
    return record;
  };
  return {
    toFields: (row) => read({ ...empty }, row) as FieldsOf<F>,
    toRecord: (row) => read({ ...emptyRecord, id: row.id, version: row.version }, row) as FieldsOf<F> & Kept,
    toColumns: (record) => {
      const columns: Record<string, unknown> = { ...emptyColumns };
      const values = record as Readonly<Record<string, unknown>>;
      for (const { name, column, encode } of parts) {
        const value = values[name];
        columns[column] = value === null || value === undefined ? null : encode(value);
      }
      return columns as ColumnsOf<F>;
    },
  };
}

interface Codec {
  readonly decode: (cell: unknown) => unknown;
  readonly encode: (value: unknown) => unknown;
}

const AS_IT_IS: Codec = { decode: (cell) => cell, encode: (value) => value };
const FIGURE: Codec = {
  decode: (cell) => figureOf(cell as string),
  encode: (value) => figureText(value as Amount<Unit>),
};
const JSON_TEXT: Codec = { decode: (cell) => JSON.parse(cell as string), encode: (value) => JSON.stringify(value) };
/** A security that a record may lack: no security of the catalogue has an empty code. */
const IDENTIFIER_OR_NONE: Codec = { decode: (cell) => cell, encode: (value) => (value === '' ? null : value) };
const FLAG: Codec = { decode: (cell) => cell === 1, encode: (value) => (value === true ? 1 : 0) };

function isIdentifierOrNone(field: Field<unknown>): boolean {
  return 'isNullInTables' in field;
}

function codecOf(field: Field<unknown>): Codec {
  const { is } = field;
  if (isIdentifierOrNone(field)) return IDENTIFIER_OR_NONE;
  if (is.kind === 'figure') return FIGURE;
  if (is.kind === 'object') return JSON_TEXT;
  return is.kind === 'flag' ? FLAG : AS_IT_IS;
}
