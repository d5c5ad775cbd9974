import { useLocation, useParams } from 'react-router-dom';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { PropertyFormScreen } from '../features/properties/property-form-screen.tsx';

/** /properties/new and /properties/edit/:id */
export function PropertyFormPage() {
  const { id } = useParams();
  const { key } = useLocation();
  const accounts = useAccounts();
  return <PropertyFormScreen key={id ?? key} id={id} accounts={accounts} />;
}
