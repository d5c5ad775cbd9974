import { useMemo, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { deviceReceipts } from '../features/receipts/device-receipts.ts';
import { ReceiptsManager } from '../features/receipts/receipts-manager.tsx';
import { TransactionFormScreen } from '../features/transactions/transaction-form-screen.tsx';
import { FormVisit } from '../ui/forms/form-visit.tsx';

/** /transactions/new and /transactions/edit/:id */
export function TransactionFormPage() {
  const { id } = useParams();
  const accounts = useAccounts();
  const brokers = useBrokers();
  const receipts = useMemo(() => (id === undefined ? null : deviceReceipts(id)), [id]);
  const [unattached, setUnattached] = useState(false);
  return (
    <FormVisit>
      <TransactionFormScreen id={id} accounts={accounts} brokers={brokers} receiptUnattached={unattached}>
        {receipts !== null && <ReceiptsManager store={receipts} onUnattached={setUnattached} />}
      </TransactionFormScreen>
    </FormVisit>
  );
}

/** /transactions/:id/edit, the other reading of the address. */
export function TransactionEditRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/transactions/edit/${encodeURIComponent(id)}`} replace />;
}
