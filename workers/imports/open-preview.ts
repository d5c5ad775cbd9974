/** An open preview of a file in the worker. */
import type { RowEdit } from '../../domain/csv/source/edited-rows.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { ImportEffect } from '../../domain/csv/import/import-effect.ts';
import type { ImportAnswers } from '../../domain/csv/questions/import-question.ts';
import type { ImportStore, OpenImport, PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { ImportOptions } from '../../domain/csv/import/row-checker.ts';
import type { Table } from '../../domain/csv/tables/table.ts';
import { earlierRows } from '../../src/data/imports/earlier-rows.ts';
import type { ImportFile } from '../api/import-types.ts';
import type { LiveData } from '../live/live-data.ts';
import { rowsByStatus, type RowsByStatus } from './rows-by-status.ts';

export interface OpenPreview {
  readonly file: Omit<ImportFile, 'bytes'>;
  readonly table: Table;
  readonly options: ImportOptions;
  readonly open: OpenImport;
  /** Ids of the imports that were stored when the preview was made. */
  readonly imports: ReadonlySet<string>;
  /** Whether the user chose the columns. */
  readonly columnsChosen: boolean;
  readonly edits: Map<number, RowEdit>;
  /** The stored answers, and those given since. */
  answers: ImportAnswers;
  /** Keys of questions with a remembered answer that the user has not changed. */
  readonly fromMemory: Set<string>;
  store: ImportStore;
  shown: ShownImport;
  /** The last requested effect of the rows, with its request. */
  effect: { readonly request: string; readonly effect: ImportEffect } | null;
  /** Set while the preview is being imported. */
  running: AbortController | null;
}

/** A preview's rows in their present state. */
interface ShownImport {
  readonly prepared: PreparedImport;
  readonly byStatus: RowsByStatus<PreparedRow>;
  readonly revision: number;
}

export function shownImport(prepared: PreparedImport, revision: number): ShownImport {
  return { prepared, byStatus: rowsByStatus(prepared.rows), revision };
}

/** The device's present records, with which a preview compares its rows. */
export async function recordsOf(data: LiveData): Promise<ImportStore> {
  const [accounts, brokers, assets, transactions] = await Promise.all([
    data.accounts.get(),
    data.brokers.get(),
    data.assets.get(),
    data.transactions.get(),
  ]);
  return {
    accounts: [...accounts.values()],
    brokers: [...brokers.values()],
    assets: [...assets.values()],
    transactions,
  };
}

/** As `recordsOf`, with what earlier imports have read: one entry for each row of all of them, so only for comparing. */
export async function storeOf(data: LiveData): Promise<ImportStore> {
  const [records, earlier] = await Promise.all([recordsOf(data), earlierRows(data.db)]);
  return { ...records, earlierRows: earlier };
}
