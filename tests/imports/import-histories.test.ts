/**
 * Files of one broker that overlap, with transactions changed and deleted by hand, imports undone and rates changed
 * between them: every row of a file that is not stored is selected, once, and no other. A failure names its seed.
 */
import { expect, it } from 'vitest';
import type { PreviewRow } from '../../domain/csv/row-figures/preview.ts';
import { groupBy } from '../../domain/values/group-by.ts';
import type { Pounds, Rate } from '../../domain/values/amount.ts';
import { addDays, type IsoDate } from '../../domain/values/dates.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { chunksOf } from '../../src/data/database/import-rows.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { applyRates } from '../../src/data/pulled/server-prices.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import type { TransactionPreview } from '../../workers/api/import-types.ts';
import type { HoldfastWorker } from '../../workers/api/worker-api.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import { freshDatabase, written } from '../device/fixtures.ts';
import { runs } from '../runs.ts';
import { picker } from './picker.ts';
import { store } from './samples.ts';
import { BROKER_LAYOUTS, trueRows, type Layout, type Pick, type TrueRow } from './true-histories.ts';

/** A row that was imported, and what became of its transaction. */
interface Imported {
  readonly id: string;
  readonly key: string;
  readonly importId: string;
  state: 'unchanged' | 'changed' | 'deleted';
}

const keyOf = ({ kind, day, security, units, amount }: TrueRow): string =>
  `${kind} of ${units} ${security.ticker} on ${day} for ${amount}`;

class History {
  readonly faults: string[] = [];
  private imported: Imported[] = [];
  private rate = 0.76;
  private readonly db: HoldfastDatabase;
  private readonly worker: HoldfastWorker;
  private readonly pick: Pick;

  constructor(db: HoldfastDatabase, worker: HoldfastWorker, pick: Pick) {
    this.db = db;
    this.worker = worker;
    this.pick = pick;
  }

  async importFile({ header, line }: Layout, rows: readonly TrueRow[]): Promise<void> {
    const preview = await this.open([header, ...rows.map(line)].join('\n'), rows);
    const shown = await this.worker.previewRows({ ...preview, status: 'all', offset: 0, limit: 1000 });
    const byKey = groupBy(shown, ({ rowNumber }) => keyOf(rows[rowNumber - 2] as TrueRow));
    for (const [key, alike] of byKey) this.judge(key, alike);
    const selected = shown.filter((row) => row.selected).map(({ rowNumber }) => rowNumber);
    if (selected.length === 0) return;
    const outcome = await this.worker.commitImport({ ...preview, selectedRowNumbers: selected, createAccounts: [] });
    if (!outcome.ok || outcome.importId === null) throw new Error('The import was refused.');
    const { importId } = outcome;
    const ids = (await chunksOf(this.db, importId)).flatMap((chunk) => chunk.ids);
    expect(ids).toHaveLength(selected.length);
    ids.forEach((id, at) => {
      const key = keyOf(rows[(selected[at] ?? 0) - 2] as TrueRow);
      this.imported.push({ id, key, importId, state: 'unchanged' });
    });
  }

  /** Selected are as many equal rows as the file has more than were imported; only those that were deleted are asked about. */
  private judge(key: string, rows: readonly PreviewRow[]): void {
    const known = this.imported.filter((one) => one.key === key);
    const deleted = known.filter(({ state }) => state === 'deleted').length;
    const selected = rows.filter((row) => row.selected).length;
    const held = rows.filter((row) => row.status === 'valid' && !row.selected).length;
    const isRight = selected === Math.max(0, rows.length - known.length) && held <= deleted;
    if (isRight && rows.every(({ status }) => status === 'valid' || status === 'duplicate')) return;
    this.faults.push(
      `${key}, imported as ${known.map(({ state }) => state).join(', ') || 'nothing'}: ${rows.map((row) => `${row.status} ${row.note ?? ''} ${row.duplicateInfo?.matchDetails ?? ''}`).join('; ')}`,
    );
  }

  private async open(text: string, rows: readonly TrueRow[]): Promise<TransactionPreview> {
    const preview = await this.worker.previewImport({
      name: 'file.csv',
      bytes: new TextEncoder().encode(text).buffer,
      defaults: { accountId: 'own', taxWrapper: 'DEALING', brokerId: 'Other' },
    });
    if (!preview.ok) throw new Error(preview.message);
    let answered = preview;
    for (const { key, rowNumbers } of preview.questions) {
      const value = rows[(rowNumbers[0] ?? 0) - 2]?.security.isin ?? '';
      const corrected = await this.worker.correctPreview({ previewId: preview.previewId, answer: { key, value } });
      if (!corrected.ok || corrected.kind !== 'transactions') throw new Error('An answer was refused.');
      answered = corrected;
    }
    return answered;
  }

  /** The user changes a transaction, deletes one or undoes an import, or the rate of the dollar becomes another. */
  async change(): Promise<void> {
    const some = this.imported.filter(({ state }) => state === 'unchanged');
    const one = some[this.pick(some.length)];
    const what = this.pick(4);
    if (what === 3 || one === undefined) await this.setRate(this.rate + 0.01);
    else if (what === 0) await this.undo(one.importId);
    else if (what === 1) {
      written(await removeRecords(this.db, 'transaction', [one.id]));
      one.state = 'deleted';
    } else await this.edit(one);
  }

  private async edit(one: Imported): Promise<void> {
    const row = await this.db.transactions.get(one.id);
    if (row === undefined) throw new Error('A transaction is gone.');
    const record = recordOf('transaction', row);
    const changes: readonly Partial<Transaction>[] = [
      { transactionDate: addDays(record.transactionDate, 31) },
      { consideration: (record.consideration + 100) as Pounds },
      { accountId: 'partner' },
      { isin: 'GB0008706128' },
    ];
    written(await saveRecord(this.db, 'transaction', { ...record, ...changes[this.pick(changes.length)] }));
    one.state = 'changed';
  }

  /** What was changed stays. */
  private async undo(importId: string): Promise<void> {
    const undone = await this.worker.undoImport(importId);
    expect(undone).toMatchObject({ ok: true });
    this.imported = this.imported.filter((one) => one.importId !== importId || one.state === 'changed');
  }

  async setRate(rate: number): Promise<void> {
    this.rate = rate;
    const day = { fromCurrency: 'USD', toCurrency: 'GBP', rateDate: '2025-01-01' as IsoDate, rate: rate as Rate };
    written(await applyRates(this.db, [day], { fetchedAt: null }));
  }
}

async function play(seed: number): Promise<readonly string[]> {
  const pick = picker(seed);
  const layouts = BROKER_LAYOUTS[pick(BROKER_LAYOUTS.length)] ?? [];
  const db = await freshDatabase();
  await db.brokers.bulkAdd(
    [...new Set(BROKER_LAYOUTS.flat().map(({ broker }) => broker))].map((name) => ({ id: name, name, version: 1 })),
  );
  await db.accounts.bulkAdd(['own', 'partner'].map((id) => ({ id, name: id, version: 1 })));
  await db.assets.bulkAdd(store.assets.map((asset) => ({ ...asset, version: 1 })));
  const worker = createHoldfastWorker(() => Date.parse('2026-11-21T10:00:00Z'));
  await worker.open(db.name);
  const history = new History(db, worker, pick);
  await history.setRate(0.76);
  const rows = trueRows(
    pick,
    8 + pick(12),
    layouts.some(({ broker }) => broker === 'Charles Schwab'),
  );
  for (let step = 0; step < 8; step += 1) {
    const from = addDays('2025-01-01' as IsoDate, pick(3) * 100);
    const to = addDays(from, 120 + pick(240));
    const part = rows.filter(({ day }) => day >= from && day < to);
    const layout = layouts[pick(layouts.length)];
    if (layout !== undefined && part.length > 0) await history.importFile(layout, part);
    if (pick(2) === 0) await history.change();
  }
  await worker.close();
  return history.faults.map((fault) => `seed ${seed}: ${fault}`);
}

it('every row is imported once, and none that was changed or deleted comes back without a word', async () => {
  const { numRuns, seed } = runs(10, 300);
  const faults: string[] = [];
  for (let at = 0; at < numRuns; at += 1) faults.push(...(await play(seed + at)));
  expect(faults).toEqual([]);
});
