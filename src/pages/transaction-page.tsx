import { useParams } from 'react-router-dom';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { TransactionGains } from '../features/capital-gains/transaction-gains.tsx';
import { ReceiptsOf } from '../features/receipts/receipts-of.tsx';
import { TransactionScreen } from '../features/transactions/transaction-screen.tsx';

/** /transactions/:id */
export function TransactionPage() {
  const { id = '' } = useParams();
  const accounts = useAccounts();
  const brokers = useBrokers();
  return (
    <TransactionScreen
      key={id}
      id={id}
      accounts={accounts}
      brokers={brokers}
      workings={(transactionId) => <TransactionGains transactionId={transactionId} />}
      receipts={(transactionId) => <ReceiptsOf transactionId={transactionId} />}
    />
  );
}
