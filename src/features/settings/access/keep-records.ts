/** Keeping a user's records on this device alone. */
import { currentDatabase, closeDatabase, openExisting } from '../../../data/database/database.ts';
import { databaseName } from '../../../data/database/database-name.ts';
import { DEVICE_USER, deviceBase } from '../../../data/database/places.ts';
import { hasRecords } from '../../../data/device/backup-records.ts';
import { storeRecordCopy } from '../../../data/device/local-settings.ts';
import { keepFetchedFile, receiptsElsewhere } from '../../../data/receipts/receipts.ts';
import { downloadReceipt } from '../../../sync/pull/receipt-files.ts';
import { endSession, startDeviceSession } from '../../../sync/session/session.ts';
import { tellFaultAnd } from '../../../ui/app-state/app-faults.ts';

/** Fetches the files of receipts that are on the server alone; returns how many could not be fetched. */
export async function fetchReceipts(): Promise<number> {
  const db = currentDatabase();
  let missing = 0;
  for (const receipt of await receiptsElsewhere(db)) {
    const bytes = await downloadReceipt(db, receipt.id).catch(tellFaultAnd(null));
    if (bytes === null || !(await keepFetchedFile(db, receipt, bytes))) missing += 1;
  }
  return missing;
}

/** Says that files of receipts are missing, with how many. */
export function missingReceiptsText(missing: number): string {
  const files = missing === 1 ? 'The file of 1 receipt' : `The files of ${missing} receipts`;
  return `${files} could not be fetched from the server. Nothing was changed. Try again when you are connected.`;
}

/** Whether this device alone has no records yet: a copy goes into an empty place only. */
export async function isThisDeviceEmpty(): Promise<boolean> {
  const db = await openExisting(await databaseName({ apiBase: deviceBase('own'), userId: DEVICE_USER }));
  if (db === null) return true;
  try {
    return !(await hasRecords(db));
  } finally {
    closeDatabase(db);
  }
}

/** Remembers that the open database is to be copied to this device alone. */
export function noteCopyToThisDevice(isAccountDeleted: boolean): void {
  storeRecordCopy({ kind: 'keep', from: currentDatabase().name, to: null, isCopied: false, isAccountDeleted });
}

/** Opens this device's own records, into which the noted records are then copied. */
export function openThisDevice(): void {
  endSession('keeping');
  startDeviceSession('own');
}
