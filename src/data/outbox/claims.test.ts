import { describe, expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import {
  beat,
  beginHold,
  claimNext,
  isChunkClaim,
  noteServerEpoch,
  ROWS_FEATURE,
  type ChunkClaim,
  type Claim,
} from './claims.ts';
import { listOutbox } from './outbox.ts';
import type { AnyOutcome } from './outcome.ts';
import { settle } from './settlement.ts';
import { readSyncState, updateSyncState } from '../database/meta.ts';
import type { ImportEntry, NewOutboxEntry } from '../database/outbox-entry.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { saveRecord } from '../records/records.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

/** Whether what came of a claim was written. */
async function settled(db: HoldfastDatabase, claim: Claim, outcome: AnyOutcome): Promise<boolean> {
  if (isChunkClaim(claim)) throw new Error('a chunk was claimed');
  return written(await settle(db, { what: 'record', claim, outcome }, NOW));
}

describe('claims on the outbox', () => {
  // Sync rules 2.3, 3.2
  it("are taken over by the present holder of the lock, and are no longer the former holder's", async () => {
    const db = await freshDatabase();
    written(await saveRecord(db, 'transaction', purchase()));
    const first = await claimNext(db, NOW);
    if (first.kind !== 'claimed') throw new Error('nothing was claimed');
    expect(first.claim.was).toBe('queued');
    expect(await beat(db, first.claim.claimNumber, NOW + 5000)).toBe(true);
    const second = await claimNext(db, NOW + 5001);
    expect(second).toMatchObject({
      kind: 'claimed',
      claim: { was: 'sending', claimNumber: first.claim.claimNumber + 1 },
    });
    expect(await beat(db, first.claim.claimNumber, NOW + 10_000)).toBe(false);
    expect(await settled(db, first.claim, { kind: 'again', nextAttemptAt: 0, error: null, untouched: true })).toBe(
      false,
    );
    expect(await listOutbox(db)).toMatchObject([{ state: 'sending' }]);
  });

  // Sync rules 2.3, 3.2
  it('are not ended by a sender from whom a pull has taken the lock', async () => {
    const db = await freshDatabase();
    written(await saveRecord(db, 'transaction', purchase()));
    const claimed = await claimNext(db, NOW);
    if (claimed.kind !== 'claimed') throw new Error('nothing was claimed');
    await beginHold(db, NOW + 30_000);
    expect(
      await settled(db, claimed.claim, { kind: 'refused', error: { status: 400, code: 'refused', message: '' } }),
    ).toBe(false);
    expect(await claimNext(db, NOW + 30_001)).toMatchObject({ kind: 'claimed', claim: { was: 'sending' } });
  });

  // Sync rules 3.2, 7.1
  it('end when a tab notices that the server was restored from a backup', async () => {
    const db = await freshDatabase();
    written(await saveRecord(db, 'transaction', purchase()));
    await noteServerEpoch(db, 'first');
    const claimed = await claimNext(db, NOW);
    if (claimed.kind !== 'claimed') throw new Error('nothing was claimed');
    await noteServerEpoch(db, 'first');
    expect(await beat(db, claimed.claim.claimNumber, NOW)).toBe(true);
    await noteServerEpoch(db, 'second');
    expect(await settled(db, claimed.claim, { kind: 'again', nextAttemptAt: 0, error: null, untouched: true })).toBe(
      false,
    );
    expect(await readSyncState(db)).toMatchObject({ serverEpoch: 'second', isRestoredFromBackup: true });
  });

  it('do not take an edit that moves a record into a newer account until the account has been sent', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    await db.outbox.clear();
    written(await saveRecord(db, 'transaction', { ...purchase({ brokerDealReference: 'first' }), id }));
    const account = written(await saveRecord(db, 'account', { name: 'New' }));
    written(await saveRecord(db, 'transaction', { ...purchase({ accountId: account.id }), id }));
    expect((await listOutbox(db)).map((entry) => entry.entity)).toEqual(['transaction', 'account']);
    expect(await claimNext(db, NOW)).toMatchObject({ claim: { entry: { entity: 'account' } } });
    await db.outbox.where('localId').equals(account.id).delete();
    expect(await claimNext(db, NOW)).toMatchObject({ claim: { entry: { entity: 'transaction' } } });
  });

  // Sync rule 3.1
  it('take up to four chunks that follow, of those that were never sent and wait for nothing', async () => {
    const db = await freshDatabase();
    await updateSyncState(db, { mode: 'extended', features: [ROWS_FEATURE] });
    const chunk = (index: number, fields: Partial<ImportEntry> = {}): NewOutboxEntry => ({
      key: `key-${index}`,
      entity: 'import',
      kind: 'import',
      localId: 'i',
      index,
      dependsOn: [],
      state: 'queued',
      attempts: 0,
      nextAttemptAt: 0,
      queuedAt: new Date(NOW).toISOString(),
      error: null,
      ...fields,
    });
    await db.outbox.bulkAdd([
      chunk(0),
      chunk(1, { attempts: 1 }),
      chunk(2, { state: 'failed' }),
      chunk(3, { nextAttemptAt: NOW + 1 }),
      chunk(4, { dependsOn: [99] }),
      chunk(5, { localId: 'another' }),
      ...[6, 7, 8, 9, 10].map((index) => chunk(index)),
    ]);
    const { claim } = (await claimNext(db, NOW)) as { readonly claim: ChunkClaim };
    expect([claim.entry, ...claim.others].map(({ index }) => index)).toEqual([0, 6, 7, 8, 9]);
    await updateSyncState(db, { mode: 'plain' });
    const next = (await claimNext(db, NOW)) as { readonly claim: ChunkClaim };
    expect(next.claim.others).toEqual([]);
  });
});
