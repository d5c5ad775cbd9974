/** The command line: the task of this process. */
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
  | { readonly task: 'help'; readonly text: string }
  | { readonly task: 'version' }
  | { readonly task: 'client'; readonly command: ClientCommand; readonly given: readonly string[] };

export type TaskReading =
  | { readonly ok: true; readonly value: Task }
  | { readonly ok: false; readonly problem: string };

const CLIENT_NOTES = `--server, or HOLDFAST_SERVER, names a server other than that of the last sign-in; HOLDFAST_TOKEN replaces
the sign-in.`;

const FILE_NOTES = `--file reads a file saved by Settings, Export everything, without a server. The passphrase of an encrypted file
is asked for, or read from HOLDFAST_PASSPHRASE.`;

/** The texts of `holdfast COMMAND --help`. The first line shows how the command is typed. */
const COMMAND_HELP = {
  serve: `holdfast [serve] [--demo]

Serves the app and its API on PORT (8080), with its data in DATA_DIR (./data). --demo adds ten years of made-up
records to look around in, and prints how to sign in. docs/server.md lists the other environment variables.`,
  backup: `holdfast backup FILE

Saves everything on the server, from DATA_DIR (./data) or DATABASE_URL, to a file. The server may be running.`,
  restore: `holdfast restore FILE

Restores a backup. The previous data is saved to a file in the data folder.`,
  admin: `holdfast admin list
holdfast admin invite
holdfast admin promote EMAIL | demote EMAIL
holdfast admin reset-password EMAIL
holdfast admin delete EMAIL
holdfast admin add-facts FILE SOURCE
holdfast admin list-facts
holdfast admin remove-fact ISIN PERIOD-END | remove-fact MONTH CURRENCY

Manages the users of the server whose data is in DATA_DIR (./data) or DATABASE_URL. add-facts adds a CSV file of
funds' figures or of monthly rates for all its users; SOURCE names their source.`,
  login: `holdfast login --server URL

Signs in at a server and stores the token in a file that only you can read. The e-mail address and the password are
asked for, or read from HOLDFAST_EMAIL and HOLDFAST_PASSWORD.`,
  import: `holdfast import FILE… [--account NAME] [--dry-run] [--json] [--answer KEY=CHOICE] [--server URL | --file FILE]

Imports brokers' files, each as a whole or not at all. --account is for rows that name no account; --dry-run only
shows what would be imported, and is required with --file. If a file leaves questions open, they are printed with
their choices and nothing is imported; answer them with --answer, which can be repeated.

Exits with 0 when it is done, 1 when nothing was done, 2 when it needs answers.

${CLIENT_NOTES}
${FILE_NOTES}`,
  report: `holdfast report YEAR [--account NAME] [--part gains | income] [--csv | --json] [--server URL | --file FILE]

Prints the gains and the income of a tax year such as 2025-26. A CSV file has one part, by default the gains.

${CLIENT_NOTES}
${FILE_NOTES}`,
  holdings: `holdfast holdings [--as-of DAY] [--csv | --json] [--server URL | --file FILE]

Prints the holdings of today, or at the end of a day such as 2026-04-05.

${CLIENT_NOTES}
${FILE_NOTES}`,
  version: `holdfast version

Prints the version.`,
} as const satisfies Readonly<Record<string, string>>;
type Command = keyof typeof COMMAND_HELP;

/** The text of `holdfast --help`. */
const HELP = `Holdfast stores a UK investor's records; see README.md.

  holdfast [serve]    serves the app and its API
  holdfast backup     saves everything on the server to a file
  holdfast restore    restores such a file
  holdfast admin      manages the server's users, and figures for all of them

With a running server, this one or another:

  holdfast login      signs in; only you can read the stored token
  holdfast import     imports brokers' files
  holdfast report     prints the gains and the income of a tax year
  holdfast holdings   prints the holdings

Without a server, report, holdings and import --dry-run read a saved export (--file FILE).

  holdfast COMMAND --help   shows how to use a command
  holdfast version`;

const isCommand = (text: string): text is Command => Object.hasOwn(COMMAND_HELP, text);
const isHelpOption = (text: string): boolean => text === '--help' || text === '-h';

/** Reads the arguments after the program's name. */
export function readArguments(given: readonly string[]): TaskReading {
  const [first = 'serve', ...rest] = given;
  // Without a command the server runs, even when there is only an option.
  const [command, parameters] = first === '--demo' ? ['serve', given] : [first, rest];
  if (isHelpOption(command) || command === 'help') return { ok: true, value: { task: 'help', text: HELP } };
  if (command === '--version') return { ok: true, value: { task: 'version' } };
  if (!isCommand(command)) return { ok: false, problem: `"${command}" is not a command. See holdfast --help.` };
  const text = COMMAND_HELP[command];
  if (parameters.some(isHelpOption)) return { ok: true, value: { task: 'help', text } };
  const client = CLIENT_COMMANDS.find((candidate) => candidate === command);
  if (client !== undefined) return { ok: true, value: { task: 'client', command: client, given: parameters } };
  const task = readServerTask(command, parameters);
  if (task !== null) return { ok: true, value: task };
  const typed = ['holdfast', command, ...parameters].join(' ');
  return { ok: false, problem: `"${typed}" is not understood. See holdfast ${command} --help.` };
}

/** A command that works on this server's own data; null for invalid parameters. */
function readServerTask(command: Command, parameters: readonly string[]): Task | null {
  const [first, second, third, ...more] = parameters;
  if (more.length > 0) return null;
  if (command === 'admin') {
    const facts = readFactCommand(first, second, third);
    return facts === null ? readUserTask(parameters) : { task: 'facts', command: facts };
  }
  if (second !== undefined) return null;
  if (command === 'version') return first === undefined ? { task: 'version' } : null;
  if (command === 'serve')
    return first === undefined || first === '--demo' ? { task: 'serve', demo: first === '--demo' } : null;
  // A mistyped option must not be used as a file name.
  if (first === undefined || first.startsWith('-')) return null;
  if (command === 'backup') return { task: 'backup', file: resolve(first) };
  return command === 'restore' ? { task: 'restore', file: resolve(first) } : null;
}

/** The `admin` commands for users; null for anything else. */
function readUserTask([first, email, ...more]: readonly string[]): Task | null {
  const action = USER_ACTIONS.find((candidate) => candidate === first);
  if (action === undefined || more.length > 0) return null;
  const needsEmail = action !== 'list' && action !== 'invite';
  return needsEmail === (email !== undefined) ? { task: 'users', action, email: email ?? '' } : null;
}

/** The `admin` commands for facts; null for anything else. */
function readFactCommand(action?: string, first?: string, second?: string): FactCommand | null {
  if (action === 'list-facts' && first === undefined) return { action };
  if (first === undefined || second === undefined || second.trim() === '') return null;
  if (action === 'add-facts') return { action, file: resolve(first), source: second.trim() };
  return action === 'remove-fact' ? { action, first, second } : null;
}
