/** A server whose only user has many transactions, for benchmarks of the whole product. */
import { join } from 'node:path';
import { openStore } from '../server/store/database/store.ts';
import { NAME, PASSWORD } from '../tests/browser/steps/people.ts';
import { ServerProcess } from '../tests/browser/servers/server-process.ts';
import { fillOnlyUser } from './fill-user.ts';

export interface FilledServer {
  readonly server: ServerProcess;
  readonly person: { readonly email: string; readonly password: string };
}

/** Starts a server, registers a user and gives this one `rows` transactions. */
export async function fillServer(rows: number): Promise<FilledServer> {
  const person = { email: 'many@example.com', password: PASSWORD };
  const server = await ServerProcess.start();
  const register = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: NAME.firstName, surname: NAME.lastName, ...person }),
  });
  if (!register.ok) throw new Error(`no user: ${await register.text()}`);
  await server.stop();
  const store = await openStore({ dialect: 'sqlite', file: join(server.dataDir, 'holdfast.sqlite') });
  await fillOnlyUser(store, rows);
  await store.close();
  await server.startAgain();
  return { server, person };
}
