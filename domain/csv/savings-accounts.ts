/** CSV of savings accounts: our export, the template of the import page, and reading either (002 §2, §7). */
import { checkAmount, isAmount, type Fraction } from '../amount.ts';
import type { Issue } from '../issue.ts';
import type { SavingsAccount } from '../records.ts';
import {
  checkSavingsAccount,
  fractionOfPercent,
  percentOfFraction,
  type SavingsAccountFields,
} from '../savings-account.ts';
import { nameKey } from './cell-text.ts';
import type { EntityColumns, EntityFile, EntityRow } from './entity-file.ts';
import { judgeRows, lookUp, type EntityImportRow, type Named, type RowReading } from './entity-import.ts';
import { csvFile, numberCell, textCell } from './write-csv.ts';

const FIELDS = [
  'id',
  'bankName',
  'accountType',
  'accountName',
  'accountOpenDate',
  'accountCloseDate',
  'latestBalance',
  'latestBalanceDate',
  'interestRate',
  'accountReference',
  'sortCode',
  'accountNumber',
  'notes',
] as const;
export type SavingsField = (typeof FIELDS)[number];

export const SAVINGS_COLUMNS: EntityColumns<SavingsField> = {
  labels: {
    id: 'Id',
    bankName: 'Bank Name',
    accountType: 'Account Type',
    accountName: 'Associated Account',
    accountOpenDate: 'Account Open Date',
    accountCloseDate: 'Account Close Date',
    latestBalance: 'Latest Balance',
    latestBalanceDate: 'Latest Balance Date',
    interestRate: 'Interest Rate',
    accountReference: 'Account Reference',
    sortCode: 'Sort Code',
    accountNumber: 'Account Number',
    notes: 'Notes',
  },
  synonyms: {
    bankName: ['bank', 'provider', 'building society'],
    accountType: ['type'],
    accountName: ['account', 'account holder', 'holder', 'owner'],
    accountOpenDate: ['open date', 'opened', 'date opened', 'opening date'],
    accountCloseDate: ['close date', 'closed', 'date closed', 'closing date'],
    latestBalance: ['balance', 'current balance', 'amount'],
    latestBalanceDate: ['balance date', 'as of', 'last updated'],
    interestRate: ['rate', 'aer', 'interest rate %', 'interest'],
    accountReference: ['reference', 'ref'],
    notes: ['note', 'comment', 'comments'],
  },
  required: ['bankName', 'accountType', 'accountOpenDate', 'latestBalance', 'latestBalanceDate'],
  days: ['accountOpenDate', 'accountCloseDate', 'latestBalanceDate'],
  figures: ['latestBalance', 'interestRate'],
};

/** The columns that a person fills in: the account is chosen on the page, and an Id is ours. */
const TEMPLATE_FIELDS = FIELDS.filter((field) => field !== 'id' && field !== 'accountName');

export const SAVINGS_TEMPLATE_NAME = 'bank-accounts-template.csv';

/** The header of the import page's file, with nothing below it. */
export function savingsTemplateCsv(): string {
  return csvFile(
    TEMPLATE_FIELDS.map((field) => SAVINGS_COLUMNS.labels[field]),
    [],
  );
}

/** `bank-accounts-export-{yyyy-MM-dd}.csv`, with the count for a selection (002 §7). */
export function savingsFileName(day: string, selected: number | null): string {
  return selected === null ? `bank-accounts-export-${day}.csv` : `bank-accounts-export-selected-${selected}-${day}.csv`;
}

type Exported = SavingsAccount & { readonly bankName: string; readonly accountName: string };

/** CSV text (with byte order mark) of savings accounts in the given order; the rate is a percentage. */
export function savingsAccountsCsv(accounts: Iterable<Exported>): string {
  const cell = (account: Exported, field: SavingsField): string => {
    if (field === 'latestBalance') return numberCell(account.latestBalance);
    if (field === 'interestRate')
      return numberCell(account.interestRate === null ? null : percentOfFraction(account.interestRate));
    return textCell(account[field]);
  };
  return csvFile(
    FIELDS.map((field) => SAVINGS_COLUMNS.labels[field]),
    Array.from(accounts, (account) => FIELDS.map((field) => cell(account, field))),
  );
}

/** What an import compares with. */
export interface SavingsStore {
  readonly accounts: readonly Named[];
  readonly bankNames: readonly Named[];
  readonly savingsAccounts: readonly SavingsAccount[];
  /** The account of rows that name none; null: they are errors. */
  readonly defaultAccountId: string | null;
}

/** What a preview shows of a row; text is as the file gave it where it could not be read. */
export interface SavingsShown {
  readonly bankName: string;
  readonly accountType: string;
  readonly accountName: string;
  readonly accountOpenDate: string;
  readonly accountCloseDate: string | null;
  readonly latestBalance: number | null;
  /** A fraction, as stored. */
  readonly interestRate: number | null;
  readonly latestBalanceDate: string;
  readonly accountReference: string;
  readonly sortCode: string;
  readonly accountNumber: string;
  readonly notes: string;
}

export type SavingsImportRow = EntityImportRow<SavingsAccountFields, SavingsShown>;

/** Reads the rows of a file as savings accounts and says which are valid, repeat a known one, or are wrong. */
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
    { field: 'bankNameId', expected: 'a bank of the list, to which an administrator can add' },
    issues,
  );
  const account = lookUp(
    owner,
    store.accounts,
    isOwner,
    { field: 'accountId', expected: 'one of your accounts' },
    issues,
  );
  const [opened, closed, balanceDay] = [
    row.day('accountOpenDate'),
    row.day('accountCloseDate'),
    row.day('latestBalanceDate'),
  ];
  const [balance, interestRate] = [row.figure('latestBalance'), readRate(row, issues)];
  const beside = row.currency('latestBalance') ?? 'GBP';
  if (beside !== 'GBP')
    issues.push({
      field: 'latestBalance',
      code: 'notAllowed',
      value: row.text('latestBalance'),
      expected: 'an amount in pounds',
    });
  const texts = {
    accountType: row.text('accountType'),
    accountReference: row.text('accountReference'),
    sortCode: row.text('sortCode'),
    accountNumber: row.text('accountNumber'),
    notes: row.text('notes'),
  };
  const checked = checkSavingsAccount({
    ...texts,
    bankNameId: bankName?.id ?? 'unknown',
    accountId: account?.id ?? 'unknown',
    accountOpenDate: opened,
    accountCloseDate: closed,
    latestBalance: balance,
    latestBalanceDate: balanceDay,
    interestRate,
  });
  const shown: SavingsShown = {
    ...texts,
    bankName: bank,
    accountName: account?.name ?? owner,
    accountOpenDate: opened ?? '',
    accountCloseDate: closed,
    latestBalance: typeof balance === 'number' ? balance : null,
    interestRate,
    latestBalanceDate: balanceDay ?? '',
  };
  if (checked.ok && issues.length === 0) return { ok: true, fields: checked.value, shown };
  return { ok: false, issues: [...issues, ...(checked.ok ? [] : checked.issues)], shown };
}

/** Files state the rate in percent; the record has it as a fraction. */
function readRate(row: EntityRow<SavingsField>, issues: Issue[]): Fraction | null {
  const given = row.figure('interestRate');
  if (given === null) return null;
  const percent = typeof given === 'number' ? checkAmount<'percent'>(given) : 'notANumber';
  if (isAmount<'percent'>(percent) && percent >= 0 && percent <= 100) return fractionOfPercent(percent);
  issues.push({
    field: 'interestRate',
    code: 'outOfRange',
    value: String(given),
    expected: 'a percentage from 0 to 100, such as 4.32',
  });
  return null;
}

/** The same account of the same holder: bank, type and reference agree (002 §2) ... */
function keyOf({ accountId, bankNameId, accountType, accountReference }: SavingsAccountFields): string {
  return [accountId, bankNameId, nameKey(accountType), nameKey(accountReference)].join('|');
}

/** ... and no number tells them apart. */
function isSame(a: SavingsAccountFields, b: SavingsAccountFields): boolean {
  const agree = (first: string, second: string) => first === '' || second === '' || first === second;
  return agree(a.sortCode, b.sortCode) && agree(a.accountNumber, b.accountNumber);
}
