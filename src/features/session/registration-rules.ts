/** What the sign-up and reset forms refuse, in the specified order; the first failure is shown (000 §5). */

export const MIN_PASSWORD_LENGTH = 6;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export interface RegistrationForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** The message of the first rule that the form breaks, or null. */
export function registrationFault(form: RegistrationForm): string | null {
  const filled = [form.firstName.trim(), form.lastName.trim(), form.email.trim(), form.password, form.confirmPassword];
  if (filled.includes('')) return 'Please fill in all fields.';
  return newPasswordFault(form) ?? emailFormFault(form.email);
}

/** The rules of a new password: repeated alike, and long enough. */
export function newPasswordFault({
  password,
  confirmPassword,
}: Pick<RegistrationForm, 'password' | 'confirmPassword'>): string | null {
  if (password !== confirmPassword) return 'Passwords do not match.';
  if (password.length < MIN_PASSWORD_LENGTH) return 'Password must be at least 6 characters long.';
  return null;
}

/** The forgot-password form's rules. */
export function resetRequestFault(email: string): string | null {
  return email.trim() === '' ? 'Please enter your email address.' : emailFormFault(email);
}

function emailFormFault(email: string): string | null {
  return EMAIL.test(email.trim()) ? null : 'Please enter a valid email address.';
}

/** Advice only: what would make the password safer. */
export function passwordAdvice(password: string): string {
  if (password === '') return 'A few words that you can remember make a safe password.';
  if (password.length < MIN_PASSWORD_LENGTH) return `Too short: ${MIN_PASSWORD_LENGTH} characters or more.`;
  if (password.length < 12 || new Set(password).size < 6) return 'Weak: 12 characters or more are safer.';
  return password.length < 16 ? 'Good.' : 'Strong.';
}
