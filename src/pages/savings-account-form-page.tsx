import { useLocation, useParams } from 'react-router-dom';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { SavingsFormScreen } from '../features/savings/savings-form-screen.tsx';

/** /savings-accounts/new and /savings-accounts/:id/edit */
export function SavingsAccountFormPage() {
  const { id } = useParams();
  const { key } = useLocation();
  const accounts = useAccounts();
  return <SavingsFormScreen key={key} id={id} accounts={accounts} />;
}
