import { describe, expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../tests/device/fixtures.ts';
import { saveAccount } from './accounts.ts';
import { claimNext, LEASE_MS } from './claims.ts';
import { listOutbox } from './outbox.ts';
import { saveTransaction } from './transactions.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

describe('claims on the outbox', () => {
  // Sync rule 3.3
  it('keep a second sender out until the lease has run out', async () => {
    const db = await freshDatabase();
    written(await saveTransaction(db, purchase()));
    expect(await claimNext(db, NOW)).toMatchObject({ kind: 'claimed', claim: { was: 'queued' } });
    expect(await claimNext(db, NOW + 1)).toEqual({ kind: 'busy', until: NOW + LEASE_MS });
    expect(await claimNext(db, NOW + LEASE_MS)).toMatchObject({ kind: 'claimed', claim: { was: 'sending' } });
  });

  // Sync rule 2.3
  it('of a page that has gone are taken over at once by whoever holds the lock', async () => {
    const db = await freshDatabase();
    written(await saveTransaction(db, purchase()));
    const first = await claimNext(db, NOW);
    const second = await claimNext(db, NOW + 1, true);
    expect(second).toMatchObject({ kind: 'claimed', claim: { was: 'sending' } });
    expect(second.kind === 'claimed' && first.kind === 'claimed' && second.claim.epoch > first.claim.epoch).toBe(true);
  });

  it('leave an edit alone that moves a record into an account which was made after it, until the account has been sent', async () => {
    const db = await freshDatabase();
    const { id } = written(await saveTransaction(db, purchase()));
    await db.outbox.clear();
    written(await saveTransaction(db, { ...purchase({ brokerDealReference: 'first' }), id }));
    const account = written(await saveAccount(db, { name: 'New' }));
    written(await saveTransaction(db, { ...purchase({ accountId: account.id }), id }));
    expect((await listOutbox(db)).map((entry) => entry.entity)).toEqual(['transaction', 'account']);
    expect(await claimNext(db, NOW)).toMatchObject({ claim: { entry: { entity: 'account' } } });
    await db.outbox.where('localId').equals(account.id).delete();
    expect(await claimNext(db, NOW + LEASE_MS)).toMatchObject({ claim: { entry: { entity: 'transaction' } } });
  });
});
