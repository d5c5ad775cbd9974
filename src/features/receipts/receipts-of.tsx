import { useMemo } from 'react';
import { deviceReceipts } from './device-receipts.ts';
import { ReceiptList } from './receipt-list.tsx';

/** The receipts of a transaction, without a way to add one. */
export function ReceiptsOf({ transactionId }: { readonly transactionId: string }) {
  const store = useMemo(() => deviceReceipts(transactionId), [transactionId]);
  return <ReceiptList store={store} />;
}
