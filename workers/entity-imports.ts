/** Imports of records other than transactions: the same preview, and the write is one step. */
import { ASSET_COLUMNS, prepareAssets } from '../domain/csv/assets.ts';
import { readEntityFile } from '../domain/csv/entity-file.ts';
import { summaryOf, type EntityImportRow } from '../domain/csv/entity-import.ts';
import { refuse } from '../domain/csv/file-kind.ts';
import { PRICE_COLUMNS, preparePrices } from '../domain/csv/prices.ts';
import type { PreviewStatus, Refusal } from '../domain/csv/preview.ts';
import { londonDate, type IsoDate } from '../domain/dates.ts';
import { saveAssets } from '../src/data/assets.ts';
import { newId } from '../src/data/ids.ts';
import { priceHistory } from '../src/data/prices.ts';
import { writeFaultText } from '../src/data/write-fault-text.ts';
import type { Written } from '../src/data/write.ts';
import type { LiveData } from './live-data.ts';
import { csvTools } from './read-file.ts';
import type { EntityImportFile, EntityPreviewRow, ImportOutcome, ImportPreview, ImportRequest, PreviewRowsQuery } from './worker-api.ts';

interface OpenPreview {
  readonly rows: readonly EntityImportRow<unknown, unknown>[];
  /** Writes the rows of those numbers in one step; null when none of them can be written. */
  readonly write: (chosen: ReadonlySet<number>) => Promise<Written<number> | null>;
}

/** How a file of one kind is opened. */
type Opener = (file: EntityImportFile, data: LiveData, today: IsoDate) => Promise<OpenPreview | Refusal>;

function opener<R>(
  read: (file: EntityImportFile, data: LiveData, today: IsoDate) => Promise<readonly EntityImportRow<R, unknown>[] | Refusal>,
  write: ((records: readonly R[], data: LiveData) => Promise<Written<number>>) | null,
): Opener {
  return async (file, data, today) => {
    const rows = await read(file, data, today);
    if ('ok' in rows) return rows;
    return {
      rows,
      write: async (chosen) => {
        const records = rows.filter((row) => chosen.has(row.rowNumber)).map((row) => row.record).filter((record) => record !== null);
        return records.length === 0 || write === null ? null : await write(records, data);
      },
    };
  };
}

const OPENERS = {
  asset: opener(async ({ bytes }, data) => {
    const file = readEntityFile(new Uint8Array(bytes), csvTools, ASSET_COLUMNS);
    return file.ok ? prepareAssets(file, [...(await data.assets.get()).values()]) : file;
  }, async (records, { db }) => await saveAssets(db, records)),
  price: opener(async ({ bytes, isin = '' }, { db }, today) => {
    const file = readEntityFile(new Uint8Array(bytes), csvTools, PRICE_COLUMNS);
    return file.ok ? preparePrices(file, { isin, stored: await priceHistory(db, isin, { from: null, to: null }), today }) : file;
  }, null),
} as const satisfies Readonly<Record<EntityImportFile['kind'], Opener>>;

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

  /** Writes the chosen rows in one step; a chosen duplicate replaces what it repeats. */
  async commit({ previewId, selectedRowNumbers }: ImportRequest): Promise<ImportOutcome | Refusal> {
    const preview = this.previews.get(previewId);
    if (preview === undefined) return refuse('notReady', 'This preview is no longer open. Choose the file again.');
    const written = await preview.write(new Set(selectedRowNumbers));
    if (written === null) return refuse('noRows', 'Select at least one row to import.');
    if (!written.ok) return refuse('failed', writeFaultText(written.fault) ?? 'A record that is in use would change. Nothing was added.');
    this.previews.delete(previewId);
    return { ok: true, importId: null, importedCount: written.value, duplicateCount: 0, duplicates: [] };
  }

  discard(previewId: string): void {
    this.previews.delete(previewId);
  }
}
