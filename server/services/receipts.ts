/** Uploads and downloads of receipts. */
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  MAX_RECEIPT_BYTES,
  RECEIPT_SIZE_FAULT,
  RECEIPT_TYPE_FAULT,
  receiptContentType,
  safeFileName,
  type ReceiptContentType,
  type ReceiptType,
} from '../../domain/records/receipt.ts';
import { formatBytes } from '../../domain/values/file-size.ts';
import type { ReceiptRecord, ReceiptView } from '../../contract/receipts.ts';
import { done, fail, notFound, type Outcome } from '../outcome.ts';
import type { StoredFiles } from '../store/upkeep/backup.ts';
import { lockUser } from '../store/versions/counters.ts';
import { createOwned, findOwned } from '../store/versions/owned.ts';
import { addLeftovers, leftoversBefore, takeLeftover } from '../store/user-records/receipt-leftovers.ts';
import { receiptBytesOf, RECEIPTS, receiptStoredAs } from '../store/user-records/receipts.ts';
import { commit, type Db, type Store } from '../store/database/store.ts';
import { TRANSACTIONS } from '../store/user-records/transactions.ts';
import { newStorageName } from './receipt-files.ts';
import type { Services } from './services.ts';

/** A file that is checked and stored, but named by no receipt yet. */
export interface StagedFile {
  readonly storageName: string;
  readonly originalFileName: string;
  readonly contentType: ReceiptContentType;
  readonly fileSize: number;
  readonly sha256: string;
}

/**
 * Checks a file and stores its bytes before the transaction of the upload, because a slow disk or bucket must not delay
 * others.
 */
export async function stageReceipt(
  services: Services,
  userId: string,
  transactionId: string,
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<Outcome<StagedFile>> {
  const { store, clock, receiptFiles } = services;
  if (file.bytes.length > MAX_RECEIPT_BYTES) return fail('tooLarge', RECEIPT_SIZE_FAULT);
  const originalFileName = safeFileName(file.name);
  const contentType = receiptContentType(originalFileName, file.bytes);
  if (contentType === null)
    return fail('invalid', RECEIPT_TYPE_FAULT, {
      issues: [
        {
          field: 'file',
          code: 'notAllowed',
          value: originalFileName,
          expected: 'a PDF or an image (JPEG, PNG, GIF, WebP) whose content matches its extension',
        },
      ],
    });
  const transaction = await findOwned(TRANSACTIONS, store, userId, transactionId);
  if (!transaction.ok) return transaction;
  const room = await checkRoom(services, store, userId, file.bytes.length);
  if (!room.ok) return room;
  const storageName = newStorageName();
  await addLeftovers(store, [storageName], new Date(clock()).toISOString());
  const stored = await reached(services, receiptFiles.put(storageName, file.bytes));
  if (!stored.ok) return stored;
  return done({
    storageName,
    originalFileName,
    contentType,
    fileSize: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
  });
}

/** Removes the bytes of a refused upload; if that fails, they are removed with the other leftovers. */
export async function discardReceipt({ store, receiptFiles }: Services, { storageName }: StagedFile): Promise<void> {
  await removeLeftover(store, receiptFiles, storageName).catch(() => undefined);
}

/** An unreachable bucket is not an error in our code. */
async function reached<T>({ log }: Services, work: Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await work);
  } catch (error) {
    if (!(error instanceof Error && '$metadata' in error) && !isUnreachable(error)) throw error;
    // Only the name: the error itself may contain the refused key.
    log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'the receipt storage could not be reached');
    return fail('sourceFailed', 'The receipt storage could not be reached. Please try again in a moment.');
  }
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'TimeoutError' ||
      ('code' in error && /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/u.test(String(error.code))))
  );
}

async function checkRoom({ config }: Services, db: Db, userId: string, bytes: number): Promise<Outcome<undefined>> {
  const taken = await receiptBytesOf(db, userId);
  if (taken + bytes <= config.receiptsQuota) return done(undefined);
  return fail(
    'tooLarge',
    `Your receipts use ${formatBytes(taken)} of ${formatBytes(config.receiptsQuota)}, so this file (${formatBytes(bytes)}) does not fit.`,
  );
}

interface Details {
  readonly receiptType?: ReceiptType | null;
  readonly description?: string;
}

/** Creates the receipt of a staged file. `uploadedAt` is an ISO instant. */
export async function createReceipt(
  services: Services,
  db: Db,
  userId: string,
  input: Details & { readonly id: string; readonly transactionId: string; readonly uploadedAt: string },
  staged: StagedFile,
): Promise<Outcome<ReceiptView>> {
  const { id, transactionId, uploadedAt, receiptType = null, description = '' } = input;
  await lockUser(db, userId);
  const room = await checkRoom(services, db, userId, staged.fileSize);
  if (!room.ok) return room;
  return await createOwned(RECEIPTS, db, userId, id, {
    ...staged,
    transactionId,
    uploadedAt,
    receiptType,
    description,
  });
}

const LINK_SECONDS = 300;
const LINK_PURPOSE = 'receipt-link';

/** The last part of a download link: anyone with it can open one file for five minutes; it contains no token. */
export function downloadLink({ tokens, clock }: Services, storageName: string): string {
  const grant = `${storageName}.${Math.floor(clock() / 1000) + LINK_SECONDS}`;
  return `${grant}.${tokens.seal(LINK_PURPOSE, grant)}`;
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** The file of a link that we issued and that has not expired. */
export async function openLink(
  services: Services,
  link: string,
): Promise<Outcome<{ readonly receipt: ReceiptRecord; readonly bytes: Uint8Array }>> {
  const { tokens, clock, store, receiptFiles } = services;
  const [, grant = '', storageName = '', until = '', seal = ''] =
    /^(([\da-f]+)\.(\d{1,12}))\.([\w-]+)$/u.exec(link) ?? [];
  if (grant === '' || !sameText(seal, tokens.seal(LINK_PURPOSE, grant))) return notFound('File');
  if (Number(until) * 1000 < clock())
    return fail('forbidden', 'This download link has expired. Please download the file again.');
  const receipt = await receiptStoredAs(store, storageName);
  if (receipt === null) return notFound('File');
  const bytes = await reached(services, receiptFiles.read(storageName));
  if (!bytes.ok) return bytes;
  return bytes.value === null ? notFound('File') : done({ receipt, bytes: bytes.value });
}

/** An upload may take this long. */
const LEFTOVER_MS = 3_600_000;

/** Removes bytes that no receipt has named for an hour, until the server stops. */
export async function sweepReceipts({
  store,
  receiptFiles,
  clock,
  stopping,
}: Pick<Services, 'store' | 'receiptFiles' | 'clock' | 'stopping'>): Promise<void> {
  for (const name of await leftoversBefore(store, new Date(clock() - LEFTOVER_MS).toISOString()))
    if (!stopping.aborted) await removeLeftover(store, receiptFiles, name);
}

/** Removes stored bytes, unless a receipt names them by now. */
export async function removeLeftover(store: Store, files: StoredFiles, name: string): Promise<void> {
  // Inside the transaction: a restore of the receipt waits for it, or comes first.
  await commit(store, async (tx) => {
    if (await takeLeftover(tx, name)) await files.remove(name);
  });
}
