/** The schema of a record, derived from its description. */
import { z } from './zod.ts';
import type { ShownOf } from '../domain/csv/entities/record-columns.ts';
import type { Field, Fields, ValueOf } from '../domain/fields/record-fields.ts';
import { LONGEST_IDENTIFIER } from '../domain/values/isin.ts';
import { amountSchema, idSchema, instantSchema, isoDateSchema } from './common.ts';

type SchemaOf<F> = F extends { readonly isOptional: true }
  ? z.ZodExactOptional<z.ZodType<ValueOf<F>, ValueOf<F>>>
  : z.ZodType<ValueOf<F>, ValueOf<F>>;

/** The shape of a record's fields in replies. */
export function shapeOf<F extends Fields>(fields: F): { readonly [K in keyof F]: SchemaOf<F[K]> } {
  const shape = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)] as const);
  return Object.fromEntries(shape) as { readonly [K in keyof F]: SchemaOf<F[K]> };
}

function schemaOf(field: Field<unknown>): z.ZodType {
  const schema = valueSchema(field);
  if (field.isOptional) return schema.exactOptional();
  return field.otherwise === null ? schema.nullable() : schema;
}

function valueSchema({ is, otherwise }: Field<unknown>): z.ZodType {
  switch (is.kind) {
    case 'text': {
      const text = z.string().max(is.limit);
      return otherwise === undefined ? text.min(1) : text;
    }
    case 'identifier':
      return z
        .string()
        .min(otherwise === '' ? 0 : 1)
        .max(LONGEST_IDENTIFIER);
    case 'day':
      return isoDateSchema;
    case 'figure':
      return amountSchema();
    case 'whole':
      return z.int().min(is.range[0]).max(is.range[1]);
    case 'instant':
      return instantSchema;
    case 'option':
      return z.enum(is.options.map(({ value }) => value));
    case 'flag':
      return z.boolean();
    case 'object':
      return z.record(z.string(), z.unknown()).superRefine((value, context) => {
        const message = is.fault(value);
        if (message !== null) context.addIssue({ code: 'custom', input: value, message });
      });
    case 'reference':
      return idSchema;
  }
}

/** The shape of a row in a preview. */
export function shownShapeOf<F extends Fields>(
  fields: F,
): { readonly [K in keyof ShownOf<F>]: z.ZodType<ShownOf<F>[K], ShownOf<F>[K]> } {
  const shape = Object.entries(fields).map(([name, { is, otherwise }]) => {
    const schema =
      is.kind === 'figure' ? z.number().nullable() : otherwise === null ? z.string().nullable() : z.string();
    return [is.kind === 'reference' ? is.name : name, schema] as const;
  });
  return Object.fromEntries(shape) as unknown as {
    readonly [K in keyof ShownOf<F>]: z.ZodType<ShownOf<F>[K], ShownOf<F>[K]>;
  };
}
