/** Taking over what a pull brought, without undoing what was changed here meanwhile. */
import type { ExchangeRate, PricePoint } from '../../domain/records.ts';
import { isEmpty } from './batches.ts';
import { noteCashDoubles } from './cash-doubles.ts';
import { senderEpoch } from './claims.ts';
import { differingFields, recordOf, sameContent } from './entity-fields.ts';
import { isRewritable, PAYLOAD_SCHEMA, type EntryError, type RecordEntry, type ServerCopy } from './outbox-entry.ts';
import { metaOf, newEntry, renewed } from './outbox.ts';
import { askedAbout, LACKING, stopAsking } from './quarantine.ts';
import { noteRatesFetchedAt } from './rates.ts';
import { freeFiles } from './receipts.ts';
import {
  ENTITY_TABLES,
  entityTable,
  type EntityName,
  type EntityRecords,
  type HoldfastDatabase,
  type Stored,
  type TableName,
} from './schema.ts';
import { acceptCopy, isQuestionOf } from './settlement.ts';
import { noteTwins } from './stored-twice.ts';
import { write, type Written } from './write.ts';

/** A record as the server has it; `record` is null when it was deleted there. */
export interface ServerRecord<E extends EntityName> {
  readonly id: string;
  readonly record: EntityRecords[E] | null;
  /** Null from a plain server. */
  readonly version: number | null;
}

const TABLES: readonly TableName[] = ['outbox', 'importChunks', 'touched', 'aliases', 'quarantine'];
/** Tables that a write must name when it takes over what a pull brought. */
export const APPLY_TABLES = TABLES;

/** How a pull's records relate to what the device has. */
export interface PullBasis {
  /** The sender's epoch when the pull began: what was sent later is newer than the pull. */
  readonly sinceEpoch: number;
  /** The server was set back: its versions say nothing, and where it differs the user decides. */
  readonly restored?: boolean;
  /** Entities of which the device had nothing when the pull began, so that what is there now came from the pull itself. */
  readonly empty?: ReadonlySet<EntityName>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Writes what the server told of one entity. Records with queued changes keep them; the server's copy is noted
 * beside these.
 */
export async function applyServerRecords<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  records: readonly ServerRecord<E>[],
  basis: PullBasis,
): Promise<Written<null>> {
  return await write(db, [...TABLES, ENTITY_TABLES[entity], 'receiptFiles'], async () => {
    const table = entityTable(db, entity);
    const queued = await queuedByRecord(db, entity);
    const rows = (await hasOnlyPulled(db, entity, basis))
      ? []
      : await table.bulkGet(records.map((record) => record.id));
    const touched = await touchedSince(db, basis.sinceEpoch);
    const unclear = unclearCreates([...queued.values()].flat());
    const asked = await db.quarantine.get(entity);
    const lost = new Set(asked?.reason === 'restored' ? asked.ids : []);
    const puts: Stored<EntityRecords[E]>[] = [];
    const unknown: Stored<EntityRecords[E]>[] = [];
    const deletes: string[] = [];
    for (const [index, item] of records.entries()) {
      const row = rows[index];
      const entries = queued.get(item.id);
      const isOfLostEpoch = basis.restored === true || lost.has(item.id);
      // One that the server shows again was made there anew by another device.
      const error = basis.restored === true ? RESTORED : CHANGED_ELSEWHERE;
      if (entries !== undefined)
        await noteTheirs(db, entity, entries, item, { isOfLostEpoch, isAsked: lost.has(item.id), error });
      else if (isOfLostEpoch && row !== undefined && item.record !== null) {
        const theirs = { record: item.record, version: item.version };
        puts.push(await keepMine(db, entity, row, theirs, { now: basis.now, error }));
      }
      // Whether what the backup had lost is wanted is for the user to say, whoever has kept and deleted it since.
      else if (lost.has(item.id)) continue;
      else if (!isNewer(item, row, touched)) continue;
      else if (row === undefined && isAmong(entity, unclear, item.record)) continue;
      else if (item.record !== null) {
        const put = { ...item.record, ...(row === undefined ? {} : metaOf(row)), version: item.version };
        puts.push(put);
        if (row === undefined) unknown.push(put);
      }
      // Looked up or not: an earlier page may have brought it.
      else deletes.push(item.id);
    }
    if (entity === 'asset')
      deletes.push(...(await replacedUnlisted(db, puts as unknown as Stored<EntityRecords['asset']>[])));
    if (entity === 'receipt')
      await freeFiles(
        db,
        records
          .filter((item) => !queued.has(item.id))
          .flatMap((item) => (item.record === null ? [] : [item.record as EntityRecords['receipt']])),
      );
    await noteTwins(
      db,
      entity,
      unknown.filter(({ version }) => version === null),
      basis.now,
    );
    if (entity === 'brokerCashBalance')
      await noteCashDoubles(db, unknown as unknown as Stored<EntityRecords['brokerCashBalance']>[]);
    await table.bulkPut(puts);
    await table.bulkDelete(deletes);
    if (asked !== undefined)
      await stopAsking(
        db,
        asked,
        records.filter(({ id, record }) => record !== null || !lost.has(id)),
      );
    return null;
  });
}

/** Whether no row can be there but such as the pull itself brought: then none needs to be looked up. */
async function hasOnlyPulled(
  db: HoldfastDatabase,
  entity: EntityName,
  { empty, sinceEpoch }: PullBasis,
): Promise<boolean> {
  if (empty?.has(entity) === true && (await senderEpoch(db)) === sinceEpoch && (await db.outbox.count()) === 0)
    return true;
  return await isEmpty(entityTable(db, entity));
}

/** Creates that may have reached a server which gives ids of its own: it may show them as records that we do not know. */
function unclearCreates<E extends EntityName>(entries: readonly RecordEntry<E>[]): EntityRecords[E][] {
  const creates = entries.filter(
    (entry) => entry.kind === 'create' && (entry.attempts > 0 || entry.error?.code === 'unknownOutcome'),
  );
  return creates.map((entry) => entry.payload?.record).filter((record) => record !== undefined);
}

function isAmong<E extends EntityName>(
  entity: E,
  records: readonly EntityRecords[E][],
  record: EntityRecords[E] | null,
): boolean {
  return record !== null && records.some((other) => sameContent(entity, other, record));
}

/** Entries of an entity by record; an empty map, quickly, when nothing waits. */
async function queuedByRecord<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
): Promise<Map<string, RecordEntry<E>[]>> {
  const byRecord = new Map<string, RecordEntry<E>[]>();
  for (const entry of await db.outbox.toArray()) {
    if (entry.entity !== entity) continue;
    const typed = entry as RecordEntry<E>;
    byRecord.set(entry.localId, [...(byRecord.get(entry.localId) ?? []), typed]);
  }
  return byRecord;
}

/** What was acknowledged since, with its version where that is known. */
async function touchedSince(db: HoldfastDatabase, epoch: number): Promise<ReadonlyMap<string, number | null>> {
  const rows = await db.touched.filter((row) => row.epoch > epoch).toArray();
  return new Map(rows.map((row) => [row.id, row.version ?? null]));
}

/** A pull is over before so many further claims were made; what was acknowledged longer ago concerns none. */
const TOUCHED_KEPT = 1000;

/** Forgets acknowledgements that no pull under way can be older than. */
export async function forgetTouched(db: HoldfastDatabase): Promise<void> {
  await write(db, ['touched'], async () => {
    const before = (await senderEpoch(db)) - TOUCHED_KEPT;
    await db.touched.filter((row) => row.epoch < before).delete();
  });
}

function isNewer<R>(
  item: { readonly id: string; readonly version: number | null },
  row: Stored<R> | undefined,
  touched: ReadonlyMap<string, number | null>,
): boolean {
  // With versions a row says itself which copy is newer; a missing one was deleted here if it was touched, at its version.
  if (item.version !== null && row !== undefined && row.version !== null) return item.version > row.version;
  if (row?.importId !== undefined && touched.has(`${row.importId}/${row.importIndex ?? 0}`))
    return item.version !== null;
  const acknowledged = touched.get(item.id);
  if (acknowledged === undefined) return true;
  return item.version !== null && acknowledged !== null && item.version > acknowledged;
}

const NOTHING_KNOWN: ServerCopy<never> = { record: null, version: null };

interface Meeting {
  /** What the device has is from before the server was set back. */
  readonly isOfLostEpoch: boolean;
  /** The server was known to have lost it, so that its version here was forgotten. */
  readonly isAsked: boolean;
  /** Why the user is asked. */
  readonly error: EntryError;
}

async function noteTheirs<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  entries: readonly RecordEntry<E>[],
  item: ServerRecord<E>,
  { isOfLostEpoch, isAsked, error }: Meeting,
): Promise<void> {
  const [first] = entries;
  if (first !== undefined && (await meetCreation(db, first, item))) return;
  if (first !== undefined && (await endQuestion(db, first, item, isOfLostEpoch))) return;
  for (const [at, entry] of entries.entries()) {
    // A creation that has arrived without a reply meets with what was made of it since.
    const known = entry.theirs ?? entry.base ?? NOTHING_KNOWN;
    const theirs = { record: item.record, version: item.version };
    const isSame = item.record !== null && known.record !== null && sameContent(entity, item.record, known.record);
    if (isOfLostEpoch) await rebase(db, entry, theirs, { isOnLost: isAsked && at === 0, error });
    else if (item.version !== null && known.version !== null && item.version <= known.version) continue;
    // Without a version nothing was learnt from an equal copy; with one the next request can name it.
    else if (!isSame || item.version !== null) await db.outbox.update(entry.seq, { theirs });
  }
}

/** Whether the server's newer copy says what the user was asked about already, as when another device has answered the same: equal versions are no question. */
async function endQuestion<E extends EntityName>(
  db: HoldfastDatabase,
  entry: RecordEntry<E>,
  { record, version }: ServerRecord<E>,
  isOfLostEpoch: boolean,
): Promise<boolean> {
  const known = (entry.theirs ?? entry.base)?.version ?? null;
  const isOld = !isOfLostEpoch && version !== null && known !== null && version <= known;
  if (record === null || isOld || !isQuestionOf(entry, record)) return false;
  await db.outbox.delete(entry.seq);
  await acceptCopy(db, entry.entity, { record, version }, null);
  return true;
}

/**
 * A creation whose own id the server shows: another device has made the same record again, as after a backup that had
 * lost it, and perhaps one whose user may where this one may not. False where its own answer is to tell what became of it.
 */
async function meetCreation<E extends EntityName>(
  db: HoldfastDatabase,
  entry: RecordEntry<E>,
  { record, version }: ServerRecord<E>,
): Promise<boolean> {
  if (entry.kind !== 'create' || entry.payload === null || record === null || !isRewritable(entry)) return false;
  const differing = differingFields(entry.entity, entry.payload.record, record);
  if (differing.length > 0 && entry.state !== 'failed') return false;
  if (differing.length > 0) {
    await db.outbox.update(entry.seq, {
      theirs: { record, version },
      state: 'conflict',
      error: { status: 412, code: 'sameField', message: differing.join(', ') },
    });
  } else {
    await db.outbox.delete(entry.seq);
    await acceptCopy(db, entry.entity, { record, version }, null);
  }
  return true;
}

/** A change that was made on a copy which the server no longer has: on its older one it is made only if the user says so. */
async function rebase<E extends EntityName>(
  db: HoldfastDatabase,
  entry: RecordEntry<E>,
  theirs: ServerCopy<EntityRecords[E]>,
  { isOnLost, error }: { readonly isOnLost: boolean; readonly error: EntryError },
): Promise<void> {
  const saysSame = (copy: EntityRecords[E] | null | undefined): boolean =>
    copy != null && theirs.record !== null && sameContent(entry.entity, copy, theirs.record);
  // Without a version it was made on what an earlier change will have made; what is gone there is met when it is sent.
  if (entry.base === null || (entry.base.version === null && !isOnLost)) await db.outbox.update(entry.seq, { theirs });
  else if (theirs.record === null)
    await db.outbox.update(entry.seq, { theirs, base: { ...entry.base, version: null } });
  else if (saysSame(entry.base.record) || saysSame(entry.payload?.record))
    // What it was asked against is lost: nothing else stands against it.
    await db.outbox.update(entry.seq, {
      base: theirs,
      theirs: null,
      ...(entry.state === 'conflict' && { ...renewed(), state: 'queued' as const }),
    });
  else await db.outbox.update(entry.seq, { theirs, state: 'conflict', error });
}

const CHANGED_ELSEWHERE: EntryError = { status: 0, code: 'changedElsewhere', message: '' };
const RESTORED: EntryError = { status: 0, code: 'restored', message: '' };

/** Notes that a server which was set back knows nothing of records that are to be changed or deleted there. What it has `told` of was noted. */
export async function noteAbsent(
  db: HoldfastDatabase,
  entity: EntityName,
  told: ReadonlySet<string>,
): Promise<Written<null>> {
  return await write(db, ['outbox'], async () => {
    for (const [id, entries] of await queuedByRecord(db, entity)) {
      if (told.has(id)) continue;
      // Without a version the server has never acknowledged it: its creation is still to be sent.
      const [first] = entries;
      const isKnown = first?.kind !== 'create' && (first?.base?.version != null || first?.theirs?.record === null);
      // A version of before says nothing: the record may be made again elsewhere and reach that very number.
      for (const { seq, base } of entries)
        await db.outbox.update(
          seq,
          isKnown ? { theirs: LACKING, base: base && { ...base, version: null } } : { theirs: null },
        );
    }
    return null;
  });
}

/** A row that a server which was set back shows in an older form: kept as it is, and the user is asked where they differ. */
async function keepMine<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  row: Stored<EntityRecords[E]>,
  theirs: { readonly record: EntityRecords[E]; readonly version: number | null },
  { now, error }: { readonly now: number; readonly error: EntryError },
): Promise<Stored<EntityRecords[E]>> {
  const record = recordOf(entity, row);
  if (!sameContent(entity, record, theirs.record)) {
    const entry = {
      ...newEntry<EntityName>(entity, row.id, now),
      kind: 'update' as const,
      payload: { schema: PAYLOAD_SCHEMA, record },
      base: theirs,
      theirs,
    };
    await db.outbox.add({ ...entry, state: 'conflict', error });
  }
  return { ...record, ...metaOf(row), version: theirs.version };
}

/** Assets that an import made here for unknown securities and that the server's own entries now replace. */
async function replacedUnlisted(
  db: HoldfastDatabase,
  assets: readonly Stored<EntityRecords['asset']>[],
): Promise<string[]> {
  const replaced: string[] = [];
  for (const asset of assets) {
    const others = await db.assets
      .where('isin')
      .equals(asset.isin)
      .and((other) => other.id !== asset.id && other.unlisted === true)
      .toArray();
    replaced.push(...others.map((other) => other.id));
    await db.aliases.bulkPut(others.map((other) => ({ oldId: other.id, newId: asset.id })));
  }
  return replaced;
}

/** Writes prices that a pull brought, and removes those that it says are gone. */
export async function applyPrices(
  db: HoldfastDatabase,
  prices: readonly PricePoint[],
  gone: readonly [string, string][] = [],
): Promise<Written<null>> {
  return await write(db, ['prices'], async () => {
    await db.prices.bulkDelete([...gone]);
    await db.prices.bulkPut(
      prices.map(({ isin, priceDate, closePrice, currency, fetchedAt, byHand }) => ({
        isin,
        priceDate,
        closePrice,
        currency,
        fetchedAt,
        ...(byHand && { byHand }),
      })),
    );
    return null;
  });
}

interface WithRates {
  /** Pairs and days of rates that are no more. */
  readonly gone?: readonly [string, string, string][];
  /** ISO instant; null where the server does not say. */
  readonly fetchedAt: string | null;
}

/** Writes exchange rates that a pull brought, notes when they were fetched, and removes those that it says are gone. */
export async function applyRates(
  db: HoldfastDatabase,
  rates: readonly ExchangeRate[],
  { gone = [], fetchedAt }: WithRates,
): Promise<Written<null>> {
  return await write(db, ['rates'], async () => {
    await db.rates.bulkDelete([...gone]);
    await db.rates.bulkPut(
      rates.map(({ fromCurrency, toCurrency, rate, rateDate }) => ({ fromCurrency, toCurrency, rate, rateDate })),
    );
    if (fetchedAt !== null) await noteRatesFetchedAt(db, fetchedAt);
    return null;
  });
}

/**
 * The ids of records that the device has from the server and that a complete walk did not show. Records with queued
 * changes, and such as were sent after the walk began, are not among them.
 */
export async function absentIds(
  db: HoldfastDatabase,
  entity: EntityName,
  shown: ReadonlySet<string>,
  sinceEpoch: number,
): Promise<string[]> {
  return await db.transaction(
    'r',
    [ENTITY_TABLES[entity], 'outbox', 'importChunks', 'touched', 'imports', 'quarantine'],
    async () => {
      const asked = await askedAbout(db, entity);
      const touched = await touchedSince(db, sinceEpoch);
      const kept = new Set(
        (await db.outbox.toArray()).map((entry) =>
          entry.entity === 'import' ? `${entry.localId}/${entry.index}` : entry.localId,
        ),
      );
      const writing = new Set(
        (await db.imports.toArray()).filter((record) => record.state === 'writing').map((record) => record.id),
      );
      const absent: string[] = [];
      await entityTable(db, entity).each((row) => {
        const chunk = row.importId === undefined ? null : `${row.importId}/${row.importIndex ?? 0}`;
        if (shown.has(row.id) || touched.has(row.id) || kept.has(row.id)) return;
        if (chunk !== null && (touched.has(chunk) || kept.has(chunk) || writing.has(row.importId ?? ''))) return;
        // An asset that only this device has listed, an extra that was written while the server kept none.
        if (row.unlisted === true || (entity === 'extra' && row.version === null && !asked.has(row.id))) return;
        absent.push(row.id);
      });
      return absent;
    },
  );
}
