/** `holdfast import`: reads a broker's file as the app does; nothing is imported while a question is open. */
import { v7 } from 'uuid';
import { transactionRoutes } from '../../contract/transactions.ts';
import { acceptRows } from '../../domain/csv/import/accept-rows.ts';
import { transactionsCsv } from '../../domain/csv/exports/export-transactions.ts';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { ImportAnswers, ImportQuestion } from '../../domain/csv/questions/import-question.ts';
import { prepareImport, type ImportStore } from '../../domain/csv/import/prepare-import.ts';
import { readTable } from '../../domain/csv/source/read-table.ts';
import { londonDate } from '../../domain/values/dates.ts';
import type { Account } from '../../domain/records/records.ts';
import { csvTools } from '../services/import-context.ts';
import { CommandFailed, type RecordSource } from './record-source.ts';
import type { ServerClient } from './server-client.ts';

/** The most rows of one request. */
const CHUNK_ROWS = 2000;
const TRIES = 3;

export interface ImportRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The account of rows that name none; null for none. */
  readonly account: string | null;
  /** The server that receives the rows; null to write nothing. */
  readonly into: ServerClient | null;
  readonly answers: ImportAnswers;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface OpenQuestion {
  readonly key: string;
  readonly text: string;
  readonly rows: number;
  readonly firstRow: number;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The kind of answer that is possible besides the choices, such as an ISIN; null for choices only. */
  readonly other: string | null;
}

export interface ImportReport {
  readonly file: string;
  readonly profile: string;
  /** The number of rows to import, or imported. */
  readonly transactions: number;
  readonly duplicates: number;
  readonly imported: number;
  readonly newAccounts: readonly string[];
  readonly errors: readonly string[];
  readonly questions: readonly OpenQuestion[];
  readonly notices: readonly string[];
}

async function readStore(source: RecordSource): Promise<ImportStore> {
  const all = [...(await source.records('user')), ...(await source.records('shared'))];
  return {
    accounts: all.flatMap((change) => (change.entity === 'account' && change.record ? [change.record] : [])),
    brokers: all.flatMap((change) => (change.entity === 'broker' && change.record ? [change.record] : [])),
    assets: all.flatMap((change) => (change.entity === 'asset' && change.record ? [change.record] : [])),
    transactions: all.flatMap((change) => (change.entity === 'transaction' && change.record ? [change.record] : [])),
  };
}

function openQuestion({ key, kind, text, rowNumbers, proposals }: ImportQuestion): OpenQuestion {
  return {
    key,
    text,
    rows: rowNumbers.length,
    firstRow: rowNumbers[0] ?? 0,
    choices: proposals.map(({ value, label }) => ({ value, label })),
    other: kind === 'security' ? 'ISIN' : proposals.length === 0 ? '…' : null,
  };
}

function errorsOf({ rowNumber, errors }: PreparedRow): string[] {
  return errors.map(({ message }) => `Row ${rowNumber}: ${message}`);
}

const DATE_ORDER = {
  key: 'dateOrder',
  text: 'The file does not show whether its dates are day/month or month/day.',
  choices: [
    { value: 'dmy', label: 'Day, month, year' },
    { value: 'mdy', label: 'Month, day, year' },
  ],
  other: null,
} as const;

/** Reads a file and imports its rows into the source's records; with an error or an open question it writes nothing. */
export async function importFile(source: RecordSource, request: ImportRequest): Promise<ImportReport> {
  const table = readTable(request.bytes, csvTools);
  if ('ok' in table) throw new CommandFailed(`${request.name}: ${[table.message, ...table.errors].join(' ')}`);
  const store = await readStore(source);
  const named = accountNamed(store.accounts, request.account);
  const accounts = named === null || store.accounts.includes(named) ? store.accounts : [...store.accounts, named];
  const dateOrder = DATE_ORDER.choices.find(({ value }) => value === request.answers[DATE_ORDER.key])?.value;
  const prepared = prepareImport(
    table,
    { ...store, accounts },
    {
      today: londonDate(request.now),
      answers: request.answers,
      ...(dateOrder !== undefined && { dateOrder }),
      ...(named !== null && { defaults: { accountId: named.id } }),
    },
  );
  if (!prepared.ok) throw new CommandFailed(`${request.name}: ${[prepared.message, ...prepared.errors].join(' ')}`);
  const { content, rows } = prepared;
  const questions = [
    ...(content.datesAmbiguous && dateOrder === undefined
      ? [{ ...DATE_ORDER, rows: rows.length, firstRow: rows[0]?.rowNumber ?? 0 }]
      : []),
    ...content.questions.filter(({ answer }) => answer === null).map(openQuestion),
  ];
  const errors = rows.flatMap(errorsOf);
  const valid = rows.filter(({ status, fields }) => status === 'valid' && fields !== null);
  const report = {
    file: request.name,
    profile: content.profileName,
    transactions: valid.length,
    duplicates: content.summary.duplicateCount,
    newAccounts: content.newAccounts.map(({ name }) => name),
    errors,
    questions,
    notices: content.notices,
  };
  if (errors.length > 0 || questions.length > 0 || valid.length === 0) return { ...report, imported: 0 };
  const accepted = acceptRows(prepared, {
    selected: new Set(valid.map(({ rowNumber }) => rowNumber)),
    createAccounts: report.newAccounts,
    newId: v7,
  });
  if (accepted.brokersToChoose.length > 0)
    return {
      ...report,
      imported: 0,
      errors: accepted.brokersToChoose.map((broker) => `Broker "${broker}" is not known to the server.`),
    };
  const { into } = request;
  if (into === null) return { ...report, imported: 0 };
  if (named !== null && !store.accounts.includes(named)) await into.call('POST', '/accounts', { json: named });
  for (const account of accepted.newAccounts) await into.call('POST', '/accounts', { json: account });
  const names = {
    account: nameIn([...accounts, ...accepted.newAccounts]),
    broker: nameIn(store.brokers),
    asset: (isin: string) =>
      [...store.assets, ...accepted.unlistedAssets].find((asset) => asset.isin === isin)?.name ?? '',
  };
  let imported = 0;
  for (let from = 0; from < accepted.transactions.length; from += CHUNK_ROWS)
    imported += await sendRows(into, transactionsCsv(accepted.transactions.slice(from, from + CHUNK_ROWS), names));
  return { ...report, imported };
}

function nameIn(records: readonly { readonly id: string; readonly name: string }[]): (id: string) => string {
  const names = new Map(records.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? '';
}

/** The account with that name, a new one where there is none; null for no name. */
function accountNamed(accounts: readonly Account[], name: string | null): Account | null {
  if (name === null) return null;
  const wanted = name.trim().toLocaleLowerCase('en-GB');
  return (
    accounts.find((account) => account.name.toLocaleLowerCase('en-GB') === wanted) ?? { id: v7(), name: name.trim() }
  );
}

/** Sends rows with one key, so that a request whose reply was lost can be sent again. Returns how many were written. */
async function sendRows(client: ServerClient, csv: string): Promise<number> {
  const headers = { 'idempotency-key': v7() };
  for (let tries = 1; ; tries += 1) {
    const form = new FormData();
    form.append('selectedRowNumbers', 'all');
    form.append('skipDuplicateCheck', 'true');
    form.append('file', new Blob([csv], { type: 'text/csv; charset=utf-8' }), 'import.csv');
    try {
      const result = await client.read(
        transactionRoutes.importSelected.reply.json,
        'POST',
        '/transactions/import-selected',
        { form, headers },
      );
      if (result.errors.length > 0) throw new CommandFailed(result.errors.slice(0, 5).join(' '));
      return result.records?.length ?? result.importedCount;
    } catch (error) {
      if (tries === TRIES || !(error instanceof CommandFailed) || !error.message.endsWith('does not answer.'))
        throw error;
    }
  }
}
