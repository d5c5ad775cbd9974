import type { AuthFailure } from '../../sync/auth-client.ts';

/** What a failed sign-in says (000 §8.1), and what else is known about it. */
export function signInFailureText(failure: AuthFailure): { readonly message: string; readonly detail: string } {
  if (failure.reason === 'refused') return { message: 'Invalid email or password.', detail: '' };
  if (failure.reason === 'offline') return { message: 'Login failed. Please try again.', detail: 'There is no connection to the server.' };
  return { message: 'Login failed. Please check your credentials.', detail: failure.message };
}
