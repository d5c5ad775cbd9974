import { useParams } from 'react-router-dom';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { SavingsFormScreen } from '../features/savings/savings-form-screen.tsx';
import { FormVisit } from '../ui/forms/form-visit.tsx';

/** /savings-accounts/new and /savings-accounts/:id/edit */
export function SavingsAccountFormPage() {
  const { id } = useParams();
  const accounts = useAccounts();
  return (
    <FormVisit>
      <SavingsFormScreen id={id} accounts={accounts} />
    </FormVisit>
  );
}
