/** How each kind of file other than transactions is read, checked and written. */
import { ACCOUNT_COLUMNS, prepareAccounts } from '../../domain/csv/entities/accounts.ts';
import { ASSET_COLUMNS, prepareAssets } from '../../domain/csv/entities/assets.ts';
import { BROKER_CASH_COLUMNS, prepareBrokerCash } from '../../domain/csv/entities/broker-cash-balances.ts';
import type { RowEdit } from '../../domain/csv/source/edited-rows.ts';
import {
  entityFileOf,
  entityScore,
  type EntityColumns,
  type EntityFile,
} from '../../domain/csv/entities/entity-file.ts';
import type { EntityImportRow } from '../../domain/csv/entities/entity-import.ts';
import { refuse, type Refusal } from '../../domain/csv/tables/file-kind.ts';
import { PRICE_COLUMNS, preparePrices } from '../../domain/csv/entities/prices.ts';
import { PROPERTY_PRICE_COLUMNS, preparePropertyPrices } from '../../domain/csv/entities/property-prices.ts';
import { prepareRates, RATE_COLUMNS } from '../../domain/csv/entities/exchange-rates.ts';
import { prepareSavings, SAVINGS_COLUMNS } from '../../domain/csv/entities/savings-accounts.ts';
import { prepareSecurityPrices, SECURITY_PRICE_COLUMNS } from '../../domain/csv/entities/security-prices.ts';
import { type IsoDate } from '../../domain/values/dates.ts';
import { hasKnownDenomination } from '../../domain/holdings/missing-prices.ts';
import { saveAssets } from '../../src/data/records/assets.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { listPrices, priceHistory } from '../../src/data/records/prices.ts';
import { priceHistoryOf } from '../../src/data/records/properties.ts';
import { listRates } from '../../src/data/records/rates.ts';
import { applyRates } from '../../src/data/pulled/server-prices.ts';
import { saveSavingsAccounts } from '../../src/data/records/savings-accounts.ts';
import { getRecord, saveRecords } from '../../src/data/records/records.ts';
import type { Written } from '../../src/data/database/write.ts';
import { monthlyRates } from '../live/facts.ts';
import type { LiveData } from '../live/live-data.ts';
import { monthlyRatesWith } from '../live/monthly-rates-with.ts';
import { readTableInParts, type GoOn } from './read-file.ts';
import type { EntityImportFile, EntityPreviewRow } from '../api/import-types.ts';

/** The number of written records, and a line for each chosen row that was left out because it already exists. */
interface Done {
  readonly count: number;
  readonly skipped: readonly string[];
}

/** A file, with the typed cells. */
export interface EditedFile extends EntityImportFile {
  readonly edits: ReadonlyMap<number, RowEdit>;
}

export interface ReadFile {
  /** Sentences about how the file was read. */
  readonly notices: readonly string[];
  readonly rows: readonly EntityImportRow<unknown, unknown>[];
  readonly cellsOf: (row: EntityImportRow<unknown, unknown>) => EntityPreviewRow['cells'];
  /** Writes the rows with these numbers together; null when none of them can be written. */
  readonly write: (chosen: ReadonlySet<number>) => Promise<Written<Done> | null>;
  /** Nothing is imported from such a file while a row of it has an error. */
  readonly isWhole: boolean;
}

/** How a file of one kind is opened. */
type Opener = (file: EditedFile, data: LiveData, today: IsoDate, goOn?: GoOn) => Promise<ReadFile | Refusal>;

/** A row that can be written, and the record that it replaces. */
interface Chosen<R> {
  readonly record: R;
  readonly replaces: string | null;
}

interface Kind<F extends string, R> {
  readonly columns: EntityColumns<F>;
  readonly judge: (
    table: EntityFile<F>,
    about: { readonly file: EntityImportFile; readonly data: LiveData; readonly today: IsoDate },
  ) => Promise<readonly EntityImportRow<R, unknown>[] | Refusal>;
  /** Null where the page sends the rows itself. */
  readonly write: ((rows: readonly Chosen<R>[], data: LiveData, today: IsoDate) => Promise<Written<number>>) | null;
  /** What happens to the stored record that a chosen row duplicates; by default the row replaces it. */
  readonly repeated?: (row: EntityImportRow<R, unknown>, file: EntityImportFile) => 'replace' | 'add' | 'skip';
  readonly isWhole?: boolean;
}

function opener<F extends string, R>({
  columns,
  judge,
  write,
  repeated = () => 'replace',
  isWhole = false,
}: Kind<F, R>): Opener {
  return async (file, data, today, goOn) => {
    const cells = await readTableInParts(new Uint8Array(file.bytes), { goOn, scoreOf: entityScore(columns) });
    if ('ok' in cells) return cells;
    const table = entityFileOf(cells, columns, file.edits);
    if (!table.ok) return table;
    const rows = await judge(table, { file, data, today });
    if ('ok' in rows) return rows;
    const fateOf = (row: EntityImportRow<R, unknown>) => (row.status === 'valid' ? 'add' : repeated(row, file));
    return {
      rows,
      isWhole,
      notices: table.notices,
      cellsOf: (row) => cellsOf(row, table, columns),
      write: async (numbers) => {
        const chosen = rows.filter((row) => numbers.has(row.rowNumber) && row.record !== null);
        if (chosen.length === 0 || write === null) return null;
        const wanted = chosen.flatMap((row): Chosen<R>[] => {
          const fate = fateOf(row);
          return row.record === null || fate === 'skip'
            ? []
            : [{ record: row.record, replaces: fate === 'replace' ? row.duplicateOf : null }];
        });
        const written = await write(wanted, data, today);
        if (!written.ok) return written;
        return {
          ok: true,
          value: {
            count: written.value,
            skipped: chosen
              .filter((row) => fateOf(row) === 'skip')
              .map((row) => `Row ${row.rowNumber}: ${row.duplicateInfo?.matchDetails ?? ''}`),
          },
        };
      },
    };
  };
}

/** The columns with names of referenced records. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  bankNameId: 'bankName',
  accountId: 'accountName',
  brokerId: 'brokerName',
};

/** The column of the file that holds a record's field. */
export function columnOf(field: string): string {
  return COLUMN_OF[field] ?? field;
}

/** The text of a row in each column that has a text or must have one. An Id is ours and never typed. */
function cellsOf<F extends string>(
  { rowNumber, errors }: EntityImportRow<unknown, unknown>,
  { rows }: EntityFile<F>,
  { labels, required }: EntityColumns<F>,
): EntityPreviewRow['cells'] {
  const row = rows.find((known) => known.rowNumber === rowNumber);
  if (row === undefined) return [];
  const needed = new Set<string>([...required, ...errors.map(({ field }) => columnOf(field))]);
  return (Object.keys(labels) as F[])
    .map((field) => ({ field, label: labels[field], text: row.text(field) }))
    .filter(({ field, text }) => field !== 'id' && (text !== '' || needed.has(field)));
}

export const OPENERS = {
  account: opener({
    columns: ACCOUNT_COLUMNS,
    judge: async (table, { data }) => prepareAccounts(table, [...(await data.accounts.get()).values()]),
    write: async (rows, { db }) => await saveRecords(db, 'account', rows.map(withId)),
    // A known name adds nothing; a known Id may have a new name.
    repeated: ({ repeats }) => (repeats === 'id' ? 'replace' : 'skip'),
  }),
  propertyPrice: opener({
    columns: PROPERTY_PRICE_COLUMNS,
    judge: async (table, { file: { propertyId = '' }, data: { db } }) => {
      const property = await getRecord(db, 'property', propertyId);
      return property === null
        ? refuse('notReady', 'This property no longer exists.')
        : preparePropertyPrices(table, { property, prices: await priceHistoryOf(db, property.id) });
    },
    write: async (rows, { db }) => await saveRecords(db, 'propertyPrice', rows.map(withId)),
    repeated: ({ repeats }) => (repeats === 'id' ? 'replace' : 'skip'),
  }),
  asset: opener({
    columns: ASSET_COLUMNS,
    judge: async (table, { data }) => prepareAssets(table, [...(await data.assets.get()).values()]),
    write: async (rows, { db }) =>
      await saveAssets(
        db,
        rows.map(({ record }) => record),
      ),
  }),
  price: opener({
    columns: PRICE_COLUMNS,
    judge: async (table, { file: { isin = '' }, data, today }) => {
      const asset = (await data.assets.get()).get(isin);
      const stored = await priceHistory(data.db, isin, { from: null, to: null });
      const trades = (await data.transactions.get()).filter((trade) => trade.isin === isin);
      return asset !== undefined && hasKnownDenomination(asset)
        ? preparePrices(table, { isin, denomination: asset.denomination, stored, trades, today })
        : refuse('notReady', 'Complete this asset first: the currency in which it is quoted is missing.');
    },
    write: null,
  }),
  securityPrice: opener({
    columns: SECURITY_PRICE_COLUMNS,
    judge: async (table, { file: { day }, data, today }) => {
      const assets = [...(await data.assets.get()).values()];
      const [stored, transactions] = await Promise.all([listPrices(data.db), data.transactions.get()]);
      return prepareSecurityPrices(table, { assets, stored, transactions, day: day ?? today, today });
    },
    write: null,
  }),
  exchangeRate: opener({
    columns: RATE_COLUMNS,
    judge: async (table, { data: { db, operatorFacts }, today }) =>
      prepareRates(table, {
        stored: await listRates(db),
        monthly: monthlyRatesWith(await monthlyRates(), await operatorFacts.get()),
        today,
      }),
    write: async (rows, { db }) => {
      const written = await applyRates(
        db,
        rows.map(({ record }) => record),
        { fetchedAt: new Date().toISOString() },
      );
      return written.ok ? { ok: true, value: rows.length } : written;
    },
    isWhole: true,
  }),
  savingsAccount: opener({
    columns: SAVINGS_COLUMNS,
    judge: async (table, { file: { defaultAccountId }, data }) => {
      const accounts = [...(await data.accounts.get()).values()];
      const [first] = accounts;
      if (first === undefined) return refuse('notReady', 'No accounts available. Please create an account first.');
      return prepareSavings(table, {
        accounts,
        bankNames: await listBankNames(data.db),
        savingsAccounts: await data.savingsAccounts.get(),
        defaultAccountId: defaultAccountId ?? first.id,
      });
    },
    write: async (rows, { db }) => await saveSavingsAccounts(db, rows.map(withId)),
    // Two accounts at a bank may look alike; but a row with our Id, or a repeated row of the file, is the same account.
    repeated: ({ repeats, duplicateOf }, { updateExisting = false }) =>
      updateExisting && duplicateOf !== null ? 'replace' : repeats === 'match' ? 'add' : 'skip',
  }),
  brokerCashBalance: opener({
    columns: BROKER_CASH_COLUMNS,
    judge: async (table, { data }) => {
      const [accounts, brokers, balances] = await Promise.all([
        data.accounts.get(),
        data.brokers.get(),
        data.brokerCash.get(),
      ]);
      return prepareBrokerCash(table, { accounts: [...accounts.values()], brokers: [...brokers.values()], balances });
    },
    write: async (rows, { db }, today) =>
      await saveRecords(
        db,
        'brokerCashBalance',
        rows.map((row) => ({ ...withId(row), lastUpdated: row.record.lastUpdated ?? today })),
      ),
    // A second balance at one place in one currency would count twice.
    repeated: ({ duplicateOf }) => (duplicateOf === null ? 'skip' : 'replace'),
  }),
} as const satisfies Readonly<Record<EntityImportFile['kind'], Opener>>;

function withId<R extends object>({ record, replaces }: Chosen<R>): R & { readonly id?: string } {
  return replaces === null ? record : { ...record, id: replaces };
}
