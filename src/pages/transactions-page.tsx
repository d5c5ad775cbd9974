import { useState } from 'react';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { TransactionImport } from '../features/import/transaction-import.tsx';
import { TransactionsScreen } from '../features/transactions/transactions-screen.tsx';

/** /transactions */
export function TransactionsPage() {
  const [importing, setImporting] = useState(false);
  const { data: accounts = [] } = useAccounts();
  const { data: brokers = [] } = useBrokers();
  return (
    <>
      <TransactionsScreen accounts={accounts} onImport={() => { setImporting(true); }} />
      {importing && <TransactionImport accounts={accounts} brokers={brokers} onClose={() => { setImporting(false); }} />}
    </>
  );
}
