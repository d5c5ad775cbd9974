/**
 * CSV files of records, derived from the record's description: the columns, our own files, the cells of a row and the
 * preview.
 */
import { checkAmount, isAmount, type Amount, type Fraction, type Unit } from '../../values/amount.ts';
import { labelOf } from '../../fields/enums.ts';
import type { Issue } from '../../fields/issue.ts';
import type { Field, Fields, FieldsOf, ReferenceField, ValueOf } from '../../fields/record-fields.ts';
import { fractionOfPercent, percentOfFraction } from '../../records/savings-account.ts';
import { csvFile, numberCell, textCell } from '../cells/write-csv.ts';
import type { EntityColumns, EntityRow } from './entity-file.ts';

/** Files and lists show a referenced record by its name. */
type ColumnOf<K, F> = F extends ReferenceField<infer N> ? N : K;

/** The columns of a file of records, without the id. */
export type ColumnsOf<F extends Fields> = { [K in keyof F & string]: ColumnOf<K, F[K]> }[keyof F & string];

/** A record with the names of the records that it refers to. */
export type Listed<F extends Fields> = FieldsOf<F> & { readonly id: string } & {
  readonly [K in keyof F as F[K] extends ReferenceField<infer N> ? N : never]: string;
};

/** A field in a preview: its value, or the text of the file where it could not be read. */
type Shown<F> =
  ValueOf<F> extends Amount<Unit> | null ? number | null : null extends ValueOf<F> ? string | null : string;

/** What a preview shows of a row. */
export type ShownOf<F extends Fields> = { readonly [K in keyof F & string as ColumnOf<K, F[K]>]: Shown<F[K]> };

function columnOf(name: string, { is }: Field<unknown>): string {
  return is.kind === 'reference' ? is.name : name;
}

/** The columns of a file of records; a file without the `required` ones is not of this kind. */
export function columnsOf<F extends Fields>(
  fields: F,
  required: readonly ColumnsOf<F>[],
): EntityColumns<'id' | ColumnsOf<F>> {
  const all = Object.entries(fields);
  const ofKind = (kind: string) => all.flatMap(([name, { is }]) => (is.kind === kind ? [name as ColumnsOf<F>] : []));
  const forEachField = <T>(of: (field: Field<unknown>) => T) =>
    Object.fromEntries(all.map(([name, field]) => [columnOf(name, field), of(field)])) as Record<ColumnsOf<F>, T>;
  return {
    labels: { id: 'Id', ...forEachField(({ heading }) => heading) },
    synonyms: { id: [], ...forEachField(({ also }) => also) },
    required,
    days: ofKind('day'),
    figures: ofKind('figure'),
    percentages: all.flatMap(([name, { is, inPercent }]) =>
      inPercent || (is.kind === 'figure' && is.unit === 'percent') ? [name as ColumnsOf<F>] : [],
    ),
  };
}

/**
 * CSV text (with byte order mark) of records in the given order, with a column for each field in the order of the
 * description, or in `order`.
 */
export function recordsCsv<F extends Fields>(
  fields: F,
  records: Iterable<Listed<F>>,
  order: readonly (keyof F & string)[] = Object.keys(fields),
): string {
  const columns = order.flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [{ field, column: columnOf(name, field) }];
  });
  return csvFile(
    ['Id', ...columns.map(({ field }) => field.heading)],
    Array.from(records, (record) => [
      textCell(record.id),
      ...columns.map(({ field, column }) => cellOf(field, Reflect.get(record, column))),
    ]),
  );
}

function cellOf({ is, inPercent }: Field<unknown>, value: unknown): string {
  if (typeof value === 'number')
    return numberCell(inPercent ? percentOfFraction(value as Fraction) : (value as Amount<Unit>));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return '';
  return textCell(is.kind === 'option' ? labelOf(is.options, value) : value);
}

/** A row's value for each field except references; values for the check to refuse are the text of the file. */
export function cellsOf<F extends Fields>(
  row: EntityRow<ColumnsOf<F>>,
  fields: F,
  issues: Issue[],
): { readonly [K in keyof F]?: unknown } {
  const cells: Record<string, unknown> = {};
  for (const [name, { is, inPercent }] of Object.entries(fields)) {
    const column = name as ColumnsOf<F>;
    if (is.kind === 'reference') continue;
    if (is.kind === 'day') cells[name] = row.day(column);
    else if (is.kind !== 'figure') cells[name] = row.text(column);
    else cells[name] = inPercent ? readPercent(row, column, issues) : row.figure(column);
  }
  return cells as { readonly [K in keyof F]?: unknown };
}

/** Files state a percentage; the record stores a fraction. */
function readPercent<C extends string>(row: EntityRow<C>, field: C, issues: Issue[]): Fraction | null {
  const given = row.figure(field);
  if (given === null) return null;
  const isPercent = typeof given === 'number' && row.currency(field) === null;
  const percent = isPercent ? checkAmount<'percent'>(given) : 'notANumber';
  if (isAmount<'percent'>(percent) && percent >= 0 && percent <= 100) return fractionOfPercent(percent);
  issues.push({
    field,
    code: 'outOfRange',
    value: row.text(field),
    expected: 'a percentage from 0 to 100, such as 4.32',
  });
  return null;
}

/** What a preview shows: `cells` as they were read, and the `names` of the records that the row refers to. */
export function shownOf<F extends Fields>(
  fields: F,
  cells: { readonly [K in keyof F]?: unknown },
  names: Readonly<Record<string, string>>,
): ShownOf<F> {
  const shown = Object.entries(fields).map(([name, field]) => {
    const cell: unknown = Reflect.get(cells, name) ?? null;
    if (field.is.kind === 'reference') return [field.is.name, names[field.is.name] ?? ''] as const;
    if (field.is.kind === 'figure') return [name, typeof cell === 'number' ? cell : null] as const;
    return [name, cell ?? (field.otherwise === null ? null : '')] as const;
  });
  return Object.fromEntries(shown) as ShownOf<F>;
}
