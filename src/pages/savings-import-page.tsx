import { useAccounts } from '../features/accounts/use-accounts.ts';
import { SavingsImportScreen } from '../features/import/records/savings-import-screen.tsx';

/** /savings-accounts/import */
export function SavingsImportPage() {
  const { data: accounts = [], error } = useAccounts();
  return <SavingsImportScreen accounts={accounts} failed={error !== undefined} />;
}
