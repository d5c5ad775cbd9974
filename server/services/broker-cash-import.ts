/** Imports of broker cash balances: preview, everything at once, or selected rows (002 §2, §4). */
import type { z } from 'zod';
import type { brokerCashPreview } from '../../contract/broker-cash-balances.ts';
import {
  BROKER_CASH_COLUMNS,
  prepareBrokerCash,
  type BrokerCashImportRow,
} from '../../domain/csv/entities/broker-cash-balances.ts';
import { readEntityFile } from '../../domain/csv/entities/entity-file.ts';
import { summaryOf } from '../../domain/csv/entities/entity-import.ts';
import type { BrokerCashFields } from '../../domain/broker-cash-balance.ts';
import { londonDate } from '../../domain/dates.ts';
import { done, type Outcome } from '../outcome.ts';
import { listAccounts } from '../store/user-records/accounts.ts';
import { BROKER_CASH, brokerCashShown } from '../store/user-records/broker-cash-balances.ts';
import { listBrokers } from '../store/shared-records/brokers.ts';
import { lockUser } from '../store/versions/counters.ts';
import { createOwned, updateOwned } from '../store/versions/owned.ts';
import { importChosen, importEvery, type EntityImportResult, type RowWriter } from './entity-import.ts';
import { csvTools, refused, type ImportContext, type ImportSelection } from './import-context.ts';

async function prepare(
  { db, userId }: ImportContext,
  bytes: Uint8Array,
): Promise<Outcome<readonly BrokerCashImportRow[]>> {
  const file = readEntityFile(bytes, csvTools, BROKER_CASH_COLUMNS);
  if (!file.ok) return refused(file);
  return done(
    prepareBrokerCash(file, {
      accounts: await listAccounts(db, userId),
      brokers: await listBrokers(db),
      balances: await brokerCashShown(db, userId),
    }),
  );
}

/** The result that an import of the file would have; writes nothing. */
export async function previewBrokerCash(
  context: ImportContext,
  bytes: Uint8Array,
): Promise<Outcome<z.input<typeof brokerCashPreview>>> {
  const rows = await prepare(context, bytes);
  if (!rows.ok) return rows;
  return done({
    summary: summaryOf(rows.value),
    previewItems: rows.value.map(({ rowNumber, status, selected, duplicateInfo, errors, shown }) => ({
      rowNumber,
      status,
      selected,
      duplicateInfo,
      errors: errors.map(({ message }) => ({ message })),
      item: shown,
    })),
  });
}

/** A selected duplicate replaces the balance: a second one at the same place would count twice. */
function writer({ db, userId, newId, clock }: ImportContext): RowWriter<BrokerCashFields> {
  const dated = (record: BrokerCashFields) => ({ ...record, lastUpdated: record.lastUpdated ?? londonDate(clock()) });
  return {
    nouns: ['cash balance', 'cash balances'],
    create: async (id, record) => await createOwned(BROKER_CASH, db, userId, id ?? newId(), dated(record)),
    replace: async (id, record) => await updateOwned(BROKER_CASH, db, userId, id, dated(record), null),
  };
}

export async function importBrokerCash(
  context: ImportContext,
  bytes: Uint8Array,
): Promise<Outcome<EntityImportResult>> {
  await lockUser(context.db, context.userId);
  const rows = await prepare(context, bytes);
  return rows.ok ? await importEvery(rows.value, writer(context)) : rows;
}

export async function importBrokerCashSelected(
  context: ImportContext,
  bytes: Uint8Array,
  selection: ImportSelection,
): Promise<Outcome<EntityImportResult>> {
  await lockUser(context.db, context.userId);
  const rows = await prepare(context, bytes);
  return rows.ok ? await importChosen(rows.value, selection, writer(context)) : rows;
}
