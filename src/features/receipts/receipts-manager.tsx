import { ReceiptList } from './receipt-list.tsx';
import type { ReceiptsStore } from './receipts-store.ts';
import { UploadPanel } from './upload-panel.tsx';

/** Receipts and documents of one transaction (000 §2.13). `store` must stay the same while it is shown. */
export function ReceiptsManager({ store }: { readonly store: ReceiptsStore }) {
  return (
    <>
      <UploadPanel store={store} />
      <ReceiptList store={store} />
    </>
  );
}
