/** CSV of broker cash balances: our export, and reading it or another file (002 §2, §7). */
import { checkBrokerCashBalance, type BrokerCashFields } from '../broker-cash-balance.ts';
import type { Issue } from '../issue.ts';
import type { BrokerCashBalance } from '../records.ts';
import { nameKey } from './cell-text.ts';
import type { EntityColumns, EntityFile, EntityRow } from './entity-file.ts';
import { judgeRows, lookUp, type EntityImportRow, type Named, type RowReading } from './entity-import.ts';
import { wrapperOfWord } from './words.ts';
import { csvFile, numberCell, textCell } from './write-csv.ts';

const FIELDS = [
  'id',
  'accountName',
  'brokerName',
  'taxWrapper',
  'cashBalance',
  'currency',
  'lastUpdated',
  'notes',
] as const;
export type BrokerCashField = (typeof FIELDS)[number];

export const BROKER_CASH_COLUMNS: EntityColumns<BrokerCashField> = {
  labels: {
    id: 'Id',
    accountName: 'Account',
    brokerName: 'Broker',
    taxWrapper: 'Tax Wrapper',
    cashBalance: 'Cash Balance',
    currency: 'Currency',
    lastUpdated: 'Last Updated',
    notes: 'Notes',
  },
  synonyms: {
    accountName: ['account name', 'account holder', 'holder', 'owner'],
    brokerName: ['broker name', 'platform', 'provider'],
    taxWrapper: ['wrapper', 'account type', 'product'],
    cashBalance: ['balance', 'cash', 'amount', 'available cash'],
    currency: ['ccy', 'currency code'],
    lastUpdated: ['updated', 'date', 'balance date', 'as of'],
    notes: ['note', 'comment', 'comments'],
  },
  required: ['accountName', 'brokerName', 'taxWrapper', 'cashBalance'],
  days: ['lastUpdated'],
  figures: ['cashBalance'],
};

/** `broker-cash-balances-export-{yyyy-MM-dd}.csv`, with the count for a selection (002 §7). */
export function brokerCashFileName(day: string, selected: number | null): string {
  return selected === null
    ? `broker-cash-balances-export-${day}.csv`
    : `broker-cash-balances-export-selected-${selected}-${day}.csv`;
}

type Exported = BrokerCashBalance & { readonly accountName: string; readonly brokerName: string };

/** CSV text (with byte order mark) of cash balances in the given order. */
export function brokerCashCsv(balances: Iterable<Exported>): string {
  const rows = Array.from(balances, (balance) =>
    FIELDS.map((field) => (field === 'cashBalance' ? numberCell(balance.cashBalance) : textCell(balance[field]))),
  );
  return csvFile(
    FIELDS.map((field) => BROKER_CASH_COLUMNS.labels[field]),
    rows,
  );
}

/** What an import compares with. */
export interface BrokerCashStore {
  readonly accounts: readonly Named[];
  readonly brokers: readonly Named[];
  readonly balances: readonly BrokerCashBalance[];
}

export interface BrokerCashShown {
  readonly accountName: string;
  readonly brokerName: string;
  readonly taxWrapper: string;
  readonly cashBalance: number | null;
  readonly currency: string;
  readonly notes: string;
}

export type BrokerCashImportRow = EntityImportRow<BrokerCashFields, BrokerCashShown>;

/** Reads the rows of a file as cash balances and says which are valid, repeat a known one, or are wrong. */
export function prepareBrokerCash(
  file: EntityFile<BrokerCashField>,
  store: BrokerCashStore,
): readonly BrokerCashImportRow[] {
  return judgeRows(file, {
    read: (row) => readRow(row, store),
    stored: store.balances,
    keyOf,
    isSame: () => true,
    mayBeAlike: true,
    storedDetails: ({ taxWrapper, currency, lastUpdated }, { accountName, brokerName }) =>
      `Already recorded: ${accountName}, ${brokerName}, ${taxWrapper}, ${currency} of ${lastUpdated}. Importing this row replaces that balance.`,
    fileDetails: (row) => `The same place and currency as row ${row} of this file.`,
  });
}

function readRow(
  row: EntityRow<BrokerCashField>,
  store: BrokerCashStore,
): RowReading<BrokerCashFields, BrokerCashShown> {
  const issues: Issue[] = [];
  const [accountName, brokerName] = [row.text('accountName'), row.text('brokerName')];
  const isAccount = ({ name }: Named) => nameKey(name) === nameKey(accountName);
  const isBroker = ({ name }: Named) => nameKey(name) === nameKey(brokerName);
  const account = lookUp(
    accountName,
    store.accounts,
    isAccount,
    { field: 'accountId', expected: 'one of your accounts' },
    issues,
  );
  const broker = lookUp(
    brokerName,
    store.brokers,
    isBroker,
    { field: 'brokerId', expected: 'a broker of the list' },
    issues,
  );
  const [wrapper, balance, beside] = [row.text('taxWrapper'), row.figure('cashBalance'), row.currency('cashBalance')];
  const currency = row.text('currency').toUpperCase() || (beside ?? '');
  if (beside !== null && beside !== currency)
    issues.push({
      field: 'currency',
      code: 'notAllowed',
      value: currency,
      expected: `${beside}, as beside the balance`,
    });
  const checked = checkBrokerCashBalance({
    accountId: account?.id ?? 'unknown',
    brokerId: broker?.id ?? 'unknown',
    taxWrapper: wrapperOfWord(wrapper) ?? wrapper,
    cashBalance: balance,
    currency,
    notes: row.text('notes'),
    lastUpdated: row.day('lastUpdated'),
  });
  const shown: BrokerCashShown = {
    accountName: account?.name ?? accountName,
    brokerName: broker?.name ?? brokerName,
    taxWrapper: wrapperOfWord(wrapper) ?? wrapper,
    cashBalance: typeof balance === 'number' ? balance : null,
    currency: currency === '' ? 'GBP' : currency,
    notes: row.text('notes'),
  };
  if (checked.ok && issues.length === 0) return { ok: true, fields: checked.value, shown };
  return { ok: false, issues: [...issues, ...(checked.ok ? [] : checked.issues)], shown };
}

/** One place holds one balance of each currency. */
function keyOf({ accountId, brokerId, taxWrapper, currency }: BrokerCashFields): string {
  return [accountId, brokerId, taxWrapper, currency].join('|');
}
