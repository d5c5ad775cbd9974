/** Undoes imports, with a preview. */
import { refuse, type Refusal } from '../../domain/csv/tables/file-kind.ts';
import { labelOf, TRANSACTION_TYPES } from '../../domain/fields/enums.ts';
import { noteImport } from '../../src/data/imports/import-memory.ts';
import { previewUndo, undoImport, type UndoneImport as Undone } from '../../src/data/imports/undo-import.ts';
import { writeFaultText } from '../../src/data/database/write-fault-text.ts';
import type { LiveData } from '../live/live-data.ts';
import type { UndoneImport, UndoOutcome } from '../api/import-types.ts';

/** The most remaining rows that are listed one by one. */
const MOST_NAMED = 100;

export class ImportUndos {
  private readonly data: LiveData;
  private readonly now: () => number;

  constructor(data: LiveData, now: () => number) {
    this.data = data;
    this.now = now;
  }

  async preview(importId: string): Promise<UndoneImport> {
    return await this.describe(await previewUndo(this.data.db, importId));
  }

  async undo(importId: string): Promise<UndoOutcome | Refusal> {
    const undone = await undoImport(this.data.db, importId, this.now());
    const record = await this.data.db.imports.get(importId);
    if (undone.ok && record !== undefined) await noteImport(this.data.db, record);
    if (undone.ok) return { ok: true, ...(await this.describe(undone.value)) };
    const words =
      undone.fault.code === 'notFound' ? 'This import has already been undone.' : writeFaultText(undone.fault);
    return refuse('failed', words ?? 'The import could not be undone. Please try again.');
  }

  private async describe({ removed, kept, restored }: Undone): Promise<UndoneImport> {
    const assets = await this.data.assets.get();
    return {
      removed,
      kept: kept.length,
      restored,
      keptRows: kept.slice(0, MOST_NAMED).map((row) => ({
        id: row.id,
        transactionDate: row.transactionDate,
        typeLabel: labelOf(TRANSACTION_TYPES, row.transactionType),
        assetName: assets.get(row.isin)?.name ?? row.isin,
      })),
    };
  }
}
