import type { AuthFailure } from '../../sync/session/auth-client.ts';

/** What a failed sign-in says (000 §8.1), and what else is known about it; `isConnecting`: for the records of this device only. */
export function signInFailureText(
  failure: AuthFailure,
  isConnecting = false,
): { readonly message: string; readonly detail: string } {
  if (failure.reason === 'refused') return { message: 'Invalid email or password.', detail: '' };
  if (failure.reason === 'wrongOffline')
    return {
      message: 'Invalid email or password.',
      detail:
        'There is no connection to the server; this device compared the password with the one you last signed in with.',
    };
  if (failure.reason === 'locked')
    return {
      message: 'Login failed. Please try again.',
      detail: `Too many wrong passwords without a connection. Try again in ${waitText(failure.retryInMs ?? 0)}, or immediately when you are connected.`,
    };
  if (failure.reason === 'offline')
    return {
      message: 'Login failed. Please try again.',
      detail: isConnecting
        ? 'No server answered at this address. Your records are unchanged: Use on this device only opens them again.'
        : 'There is no connection to the server. It is needed for the first sign-in on a device.',
    };
  return { message: 'Login failed. Please check your credentials.', detail: failure.message };
}

function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
