/** The files of receipts that are on the server alone. */
import { ownerOf } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { receiptsWithoutFile } from '../../data/imports/reversed-transactions.ts';
import { keepFetchedFile, receiptsToFetch } from '../../data/receipts/receipts.ts';
import { getRecord } from '../../data/records/records.ts';
import { createApi, successOf } from '../api/api.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';
import { itemPath } from '../wire/paths.ts';
import { textIn } from '../network/http.ts';
import type { SyncContext } from './pull-context.ts';
import { refreshReceipts } from './pull-receipts.ts';

/** Time for a file of 10 MB on a slow line, in milliseconds. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

/**
 * The address under which a receipt's file can be opened for some minutes, as the server states it: a path without a
 * host is the API's own. Null without a connection or when the server has none.
 */
export async function receiptLink(
  db: HoldfastDatabase,
  id: string,
  environment: SyncEnvironment = browserEnvironment,
): Promise<string | null> {
  const receipt = await getRecord(db, 'receipt', id);
  if (receipt === null) return null;
  const owner = await ownerOf(db);
  const outcome = await createApi(environment, owner).call('GET', `${itemPath('receipt', receipt)}/download`);
  const link = textIn(successOf(outcome)?.json, 'downloadUrl');
  if (link === '') return null;
  const home = typeof location === 'undefined' ? 'http://localhost/' : location.href;
  const url = new URL(link, new URL(owner.apiBase, home));
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/**
 * The bytes of a receipt's file from the server, which are not kept; null when they cannot be fetched now. They may be
 * on another site: no token goes with the request.
 */
export async function downloadReceipt(
  db: HoldfastDatabase,
  id: string,
  environment: SyncEnvironment = browserEnvironment,
): Promise<ArrayBuffer | null> {
  const link = await receiptLink(db, id, environment);
  if (link === null) return null;
  const abort = new AbortController();
  const cancel = environment.schedule(() => abort.abort(), DOWNLOAD_TIMEOUT_MS);
  try {
    const response = await environment.fetch(link, { credentials: 'omit', cache: 'no-store', signal: abort.signal });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    // No reply: the file stays on the server, and is requested again.
    return null;
  } finally {
    cancel();
  }
}

/**
 * Fetches the files of these transactions' receipts that the device lacks, so that they can be restored after the
 * transactions are deleted.
 */
export async function fetchReceiptFiles(
  db: HoldfastDatabase,
  transactionIds: readonly string[],
  environment: SyncEnvironment = browserEnvironment,
): Promise<void> {
  for (const id of transactionIds) await refreshReceipts(db, id, environment);
  for (const receipt of await receiptsWithoutFile(db, transactionIds)) {
    const bytes = await downloadReceipt(db, receipt.id, environment);
    if (bytes !== null) await keepFetchedFile(db, receipt, bytes);
  }
}

/**
 * Fetches the files of the tax years that the user keeps on this device; what cannot be fetched now is tried at the
 * next pull.
 */
export async function fetchKeptFiles({ db, environment }: SyncContext): Promise<void> {
  for (const receipt of await receiptsToFetch(db)) {
    const bytes = await downloadReceipt(db, receipt.id, environment);
    if (bytes === null) return;
    await keepFetchedFile(db, receipt, bytes);
  }
}
