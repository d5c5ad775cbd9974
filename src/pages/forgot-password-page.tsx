import { ForgotPasswordForm } from '../features/session/forgot-password-form.tsx';

/** /forgot-password */
export function ForgotPasswordPage() {
  return <ForgotPasswordForm />;
}
