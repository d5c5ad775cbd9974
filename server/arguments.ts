/** The command line: what this process is asked to do. */
import { resolve } from 'node:path';
import { CLIENT_COMMANDS, type ClientCommand } from './cli/run-command.ts';
import type { FactCommand } from './commands/facts.ts';
import { USER_ACTIONS, type UserCommand } from './commands/users.ts';

export type Task =
  | { readonly task: 'serve'; readonly demo: boolean }
  | ({ readonly task: 'users' } & UserCommand)
  | { readonly task: 'facts'; readonly command: FactCommand }
  | { readonly task: 'backup'; readonly file: string }
  | { readonly task: 'restore'; readonly file: string }
  | { readonly task: 'help' }
  | { readonly task: 'version' }
  | { readonly task: 'client'; readonly command: ClientCommand; readonly given: readonly string[] };

export type TaskReading =
  | { readonly ok: true; readonly value: Task }
  | { readonly ok: false; readonly problem: string };

const USAGE =
  'expected nothing, serve, --demo, backup FILE, restore FILE, login, import, report, holdings, version, --help, or admin with list, invite, promote EMAIL, demote EMAIL, reset-password EMAIL, delete EMAIL, add-facts FILE SOURCE, list-facts, remove-fact ISIN PERIOD-END, remove-fact MONTH CURRENCY';

export const HELP = `Holdfast keeps a UK investor's records; see README.md.

  holdfast [serve] [--demo]            serves the app and its API on PORT (8080)
  holdfast backup FILE                 writes everything on the server to a file
  holdfast restore FILE                puts such a file back
  holdfast admin list | invite | promote EMAIL | demote EMAIL | reset-password EMAIL | delete EMAIL
  holdfast admin add-facts FILE SOURCE adds a CSV file of funds' figures or of monthly rates for everybody
                                       on the server; SOURCE says where they are from
  holdfast admin list-facts | remove-fact ISIN PERIOD-END | remove-fact MONTH CURRENCY

Of a server that runs, this one or another:

  holdfast login --server URL          signs in; the token is kept for you alone
  holdfast import FILE… [--account NAME] [--dry-run] [--json] [--answer KEY=CHOICE]
                                       imports a broker's files, each as a whole or not at all
  holdfast report YEAR [--account NAME] [--part gains | income] [--csv | --json]
                                       the gains and the income of a tax year such as 2025-26; a CSV file
                                       has one part, the gains where none is named
  holdfast holdings [--as-of DAY] [--csv | --json]

Without a server, of the file that Settings, Export Everything has saved: report and holdings with
--file FILE, and import with --file FILE --dry-run. The passphrase of a closed file is asked for, or is
in HOLDFAST_PASSPHRASE.

  They end with 0 when it is done, 1 when nothing was done, 2 when a file leaves something open: then
  the questions are printed with their choices. --server, or HOLDFAST_SERVER, names another server
  than that of the last sign-in; HOLDFAST_TOKEN, or HOLDFAST_EMAIL and HOLDFAST_PASSWORD, stand for it.

  holdfast version
`;

/** Reads the arguments after the program's name. */
export function readArguments(given: readonly string[]): TaskReading {
  const [command, first, second, third, ...more] = given;
  const client = CLIENT_COMMANDS.find((candidate) => candidate === command);
  if (client !== undefined) return { ok: true, value: { task: 'client', command: client, given: given.slice(1) } };
  const refused: TaskReading = { ok: false, problem: `"${given.join(' ')}" is no command: ${USAGE}.` };
  if (more.length > 0) return refused;
  const facts = command === 'admin' ? readFactCommand(first, second, third) : null;
  if (facts !== null) return { ok: true, value: { task: 'facts', command: facts } };
  if (third !== undefined) return refused;
  if (command === undefined) return { ok: true, value: { task: 'serve', demo: false } };
  if (command === 'serve' && (first === undefined || first === '--demo') && second === undefined)
    return { ok: true, value: { task: 'serve', demo: first === '--demo' } };
  if (first === undefined && /^(?:help|--help|-h)$/u.test(command)) return { ok: true, value: { task: 'help' } };
  if (first === undefined && /^(?:version|--version)$/u.test(command)) return { ok: true, value: { task: 'version' } };
  if (command === '--demo' && first === undefined) return { ok: true, value: { task: 'serve', demo: true } };
  if ((command === 'backup' || command === 'restore') && first !== undefined && second === undefined)
    return {
      ok: true,
      value:
        command === 'backup' ? { task: 'backup', file: resolve(first) } : { task: 'restore', file: resolve(first) },
    };
  const action = command === 'admin' ? USER_ACTIONS.find((candidate) => candidate === first) : undefined;
  if (action === undefined) return refused;
  const needsEmail = action !== 'list' && action !== 'invite';
  if (needsEmail !== (second !== undefined)) return refused;
  return { ok: true, value: { task: 'users', action, email: second ?? '' } };
}

/** The facts' part of `admin`; null for anything else. */
function readFactCommand(action?: string, first?: string, second?: string): FactCommand | null {
  if (action === 'list-facts' && first === undefined) return { action };
  if (first === undefined || second === undefined || second.trim() === '') return null;
  if (action === 'add-facts') return { action, file: resolve(first), source: second.trim() };
  return action === 'remove-fact' ? { action, first, second } : null;
}
