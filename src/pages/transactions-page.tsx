import { useState } from 'react';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { SharedFileQuestion } from '../features/import/shared-file-question.tsx';
import { TransactionImport } from '../features/import/transaction-import.tsx';
import { useSharedFile } from '../features/import/use-shared-file.ts';
import { TransactionsScreen } from '../features/transactions/transactions-screen.tsx';

/** /transactions */
export function TransactionsPage() {
  const [importing, setImporting] = useState(false);
  const { file, offered, accept, done } = useSharedFile();
  const { data: accounts = [] } = useAccounts();
  const { data: brokers = [] } = useBrokers();
  return (
    <>
      <TransactionsScreen
        accounts={accounts}
        onImport={() => {
          setImporting(true);
        }}
      />
      {offered !== null && <SharedFileQuestion offered={offered} onAccept={accept} onDiscard={done} />}
      {(importing || file !== null) && (
        <TransactionImport
          key={file?.name}
          accounts={accounts}
          brokers={brokers}
          initialFile={file}
          onClose={() => {
            setImporting(false);
            done();
          }}
        />
      )}
    </>
  );
}
