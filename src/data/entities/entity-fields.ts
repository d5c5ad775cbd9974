/** Which properties of a stored row belong to the record, for comparing, merging and sending. */
import { canonicalJson } from '../../../domain/values/canonical-json.ts';
import { RECORDS } from '../../../domain/records/records.ts';
import type { EntityName, EntityRecords, Stored } from './entities.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(RECORDS).map(([entity, fields]) => [entity, ['id', ...Object.keys(fields)]])),
  asset: ['id', ...Object.keys(RECORDS.asset), 'unit'],
};

/** Fields that a server may set itself: copies that differ in these alone say the same. */
const SET_BY_SERVER: { readonly [E in EntityName]?: readonly (keyof EntityRecords[E])[] } = {
  brokerCashBalance: ['lastUpdated'],
  receipt: ['contentType', 'fileSize', 'sha256', 'uploadedAt'],
};

/** The names of an entity's fields, the id first. */
export function fieldsOf<E extends EntityName>(entity: E): readonly (keyof EntityRecords[E])[] {
  return FIELDS[entity] as readonly (keyof EntityRecords[E])[];
}

/** The record of a stored row, without what the device keeps beside it; absent optional fields stay absent. */
export function recordOf<E extends EntityName>(
  entity: E,
  row: Stored<EntityRecords[E]> | EntityRecords[E],
): EntityRecords[E] {
  const record: Partial<EntityRecords[E]> = {};
  for (const field of fieldsOf(entity)) if (row[field] !== undefined) record[field] = row[field];
  return record as EntityRecords[E];
}

/** The fields in which two records differ, the id aside; absent and null are the same. */
export function changedFields<E extends EntityName>(
  entity: E,
  a: EntityRecords[E],
  b: EntityRecords[E],
): (keyof EntityRecords[E])[] {
  return fieldsOf(entity).filter((field) => field !== 'id' && !sameValue(a[field] ?? null, b[field] ?? null));
}

/** True when a server may set the field itself. */
export function isSetByServer<E extends EntityName>(entity: E, field: keyof EntityRecords[E]): boolean {
  return SET_BY_SERVER[entity]?.includes(field) === true;
}

/** The fields in which two records say something else, whatever their ids and whatever a server sets itself. */
export function differingFields<E extends EntityName>(
  entity: E,
  a: EntityRecords[E],
  b: EntityRecords[E],
): (keyof EntityRecords[E])[] {
  return changedFields(entity, a, b).filter((field) => !isSetByServer(entity, field));
}

/** True when two records say the same, whatever their ids and whatever a server sets itself. */
export function sameContent<E extends EntityName>(entity: E, a: EntityRecords[E], b: EntityRecords[E]): boolean {
  return differingFields(entity, a, b).length === 0;
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b));
}
