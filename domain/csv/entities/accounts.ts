/** CSV of accounts: our export, and its import. */
import { checkAccount, type AccountFields } from '../../records/account.ts';
import { ACCOUNT, type Account } from '../../records/records.ts';
import { nameKey } from '../cells/cell-text.ts';
import type { EntityFile, EntityRow } from './entity-file.ts';
import { judgeRows, type EntityImportRow, type RowReading } from './entity-import.ts';
import { columnsOf, recordsCsv, type ColumnsOf } from './record-columns.ts';

export type AccountField = 'id' | ColumnsOf<typeof ACCOUNT>;
export const ACCOUNT_COLUMNS = columnsOf(ACCOUNT, ['name']);

/** `accounts-export-{yyyy-MM-dd}.csv` */
export function accountsFileName(day: string): string {
  return `accounts-export-${day}.csv`;
}

/** CSV text (with byte order mark) of accounts in the given order. */
export function accountsCsv(accounts: Iterable<Account>): string {
  return recordsCsv(ACCOUNT, accounts);
}

export type AccountImportRow = EntityImportRow<AccountFields, AccountFields>;

/** Reads the rows of a file as accounts: valid, duplicates of known ones, or with errors. */
export function prepareAccounts(
  file: EntityFile<AccountField>,
  stored: readonly Account[],
): readonly AccountImportRow[] {
  return judgeRows(file, {
    read: readRow,
    stored,
    keyOf: ({ name }) => nameKey(name),
    isSame: () => true,
    mayBeAlike: true,
    storedDetails: (known, { name }) =>
      nameKey(known.name) === nameKey(name)
        ? `Already recorded: ${known.name}.`
        : `Already recorded as ${known.name}. Importing this row renames it.`,
    fileDetails: (row) => `The same name as row ${row} of this file.`,
  });
}

function readRow(row: EntityRow<AccountField>): RowReading<AccountFields, AccountFields> {
  const shown: AccountFields = { name: row.text('name') };
  const checked = checkAccount(shown);
  return checked.ok ? { ok: true, fields: checked.value, shown } : { ok: false, issues: checked.issues, shown };
}
