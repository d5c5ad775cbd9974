import { BankNamesScreen } from '../features/admin/bank-names-screen.tsx';

/** /admin/bank-names */
export function BankNamesPage() {
  return <BankNamesScreen />;
}
