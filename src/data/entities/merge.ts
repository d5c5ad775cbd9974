/** The three-way merge of a record that was changed here and elsewhere. */
import type { EntityName, EntityRecords } from './entities.ts';
import { changedFields, isSetByServer } from './entity-fields.ts';
import { issuesOf } from './entity-rules.ts';

export type Merge<E extends EntityName> =
  | {
      readonly kind: 'merged';
      readonly record: EntityRecords[E];
      readonly fromTheirs: readonly (keyof EntityRecords[E])[];
    }
  /** Fields that both changed to different values; with none, the merged record would break the rules. */
  | { readonly kind: 'conflict'; readonly fields: readonly (keyof EntityRecords[E])[] };

/** Merges by field: what only one side changed is taken from it. The id is ours. */
export function mergeRecords<E extends EntityName>(
  entity: E,
  base: EntityRecords[E],
  mine: EntityRecords[E],
  theirs: EntityRecords[E],
): Merge<E> {
  const changedHere = new Set(changedFields(entity, base, mine));
  const fromTheirs = changedFields(entity, base, theirs).filter((field) => !changedHere.has(field));
  const differing = new Set(changedFields(entity, mine, theirs));
  const bothChanged = changedFields(entity, base, theirs).filter(
    (field) => changedHere.has(field) && differing.has(field) && !isSetByServer(entity, field),
  );
  if (bothChanged.length > 0) return { kind: 'conflict', fields: bothChanged };
  const record = { ...mine };
  for (const field of fromTheirs) {
    if (theirs[field] === undefined) delete record[field];
    else record[field] = theirs[field];
  }
  // Two edits that are each right can be wrong together, as a new type with the other's quantity.
  if (fromTheirs.length > 0 && issuesOf(entity, record).length > 0) return { kind: 'conflict', fields: [] };
  return { kind: 'merged', record, fromTheirs };
}
