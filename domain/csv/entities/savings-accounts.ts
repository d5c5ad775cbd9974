/** CSV of savings accounts: our export, the template of the import page, and the import of either (002 §2, §7). */
import type { Issue } from '../../fields/issue.ts';
import { SAVINGS_ACCOUNT, type SavingsAccount } from '../../records/records.ts';
import { checkSavingsAccount, type SavingsAccountFields } from '../../records/savings-account.ts';
import { nameKey, yesOrNo } from '../cells/cell-text.ts';
import { csvFile } from '../cells/write-csv.ts';
import type { EntityFile, EntityRow } from './entity-file.ts';
import { judgeRows, lookUp, type EntityImportRow, type Named, type RowReading } from './entity-import.ts';
import {
  cellsOf,
  columnsOf,
  recordsCsv,
  shownOf,
  type ColumnsOf,
  type Listed,
  type ShownOf,
} from './record-columns.ts';

export type SavingsField = 'id' | ColumnsOf<typeof SAVINGS_ACCOUNT>;
export const SAVINGS_COLUMNS = columnsOf(SAVINGS_ACCOUNT, [
  'bankName',
  'accountType',
  'accountOpenDate',
  'latestBalance',
  'latestBalanceDate',
]);

export const SAVINGS_TEMPLATE_NAME = 'bank-accounts-template.csv';

/**
 * The import page's template: the header alone, with the columns that the user fills in. The account is chosen on the
 * page; the Id and the cash ISA column are only in our exports.
 */
export function savingsTemplateCsv(): string {
  const { id: _id, accountName: _accountName, isCashIsa: _isCashIsa, ...headings } = SAVINGS_COLUMNS.labels;
  return csvFile(Object.values(headings), []);
}

/** `bank-accounts-export-{yyyy-MM-dd}.csv`, with the count for a selection (002 §7). */
export function savingsFileName(day: string, selected: number | null): string {
  return selected === null ? `bank-accounts-export-${day}.csv` : `bank-accounts-export-selected-${selected}-${day}.csv`;
}

/**
 * CSV text (with byte order mark) of savings accounts in the given order; the rate is a percentage. The cash ISA column
 * is written only where an account has the mark.
 */
export function savingsAccountsCsv(accounts: Iterable<Listed<typeof SAVINGS_ACCOUNT>>): string {
  const all = [...accounts];
  const { isCashIsa: _isCashIsa, ...specified } = SAVINGS_ACCOUNT;
  return recordsCsv(all.some(({ isCashIsa }) => isCashIsa === true) ? SAVINGS_ACCOUNT : specified, all);
}

/** The stored records that an import compares its rows with. */
export interface SavingsStore {
  readonly accounts: readonly Named[];
  readonly bankNames: readonly Named[];
  readonly savingsAccounts: readonly SavingsAccount[];
  /** The account of rows that name none; when it is null, such rows are errors. */
  readonly defaultAccountId: string | null;
}

/** What a preview shows of a row; the rate is a fraction, as it is stored. */
export type SavingsShown = ShownOf<typeof SAVINGS_ACCOUNT>;

export type SavingsImportRow = EntityImportRow<SavingsAccountFields, SavingsShown>;

/** Reads the rows of a file as savings accounts: valid, duplicates of known ones, or with errors. */
export function prepareSavings(file: EntityFile<SavingsField>, store: SavingsStore): readonly SavingsImportRow[] {
  return judgeRows(file, {
    read: (row) => readRow(row, store),
    stored: store.savingsAccounts,
    keyOf,
    isSame,
    mayBeAlike: true,
    storedDetails: ({ accountType, accountReference }, { bankName }) =>
      `Already recorded: ${[bankName, accountType, accountReference].filter((part) => part !== '').join(', ')}.`,
    fileDetails: (row) => `The same account as row ${row} of this file.`,
  });
}

function readRow(row: EntityRow<SavingsField>, store: SavingsStore): RowReading<SavingsAccountFields, SavingsShown> {
  const issues: Issue[] = [];
  const bank = row.text('bankName');
  const owner = row.text('accountName');
  const isBank = ({ name }: Named) => nameKey(name) === nameKey(bank);
  const isOwner = ({ id, name }: Named) =>
    owner === '' ? id === store.defaultAccountId : nameKey(name) === nameKey(owner);
  const bankName = lookUp(
    bank,
    store.bankNames,
    isBank,
    { field: 'bankNameId', expected: 'a bank in the list, which an administrator can extend' },
    issues,
  );
  const account = lookUp(
    owner,
    store.accounts,
    isOwner,
    { field: 'accountId', expected: 'one of your accounts' },
    issues,
  );
  const cells = cellsOf(row, SAVINGS_ACCOUNT, issues);
  const beside = row.currency('latestBalance') ?? 'GBP';
  if (beside !== 'GBP')
    issues.push({
      field: 'latestBalance',
      code: 'notAllowed',
      value: row.text('latestBalance'),
      expected: 'an amount in pounds',
    });
  const checked = checkSavingsAccount({
    ...cells,
    isCashIsa: yesOrNo(row.text('isCashIsa')),
    bankNameId: bankName?.id ?? 'unknown',
    accountId: account?.id ?? 'unknown',
  });
  const shown = shownOf(SAVINGS_ACCOUNT, cells, { bankName: bank, accountName: account?.name ?? owner });
  if (checked.ok && issues.length === 0) return { ok: true, fields: checked.value, shown };
  return { ok: false, issues: [...issues, ...(checked.ok ? [] : checked.issues)], shown };
}

/** The same account of the same holder has the same bank, type and reference (002 §2). */
function keyOf({ accountId, bankNameId, accountType, accountReference }: SavingsAccountFields): string {
  return [accountId, bankNameId, nameKey(accountType), nameKey(accountReference)].join('|');
}

/** Accounts with the same key differ when their numbers do. */
function isSame(a: SavingsAccountFields, b: SavingsAccountFields): boolean {
  const agree = (first: string, second: string) => first === '' || second === '' || first === second;
  return agree(a.sortCode, b.sortCode) && agree(a.accountNumber, b.accountNumber);
}
