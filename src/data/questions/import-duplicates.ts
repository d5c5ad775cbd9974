/** Rows that two devices imported independently: noted on the device whose rows came second. */
import { findDuplicates, type Candidate } from '../../../domain/csv/stored/duplicates.ts';
import { tradeKeyAtAnyRate } from '../../../domain/csv/stored/trade-keys.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { eachBatch } from '../database/batches.ts';
import type { Stored } from '../entities/entities.ts';
import { waitingChunks } from '../outbox/outbox-index.ts';
import { withVersions } from '../outbox/row-versions.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { addPairs, listPairs, type AskedPair, type DuplicatePair } from './asked-pairs.ts';

/** Those of the pairs of which both rows exist and are still of one trade. */
export async function presentImportDuplicates(
  db: HoldfastDatabase,
  pairs: readonly AskedPair[],
): Promise<DuplicatePair<'transaction'>[]> {
  const rows = await db.transactions.bulkGet(pairs.flatMap(({ first, second }) => [first, second]));
  return pairs.flatMap((pair, index) => {
    const [own, other] = [rows[2 * index], rows[2 * index + 1]];
    return own !== undefined && other !== undefined && tradeKeyAtAnyRate(own) === tradeKeyAtAnyRate(other)
      ? [{ reason: { kind: 'imported', pair }, entity: 'transaction', own, other }]
      : [];
  });
}

const LOOKED_AT_ONCE = 50;

/** Whether the user is to be asked about any pair. */
export async function hasImportDuplicates(db: HoldfastDatabase): Promise<boolean> {
  const pairs = await listPairs(db, 'imported');
  for (let from = 0; from < pairs.length; from += LOOKED_AT_ONCE) {
    if ((await presentImportDuplicates(db, pairs.slice(from, from + LOOKED_AT_ONCE))).length > 0) return true;
  }
  return false;
}

/** A transaction of a pull; null when it was deleted. */
interface PulledRow {
  readonly id: string;
  readonly record: Transaction | null;
  readonly version: number | null;
}

/** Rows of imports that another device may not have known when it made its own, by what identifies their trade. */
type UnseenRows = Map<string, Stored<Transaction>[]>;

/**
 * Finds them during one pull. Only one of two devices finds a pair: the one whose row has the later version, or none
 * yet. Rows that a user imported again on purpose are no pair: that device had the first when it made the second.
 */
export class DuplicateFinder {
  private readonly db: HoldfastDatabase;
  private readonly lastPullClaimNumber: number;
  private unseen: UnseenRows = new Map();
  private importsRead = 0;

  /** `lastPullClaimNumber`: the number of the claim under which the last complete pull began. */
  constructor(db: HoldfastDatabase, lastPullClaimNumber: number) {
    this.db = db;
    this.lastPullClaimNumber = lastPullClaimNumber;
  }

  /**
   * Inside a write over the tables of a pull, before these are applied: notes which of them are duplicates of rows of
   * our imports.
   */
  async note(records: readonly PulledRow[]): Promise<void> {
    // An import may also be made while the pull runs.
    const imports = await this.db.imports.filter(({ state }) => state === 'committed').count();
    if (imports !== this.importsRead) this.unseen = await readUnseen(this.db, this.lastPullClaimNumber);
    this.importsRead = imports;
    if (this.unseen.size === 0) return;
    await addPairs(this.db, 'imported', await this.pairsWith(records));
  }

  private async pairsWith(records: readonly PulledRow[]): Promise<AskedPair[]> {
    const alike = records.flatMap(({ record, version }) =>
      record !== null && this.unseen.has(tradeKeyAtAnyRate(record)) ? [{ ...record, version }] : [],
    );
    const known = await this.db.transactions.bulkGet(alike.map(({ id }) => id));
    const ownVersions = new Map(alike.map(({ id, version }) => [id, version]));
    const isLater = (own: Stored<Transaction>, version: number | null): boolean => {
      const ownVersion = own.version ?? ownVersions.get(own.id) ?? Infinity;
      return version !== null && ownVersion > version;
    };
    const news = new Map(alike.filter((_, index) => known[index] === undefined).map((row) => [row.id, row]));
    const own = await withVersions(
      this.db,
      [...new Set([...news.values()].map(tradeKeyAtAnyRate))].flatMap((key) => this.unseen.get(key) ?? []),
    );
    const candidates = new Map(
      own.map((row, line): [Candidate, Stored<Transaction>] => [
        { line, fileId: null, fields: row, hasRowReference: false },
        row,
      ]),
    );
    const pairs = new Map<string, AskedPair>();
    for (const [candidate, found] of findDuplicates([...candidates.keys()], [...news.values()])) {
      const second = candidates.get(candidate);
      if (
        second === undefined ||
        !('stored' in found) ||
        // A preview asks about it; here nobody has both files.
        found.kind === 'otherReference' ||
        pairs.has(found.stored.id) ||
        !isLater(second, news.get(found.stored.id)?.version ?? null)
      )
        continue;
      pairs.set(found.stored.id, { first: found.stored.id, second: second.id });
    }
    this.forget(new Set([...pairs.values()].map(({ second }) => second)));
    return [...pairs.values()];
  }

  /** A row is a duplicate of one other at most. */
  private forget(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    for (const [key, rows] of this.unseen) {
      const left = rows.filter(({ id }) => !ids.has(id));
      if (left.length === 0) this.unseen.delete(key);
      else if (left.length < rows.length) this.unseen.set(key, left);
    }
  }
}

/** The rows of chunks that were not sent when the last complete pull began. */
async function readUnseen(db: HoldfastDatabase, lastPullClaimNumber: number): Promise<UnseenRows> {
  const waiting = (await waitingChunks(db).toArray()).flatMap((entry) =>
    entry.entity === 'import' ? [`${entry.localId}/${entry.index}`] : [],
  );
  const sent = (
    await db.acknowledgedCreations.filter(({ claimNumber }) => claimNumber > lastPullClaimNumber).toArray()
  ).map(({ id }) => id);
  const chunks = new Set([...waiting, ...sent]);
  const unseen: UnseenRows = new Map();
  if (chunks.size === 0) return unseen;
  // A row is a duplicate of one other at most, also when a pull is continued after a break.
  const asked = new Set((await listPairs(db, 'imported')).map(({ second }) => second));
  await eachBatch(db.transactions, (rows) => {
    for (const row of rows) {
      if (row.importId === undefined || asked.has(row.id) || !chunks.has(`${row.importId}/${row.importIndex ?? 0}`))
        continue;
      const key = tradeKeyAtAnyRate(row);
      const alike = unseen.get(key);
      if (alike === undefined) unseen.set(key, [row]);
      else alike.push(row);
    }
  });
  return unseen;
}
