/**
 * The details that somebody has just registered with, for the sign-in form that follows: in this page's memory alone,
 * and once.
 */
interface Credentials {
  readonly email: string;
  readonly password: string;
}

let kept: Credentials | null = null;

/** Keeps it for the next sign-in form. */
export function keepRegistered(credentials: Credentials): void {
  kept = credentials;
}

/** The values that the form starts with; null where nobody has just registered. */
export function justRegistered(): Credentials | null {
  return kept;
}

/** A later form does not start with them. */
export function forgetRegistered(): void {
  kept = null;
}
