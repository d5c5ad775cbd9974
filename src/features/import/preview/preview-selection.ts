/** Which rows of a preview will be imported (000 §2.11, §4.7); rows with errors, rows that wait for an answer and cancelled pairs never are. */
import type { NewAccount, UnknownBroker } from '../../../../domain/csv/row-figures/preview.ts';
import type { ImportPreview } from '../../../../workers/api/worker-api.ts';

export interface PreviewSelection {
  readonly rows: ReadonlySet<number>;
  readonly includeDuplicates: boolean;
  /** Accounts that the file names and that are to be created. */
  readonly createAccounts: ReadonlySet<string>;
}

/**
 * More account holders than anyone has: a file that names more has something else in that column, so only this many
 * are offered.
 */
export const MOST_NEW_ACCOUNTS = 50;

/** Valid rows and the new accounts are chosen beforehand. */
export function startSelection(preview: ImportPreview): PreviewSelection {
  return {
    rows: chosenBeforehand(preview),
    includeDuplicates: false,
    createAccounts: new Set(offeredAccounts(preview)),
  };
}

/** Records other than transactions need their accounts to be here. */
function newAccountsOf(preview: ImportPreview): readonly NewAccount[] {
  return preview.kind === 'transactions' ? preview.newAccounts : [];
}

function offeredAccounts(preview: ImportPreview): readonly string[] {
  return newAccountsOf(preview)
    .slice(0, MOST_NEW_ACCOUNTS)
    .map((account) => account.name);
}

/** The valid rows that are chosen unless the user says otherwise. */
export function chosenBeforehand(preview: ImportPreview): Set<number> {
  const rows = new Set(preview.rowNumbers.valid);
  for (const row of preview.heldRows) rows.delete(row);
  return rows;
}

function neverChosen({ rowNumbers }: ImportPreview): readonly number[] {
  return [...rowNumbers.error, ...rowNumbers.question, ...rowNumbers.cancelled];
}

/** After a correction: valid rows are chosen, rows with errors are not, new accounts are created. */
export function afterCorrection(
  selection: PreviewSelection,
  before: ImportPreview,
  after: ImportPreview,
): PreviewSelection {
  const rows = new Set(selection.rows);
  for (const row of neverChosen(after)) rows.delete(row);
  if (!selection.includeDuplicates) for (const row of after.rowNumbers.duplicate) rows.delete(row);
  const valid = chosenBeforehand(after);
  for (const row of neverChosen(before)) if (valid.has(row)) rows.add(row);
  const known = new Set(newAccountsOf(before).map((account) => account.name));
  const came = offeredAccounts(after).filter((name) => !known.has(name));
  return { ...selection, rows, createAccounts: new Set([...selection.createAccounts, ...came]) };
}

function toggled<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

export function toggleRow(selection: PreviewSelection, rowNumber: number): PreviewSelection {
  return { ...selection, rows: toggled(selection.rows, rowNumber) };
}

export function toggleAccount(selection: PreviewSelection, name: string): PreviewSelection {
  return { ...selection, createAccounts: toggled(selection.createAccounts, name) };
}

/** On adds all duplicate rows, off removes them. */
export function setIncludeDuplicates(
  selection: PreviewSelection,
  preview: ImportPreview,
  include: boolean,
): PreviewSelection {
  const rows = new Set(selection.rows);
  for (const row of preview.rowNumbers.duplicate) {
    if (include) rows.add(row);
    else rows.delete(row);
  }
  return { ...selection, rows, includeDuplicates: include };
}

/** Rows that remove what is stored are chosen one by one alone. */
export function selectAllValid(selection: PreviewSelection, preview: ImportPreview): PreviewSelection {
  const removals = new Set(preview.kind === 'transactions' ? preview.removalRows : []);
  return {
    ...selection,
    rows: new Set([...selection.rows, ...preview.rowNumbers.valid.filter((row) => !removals.has(row))]),
  };
}

export function clearSelection(selection: PreviewSelection): PreviewSelection {
  return { ...selection, rows: new Set(), includeDuplicates: false };
}

/** Rows of accounts that are not to be created; they cannot be imported. */
export function blockedRows(selection: PreviewSelection, preview: ImportPreview): ReadonlySet<number> {
  return new Set(
    newAccountsOf(preview)
      .filter((account) => !selection.createAccounts.has(account.name))
      .flatMap((account) => account.rowNumbers),
  );
}

/** Brokers of rows that an import would take now, for which none is proposed or chosen. */
export function brokersToChoose(
  selection: PreviewSelection,
  blocked: ReadonlySet<number>,
  preview: ImportPreview,
  choices: Readonly<Record<string, string>>,
): readonly UnknownBroker[] {
  if (preview.kind === 'records') return [];
  return preview.unknownBrokers.filter(
    ({ name, brokerId, rowNumbers = [] }) =>
      (choices[name] ?? brokerId ?? '') === '' &&
      rowNumbers.some((row) => selection.rows.has(row) && !blocked.has(row)),
  );
}

/** How many rows an import would take now. */
export function countImportable(selection: PreviewSelection, blocked: ReadonlySet<number>): number {
  if (blocked.size === 0) return selection.rows.size;
  let count = 0;
  for (const row of selection.rows) if (!blocked.has(row)) count += 1;
  return count;
}

/** The rows that an import would take now, ascending. */
export function importableRows(selection: PreviewSelection, blocked: ReadonlySet<number>): readonly number[] {
  const rows = [...selection.rows].filter((row) => !blocked.has(row));
  return rows.sort((a, b) => a - b);
}
