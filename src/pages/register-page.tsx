import { useSearchParams } from 'react-router-dom';
import { RegisterForm } from '../features/session/register-form.tsx';

/** /register, with `code` when it was opened from an invitation */
export function RegisterPage() {
  const [query] = useSearchParams();
  return <RegisterForm inviteCode={query.get('code') ?? undefined} />;
}
