import { useState } from 'react';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import type { ReceiptItem, ReceiptsStore } from './receipts-store.ts';

export interface DeleteReceiptProps {
  readonly receipt: ReceiptItem;
  readonly remove: ReceiptsStore['remove'];
  readonly onClose: () => void;
  readonly onRemoved: () => void;
  readonly onFailed: (message: string) => void;
}

/** Asks before a receipt and its file are permanently deleted. */
export function DeleteReceipt({ receipt, remove, onClose, onRemoved, onFailed }: DeleteReceiptProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const removed = await remove(receipt.id).catch(tellFaultAnd(false));
    setBusy(false);
    if (removed) {
      onRemoved();
      return;
    }
    onFailed('Failed to delete receipt. Please try again.');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      data={{
        title: 'Delete Receipt',
        message: 'Are you sure you want to delete this receipt?',
        itemName: receipt.originalFileName,
        warningMessage: 'This action cannot be undone. The file will be permanently removed from storage.',
      }}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void confirm()}
      confirmLabel="Delete Receipt"
    />
  );
}
