import { useParams } from 'react-router-dom';
import { AccountForm } from '../features/accounts/account-form.tsx';
import { FormVisit } from '../ui/forms/form-visit.tsx';

/** /accounts/new and /accounts/{id}/edit */
export function AccountFormPage() {
  const { id } = useParams();
  return (
    <FormVisit>
      <AccountForm id={id} />
    </FormVisit>
  );
}
