/** Imports of records other than transactions: the same preview, and the write is one step. */
import { ACCOUNT_COLUMNS, prepareAccounts } from '../domain/csv/accounts.ts';
import { ASSET_COLUMNS, prepareAssets } from '../domain/csv/assets.ts';
import { BROKER_CASH_COLUMNS, prepareBrokerCash } from '../domain/csv/broker-cash-balances.ts';
import { readEntityFile } from '../domain/csv/entity-file.ts';
import { summaryOf, type EntityImportRow } from '../domain/csv/entity-import.ts';
import { refuse } from '../domain/csv/file-kind.ts';
import { PRICE_COLUMNS, preparePrices } from '../domain/csv/prices.ts';
import { PROPERTY_PRICE_COLUMNS, preparePropertyPrices } from '../domain/csv/property-prices.ts';
import type { PreviewStatus, Refusal } from '../domain/csv/preview.ts';
import { prepareSavings, SAVINGS_COLUMNS } from '../domain/csv/savings-accounts.ts';
import { londonDate, type IsoDate } from '../domain/dates.ts';
import { saveAccounts } from '../src/data/accounts.ts';
import { saveAssets } from '../src/data/assets.ts';
import { listBankNames } from '../src/data/bank-names.ts';
import { saveBrokerCashBalances } from '../src/data/broker-cash-balances.ts';
import { newId } from '../src/data/ids.ts';
import { priceHistory } from '../src/data/prices.ts';
import { getProperty, priceHistoryOf, savePropertyPrices } from '../src/data/properties.ts';
import { saveSavingsAccounts } from '../src/data/savings-accounts.ts';
import { writeFaultText } from '../src/data/write-fault-text.ts';
import type { Written } from '../src/data/write.ts';
import type { LiveData } from './live-data.ts';
import { csvTools } from './read-file.ts';
import type { EntityImportFile, EntityPreviewRow, ImportOutcome, ImportPreview, ImportRequest, PreviewRowsQuery } from './worker-api.ts';

/** What was written, and a line for each chosen row that was left out because it is here already. */
interface Done {
  readonly count: number;
  readonly skipped: readonly string[];
}

interface OpenPreview {
  readonly rows: readonly EntityImportRow<unknown, unknown>[];
  /** Writes the rows of those numbers in one step; null when none of them can be written. */
  readonly write: (chosen: ReadonlySet<number>) => Promise<Written<Done> | null>;
}

/** How a file of one kind is opened. */
type Opener = (file: EntityImportFile, data: LiveData, today: IsoDate) => Promise<OpenPreview | Refusal>;

/** A row that can be written, and the record that it shall replace. */
interface Chosen<R> {
  readonly record: R;
  readonly replaces: string | null;
}

interface Kind<R> {
  readonly read: (file: EntityImportFile, data: LiveData, today: IsoDate) => Promise<readonly EntityImportRow<R, unknown>[] | Refusal>;
  /** Null: the page sends the rows itself. */
  readonly write: ((rows: readonly Chosen<R>[], data: LiveData, today: IsoDate) => Promise<Written<number>>) | null;
  /** What a chosen duplicate of a stored record does; by default it replaces that record. */
  readonly repeated?: (row: EntityImportRow<R, unknown>, file: EntityImportFile) => 'replace' | 'add' | 'skip';
}

function opener<R>({ read, write, repeated = () => 'replace' }: Kind<R>): Opener {
  return async (file, data, today) => {
    const rows = await read(file, data, today);
    if ('ok' in rows) return rows;
    const fateOf = (row: EntityImportRow<R, unknown>) => (row.status === 'valid' ? 'add' : repeated(row, file));
    return {
      rows,
      write: async (numbers) => {
        const chosen = rows.filter((row) => numbers.has(row.rowNumber) && row.record !== null);
        if (chosen.length === 0 || write === null) return null;
        const wanted = chosen.flatMap((row): Chosen<R>[] => {
          const fate = fateOf(row);
          return row.record === null || fate === 'skip' ? [] : [{ record: row.record, replaces: fate === 'replace' ? row.duplicateOf : null }];
        });
        const written = await write(wanted, data, today);
        if (!written.ok) return written;
        return { ok: true, value: { count: written.value, skipped: chosen.filter((row) => fateOf(row) === 'skip').map((row) => `Row ${row.rowNumber}: ${row.duplicateInfo?.matchDetails ?? ''}`) } };
      },
    };
  };
}

const OPENERS = {
  account: opener({
    read: async ({ bytes }, data) => {
      const file = readEntityFile(new Uint8Array(bytes), csvTools, ACCOUNT_COLUMNS);
      return file.ok ? prepareAccounts(file, [...(await data.accounts.get()).values()]) : file;
    },
    write: async (rows, { db }) => await saveAccounts(db, rows.map(withId)),
    // A known name has nothing to add; a known Id may have a new name.
    repeated: ({ repeats }) => (repeats === 'id' ? 'replace' : 'skip'),
  }),
  propertyPrice: opener({
    read: async ({ bytes, propertyId = '' }, { db }) => {
      const file = readEntityFile(new Uint8Array(bytes), csvTools, PROPERTY_PRICE_COLUMNS);
      if (!file.ok) return file;
      const property = await getProperty(db, propertyId);
      return property === null ? refuse('notReady', 'This property no longer exists.') : preparePropertyPrices(file, { property, prices: await priceHistoryOf(db, property.id) });
    },
    write: async (rows, { db }) => await savePropertyPrices(db, rows.map(withId)),
    repeated: ({ repeats }) => (repeats === 'id' ? 'replace' : 'skip'),
  }),
  asset: opener({
    read: async ({ bytes }, data) => {
      const file = readEntityFile(new Uint8Array(bytes), csvTools, ASSET_COLUMNS);
      return file.ok ? prepareAssets(file, [...(await data.assets.get()).values()]) : file;
    },
    write: async (rows, { db }) => await saveAssets(db, rows.map(({ record }) => record)),
  }),
  price: opener({
    read: async ({ bytes, isin = '' }, { db }, today) => {
      const file = readEntityFile(new Uint8Array(bytes), csvTools, PRICE_COLUMNS);
      return file.ok ? preparePrices(file, { isin, stored: await priceHistory(db, isin, { from: null, to: null }), today }) : file;
    },
    write: null,
  }),
  savingsAccount: opener({
    read: async ({ bytes, defaultAccountId }, data) => {
      const accounts = [...(await data.accounts.get()).values()];
      const [first] = accounts;
      if (first === undefined) return refuse('notReady', 'No accounts available. Please create an account first.');
      const file = readEntityFile(new Uint8Array(bytes), csvTools, SAVINGS_COLUMNS);
      if (!file.ok) return file;
      return prepareSavings(file, { accounts, bankNames: await listBankNames(data.db), savingsAccounts: await data.savingsAccounts.get(), defaultAccountId: defaultAccountId ?? first.id });
    },
    write: async (rows, { db }) => await saveSavingsAccounts(db, rows.map(withId)),
    // Two accounts of a bank may look alike; but a row with our Id, or one that stands twice in the file, is no other account.
    repeated: ({ repeats, duplicateOf }, { updateExisting = false }) => (updateExisting && duplicateOf !== null ? 'replace' : repeats === 'match' ? 'add' : 'skip'),
  }),
  brokerCashBalance: opener({
    read: async ({ bytes }, data) => {
      const file = readEntityFile(new Uint8Array(bytes), csvTools, BROKER_CASH_COLUMNS);
      if (!file.ok) return file;
      const [accounts, brokers, balances] = await Promise.all([data.accounts.get(), data.brokers.get(), data.brokerCash.get()]);
      return prepareBrokerCash(file, { accounts: [...accounts.values()], brokers: [...brokers.values()], balances });
    },
    write: async (rows, { db }, today) => await saveBrokerCashBalances(db, rows.map((row) => ({ ...withId(row), lastUpdated: row.record.lastUpdated ?? today }))),
    // A second balance of one place and currency would be counted twice.
    repeated: ({ duplicateOf }) => (duplicateOf === null ? 'skip' : 'replace'),
  }),
} as const satisfies Readonly<Record<EntityImportFile['kind'], Opener>>;

function withId<R extends object>({ record, replaces }: Chosen<R>): R & { readonly id?: string } {
  return replaces === null ? record : { ...record, id: replaces };
}

export class EntityImports {
  private readonly data: LiveData;
  private readonly now: () => number;
  private readonly previews = new Map<string, OpenPreview>();

  constructor(data: LiveData, now: () => number) {
    this.data = data;
    this.now = now;
  }

  async preview(file: EntityImportFile): Promise<ImportPreview | Refusal> {
    const opened = await OPENERS[file.kind](file, this.data, londonDate(this.now()));
    if ('ok' in opened) return opened;
    const { rows } = opened;
    const previewId = newId();
    this.previews.set(previewId, opened);
    const numbers = (status: PreviewStatus) => rows.filter((row) => row.status === status).map((row) => row.rowNumber);
    return {
      ok: true, previewId, fileName: file.name, profileName: 'CSV', columns: [], isBrokerFile: false, columnsChosen: false, heldRows: [], revision: 0, datesAmbiguous: false, summary: { ...summaryOf(rows), skippedRows: 0 },
      newAccounts: [], rowsWithoutAccount: 0, unknownBrokers: [], unknownSecurities: [], unlistedAssets: [], chargeSplits: 0, notices: [],
      rowNumbers: { valid: numbers('valid'), duplicate: numbers('duplicate'), error: numbers('error') },
    };
  }

  rows({ previewId, status, offset, limit }: PreviewRowsQuery): readonly EntityPreviewRow[] {
    const rows = this.previews.get(previewId)?.rows.filter((row) => status === 'all' || row.status === status) ?? [];
    return rows.slice(offset, offset + limit).map((row) => ({
      rowNumber: row.rowNumber, status: row.status, duplicateInfo: row.duplicateInfo, errors: row.errors.map(({ message }) => ({ message, field: null })), shown: row.shown,
    }));
  }

  /** Writes the chosen rows in one step. */
  async commit({ previewId, selectedRowNumbers }: ImportRequest): Promise<ImportOutcome | Refusal> {
    const preview = this.previews.get(previewId);
    if (preview === undefined) return refuse('notReady', 'This preview is no longer open. Choose the file again.');
    const written = await preview.write(new Set(selectedRowNumbers));
    if (written === null) return refuse('noRows', 'Select at least one row to import.');
    if (!written.ok) return refuse('failed', writeFaultText(written.fault) ?? 'A record that is in use would change. Nothing was added.');
    this.previews.delete(previewId);
    return { ok: true, importId: null, importedCount: written.value.count, duplicateCount: written.value.skipped.length, duplicates: written.value.skipped };
  }

  discard(previewId: string): void {
    this.previews.delete(previewId);
  }
}
