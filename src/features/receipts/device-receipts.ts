import { currentDatabase } from '../../data/database/database.ts';
import {
  attachAgain,
  attachReceipt,
  listReceipts,
  readReceiptFile,
  saveReceiptDetails,
} from '../../data/receipts/receipts.ts';
import { removeRecords, undoRemovals } from '../../data/outbox/removals.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { refreshReceipts } from '../../sync/pull/pull-receipts.ts';
import { downloadReceipt, receiptLink } from '../../sync/pull/receipt-files.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { offerUndo } from '../../ui/messages/offer-undo.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import type { ReceiptsStore } from './receipts-store.ts';

const FAILED = 'Failed to upload receipt. Please try again.';

/** The receipts of one transaction in the user's database. */
export function deviceReceipts(transactionId: string): ReceiptsStore {
  const stored = ({ receiptType, description }: { readonly receiptType: string; readonly description: string }) => ({
    receiptType: receiptType === '' ? null : receiptType,
    description,
  });
  return {
    useReceipts: (round) => useStored(() => listReceipts(currentDatabase(), transactionId), [transactionId, round]),
    refresh: () => {
      // A server without our extensions shows them one transaction at a time.
      void refreshReceipts(currentDatabase(), transactionId).catch(tellFault);
    },
    add: async (file, details) => {
      const kept = await attachReceipt(currentDatabase(), transactionId, file, stored(details));
      return kept.ok ? null : notWrittenText(kept, FAILED);
    },
    addAgain: async (id, file) => {
      const kept = await attachAgain(currentDatabase(), id, file);
      return kept.ok ? null : notWrittenText(kept, FAILED);
    },
    update: async (id, details) => (await saveReceiptDetails(currentDatabase(), id, stored(details))).ok,
    remove: async (id) => {
      const removed = await removeRecords(currentDatabase(), 'receipt', [id]);
      if (removed.ok) offerUndo('1 receipt', async () => (await undoRemovals(currentDatabase(), removed.value)).ok);
      return removed.ok;
    },
    link: async (id) =>
      (await readReceiptFile(currentDatabase(), id)).kind === 'file' ? null : await receiptLink(currentDatabase(), id),
    bytes: async (id) => {
      const file = await readReceiptFile(currentDatabase(), id);
      if (file.kind === 'file') return file.bytes;
      return await downloadReceipt(currentDatabase(), id);
    },
  };
}
