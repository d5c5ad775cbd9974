/** The bodies of requests: what a server of either kind is sent of a record. */
import { CASH_FIELDS } from '../../../domain/fields/cash-fields.ts';
import type { TaxWrapper } from '../../../domain/fields/enums.ts';
import type { Fields } from '../../../domain/fields/record-fields.ts';
import { RECORDS, type Asset, type Broker, type SavingsAccount } from '../../../domain/records/records.ts';
import { UNKNOWN_FORMS, type WireForms } from '../../data/database/meta.ts';
import type { EntityName, EntityRecords } from '../../data/entities/entities.ts';
import { recordOf } from '../../data/entities/entity-fields.ts';
import { CASH_FEATURE, CASH_ISA_FEATURE, JUNIOR_ISA_FEATURE, type RecordFeature } from '../api/capabilities.ts';
import { inWireForms } from '../wire/wire-forms.ts';

/**
 * True when a plain server could not store the record's meaning: the specification has no optional fields, and no
 * junior ISA.
 */
export function needsExtendedServer<E extends EntityName>(entity: E, record: EntityRecords[E]): boolean {
  if (entity === 'asset') return (record as Asset).cgtExempt !== null;
  const fields: Fields = RECORDS[entity];
  return (
    isInJuniorIsa(record) ||
    Object.entries(fields).some(([name, { isOptional }]) => isOptional && isStated(record, name))
  );
}

/** The features without which an older version of our server could not store the record's meaning. */
export function featuresNeeded<E extends EntityName>(entity: E, record: EntityRecords[E]): readonly RecordFeature[] {
  const needed: RecordFeature[] = [];
  if (entity === 'transaction' && Object.keys(CASH_FIELDS).some((name) => isStated(record, name)))
    needed.push(CASH_FEATURE);
  if (isInJuniorIsa(record)) needed.push(JUNIOR_ISA_FEATURE);
  if (entity === 'savingsAccount' && isStated(record, 'isCashIsa')) needed.push(CASH_ISA_FEATURE);
  return needed;
}

/** True when the server lacks such a feature: the record is then kept on the device. */
export function isBeyond<E extends EntityName>(
  features: readonly string[],
  entity: E,
  record: EntityRecords[E],
): boolean {
  return featuresNeeded(entity, record).some((feature) => !features.includes(feature));
}

function isStated(record: object, field: string): boolean {
  return Reflect.get(record, field) !== undefined;
}

function isInJuniorIsa(record: object): boolean {
  return Reflect.get(record, 'taxWrapper') === ('JISA' satisfies TaxWrapper);
}

interface BodyOptions {
  readonly extended: boolean;
  readonly create: boolean;
  /** How a plain server writes ids and categories; as texts where it is not known. */
  readonly forms?: WireForms;
}

/** Fields that are in the address, that cannot be changed, or that a plain server sets itself. */
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

/** The body of a POST or PUT. An extended server gets our id on creation; a plain one gets only what is specified. */
export function bodyOf<E extends EntityName>(entity: E, record: EntityRecords[E], options: BodyOptions): unknown {
  const out = new Set(LEFT_OUT[entity]?.({ ...options, record }));
  const { id, ...fields } = recordOf(entity, record);
  const body = Object.fromEntries(Object.entries(fields).filter(([field]) => !out.has(field)));
  // The device keeps the status only of brokers that are no longer offered; to our server its absence means
  // 'unchanged'.
  if (entity === 'broker' && options.extended) body['isActive'] = (record as Broker).isActive !== false;
  // Apps that do not know the mark of a cash ISA do not send it, and our server then leaves it unchanged.
  if (entity === 'savingsAccount' && options.extended)
    body['isCashIsa'] = (record as SavingsAccount).isCashIsa === true;
  if (!options.extended) return inWireForms(entity, body, options.forms ?? UNKNOWN_FORMS);
  return options.create && entity !== 'extra' ? { id, ...body } : body;
}

/** A form of text fields. A file is appended after them: some servers read the fields that come before it alone. */
export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
