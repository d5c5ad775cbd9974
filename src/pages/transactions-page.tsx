import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { chosenFile, forgetChosenFile } from '../features/import/files/chosen-file.ts';
import { SharedFileQuestion } from '../features/import/files/shared-file-question.tsx';
import { TransactionImport } from '../features/import/records/transaction-import.tsx';
import { useSharedFile } from '../features/import/files/use-shared-file.ts';
import { TransactionsScreen } from '../features/transactions/transactions-screen.tsx';

/** /transactions/import: the same with the import open. */
export function TransactionsImportPage() {
  const navigate = useNavigate();
  return <Transactions beginsImport onImportClosed={() => void navigate('/transactions', { replace: true })} />;
}

/** /transactions */
export function TransactionsPage() {
  return <Transactions beginsImport={false} />;
}

interface TransactionsProps {
  readonly beginsImport: boolean;
  readonly onImportClosed?: () => void;
}

function Transactions({ beginsImport, onImportClosed }: TransactionsProps) {
  const [importing, setImporting] = useState(beginsImport);
  const { file, offered, accept, done } = useSharedFile();
  const { data: accounts = [] } = useAccounts();
  const { data: brokers = [] } = useBrokers();
  const [chosen] = useState(beginsImport ? chosenFile : null);
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
          initialFile={chosen ?? file}
          previewsAtOnce={chosen !== null}
          onClose={() => {
            setImporting(false);
            forgetChosenFile();
            done();
            onImportClosed?.();
          }}
        />
      )}
    </>
  );
}
