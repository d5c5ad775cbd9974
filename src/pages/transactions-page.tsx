import { useState } from 'react';
import { TransactionImport } from '../features/import/transaction-import.tsx';
import { TransactionsScreen } from '../features/transactions/transactions-screen.tsx';

/** /transactions */
export function TransactionsPage() {
  const [importing, setImporting] = useState(false);
  return (
    <>
      <TransactionsScreen onImport={() => { setImporting(true); }} />
      {importing && <TransactionImport onClose={() => { setImporting(false); }} />}
    </>
  );
}
