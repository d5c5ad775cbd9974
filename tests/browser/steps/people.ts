/** Users of a server: made by its API, signed in by the form or as a device that is signed in already. */
import type { Page } from '@playwright/test';

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Where a server answers, without a slash at the end. */
export interface ServerAddress {
  readonly url: string;
}

/** As every person of a journey is called. */
export const NAME = { firstName: 'Ada', lastName: 'Holder' };
export const PASSWORD = 'correct horse battery';

let people = 0;

/** An address that no other test of this run has. */
export function newEmail(): string {
  people += 1;
  return `person-${process.pid}-${people}@example.com`;
}

async function post(server: ServerAddress, path: string, body: unknown, token?: string): Promise<unknown> {
  const reply = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** A token of a user who is known. */
export async function tokenOf(
  server: ServerAddress,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  return ((await post(server, '/auth/login', { email, password })) as { token: string }).token;
}

/** A new user of the server with one account, 'Main Account'. */
export async function newPerson(server: ServerAddress): Promise<Person> {
  const credentials = { email: newEmail(), password: PASSWORD };
  await post(server, '/auth/register', { firstName: NAME.firstName, surname: NAME.lastName, ...credentials });
  const token = await tokenOf(server, credentials);
  await post(server, '/accounts', { name: 'Main Account' }, token);
  return { ...credentials, token };
}

/** The user's accounts on the server. */
export async function accountsOnServer(server: ServerAddress, { token }: Person): Promise<string[]> {
  const reply = await fetch(`${server.url}/api/accounts`, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { name: string }[]).map((account) => account.name);
}

/** Fills the form of the sign-in page that is open, and sends it. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by the form and waits until everything is there. */
export async function signInAs(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('login');
  await signIn(page, person);
  await page.getByText(/^Synced/u).waitFor();
}

/**
 * Opens the app as somebody who has signed in on this device: the form would take two more pages and the check of a
 * password, which the device keeps for signing in offline and this does not.
 */
export async function enterAs(page: Page, person: Person, path = 'dashboard'): Promise<void> {
  const signedIn = await page.addInitScript(({ email, token }) => {
    localStorage.setItem('holdfast-sign-in-email', email);
    localStorage.setItem('auth_token', token);
  }, person);
  await page.goto(path);
  await signedIn.dispose();
  await page.getByText(/^Synced/u).waitFor();
}

/** The app's address before which a page stands, a proxy's where there is one. */
export async function addressOf(page: Page): Promise<ServerAddress> {
  const reply = await page.request.get('icons/icon-192.png');
  return { url: new URL('..', reply.url()).href.replace(/\/$/u, '') };
}
