/** What the sign-up and reset forms refuse, in the specified order; the first failure is shown (000 §5). */
import { emailFault, type NewPassword, newPasswordFault } from '../../../domain/service/access-rules.ts';

export interface RegistrationForm extends NewPassword {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The message of the first rule that the form breaks, or null. */
export function registrationFault(form: RegistrationForm): string | null {
  const filled = [form.firstName.trim(), form.lastName.trim(), form.email.trim(), form.password, form.confirmPassword];
  if (filled.includes('')) return 'Please fill in all fields.';
  return newPasswordFault(form) ?? emailFault(form.email);
}

/** The forgot-password form's rules. */
export function resetRequestFault(email: string): string | null {
  return email.trim() === '' ? 'Please enter your email address.' : emailFault(email);
}
