import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { SavingsAccount } from '../../../domain/records/records.ts';
import { freshDatabase, written } from '../../../tests/device/fixtures.ts';
import { savings } from '../../../tests/device/wealth.ts';
import { discardEntry, resolveConflict } from './attention.ts';
import { claimNext } from '../outbox/claims.ts';
import { recordOf } from '../entities/entity-fields.ts';
import { listOutbox } from '../outbox/outbox.ts';
import { balanceHistory, saveSavingsAccount } from '../records/savings-accounts.ts';
import { getRecord } from '../records/records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const LATER = '2025-02-01' as IsoDate;

/** A savings account of £500 that the server has, with its history. */
async function saved(): Promise<{
  db: HoldfastDatabase;
  account: SavingsAccount;
  edit: (balance: number, date?: IsoDate) => Promise<void>;
}> {
  const db = await freshDatabase();
  const account = written(await saveSavingsAccount(db, savings({ latestBalance: 500 as Pounds })));
  await db.outbox.clear();
  const edit = async (balance: number, date = account.latestBalanceDate): Promise<void> => {
    written(await saveSavingsAccount(db, { ...account, latestBalance: balance as Pounds, latestBalanceDate: date }));
  };
  return { db, account, edit };
}

async function seqOf(db: HoldfastDatabase): Promise<number> {
  return (await listOutbox(db)).findLast((entry) => entry.entity === 'savingsAccount')?.seq ?? 0;
}

async function history(db: HoldfastDatabase, { id }: SavingsAccount): Promise<[string, number][]> {
  return (await balanceHistory(db, id)).map(({ date, balance }) => [date, balance]);
}

describe('the history of balances', () => {
  it('is as before when the edit that stated a balance is discarded, of the same day or of another', async () => {
    const { db, account, edit } = await saved();
    await edit(600);
    written(await discardEntry(db, await seqOf(db)));
    await edit(700, LATER);
    written(await discardEntry(db, await seqOf(db)));
    expect(await getRecord(db, 'savingsAccount', account.id)).toMatchObject({ latestBalance: 500 });
    expect(await history(db, account)).toEqual([['2025-01-15', 500]]);
    expect(await listOutbox(db)).toEqual([]);
  });

  it('of an account that was never made goes with it', async () => {
    const db = await freshDatabase();
    const account = written(await saveSavingsAccount(db, savings()));
    written(await discardEntry(db, await seqOf(db)));
    expect([await history(db, account), await listOutbox(db)]).toEqual([[], []]);
  });

  it('keeps the balance of an earlier edit that is on its way', async () => {
    const { db, account, edit } = await saved();
    await edit(600);
    await db.outbox.update(await seqOf(db), { state: 'sending', attempts: 1 });
    await edit(700);
    written(await discardEntry(db, await seqOf(db)));
    expect(await history(db, account)).toEqual([['2025-01-15', 600]]);
    expect((await listOutbox(db)).map((entry) => [entry.entity, entry.state])).toEqual([
      ['savingsAccount', 'sending'],
      ['extra', 'queued'],
    ]);
  });

  it('is not sent before the balance that it tells of, and not while that is refused', async () => {
    const { db, edit } = await saved();
    await edit(600);
    expect(await claimNext(db, NOW)).toMatchObject({ claim: { entry: { entity: 'savingsAccount' } } });
    await edit(700);
    const [first, balance, second] = await listOutbox(db);
    expect([first?.entity, balance?.entity, second?.entity]).toEqual(['savingsAccount', 'extra', 'savingsAccount']);
    // As if the first were acknowledged and the second refused.
    await db.outbox.delete(first?.seq ?? 0);
    await db.outbox.update(second?.seq ?? 0, { state: 'failed' });
    expect(await claimNext(db, NOW)).toMatchObject({ kind: 'idle' });
  });

  it("follows the user's choice in a conflict", async () => {
    for (const [choose, expected] of [
      [() => 'theirs', [['2025-01-15', 500]]],
      [
        () => 'mine',
        [
          ['2025-01-15', 500],
          [LATER, 600],
        ],
      ],
      [
        (mine) => ({ record: { ...mine, latestBalance: 650 as Pounds } }),
        [
          ['2025-01-15', 500],
          [LATER, 650],
        ],
      ],
      [
        (mine) => ({ record: { ...mine, latestBalance: 550 as Pounds, latestBalanceDate: '2025-01-20' as IsoDate } }),
        [['2025-01-15', 500]],
      ],
    ] as const satisfies readonly (readonly [
      (mine: SavingsAccount) => Parameters<typeof resolveConflict>[2],
      unknown,
    ])[]) {
      const { db, account, edit } = await saved();
      await edit(600, LATER);
      const theirs = {
        record: {
          ...recordOf('savingsAccount', account),
          latestBalance: 550 as Pounds,
          latestBalanceDate: '2025-01-20' as IsoDate,
        },
        version: 2,
      };
      await db.outbox.update(await seqOf(db), { state: 'conflict', theirs });
      written(
        await resolveConflict(
          db,
          await seqOf(db),
          choose({ ...account, latestBalance: 600 as Pounds, latestBalanceDate: LATER }),
        ),
      );
      expect(await history(db, account)).toEqual(expected);
    }
  });
});
