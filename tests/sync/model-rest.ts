/** Brings all devices to rest, with the answers of their users, and holds them against the server and the ledger. */
import assert from 'node:assert/strict';
import type { Transaction } from '../../domain/records/records.ts';
import { discardEntry, resolveConflict, retryEntry } from '../../src/data/questions/attention.ts';
import { digestOf } from '../../src/data/database/digest.ts';
import type { AnyRecord, EntityName } from '../../src/data/entities/entities.ts';
import { recordOf, sameContent } from '../../src/data/entities/entity-fields.ts';
import { listPairs } from '../../src/data/questions/asked-pairs.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import type { OutboxEntry, RecordEntry } from '../../src/data/database/outbox-entry.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import type { Receipt } from '../../src/data/entities/receipt-record.ts';
import { entityTable } from '../../src/data/database/schema.ts';
import { answerQuarantine, listQuarantine } from '../../src/data/pulled/quarantine.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { refreshReceipts } from '../../src/sync/pull/pull-receipts.ts';
import type { TestClock } from '../device/clock.ts';
import type { Device } from '../device/device.ts';
import { written } from '../device/fixtures.ts';
import { writesIn } from '../device/network.ts';
import { ACCOUNTS, fileOf, kindOf } from './model-kinds.ts';
import type { Ledger } from './model-ledger.ts';
import type { ModelServer } from './model-server.ts';

export interface Outcome {
  /** References of records that are on the server more than once: only a plain server cannot help it. */
  readonly doubled: readonly string[];
  /** Notices of the devices that a record may be there twice. */
  readonly warnings: number;
}

/** What the end of a history looks at. */
export interface End {
  readonly devices: readonly Device[];
  readonly clock: TestClock;
  readonly server: ModelServer;
  readonly ledger: Ledger;
  /** The database of the user who removes what the server lacks. */
  readonly believer: string | null;
  /** The database of the user who answers when the others have. */
  readonly late: string | null;
}

/** The rounds at the end in which a late user answers nothing. */
const LATE_ROUNDS = 2;

/** Without faults, and with the users' answers, everything must drain. */
export async function comeToRest(end: End): Promise<void> {
  for (const one of end.devices) one.token = end.server.token;
  // The last reading may find so much gone that a user is asked.
  for (let times = 0; times < 3; times += 1) {
    await drain(end);
    if (
      (await Promise.all(end.devices.map(async (one) => (await listQuarantine(one.db)).length))).every(
        (count) => count === 0,
      )
    )
      return;
  }
}

async function drain(end: End): Promise<void> {
  const { devices, clock, server } = end;
  for (let round = 0; round < 8; round += 1) {
    const sent = server.network.log.length;
    let left = 0;
    for (const one of devices) {
      clock.advance(31_000);
      const answers = one.db.name !== end.late || round >= LATE_ROUNDS;
      // What waits for an answer would be tried again and again.
      await one.settle(answers ? 20 : 3);
      left += (await listOutbox(one.db)).length + (await listQuarantine(one.db)).length;
      if (answers) await answer(end, one, round);
    }
    // Who came early in the round has not seen what was written later in it, nor anyone what follows from an answer.
    if (left === 0 && writesIn(server.network.log.slice(sent)).length === 0) break;
  }
  // What an extended server tells is enough, and stays so. A plain server's deletions are believed after a second walk, and
  // a full reading sees what lists do not show.
  for (const one of devices) await (server.mode === 'plain' ? readWhole(one) : one.once());
}

/** A plain server shows the receipts of a transaction to who looks at it. */
async function readWhole(one: Device): Promise<void> {
  await one.full();
  for (const { id } of await listTransactions(one.db)) await refreshReceipts(one.db, id, one.environment);
}

/** A device's user answers all that is asked there; from the fourth round on they give up what is refused. */
export async function answer(end: End, one: Device, round: number): Promise<void> {
  const isBeliever = one.db.name === end.believer;
  const asked = await listQuarantine(one.db);
  for (const { entity, ids } of asked) {
    for (const row of await entityTable(one.db, entity).bulkGet([...ids])) {
      const reference = row === undefined ? '' : (kindOf(entity)?.reference(row) ?? '');
      // Another device may still keep it, perhaps as it was before.
      if (isBeliever) end.ledger.possiblyDeleted.add(reference);
      else end.ledger.countKeep(reference);
      // The user's answer brings back what another device removed, as it is here: what was written there went with the removal.
      if (end.ledger.removed.delete(reference) || isBeliever) end.ledger.unsettle(reference);
    }
  }
  for (const { entity } of asked)
    written(await answerQuarantine(one.db, entity, isBeliever ? 'remove' : 'keep', one.now()));
  for (const { seq } of await listOutbox(one.db)) {
    // What was given up with another is gone.
    const entry = await one.db.outbox.get(seq);
    if (entry?.state === 'conflict') await choose(end, one, entry, (seq + round) % 2 === 0 ? 'mine' : 'theirs');
    else if (entry?.state === 'failed' && round < 3) written(await retryEntry(one.db, seq));
    else if (entry?.state === 'failed') await giveUp(end, one, entry);
  }
}

/** The user gives up a change, and before it what needs it. */
async function giveUp({ ledger, ...end }: End, one: Device, entry: OutboxEntry): Promise<void> {
  const references = await referencesIn(one, entry);
  // A file is only missing where the server had it and has lost it, or has deleted it for somebody.
  const mayMiss = ledger.wasRestored || references.every((reference) => ledger.keepCounts.has(reference));
  assert.ok(entry.error?.code !== 'fileDamaged' || mayMiss, 'a file was lost before the server had it');
  for (const other of await listOutbox(one.db))
    if (other.dependsOn.includes(entry.seq) && other.localId !== entry.localId)
      await giveUp({ ledger, ...end }, one, other);
  for (const reference of references) {
    ledger.unsettle(reference);
    if (entry.kind === 'create' || entry.kind === 'import') ledger.possiblyDeleted.add(reference);
  }
  await discardEntry(one.db, entry.seq);
}

/** The references of the records that a change is about. */
async function referencesIn(one: Device, entry: OutboxEntry): Promise<string[]> {
  if (entry.entity !== 'import') return [referenceOf(entry)].filter((reference) => reference !== null);
  const ids = (await one.db.importChunks.get([entry.localId, entry.index]))?.ids ?? [];
  return (await one.db.transactions.bulkGet([...ids])).flatMap((row) =>
    row === undefined ? [] : [row.brokerDealReference],
  );
}

function referenceOf(entry: RecordEntry): string | null {
  const record = entry.payload?.record ?? entry.base?.record ?? null;
  return record === null ? null : (kindOf(entry.entity)?.reference(record) ?? null);
}

async function choose({ ledger }: End, one: Device, entry: OutboxEntry, choice: 'mine' | 'theirs'): Promise<void> {
  const reference = entry.entity === 'import' ? null : referenceOf(entry);
  if (entry.entity !== 'import' && reference !== null) {
    // The user's own answer gives up what was written here, or what was written elsewhere.
    ledger.unsettle(reference);
    // So it does with what was deleted elsewhere, or lost with a server that was restored from a backup.
    if (entry.theirs?.record === null && choice === 'theirs') ledger.possiblyDeleted.add(reference);
    else if (entry.theirs?.record === null) ledger.countKeep(reference);
  }
  written(await resolveConflict(one.db, entry.seq, choice));
}

/** Every device is as the server; nothing that was made is lost, doubled or changed without its user's doing. */
export async function check({ devices, server, ledger }: End): Promise<Outcome> {
  const onServer = await server.records();
  for (const one of devices) {
    assert.deepEqual(await listOutbox(one.db), []);
    // Each row of a history has a reference of its own.
    assert.deepEqual(await listPairs(one.db, 'imported'), [], 'asked about rows that nobody imported twice');
    for (const [entity, records] of onServer) await agree(one, entity, records);
  }
  let warnings = 0;
  for (const one of devices)
    warnings += (await listNotices(one.db)).filter((notice) => notice.kind === 'duplicate').length;
  // What was sent once more is there as it was at first, whatever became of the other copy.
  if (warnings > 0) for (const reference of ledger.possiblyDeleted) ledger.unsettle(reference);
  const found = new Map<string, AnyRecord[]>();
  for (const [entity, records] of onServer) {
    for (const record of records) {
      const reference = kindOf(entity)?.reference(record);
      if (reference !== undefined && ledger.amounts.has(reference))
        found.set(reference, [...(found.get(reference) ?? []), record]);
    }
    for (const record of records) await checkRecord(ledger, entity, record, found);
  }
  const doubled = [...found].filter(([, records]) => records.length > 1).map(([reference]) => reference);
  // A create that lost its reply on a plain server and was edited by another device before it could be found by its
  // content is sent once more, with a notice: the specification leaves no way to know it again.
  const allowed = server.mode === 'extended' ? 0 : warnings;
  // There each of two users who want a deleted record back gets one.
  const unasked = doubled.filter(
    (reference) => server.mode === 'extended' || (ledger.keepCounts.get(reference) ?? 0) < 2,
  );
  assert.ok(unasked.length <= allowed, `twice on the server: ${doubled.join(', ')}; warnings: ${warnings}`);
  for (const reference of ledger.alive)
    if (!ledger.mayBeDeleted(reference)) assert.ok(found.has(reference), `${reference} is lost`);
  if (warnings === 0) checkRemoved(ledger, found);
  if (warnings === 0 && !ledger.hasRaced) checkOverlooked(ledger, found);
  return { doubled, warnings };
}

/** What was removed stays removed, but for an account that another device's import brought back, and what is sent once more. */
function checkRemoved(ledger: Ledger, found: ReadonlyMap<string, unknown>): void {
  for (const reference of ledger.removed)
    assert.ok(
      reference.startsWith(ACCOUNTS.letter) || !found.has(reference),
      `${reference} was removed and is there again`,
    );
}

/** Nobody's change goes with a removal by another who has not seen it, unless a user was asked. */
function checkOverlooked(ledger: Ledger, found: ReadonlyMap<string, unknown>): void {
  for (const reference of ledger.possiblyDeleted) {
    if (!found.has(reference))
      assert.equal(
        ledger.overlooked(reference),
        null,
        `${reference} was removed by one who had not seen what this user wrote`,
      );
  }
}

const byId = (a: AnyRecord, b: AnyRecord): number => (a.id < b.id ? -1 : 1);

async function agree(one: Device, entity: EntityName, onServer: readonly AnyRecord[]): Promise<void> {
  const rows: readonly AnyRecord[] =
    entity === 'transaction' ? await listTransactions(one.db) : await entityTable(one.db, entity).toArray();
  const here = rows.map((row): AnyRecord => recordOf(entity, row)).toSorted(byId);
  const there = onServer.toSorted(byId);
  assert.deepEqual(
    here.map(({ id }) => id),
    there.map(({ id }) => id),
    `${one.db.name} has other records of ${entity}`,
  );
  for (const [at, record] of here.entries()) {
    const other = there[at];
    if (other !== undefined && !sameContent(entity, record, other))
      assert.deepEqual(record, other, `${one.db.name} has another ${entity}`);
  }
}

async function checkRecord(
  ledger: Ledger,
  entity: EntityName,
  record: AnyRecord,
  found: ReadonlyMap<string, readonly AnyRecord[]>,
): Promise<void> {
  const kind = kindOf(entity);
  const reference = kind?.reference(record) ?? '';
  const copies = found.get(reference);
  if (kind === null || copies === undefined) return;
  // What another's import has brought back is as that device knew it: what its remover wrote last was never sent.
  const isSure = !ledger.mayHaveRaced(reference) && !ledger.removed.has(reference);
  const last = ledger.settled.get(reference);
  if (last && isSure)
    assert.ok(
      copies.some((copy) => kind.amount(copy) === last.amount),
      `${reference} is not as it was last written`,
    );
  const other = ledger.settledOther.get(reference);
  if (other && isSure)
    assert.ok(
      copies.some((copy) => kind.other?.(copy) === other.value),
      `the other field of ${reference} is not as it was last written`,
    );
  assert.ok(ledger.amounts.get(reference)?.has(kind.amount(record)), `${reference} has an amount that nobody wrote`);
  if (entity === 'receipt')
    assert.equal((record as Receipt).sha256, await digestOf(fileOf(reference)), `${reference} is another file`);
  if (entity === 'transaction') assert.ok((record as Transaction).accountId !== '', `${reference} is in no account`);
}
