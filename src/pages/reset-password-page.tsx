import { useSearchParams } from 'react-router-dom';
import { ResetPasswordForm } from '../features/session/reset-password-form.tsx';

/** /reset-password, with the `token` of the link in the mail */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  return <ResetPasswordForm token={query.get('token') ?? ''} />;
}
