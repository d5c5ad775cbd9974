/** CSV of broker cash balances: our export, and the import of it or of another file (002 §2, §7). */
import { checkBrokerCashBalance, type BrokerCashFields } from '../../records/broker-cash-balance.ts';
import type { Issue } from '../../fields/issue.ts';
import { BROKER_CASH_BALANCE, type BrokerCashBalance } from '../../records/records.ts';
import { dayMonthYear } from '../../values/dates.ts';
import { nameKey } from '../cells/cell-text.ts';
import { currencyNamed } from '../cells/words.ts';
import { wrapperOfWord } from '../cells/wrapper-words.ts';
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

export type BrokerCashField = 'id' | ColumnsOf<typeof BROKER_CASH_BALANCE>;
export const BROKER_CASH_COLUMNS = columnsOf(BROKER_CASH_BALANCE, [
  'accountName',
  'brokerName',
  'taxWrapper',
  'cashBalance',
]);

/** `broker-cash-balances-export-{yyyy-MM-dd}.csv`, with the count for a selection (002 §7). */
export function brokerCashFileName(day: string, selected: number | null): string {
  return selected === null
    ? `broker-cash-balances-export-${day}.csv`
    : `broker-cash-balances-export-selected-${selected}-${day}.csv`;
}

/** CSV text (with byte order mark) of cash balances in the given order. */
export function brokerCashCsv(balances: Iterable<Listed<typeof BROKER_CASH_BALANCE>>): string {
  return recordsCsv(BROKER_CASH_BALANCE, balances);
}

/** The stored records that an import compares its rows with. */
export interface BrokerCashStore {
  readonly accounts: readonly Named[];
  readonly brokers: readonly Named[];
  readonly balances: readonly BrokerCashBalance[];
}

/** The preview does not show the day of a balance. */
const { lastUpdated: _lastUpdated, ...SHOWN } = BROKER_CASH_BALANCE;
export type BrokerCashShown = ShownOf<typeof SHOWN>;

export type BrokerCashImportRow = EntityImportRow<BrokerCashFields, BrokerCashShown>;

/** Reads the rows of a file as cash balances: valid, duplicates of known ones, or with errors. */
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
      `Already recorded: ${accountName}, ${brokerName}, ${taxWrapper}, ${currency} of ${dayMonthYear(lastUpdated)}. Importing this row replaces that balance.`,
    fileDetails: (row) => `The same account, broker, tax wrapper and currency as row ${row} of this file.`,
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
    { field: 'brokerId', expected: 'a broker in the list' },
    issues,
  );
  const cells = cellsOf(row, BROKER_CASH_BALANCE, issues);
  const [wrapper, beside] = [row.text('taxWrapper'), row.currency('cashBalance')];
  const taxWrapper = wrapperOfWord(wrapper) ?? wrapper;
  const currency = currencyNamed(row.text('currency')) || (beside ?? '');
  if (beside !== null && beside !== currency)
    issues.push({
      field: 'currency',
      code: 'notAllowed',
      value: currency,
      expected: `${beside}, the currency of the balance`,
    });
  const checked = checkBrokerCashBalance({
    ...cells,
    accountId: account?.id ?? 'unknown',
    brokerId: broker?.id ?? 'unknown',
    taxWrapper,
    currency,
  });
  const names = { accountName: account?.name ?? accountName, brokerName: broker?.name ?? brokerName };
  const shown = shownOf(SHOWN, { ...cells, taxWrapper, currency: currency === '' ? 'GBP' : currency }, names);
  if (checked.ok && issues.length === 0) return { ok: true, fields: checked.value, shown };
  return { ok: false, issues: [...issues, ...(checked.ok ? [] : checked.issues)], shown };
}

/** A holder's account with a broker has one balance per tax wrapper and currency. */
function keyOf({ accountId, brokerId, taxWrapper, currency }: BrokerCashFields): string {
  return [accountId, brokerId, taxWrapper, currency].join('|');
}
