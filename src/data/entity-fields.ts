/** Which properties of a stored row belong to the record, for comparing, merging and sending. */
import type { EntityName, EntityRecords, Stored } from './schema.ts';

const FIELDS: { readonly [E in EntityName]: readonly (keyof EntityRecords[E])[] } = {
  account: ['id', 'name'],
  broker: ['id', 'name'],
  asset: [
    'id', 'name', 'type', 'category', 'incomeTreatment', 'totalExpenseRatio', 'isin', 'sedol', 'priceSource', 'fetchCode',
    'denomination', 'excludeFromPriceUpdates', 'cgtExempt',
  ],
  transaction: [
    'id', 'transactionType', 'transactionDate', 'brokerId', 'brokerDealReference', 'accountId', 'taxWrapper', 'isin', 'quantity',
    'nativePrice', 'localPrice', 'consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest', 'relatedIsin',
    'ratioNew', 'ratioOld', 'valueAfter', 'costFraction', 'smallTreatment', 'incomeDate', 'transferId',
  ],
};

/** The names of an entity's fields, the id first. */
export function fieldsOf<E extends EntityName>(entity: E): readonly (keyof EntityRecords[E])[] {
  return FIELDS[entity];
}

/** The record of a stored row, without what the device keeps beside it; absent optional fields stay absent. */
export function recordOf<E extends EntityName>(entity: E, row: Stored<EntityRecords[E]> | EntityRecords[E]): EntityRecords[E] {
  const record: Partial<EntityRecords[E]> = {};
  for (const field of fieldsOf(entity)) if (row[field] !== undefined) record[field] = row[field];
  return record as EntityRecords[E];
}

/** The fields in which two records differ, the id aside; absent and null are the same. */
export function changedFields<E extends EntityName>(entity: E, a: EntityRecords[E], b: EntityRecords[E]): (keyof EntityRecords[E])[] {
  return fieldsOf(entity).filter((field) => field !== 'id' && (a[field] ?? null) !== (b[field] ?? null));
}

/** True when two records say the same, whatever their ids. */
export function sameContent<E extends EntityName>(entity: E, a: EntityRecords[E], b: EntityRecords[E]): boolean {
  return changedFields(entity, a, b).length === 0;
}
