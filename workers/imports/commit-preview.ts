/** Writes the chosen rows of a preview, and calculates their effect. */
import { acceptRows, type AcceptedRows } from '../../domain/csv/import/accept-rows.ts';
import { statementOf, type Statement } from '../../domain/csv/stored/earlier-rows.ts';
import { matchDetails } from '../../domain/csv/stored/duplicates.ts';
import { refuse, type Refusal } from '../../domain/csv/tables/file-kind.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import { importEffect, keptEffect, type ImportEffect } from '../../domain/csv/import/import-effect.ts';
import { prepareImport } from '../../domain/csv/import/prepare-import.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listImports, writeImport } from '../../src/data/imports/imports.ts';
import { currentIds } from '../../src/data/outbox/outbox.ts';
import { receiptsWithoutFile } from '../../src/data/imports/reversed-transactions.ts';
import { importFaultText } from '../../src/data/database/write-fault-text.ts';
import type { ImportOutcome, ImportProgress, ImportRequest } from '../api/import-types.ts';
import type { LiveData } from '../live/live-data.ts';
import { recordsOf, storeOf, type OpenPreview } from './open-preview.ts';

interface CommitOptions {
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onProgress: ((progress: ImportProgress) => void) | undefined;
}

/** The effect of accepted rows; the last result is reused. */
export async function effectOf(
  data: LiveData,
  preview: OpenPreview,
  request: ImportRequest,
  accepted: AcceptedRows,
): Promise<ImportEffect> {
  const asked = JSON.stringify([preview.shown.revision, request.selectedRowNumbers, request.createAccounts]);
  if (preview.effect?.request === asked) return preview.effect.effect;
  const { settings } = await data.statements.get();
  const { accounts, assets, transactions: stored } = preview.store;
  const effect = importEffect({
    stored: Array.isArray(stored) ? (stored as readonly Transaction[]) : [...stored],
    added: accepted.transactions,
    removed: accepted.reversed,
    assets: new Map([...assets, ...accepted.unlistedAssets].map((asset) => [asset.isin, asset])),
    accountNames: new Map([...accounts, ...accepted.newAccounts].map(({ id, name }) => [id, name])),
    settings,
    asOf: preview.options.today,
  });
  preview.effect = { request: asked, effect };
  return effect;
}

/** Writes the chosen rows of a preview; rows that became duplicates since then are left out and named. */
export async function commitPreview(
  data: LiveData,
  preview: OpenPreview,
  request: ImportRequest,
  { signal, now, onProgress }: CommitOptions,
): Promise<ImportOutcome | Refusal> {
  const { accepted, late, missing } = await accept(data, preview, request);
  if (missing.length > 0)
    return refuse(
      'notReady',
      `A transaction that the file reverses has changed since this preview (row ${missing.join(', ')}). Close the preview and choose the file again.`,
    );
  if (accepted.brokersToChoose.length > 0) {
    return refuse(
      'notReady',
      `Choose a broker for ${accepted.brokersToChoose.map((name) => (name === '' ? 'rows without one' : `"${name}"`)).join(', ')}.`,
    );
  }
  const duplicates = late.map(
    (row) => `Row ${row.rowNumber}: ${row.duplicate === null ? '' : matchDetails(row.duplicate)}`,
  );
  const { newAccounts, unlistedAssets, transactions, rows, reversed } = accepted;
  const elsewhere = await receiptsWithoutFile(
    data.db,
    reversed.map(({ id }) => id),
  );
  if (elsewhere.length > 0)
    return refuse(
      'notReady',
      `${elsewhere.length === 1 ? 'A receipt' : `${elsewhere.length} receipts`} of a reversed transaction would be lost, because the file is only on the server. Connect to the server and import again.`,
    );
  if (transactions.length + reversed.length === 0) {
    if (late.length === 0) return refuse('noRows', 'Select at least one row to import.');
    return { ok: true, importId: null, importedCount: 0, duplicateCount: late.length, duplicates };
  }
  const effect = await effectOf(data, preview, request, accepted);
  const { content } = preview.shown.prepared;
  const result = await writeImport(
    data.db,
    {
      fileName: preview.file.name,
      profileName: content.profileName,
      newAccounts,
      unlistedAssets,
      transactions,
      statements: statementsOf(rows),
      reversed,
      proof: { effect: keptEffect(effect), balance: content.balance, totals: content.totals ?? null },
    },
    {
      signal,
      onProgress: (done, total) => onProgress?.({ done, total }),
      now,
      noted: true,
    },
  );
  if (!result.ok) return refuse('failed', importFaultText(result.fault));
  return {
    ok: true,
    importId: result.value.id,
    importedCount: transactions.length,
    ...(reversed.length > 0 && { reversedCount: reversed.length }),
    duplicateCount: late.length,
    duplicates,
  };
}

/** What the file states in each of the rows, before the user's corrections. */
function statementsOf(rows: readonly PreparedRow[]): readonly Statement[] {
  return rows.flatMap(({ fields, uncorrected = fields }) => (uncorrected === null ? [] : [statementOf(uncorrected)]));
}

/**
 * The rows to write, checked against the present records; `late` are valid rows of the preview that have become
 * duplicates, and `missing` the lines whose reversed transaction has changed.
 */
async function accept(
  data: LiveData,
  preview: OpenPreview,
  request: ImportRequest,
): Promise<{ accepted: AcceptedRows; late: readonly PreparedRow[]; missing: readonly number[] }> {
  const selected = new Set(request.selectedRowNumbers);
  let { prepared } = preview.shown;
  let late: readonly PreparedRow[] = [];
  // Another tab's import may have been committed before this one is notified.
  if ((await listImports(data.db)).some((record) => !preview.imports.has(record.id))) {
    for (const part of [data.transactions, data.accounts, data.assets]) part.mark();
  }
  const store = await recordsOf(data);
  if (store.transactions !== preview.store.transactions || store.accounts.length !== preview.store.accounts.length) {
    const again = prepareImport(preview.table, await storeOf(data), {
      ...preview.options,
      edits: preview.edits,
      answers: preview.answers,
    });
    if (again.ok) {
      const wereValid = new Set(preview.shown.byStatus.valid.map((row) => row.rowNumber));
      prepared = again;
      late = again.rows.filter(
        (row) => row.status === 'duplicate' && selected.has(row.rowNumber) && wereValid.has(row.rowNumber),
      );
      for (const row of late) selected.delete(row.rowNumber);
    }
  }
  const accepted = acceptRows(prepared, {
    selected,
    createAccounts: request.createAccounts,
    newId,
    ...(request.brokerChoices === undefined ? {} : { brokerChoices: request.brokerChoices }),
  });
  const reversed = new Set(accepted.reversed.map(({ id }) => id));
  const removals = preview.shown.byStatus.valid.flatMap(({ reverses, rowNumber }) =>
    reverses !== null && selected.has(rowNumber) ? [{ id: reverses.id, rowNumber }] : [],
  );
  // A server that gives its own ids may have assigned them in the meantime.
  const ids = await currentIds(
    data.db,
    removals.map(({ id }) => id),
  );
  const missing = removals
    .filter(({ id }, at) => !reversed.has(id) && !reversed.has(ids[at] ?? id))
    .map(({ rowNumber }) => rowNumber);
  return { accepted, late, missing };
}
