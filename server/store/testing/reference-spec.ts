/** The part of the store's specification about bank names and targets; run on every database. */
import { describe, expect, it } from 'vitest';
import type { Percent } from '../../../domain/values/amount.ts';
import { SEED_BANK_NAMES } from '../../../domain/starter/bank-names.ts';
import { done } from '../../outcome.ts';
import { readChanges } from '../queries/changes.ts';
import {
  bankChoices,
  createBankName,
  findBankName,
  listBankNames,
  removeBankName,
  updateBankName,
} from '../shared-records/bank-names.ts';
import {
  createTargetAllocation,
  listTargetAllocations,
  removeTargetAllocation,
  updateTargetAllocation,
} from '../shared-records/target-allocations.ts';
import { readCounter, SHARED } from '../versions/counters.ts';

import { LATER, NOW, valueOf, wealthOf, type WealthSetting } from './wealth-setting.ts';

export function describeReferences(setting: WealthSetting): void {
  const { store, newId, newUser, newAccount } = setting;
  const { write, saving } = wealthOf(setting);

  describe('bank names and targets', () => {
    it('are seeded, kept apart by name, and listed with their usage', async () => {
      const banks = await listBankNames(store(), true);
      expect(banks.map(({ name }) => name)).toEqual(
        [...SEED_BANK_NAMES].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      );
      expect(
        await write(async (tx) => await createBankName(tx, newId(), { name: 'chase', isActive: true }, NOW)),
      ).toMatchObject({ code: 'invalid' });
      const made = valueOf(
        await write(async (tx) => await createBankName(tx, newId(), { name: 'A Bank', isActive: true }, NOW)),
      );
      expect(made).toMatchObject({ usageCount: 0, createdAt: NOW, updatedAt: NOW });
      const user = await newUser();
      await saving(user, await newAccount(user), { bankNameId: made.id });
      const retired = valueOf(
        await write(async (tx) => await updateBankName(tx, made.id, { name: 'A Bank', isActive: false }, null, LATER)),
      );
      expect(retired).toMatchObject({ isActive: false, usageCount: 1, createdAt: NOW, updatedAt: LATER });
      expect((await listBankNames(store(), true)).at(-1)?.id).toBe(made.id);
      expect((await listBankNames(store(), false)).map(({ id }) => id)).not.toContain(made.id);
      expect((await bankChoices(store())).map(({ id }) => id)).not.toContain(made.id);
      expect((await bankChoices(store(), made.id)).map(({ id }) => id)).toContain(made.id);
      expect(await write(async (tx) => await removeBankName(tx, made.id, null, NOW))).toMatchObject({
        code: 'inUse',
        message:
          'The bank name "A Bank" cannot be deleted because it is currently in use. This bank name is used by 1 bank account(s).',
      });
      const { value: before } = await readCounter(store(), SHARED);
      const spare = valueOf(
        await write(async (tx) => await createBankName(tx, newId(), { name: 'Spare', isActive: true }, NOW)),
      );
      expect(valueOf(await readChanges(store(), SHARED, before, 10)).changes).toMatchObject([
        { entity: 'bankName', deleted: false, record: { name: 'Spare', isActive: true, createdAt: NOW } },
      ]);
      valueOf(await write(async (tx) => await removeBankName(tx, spare.id, null, NOW)));
      expect((await findBankName(store(), spare.id)).ok).toBe(false);
      expect(valueOf(await readChanges(store(), SHARED, before, 10)).changes).toMatchObject([
        { entity: 'bankName', id: spare.id, deleted: true },
      ]);
    });

    it('are one target for a category', async () => {
      const fields = { assetCategory: 'UK_TSM', targetPercentage: 12.25 as Percent } as const;
      const made = valueOf(await write(async (tx) => await createTargetAllocation(tx, newId(), fields)));
      expect(await write(async (tx) => await createTargetAllocation(tx, newId(), fields))).toMatchObject({
        code: 'already-exists',
        message: 'An allocation for this category already exists',
        current: made,
      });
      valueOf(
        await write(async (tx) => await createTargetAllocation(tx, newId(), { ...fields, assetCategory: 'EM_TSM' })),
      );
      const changed = valueOf(
        await write(
          async (tx) =>
            await updateTargetAllocation(tx, made.id, { targetPercentage: 0 as Percent }, made.version ?? null),
        ),
      );
      expect(changed).toMatchObject({ assetCategory: 'UK_TSM', targetPercentage: 0 });
      expect(
        await write(
          async (tx) =>
            await updateTargetAllocation(tx, made.id, { targetPercentage: 1 as Percent }, made.version ?? null),
        ),
      ).toMatchObject({ code: 'conflict', current: changed });
      expect((await listTargetAllocations(store())).map(({ assetCategory }) => assetCategory)).toEqual([
        'EM_TSM',
        'UK_TSM',
      ]);
      const { value: before } = await readCounter(store(), SHARED);
      valueOf(await write(async (tx) => await removeTargetAllocation(tx, made.id, null, NOW)));
      expect(valueOf(await readChanges(store(), SHARED, before, 10)).changes).toMatchObject([
        { entity: 'targetAllocation', id: made.id, deleted: true },
      ]);
      expect(
        (
          await write(async (tx) => {
            await removeTargetAllocation(tx, (await listTargetAllocations(tx))[0]?.id ?? '', null, NOW);
            return done(undefined);
          })
        ).ok,
      ).toBe(true);
    });
  });
}
