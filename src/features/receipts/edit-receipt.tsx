import { useState } from 'react';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { DetailFields } from './detail-fields.tsx';
import styles from './receipts-manager.module.css';
import type { ReceiptDetails, ReceiptItem, ReceiptsStore } from './receipts-store.ts';

export interface EditReceiptProps {
  readonly receipt: ReceiptItem;
  readonly update: ReceiptsStore['update'];
  readonly onClose: () => void;
}

/** Changes a receipt's type and description. */
export function EditReceipt({ receipt, update, onClose }: EditReceiptProps) {
  const [details, setDetails] = useState<ReceiptDetails>({
    receiptType: receipt.receiptType ?? '',
    description: receipt.description,
  });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const save = async () => {
    setBusy(true);
    setFailed(false);
    const saved = await update(receipt.id, details).catch(tellFaultAnd(false));
    setBusy(false);
    if (saved) onClose();
    else setFailed(true);
  };
  const footer = (
    <>
      <Button disabled={busy} onClick={onClose}>
        Cancel
      </Button>
      <Button variant="primary" loading={busy} onClick={() => void save()}>
        {busy ? 'Saving...' : 'Save Changes'}
      </Button>
    </>
  );
  return (
    <Dialog open size="small" busy={busy} onClose={onClose} title="Edit Receipt" footer={footer}>
      <div className={styles.form}>
        {failed && <Banner tone="error">Failed to update receipt. Please try again.</Banner>}
        <DetailFields
          labels={{ receiptType: 'Receipt Type', description: 'Description' }}
          details={details}
          onChange={setDetails}
        />
      </div>
    </Dialog>
  );
}
