import { useParams } from 'react-router-dom';
import { AccountForm } from '../features/accounts/account-form.tsx';

/** /accounts/new and /accounts/{id}/edit */
export function AccountFormPage() {
  const { id } = useParams();
  return <AccountForm key={id} id={id} />;
}
