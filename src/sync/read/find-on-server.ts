/** Finding by its content a record that a plain server may have stored under an id of its own. */
import { labelOf, TAX_WRAPPER_OPTIONS, TRANSACTION_TYPES, type Option } from '../../../domain/fields/enums.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { entityTable, type HoldfastDatabase } from '../../data/database/schema.ts';
import type { EntityName, EntityRecords } from '../../data/entities/entities.ts';
import { sameContent } from '../../data/entities/entity-fields.ts';
import type { Api, CallOutcome } from '../api/api.ts';
import { noteWireForms } from '../wire/wire-forms.ts';
import { asObject } from '../network/http.ts';
import { readId, readRecord } from '../wire/wire.ts';
import { readList } from './lists.ts';
import { knownFrom, readItem } from './read-current.ts';

interface SearchContext {
  readonly db: HoldfastDatabase;
  readonly api: Api;
}

export type Found<E extends EntityName> =
  | { readonly kind: 'found'; readonly record: EntityRecords[E] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly outcome: CallOutcome };

/** A record of this content that the device does not know under its own id yet. */
export async function findOnServer<E extends EntityName>(
  context: SearchContext,
  entity: E,
  record: EntityRecords[E],
): Promise<Found<E>> {
  const known = knownFrom(record);
  const list = await readList(context.api, entity, { ...known, recent: true });
  if (list.kind === 'failed') return list;
  await noteWireForms(context.db, entity, list.items[0]);
  const alike = list.items.flatMap((item) => {
    const id = readId(asObject(item)?.['id']);
    return id !== null && mayBe(entity, record, item) ? [{ id, item }] : [];
  });
  const ours = await entityTable(context.db, entity).bulkGet(alike.map(({ id }) => id));
  for (const { id, item } of alike.filter((_, index) => ours[index] === undefined)) {
    // List items of transactions lack fields.
    const whole =
      entity === 'transaction' ? await readItem(context.api, entity, id) : { copy: readRecord(entity, item, known) };
    if ('failed' in whole) return { kind: 'failed', outcome: whole.failed };
    if (whole.copy !== null && sameContent(entity, whole.copy.record, record))
      return { kind: 'found', record: whole.copy.record };
  }
  return { kind: 'absent' };
}

/** False when a list item shows that it is another record. */
function mayBe(entity: EntityName, record: EntityRecords[EntityName], item: unknown): boolean {
  return entity !== 'transaction' || listItemAgrees(record as Transaction, item);
}

/** True when everything that a transaction's list item shows agrees with the record; an unknown label is ignored. */
export function listItemAgrees(transaction: Transaction, item: unknown): boolean {
  const shown = asObject(item);
  if (shown === null) return false;
  const agrees = (field: string, value: unknown): boolean =>
    shown[field] === undefined || (shown[field] ?? null) === value;
  const labelAgrees = (field: string, options: readonly Option[], value: string): boolean =>
    !options.some((option) => option.label === shown[field]) || shown[field] === labelOf(options, value);
  return (
    agrees('transactionDate', transaction.transactionDate) &&
    agrees('quantity', transaction.quantity) &&
    agrees('consideration', transaction.consideration) &&
    (shown['accountId'] === undefined || readId(shown['accountId']) === transaction.accountId) &&
    labelAgrees('taxWrapperLabel', TAX_WRAPPER_OPTIONS, transaction.taxWrapper) &&
    labelAgrees('transactionTypeLabel', TRANSACTION_TYPES, transaction.transactionType)
  );
}
