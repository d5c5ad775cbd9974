/** The bodies of requests: what a server of either kind is sent of a record. */
import { CASH_FIELDS } from '../../domain/cash-fields.ts';
import type { Fields } from '../../domain/record-fields.ts';
import { RECORDS, type Asset, type Broker, type Transaction } from '../../domain/records.ts';
import { recordOf } from '../data/entity-fields.ts';
import { UNKNOWN_FORMS, type WireForms } from '../data/meta.ts';
import type { EntityName, EntityRecords } from '../data/schema.ts';
import { inWireForms } from './wire-forms.ts';

/** True when a server without our extensions could not keep the record's meaning: the specification has no optional fields. */
export function needsExtendedServer<E extends EntityName>(entity: E, record: EntityRecords[E]): boolean {
  if (entity === 'asset') return (record as Asset).cgtExempt !== null;
  const fields: Fields = RECORDS[entity];
  return Object.entries(fields).some(([name, { isOptional }]) => isOptional && Reflect.get(record, name) !== undefined);
}

/** True when a server of ours from before cash events could not keep the transaction's meaning. */
export function needsCashEvents(transaction: Transaction): boolean {
  return Object.keys(CASH_FIELDS).some((field) => Reflect.get(transaction, field) !== undefined);
}

interface BodyOptions {
  readonly extended: boolean;
  readonly create: boolean;
  /** How a plain server writes ids and categories; as texts where it is not known. */
  readonly forms?: WireForms;
}

/** Fields that an address says already, that stay as they were made, or that a plain server sets itself. */
const LEFT_OUT: {
  readonly [E in EntityName]?: (options: BodyOptions & { readonly record: EntityRecords[E] }) => readonly string[];
} = {
  asset: ({ extended }) => (extended ? [] : ['cgtExempt']),
  targetAllocation: ({ create }) => (create ? [] : ['assetCategory']),
  // No rate of a savings account and empty notes of a cash balance are left out (002 §5); to every server that means none.
  savingsAccount: ({ record }) => (record.interestRate === null ? ['interestRate'] : []),
  brokerCashBalance: ({ create, extended, record }) => [
    ...(create ? [] : ['accountId', 'brokerId', 'taxWrapper']),
    ...(extended ? [] : ['lastUpdated']),
    ...(record.notes === '' ? ['notes'] : []),
  ],
  propertyPrice: () => ['propertyId'],
  extra: () => ['kind', 'key'],
};

/** The body of a POST or PUT. An extended server is told our id on creation; a plain one gets just what is specified. */
export function bodyOf<E extends EntityName>(entity: E, record: EntityRecords[E], options: BodyOptions): unknown {
  const out = new Set(LEFT_OUT[entity]?.({ ...options, record }));
  const { id, ...fields } = recordOf(entity, record);
  const body = Object.fromEntries(Object.entries(fields).filter(([field]) => !out.has(field)));
  // The device keeps the status only of brokers that are no longer offered; to our server its absence means 'as it is'.
  if (entity === 'broker' && options.extended) body['isActive'] = (record as Broker).isActive !== false;
  if (!options.extended) return inWireForms(entity, body, options.forms ?? UNKNOWN_FORMS);
  return options.create && entity !== 'extra' ? { id, ...body } : body;
}
