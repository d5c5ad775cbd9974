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
import type { BrokerCashFields } from '../../domain/records/broker-cash-balance.ts';
import { londonDate } from '../../domain/values/dates.ts';
import { done, type Outcome } from '../outcome.ts';
import { listAccounts } from '../store/user-records/accounts.ts';
import { BROKER_CASH, brokerCashShown } from '../store/user-records/broker-cash-balances.ts';
import { listBrokers } from '../store/shared-records/brokers.ts';
import { importRows, ownedWriter, previewRows, type EntityImportResult, type RowWriter } from './entity-import.ts';
import { csvTools, refused, type ImportContext, type ImportSelection } from './import-context.ts';
import { lockedReading, type ReadAhead } from './read-ahead.ts';

/** Rows of a file, checked against what is stored. */
export type BrokerCashRows = readonly BrokerCashImportRow[];

export async function readBrokerCash(
  { db, userId }: ImportContext,
  bytes: Uint8Array,
): Promise<Outcome<BrokerCashRows>> {
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
  const rows = await readBrokerCash(context, bytes);
  if (!rows.ok) return rows;
  return done({
    summary: summaryOf(rows.value),
    previewItems: previewRows(rows.value, (item) => ({ item })),
  });
}

/** A selected duplicate replaces the balance: a second one at the same place would count twice. */
function writer(context: ImportContext): RowWriter<BrokerCashFields> {
  const today = londonDate(context.clock());
  const write = ownedWriter(BROKER_CASH, context);
  return {
    nouns: ['cash balance', 'cash balances'],
    canReplace: true,
    write: async (rows) =>
      await write(
        rows.map((row) => ({ ...row, record: { ...row.record, lastUpdated: row.record.lastUpdated ?? today } })),
      ),
  };
}

/** `selection`: null imports every row, or nothing. */
export async function importBrokerCash(
  context: ImportContext,
  selection: ImportSelection | null,
  ahead: ReadAhead<BrokerCashRows>,
): Promise<Outcome<EntityImportResult>> {
  const rows = await lockedReading(context, ahead);
  return rows.ok ? await importRows(rows.value, selection, writer(context)) : rows;
}
