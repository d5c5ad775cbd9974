import { useAccounts } from '../features/accounts/use-accounts.ts';
import { SavingsImportScreen } from '../features/import/savings-import-screen.tsx';

/** /savings-accounts/import */
export function SavingsImportPage() {
  const { data: accounts } = useAccounts();
  return accounts === undefined ? null : <SavingsImportScreen accounts={accounts} />;
}
