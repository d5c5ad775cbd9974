import { useLocation, useParams } from 'react-router-dom';
import { AccountForm } from '../features/accounts/account-form.tsx';

/** /accounts/new and /accounts/{id}/edit */
export function AccountFormPage() {
  const { id } = useParams();
  const { key } = useLocation();
  return <AccountForm key={key} id={id} />;
}
