/** The text of a record's form, and reading it, from the record's description. */
import { isAmount, parseAmount, type Amount, type Fraction, type Unit } from '../../../domain/values/amount.ts';
import { exact, toText } from '../../../domain/values/decimal.ts';
import type { Checked, Issue, IssueCode } from '../../../domain/fields/issue.ts';
import type { Field, Fields, FieldsOf } from '../../../domain/fields/record-fields.ts';
import { fractionOfPercent, percentOfFraction } from '../../../domain/records/savings-account.ts';
import { formFault, type FormFault, type FormField } from '../texts/form-fault-text.ts';
import { CHECKED } from './form-fields.tsx';
import type { FormReading, FormValues } from './record-form.tsx';
import { visibleText } from '../texts/visible-text.ts';

/** The text of an empty form: the record's defaults, and nothing else. */
export function blankValues(fields: Fields): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      textOf(field, field.is.kind === 'figure' ? null : field.otherwise),
    ]),
  );
}

/** A record's fields as text; a figure as its shortest plain decimal, so that saving it unchanged changes nothing. */
export function valuesOf<F extends Fields>(fields: F, record: FieldsOf<F>): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, textOf(field, Reflect.get(record, name))]),
  );
}

function textOf({ inPercent }: Field<unknown>, value: unknown): string {
  if (typeof value === 'boolean') return value ? CHECKED : '';
  if (typeof value === 'number')
    return toText(exact(inPercent ? percentOfFraction(value as Fraction) : (value as Amount<Unit>)));
  return typeof value === 'string' ? value : '';
}

/** How a form words the errors of some fields; others go by their labels. */
export type FormWords<F extends Fields> = { readonly [K in keyof F]?: Partial<FormField> };

/** Checks a form's text by the rules of the record, and words what is wrong as 002 §5 does. */
export function readValues<F extends Fields, R>(
  fields: F,
  values: FormValues,
  check: (input: Readonly<Record<string, unknown>>) => Checked<R>,
  words: FormWords<F> = {},
): FormReading<R> {
  const checked = checkValues(fields, values, check);
  if (checked.ok) return { ok: true, fields: checked.value };
  const faults = checked.issues.map((issue): FormFault => {
    const label = fields[issue.field]?.label ?? issue.field;
    return formFault(issue, { label, ...words[issue.field] });
  });
  return { ok: false, faults };
}

/** Checks a form's text by the rules of the record; text that is not a figure is reported before the record's rules. */
export function checkValues<R>(
  fields: Fields,
  values: FormValues,
  check: (input: Readonly<Record<string, unknown>>) => Checked<R>,
): Checked<R> {
  const { input, faults } = inputOf(fields, values);
  const checked = check(input);
  if (checked.ok && faults.size === 0) return checked;
  const others = checked.ok ? [] : checked.issues.filter(({ field }) => !faults.has(field));
  const order = Object.keys(fields);
  const issues = [...faults.values(), ...others];
  return { ok: false, issues: issues.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) };
}

/** The text as the rules of a record expect it, and the texts that are not figures. */
function inputOf(
  fields: Fields,
  values: FormValues,
): { readonly input: Readonly<Record<string, unknown>>; readonly faults: ReadonlyMap<string, Issue> } {
  const input: Record<string, unknown> = {};
  const faults = new Map<string, Issue>();
  for (const [name, { is, inPercent }] of Object.entries(fields)) {
    const text = visibleText(values[name] ?? '');
    input[name] = is.kind === 'flag' ? text === CHECKED : text;
    if ((is.kind !== 'figure' && is.kind !== 'whole') || text === '') continue;
    const figure = parseAmount(text);
    const refuse = (code: IssueCode) =>
      faults.set(name, { field: name, code, value: text, expected: inPercent ? PERCENTAGE : 'a number' });
    if (!isAmount(figure)) refuse(figure);
    else if (!inPercent) input[name] = figure;
    else if (figure < 0 || figure > HUNDRED) refuse('outOfRange');
    else input[name] = fractionOfPercent(figure as Amount<'percent'>);
  }
  return { input, faults };
}

const HUNDRED = 100;
const PERCENTAGE = 'a percentage from 0 to 100, such as 4.32';
