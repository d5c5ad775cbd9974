/** Receipts and documents of transactions, with the files that are on this device (000 §2.13). */
import { MAX_RECEIPT_BYTES, receiptContentType, safeFileName } from '../../../domain/records/receipt.ts';
import { taxYearOf, type TaxYear } from '../../../domain/values/tax-year.ts';
import { digestOf } from '../database/digest.ts';
import { newId } from '../database/ids.ts';
import { currentId, entriesOf, putAndQueue, QUEUE_TABLES } from '../outbox/outbox.ts';
import { entriesOfAny } from '../outbox/outbox-index.ts';
import type { Receipt, ReceiptFile } from '../entities/receipt-record.ts';
import { putRecord } from '../records/records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

/**
 * Where a receipt's file is.
 * - `here`: on this device
 * - `kept`: on this device too, for use without a connection
 * - `server`: only there
 */
export type FilePlace = 'here' | 'kept' | 'server';

/** A receipt as its card shows it. */
export interface ReceiptCard extends Receipt {
  readonly place: FilePlace;
  /** The server does not have it, or its last change, yet. */
  readonly pending: boolean;
  /** The file on this device is not what was attached, so it was not sent: it has to be attached again. */
  readonly needsFile: boolean;
}

/** The receipts of a transaction, newest first. */
export async function listReceipts(db: HoldfastDatabase, transactionId: string): Promise<ReceiptCard[]> {
  const rows = await db.receipts
    .where('transactionId')
    .equals(await currentId(db, transactionId))
    .toArray();
  const ids = rows.map((row) => row.id);
  const [files, waiting] = await Promise.all([db.receiptFiles.bulkGet(ids), entriesOfAny(db, ids).toArray()]);
  const pending = new Set(waiting.map((entry) => entry.localId));
  const damaged = new Set(waiting.filter((entry) => entry.error?.code === 'fileDamaged').map((entry) => entry.localId));
  const cards = rows.map((row, index): ReceiptCard => {
    const file = files[index];
    const place = file === undefined ? 'server' : file.keep ? 'kept' : 'here';
    return { ...row, place, pending: pending.has(row.id), needsFile: damaged.has(row.id) };
  });
  return cards.toSorted((a, b) =>
    a.uploadedAt === b.uploadedAt ? (a.id < b.id ? 1 : -1) : a.uploadedAt < b.uploadedAt ? 1 : -1,
  );
}

/** A chosen file, whole: a Blob may lose its file on some systems before it is sent. */
export interface ChosenFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

export interface ReceiptDetails {
  /** One of the receipt types (000 §3.6); null when none was chosen. */
  readonly receiptType: string | null;
  /** At most 1000 characters. */
  readonly description: string;
}

/** Why a file is refused: its type or its size (000 §5); the words are `RECEIPT_TYPE_FAULT` and `RECEIPT_SIZE_FAULT`. */
export type FileFault = 'type' | 'size';

/** What is wrong with a file, or null. Its stated type and its first bytes must agree. */
export function fileFault({ name, bytes }: ChosenFile): FileFault | null {
  if (bytes.byteLength > MAX_RECEIPT_BYTES) return 'size';
  return receiptContentType(name, new Uint8Array(bytes)) === null ? 'type' : null;
}

interface PreparedFile extends Pick<Receipt, 'originalFileName' | 'contentType' | 'fileSize' | 'sha256'> {
  readonly bytes: ArrayBuffer;
}

/**
 * The digest is worked out before the write: a write can wait for nothing else. Throws for a file that `fileFault`
 * refuses.
 */
async function prepare({ name, bytes }: ChosenFile): Promise<PreparedFile> {
  const contentType = receiptContentType(name, new Uint8Array(bytes));
  if (contentType === null || bytes.byteLength > MAX_RECEIPT_BYTES)
    throw new TypeError('the file was to be checked before it is attached');
  return {
    originalFileName: safeFileName(name),
    contentType,
    fileSize: bytes.byteLength,
    sha256: await digestOf(bytes),
    bytes,
  };
}

function fileOf(id: string, { bytes, contentType, sha256 }: PreparedFile, keep: boolean): ReceiptFile {
  return { id, bytes, type: contentType, sha256: sha256 ?? '', keep };
}

/** Attaches a file, which `fileFault` has passed, to a transaction. It is sent after the transaction. */
export async function attachReceipt(
  db: HoldfastDatabase,
  transactionId: string,
  file: ChosenFile,
  details: ReceiptDetails,
  now = Date.now(),
): Promise<Written<Receipt>> {
  const prepared = await prepare(file);
  return await write(db, ['transactions', 'receipts', 'receiptFiles', ...QUEUE_TABLES], async () => {
    const transaction = await db.transactions.get(await currentId(db, transactionId));
    if (transaction === undefined) throw new WriteRefused({ code: 'notFound' });
    const { bytes: _bytes, ...known } = prepared;
    const receipt: Receipt = {
      id: newId(),
      transactionId: transaction.id,
      ...known,
      ...details,
      uploadedAt: new Date(now).toISOString(),
    };
    const keep = (await keptYears(db)).includes(taxYearOf(transaction.transactionDate));
    await db.receiptFiles.put(fileOf(receipt.id, prepared, keep));
    await putAndQueue(db, 'receipt', receipt, now);
    return receipt;
  });
}

/** Changes type and description. */
export async function saveReceiptDetails(
  db: HoldfastDatabase,
  id: string,
  details: ReceiptDetails,
  now = Date.now(),
): Promise<Written<Receipt>> {
  return await write(db, ['transactions', 'receipts', ...QUEUE_TABLES], async () => {
    const row = await db.receipts.get(await currentId(db, id));
    if (row === undefined) throw new WriteRefused({ code: 'notFound' });
    const { version: _version, ...receipt } = row;
    return await putRecord(db, 'receipt', { ...receipt, ...details }, now);
  });
}

/** Replaces a file that was damaged before it could be sent; `notFound` when the server has the receipt already. */
export async function attachAgain(
  db: HoldfastDatabase,
  id: string,
  file: ChosenFile,
  now = Date.now(),
): Promise<Written<Receipt>> {
  const prepared = await prepare(file);
  return await write(db, ['transactions', 'receipts', 'receiptFiles', ...QUEUE_TABLES], async () => {
    const known = await currentId(db, id);
    const row = await db.receipts.get(known);
    const [first] = await entriesOf(db, known);
    if (row === undefined || first?.kind !== 'create') throw new WriteRefused({ code: 'notFound' });
    const { bytes: _bytes, ...described } = prepared;
    const { version: _version, ...receipt } = row;
    await db.receiptFiles.put(fileOf(known, prepared, (await db.receiptFiles.get(known))?.keep === true));
    const again = { ...receipt, ...described };
    await putAndQueue(db, 'receipt', again, now);
    // The same file attached again changes no field, but must be sent.
    if (first.state === 'failed')
      await db.outbox.update(first.seq, { state: 'queued', error: null, attempts: 0, nextAttemptAt: 0 });
    return again;
  });
}

/** A receipt's file as it is on the device. */
export type ReadFile =
  | { readonly kind: 'file'; readonly bytes: ArrayBuffer; readonly type: string; readonly name: string }
  /** It is not the file that was attached. */
  | { readonly kind: 'damaged' }
  /** It is not on this device. */
  | { readonly kind: 'elsewhere' };

/** The file of a receipt, when it is on this device and still what was attached. */
export async function readReceiptFile(db: HoldfastDatabase, id: string): Promise<ReadFile> {
  const known = await currentId(db, id);
  const row = await db.receipts.get(known);
  if (row === undefined) return { kind: 'elsewhere' };
  const file = await readAttachedFile(db, known);
  return file.kind === 'file' ? { ...file, name: row.originalFileName } : file;
}

/** The bytes of a file as it was attached, whether its receipt is still shown or was removed before it could be sent. */
export async function readAttachedFile(
  db: HoldfastDatabase,
  id: string,
): Promise<Omit<Extract<ReadFile, { kind: 'file' }>, 'name'> | Exclude<ReadFile, { kind: 'file' }>> {
  const file = await db.receiptFiles.get(id);
  if (file === undefined) return { kind: 'elsewhere' };
  return (await digestOf(file.bytes)) === file.sha256
    ? { kind: 'file', bytes: file.bytes, type: file.type }
    : { kind: 'damaged' };
}

const KEPT_YEARS = 'keptReceiptYears';

/** The tax years whose receipts are kept on this device for use without a connection. */
export async function keptYears(db: HoldfastDatabase): Promise<readonly TaxYear[]> {
  return ((await db.meta.get(KEPT_YEARS))?.value as TaxYear[] | undefined) ?? [];
}

/** 'Keep offline': keeps the files of a tax year's receipts on this device, or with false no longer; sync fetches those that are not here. */
export async function keepYear(db: HoldfastDatabase, year: TaxYear, keep: boolean): Promise<Written<null>> {
  return await write(db, ['transactions', 'receipts', 'receiptFiles', 'outbox'], async () => {
    const others = (await keptYears(db)).filter((other) => other !== year);
    await db.meta.put({ key: KEPT_YEARS, value: (keep ? [...others, year] : others).toSorted() });
    const unsent = new Set((await db.outbox.toArray()).map((entry) => entry.localId));
    for (const receipt of await receiptsOfYears(db, [year])) {
      const file = await db.receiptFiles.get(receipt.id);
      if (file === undefined) continue;
      // What the server has not got stays in any case.
      if (keep || unsent.has(receipt.id)) await db.receiptFiles.put({ ...file, keep });
      else await db.receiptFiles.delete(receipt.id);
    }
    return null;
  });
}

async function receiptsOfYears(db: HoldfastDatabase, years: readonly TaxYear[]): Promise<Receipt[]> {
  const receipts = await db.receipts.toArray();
  const transactions = await db.transactions.bulkGet(receipts.map((receipt) => receipt.transactionId));
  return receipts.filter((_receipt, index) => {
    const transaction = transactions[index];
    return transaction !== undefined && years.includes(taxYearOf(transaction.transactionDate));
  });
}

/** The receipts of kept years whose files are still to be fetched. */
export async function receiptsToFetch(db: HoldfastDatabase): Promise<Receipt[]> {
  const years = await keptYears(db);
  if (years.length === 0) return [];
  const receipts = await receiptsOfYears(db, years);
  const files = new Set(await db.receiptFiles.toCollection().primaryKeys());
  return receipts.filter((receipt) => !files.has(receipt.id));
}

/** Keeps a file that was fetched from the server. False when it is not the file that the receipt names. */
export async function keepFetchedFile(db: HoldfastDatabase, receipt: Receipt, bytes: ArrayBuffer): Promise<boolean> {
  const sha256 = await digestOf(bytes);
  if (receipt.sha256 !== null && receipt.sha256 !== sha256) return false;
  const kept = await write(db, ['receipts', 'receiptFiles'], async () => {
    if ((await db.receipts.get(receipt.id)) !== undefined)
      await db.receiptFiles.put({ id: receipt.id, bytes, type: receipt.contentType, sha256, keep: true });
  });
  return kept.ok;
}

/**
 * Inside a write, after the server has shown these receipts: their files are no longer needed here, unless they are
 * kept.
 */
export async function freeFiles(db: HoldfastDatabase, shown: readonly Receipt[]): Promise<void> {
  const files = await db.receiptFiles.bulkGet(shown.map((receipt) => receipt.id));
  const free = files.filter(
    (file, index) => file !== undefined && !file.keep && (shown[index]?.sha256 ?? file.sha256) === file.sha256,
  );
  await db.receiptFiles.bulkDelete(free.map((file) => file?.id ?? ''));
}

/** Another tab may offer an undo for long: the time of the offer stops while that tab is in the background. */
const UNDO_KEPT_MS = 24 * 3_600_000;

/** Removes files without a receipt that no undo can restore; for the start of the app. */
export async function removeOrphanFiles(db: HoldfastDatabase, now: number): Promise<void> {
  await write(db, ['receipts', 'receiptFiles', 'outbox', 'imports'], async () => {
    const imports = await db.imports.toArray();
    const copies = new Set(imports.flatMap(({ takenBack }) => takenBack?.receipts.map(({ copyId }) => copyId) ?? []));
    const ids = (await db.receiptFiles.toCollection().primaryKeys()).filter((id) => !copies.has(id));
    const rows = await db.receipts.bulkGet(ids);
    const queued = new Set((await db.outbox.toArray()).map((entry) => entry.localId));
    const orphans = ids.filter((id, index) => rows[index] === undefined && !queued.has(id));
    // A time far ahead comes from a clock that was wrong.
    await db.receiptFiles
      .where('id')
      .anyOf(orphans)
      .and(({ removedAt = -Infinity }) => Math.abs(now - removedAt) > UNDO_KEPT_MS)
      .delete();
  });
}

/** The receipts whose files are on the server alone. */
export async function receiptsElsewhere(db: HoldfastDatabase): Promise<Receipt[]> {
  const here = new Set(await db.receiptFiles.toCollection().primaryKeys());
  return await db.receipts.filter((receipt) => !here.has(receipt.id)).toArray();
}

/** The receipts of one tax year. */
export interface ReceiptYear {
  readonly year: TaxYear;
  readonly count: number;
  /** How many of their files are on this device. */
  readonly here: number;
  readonly kept: boolean;
}

/** The tax years that the user has receipts of, newest first. */
export async function receiptYears(db: HoldfastDatabase): Promise<ReceiptYear[]> {
  const kept = await keptYears(db);
  const receipts = await db.receipts.toArray();
  const transactions = await db.transactions.bulkGet(receipts.map((receipt) => receipt.transactionId));
  const here = new Set(await db.receiptFiles.toCollection().primaryKeys());
  const years = new Map<TaxYear, ReceiptYear>();
  for (const [index, { id }] of receipts.entries()) {
    const transaction = transactions[index];
    if (transaction === undefined) continue;
    const year = taxYearOf(transaction.transactionDate);
    const known = years.get(year) ?? { year, count: 0, here: 0, kept: kept.includes(year) };
    years.set(year, { ...known, count: known.count + 1, here: known.here + (here.has(id) ? 1 : 0) });
  }
  return [...years.values()].toSorted((a, b) => (a.year < b.year ? 1 : -1));
}
