/**
 * The terminal commands that read from a running server or the file of an export: `login`, `import`, `report`,
 * `holdings`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { authRoutes } from '../../contract/auth.ts';
import { londonDate, parseIsoDate } from '../../domain/values/dates.ts';
import { parseTaxYear } from '../../domain/values/tax-year.ts';
import { BackupSource } from './backup-source.ts';
import { importFile, type ImportReport } from './import-files.ts';
import { keepToken, readKeptToken } from './kept-token.ts';
import { CommandFailed, type RecordSource } from './record-source.ts';
import { holdingsReport, REPORT_PARTS, yearReport, type Format, type ReportPart } from './reports.ts';
import { readServerAddress, ServerClient } from './server-client.ts';

export const CLIENT_COMMANDS = ['login', 'import', 'report', 'holdings'] as const;
export type ClientCommand = (typeof CLIENT_COMMANDS)[number];

/** The environment of a command. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Asks the user at the terminal; null where there is none. `isHidden`: the typed text is not shown. */
  readonly ask: (question: string, isHidden: boolean) => Promise<string | null>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** 0: done; 1: nothing was done; 2: answers are needed first. */
export type ExitCode = 0 | 1 | 2;

const OPTIONS = {
  server: { type: 'string' },
  account: { type: 'string' },
  file: { type: 'string' },
  answer: { type: 'string', multiple: true },
  'as-of': { type: 'string' },
  'dry-run': { type: 'boolean' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  part: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

type Option = keyof typeof OPTIONS;
type Given = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;

const ALLOWED: Readonly<Record<ClientCommand, readonly Option[]>> = {
  login: ['server'],
  import: ['server', 'file', 'account', 'answer', 'dry-run', 'json'],
  report: ['server', 'file', 'account', 'csv', 'json', 'part'],
  holdings: ['server', 'file', 'as-of', 'csv', 'json'],
};

/** Runs a command; a failure is one line on the error output, and exit code 1. */
export async function runCommand(
  command: ClientCommand,
  given: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    const read = readGiven(command, given);
    if (command === 'login') return await login(read, terminal);
    if (command === 'import') return await importFiles(read, terminal);
    terminal.print(await (command === 'report' ? report(read, terminal) : holdings(read, terminal)));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    terminal.printError(`holdfast ${command}: ${error.message}\n`);
    return 1;
  }
}

function readGiven(command: ClientCommand, args: readonly string[]): Given {
  let read: Given;
  try {
    read = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandFailed(optionFault(command, error));
  }
  const other = Object.keys(read.values).find((name) => !ALLOWED[command].some((allowed) => allowed === name));
  if (other !== undefined) throw new CommandFailed(unknownOption(command, `--${other}`));
  return read;
}

function unknownOption(command: ClientCommand, option: string): string {
  return `${option} is not an option of this command. See holdfast ${command} --help.`;
}

/** What is wrong with an option, in a shorter sentence than that of Node, whose error names the option first. */
function optionFault(command: ClientCommand, error: unknown): string {
  const { message, code } = error as Error & { readonly code?: string };
  const option = /--?\w[\w-]*/u.exec(message)?.[0];
  if (option === undefined) return message;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return unknownOption(command, option);
  return `${option} ${message.includes('does not take') ? 'takes no value' : 'needs a value'}. See holdfast ${command} --help.`;
}

/** The named server, or the one of the last sign-in, with its token. */
function clientOf({ values }: Given, { environment }: Terminal): ServerClient {
  const kept = readKeptToken(environment);
  const named = values.server ?? environment['HOLDFAST_SERVER'] ?? kept?.server;
  if (named === undefined)
    throw new CommandFailed('no server was named. Add --server URL, or run: holdfast login --server URL');
  const address = readServerAddress(named);
  const token = environment['HOLDFAST_TOKEN'] ?? (kept?.server === address.href ? kept.token : undefined);
  if (token === undefined)
    throw new CommandFailed(`you are not signed in at ${address.href}. Run: holdfast login --server ${address.href}`);
  return new ServerClient(address, token);
}

/** The named export file, else the server. */
async function sourceOf(given: Given, terminal: Terminal): Promise<RecordSource> {
  const { file, server } = given.values;
  if (file === undefined) return clientOf(given, terminal);
  if (server !== undefined) throw new CommandFailed('--file and --server: choose one of them.');
  const passphrase = async () =>
    terminal.environment['HOLDFAST_PASSPHRASE'] ?? (await terminal.ask(`Passphrase of ${basename(file)}: `, true));
  const today = londonDate(terminal.now());
  return await BackupSource.open({ name: basename(file), bytes: readFile(file) }, { passphrase, today });
}

async function login({ values }: Given, terminal: Terminal): Promise<ExitCode> {
  if (values.server === undefined) throw new CommandFailed('no server was named. Add --server URL.');
  const address = readServerAddress(values.server);
  const { environment } = terminal;
  const email = environment['HOLDFAST_EMAIL'] ?? (await terminal.ask('Email address: ', false));
  const password = environment['HOLDFAST_PASSWORD'] ?? (await terminal.ask('Password: ', true));
  if (email === null || password === null)
    throw new CommandFailed(
      'there is no terminal to ask for the e-mail address and password: set HOLDFAST_EMAIL and HOLDFAST_PASSWORD.',
    );
  const client = new ServerClient(address, null);
  const { token } = await client.read(authRoutes.login.reply.json, 'POST', '/auth/login', {
    json: { email, password },
  });
  const file = keepToken(environment, { server: address.href, token });
  terminal.print(`Signed in at ${address.href}. The token is in ${file}, and expires like any session.\n`);
  return 0;
}

async function importFiles(given: Given, terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = given;
  if (positionals.length === 0) throw new CommandFailed('no file was named. For example: holdfast import trades.csv');
  const isDryRun = values['dry-run'] === true;
  if (values.file !== undefined && !isDryRun)
    throw new CommandFailed('--file cannot be imported into: add --dry-run, or import into a server.');
  const source = await sourceOf(given, terminal);
  const answers = Object.fromEntries((values.answer ?? []).map(readAnswer));
  const files = positionals.map((file) => ({ name: basename(file), bytes: readFile(file) }));
  const reports: ImportReport[] = [];
  for (const file of files)
    reports.push(
      await importFile(source, {
        ...file,
        account: values.account ?? null,
        into: isDryRun ? null : clientOf(given, terminal),
        answers,
        now: terminal.now(),
      }),
    );
  terminal.print(values.json === true ? `${JSON.stringify(reports, null, 2)}\n` : reports.map(reportText).join('\n'));
  if (reports.some(({ questions }) => questions.length > 0)) return 2;
  const isDone = isDryRun || reports.some(({ imported }) => imported > 0);
  return isDone && reports.every(({ errors }) => errors.length === 0) ? 0 : 1;
}

/** Reads `KEY=CHOICE`; a key may contain an equals sign, a choice cannot. */
function readAnswer(text: string): readonly [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new CommandFailed(`--answer "${text}" is not understood: expected KEY=CHOICE as they are printed.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function readFile(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new CommandFailed(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function reportText(report: ImportReport): string {
  const { file, profile, transactions, duplicates, imported, newAccounts, errors, questions, notices } = report;
  const lines = [
    `${file}: ${profile}. ${transactions} to import, ${duplicates} ${duplicates === 1 ? 'duplicate' : 'duplicates'}, ${imported} imported.`,
    ...(newAccounts.length > 0 ? [`  New accounts: ${newAccounts.join(', ')}`] : []),
    ...notices.map((notice) => `  ${notice}`),
    ...errors.map((error) => `  ${error}`),
  ];
  for (const { key, text, rows, firstRow, choices, other } of questions) {
    lines.push(`  ? ${text} (${rows === 1 ? `row ${firstRow}` : `${rows} rows, the first is row ${firstRow}`})`);
    for (const { value, label } of choices) lines.push(`      --answer '${key}=${value}'   ${label}`);
    if (other !== null) lines.push(`      --answer '${key}=${other}'`);
  }
  if (errors.length > 0) lines.push('  Nothing was imported. Correct the rows above in the file.');
  else if (questions.length > 0) lines.push('  Nothing was imported. Add an answer to each question and try again.');
  return `${lines.join('\n')}\n`;
}

function formatOf({ values }: Given): Format {
  if (values.csv === true && values.json === true) throw new CommandFailed('--csv and --json: choose one of them.');
  return values.csv === true ? 'csv' : values.json === true ? 'json' : 'text';
}

async function report(given: Given, terminal: Terminal): Promise<string> {
  const [text = '', ...more] = given.positionals;
  const taxYear = more.length === 0 ? parseTaxYear(text) : null;
  if (taxYear === null)
    throw new CommandFailed(
      text === ''
        ? 'no tax year was named. For example: holdfast report 2025-26'
        : `"${given.positionals.join(' ')}" is not a tax year: expected one such as 2025-26.`,
    );
  return await yearReport(await sourceOf(given, terminal), {
    taxYear,
    account: given.values.account ?? null,
    format: formatOf(given),
    part: readPart(given.values.part),
    asOf: londonDate(terminal.now()),
  });
}

function readPart(part: string | undefined): ReportPart | null {
  if (part === undefined) return null;
  const known = REPORT_PARTS.find((one) => one === part);
  if (known === undefined)
    throw new CommandFailed(`--part "${part}" is not understood: expected ${REPORT_PARTS.join(' or ')}.`);
  return known;
}

async function holdings(given: Given, terminal: Terminal): Promise<string> {
  const { 'as-of': asOf } = given.values;
  if (given.positionals.length > 0)
    throw new CommandFailed(`"${given.positionals.join(' ')}" is not understood. See holdfast holdings --help.`);
  if (asOf !== undefined && parseIsoDate(asOf) === null)
    throw new CommandFailed(`--as-of "${asOf}" is not a date: expected one such as 2026-04-05.`);
  return await holdingsReport(await sourceOf(given, terminal), asOf ?? null, formatOf(given));
}
