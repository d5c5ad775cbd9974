/** What the specification leaves open and the lists of a plain server show: ids as numbers, categories as codes. */
import { ASSET_CATEGORIES } from '../../../domain/fields/enums.ts';
import { readSyncState, updateSyncState, type WireForms } from '../../data/database/meta.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import type { EntityName } from '../../data/entities/entities.ts';
import { referencesOf } from '../../data/entities/entity-references.ts';
import { asObject } from '../network/http.ts';

/** The field of an entity that names an asset category. */
const CATEGORY_FIELDS: { readonly [E in EntityName]?: string } = {
  asset: 'category',
  targetAllocation: 'assetCategory',
};

/** Notes in which forms a record of a reply has its id and category; a reply without one is ignored. */
export async function noteWireForms(db: HoldfastDatabase, entity: EntityName, sample: unknown): Promise<void> {
  const { id, ...fields } = asObject(sample) ?? {};
  if (typeof id !== 'number' && typeof id !== 'string') return;
  const { wireForms } = await readSyncState(db);
  const category = fields[CATEGORY_FIELDS[entity] ?? ''];
  const next: WireForms = {
    ids: { ...wireForms.ids, [entity]: typeof id === 'number' ? 'number' : 'text' },
    categories:
      category === undefined
        ? wireForms.categories
        : { ...wireForms.categories, [entity]: typeof category === 'number' ? 'code' : 'name' },
  };
  if (JSON.stringify(next) !== JSON.stringify(wireForms)) await updateSyncState(db, { wireForms: next });
}

/** The form of an entity; of one not seen yet, that of all others. */
function formOf<F extends string>(forms: { readonly [E in EntityName]?: F }, entity: EntityName): F | undefined {
  const [first, ...others] = Object.values(forms);
  return forms[entity] ?? (others.every((other) => other === first) ? first : undefined);
}

/** A body with ids and categories in the forms of the server. */
export function inWireForms(
  entity: EntityName,
  body: Readonly<Record<string, unknown>>,
  forms: WireForms,
): Record<string, unknown> {
  const numbers = referencesOf(entity)
    .filter(([field, target]) => field in body && formOf(forms.ids, target) === 'number')
    .map(([field]) => [field, numericId(body[field])]);
  const field = formOf(forms.categories, entity) === 'code' ? CATEGORY_FIELDS[entity] : undefined;
  const code = ASSET_CATEGORIES.find(({ value }) => value === body[field ?? ''])?.code;
  return {
    ...body,
    ...Object.fromEntries(numbers),
    ...(field === undefined || code === undefined ? {} : { [field]: code }),
  };
}

/** An id of an entity in the form of the server. */
export function idInWireForm(entity: EntityName, id: string, forms: WireForms): unknown {
  return formOf(forms.ids, entity) === 'number' ? numericId(id) : id;
}

/** An id that was a number on the wire; one that the device made itself was never there. */
function numericId(id: unknown): unknown {
  return typeof id === 'string' && /^\d{1,16}$/u.test(id) ? Number(id) : id;
}
