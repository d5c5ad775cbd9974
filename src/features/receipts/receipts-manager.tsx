import { ReceiptList } from './receipt-list.tsx';
import { UploadPanel, type UploadPanelProps } from './upload-panel.tsx';

/** Receipts and documents of one transaction (000 §2.13). `store` must stay the same while it is shown. */
export function ReceiptsManager({ store, onUnattached }: UploadPanelProps) {
  return (
    <>
      <UploadPanel store={store} onUnattached={onUnattached} />
      <ReceiptList store={store} />
    </>
  );
}
