/** Which fields of a record name other records: for the order of sending, for new ids and for what may be deleted. */
import type { Fields } from '../../../domain/fields/record-fields.ts';
import { RECORDS } from '../../../domain/records/records.ts';
import type { EntityName, EntityRecords } from './entities.ts';

/** Transactions name their security by its ISIN, which no server changes: see `isinsIn`. */
const REFERENCES: { readonly [E in EntityName]?: readonly (readonly [field: string, target: EntityName])[] } =
  Object.fromEntries(
    Object.entries(RECORDS).map(([entity, fields]) => [
      entity,
      Object.entries(fields as Fields).flatMap(([field, { is }]) =>
        is.kind === 'reference' ? [[field, is.to] as const] : [],
      ),
    ]),
  );

/** The fields of an entity that name records, with what they name. */
export function referencesOf(entity: EntityName): readonly (readonly [field: string, target: EntityName])[] {
  return REFERENCES[entity] ?? [];
}

/** The ids that a record refers to. */
export function parentIds<E extends EntityName>(entity: E, record: EntityRecords[E]): string[] {
  return referencesOf(entity).map(([field]) => Reflect.get(record, field) as string);
}

/** The securities that a record refers to; a cash event refers to none. */
export function isinsIn(record: EntityRecords[EntityName]): string[] {
  if (!('transactionType' in record)) return [];
  return [record.isin, record.relatedIsin ?? ''].filter((isin) => isin !== '');
}

/** The entities whose records name records of this one, with the field that does. */
export function referrersOf(target: EntityName): readonly (readonly [entity: EntityName, field: string])[] {
  return (Object.keys(REFERENCES) as EntityName[]).flatMap((entity) =>
    referencesOf(entity)
      .filter(([, named]) => named === target)
      .map(([field]) => [entity, field] as const),
  );
}

/** The record with another id wherever it named the old one; the same object when it did not. */
export function withRenamed<E extends EntityName>(
  entity: E,
  record: EntityRecords[E],
  target: EntityName,
  oldId: string,
  newId: string,
): EntityRecords[E] {
  const fields = referencesOf(entity).filter(
    ([field, named]) => named === target && Reflect.get(record, field) === oldId,
  );
  return fields.length === 0 ? record : { ...record, ...Object.fromEntries(fields.map(([field]) => [field, newId])) };
}

/** The record with what it names called as `nameOf` says. */
export function withNames<R extends object>(entity: EntityName, record: R, nameOf: (id: string) => string): R {
  return {
    ...record,
    ...Object.fromEntries(referencesOf(entity).map(([field]) => [field, nameOf(Reflect.get(record, field) as string)])),
  };
}

/** The entities whose records belong to the one that they name, and go with it; each has an index on that field. */
const OWNED: ReadonlySet<EntityName> = new Set(['propertyPrice', 'receipt']);

/** True when a record of the entity belongs to the one that it names, and never to another. */
export function isOwned(entity: EntityName): boolean {
  return OWNED.has(entity);
}
