/** What a new password and an e-mail address must be (000 §5), and what makes a password safer. */

export const MIN_PASSWORD_LENGTH = 6;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/** A new password as it is typed, twice. */
export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

/** The rules of a new password: repeated alike, and long enough. The message of the first that is broken, or null. */
export function newPasswordFault({ password, confirmPassword }: NewPassword): string | null {
  if (password !== confirmPassword) return 'Passwords do not match.';
  if (password.length < MIN_PASSWORD_LENGTH) return 'Password must be at least 6 characters long.';
  return null;
}

/** The message for what has not the form of an e-mail address, or null. */
export function emailFault(email: string): string | null {
  return EMAIL.test(email.trim()) ? null : 'Please enter a valid email address.';
}

/** Advice only: what would make the password safer. */
export function passwordAdvice(password: string): string {
  if (password === '') return 'A few words that you can remember make a safe password.';
  if (password.length < MIN_PASSWORD_LENGTH) return `Too short: ${MIN_PASSWORD_LENGTH} characters or more.`;
  if (password.length < 12 || new Set(password).size < 6) return 'Weak: 12 characters or more are safer.';
  return password.length < 16 ? 'Good.' : 'Strong.';
}
