/** The rules for a new password and an e-mail address (000 §5), and advice on passwords. */

export const MIN_PASSWORD_LENGTH = 6;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/** A new password as the user types it, twice. */
export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

/**
 * The rules of a new password: both texts are equal, and long enough. The message of the first broken rule, or null.
 */
export function newPasswordFault({ password, confirmPassword }: NewPassword): string | null {
  if (password !== confirmPassword) return 'Passwords do not match.';
  if (password.length < MIN_PASSWORD_LENGTH) return 'Password must be at least 6 characters long.';
  return null;
}

/** The message for text that is not an e-mail address, or null. */
export function emailFault(email: string): string | null {
  return EMAIL.test(email.trim()) ? null : 'Please enter a valid email address.';
}

/** Advice only: how the password would be safer. */
export function passwordAdvice(password: string): string {
  if (password === '') return 'A few words that you can remember make a safe password.';
  if (password.length < MIN_PASSWORD_LENGTH) return `Too short: ${MIN_PASSWORD_LENGTH} characters or more.`;
  if (password.length < 12 || new Set(password).size < 6) return 'Weak: 12 characters or more are safer.';
  return password.length < 16 ? 'Good.' : 'Strong.';
}
