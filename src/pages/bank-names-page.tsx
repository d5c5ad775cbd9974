import { BankNamesScreen } from '../features/admin/names/bank-names-screen.tsx';

/** /admin/bank-names */
export function BankNamesPage() {
  return <BankNamesScreen />;
}
