/** The part of the store's specification about savings, cash and properties; run on every database. */
import { describe, expect, it } from 'vitest';
import type { Fraction, Money, Pounds } from '../../../domain/values/amount.ts';
import { readChanges } from '../queries/changes.ts';
import { removeBroker } from '../shared-records/brokers.ts';
import { ACCOUNTS } from '../user-records/accounts.ts';
import { BROKER_CASH } from '../user-records/broker-cash-balances.ts';
import { priceHistory, pricesOf, PROPERTIES, propertiesShown } from '../user-records/properties.ts';
import { SAVINGS_ACCOUNTS } from '../user-records/savings-accounts.ts';
import { createOwned, findOwned, removeManyOwned, removeOwned, updateOwned } from '../versions/owned.ts';

import { NOW, day, valueOf, wealthOf, type WealthSetting } from './wealth-setting.ts';

export function describeWealth(setting: WealthSetting): void {
  const { store, newId, newUser, newAccount } = setting;
  const { write, brokerNamed, savingsFields, saving, cash, property, price } = wealthOf(setting);

  describe('savings, cash and properties', () => {
    it('keep every field and figure', async () => {
      const user = await newUser();
      const account = await newAccount(user, 'Alex');
      const fields = await savingsFields(account, {
        latestBalance: 123_456_789_012.345 as Pounds,
        interestRate: 0.000000000001 as Fraction,
        accountCloseDate: day('2025-06-30'),
      });
      const made = valueOf(await write(async (tx) => await createOwned(SAVINGS_ACCOUNTS, tx, user, newId(), fields)));
      expect(valueOf(await findOwned(SAVINGS_ACCOUNTS, store(), user, made.id))).toEqual({
        id: made.id,
        ...fields,
        bankName: 'Chase',
        accountName: 'Alex',
        isClosed: true,
        version: made.version,
      });
      const balance = await cash(user, account, { cashBalance: 0.000001 as Money, currency: 'USD', notes: "O'Brien" });
      expect(valueOf(await findOwned(BROKER_CASH, store(), user, balance.id))).toMatchObject({
        cashBalance: 0.000001,
        currency: 'USD',
        notes: "O'Brien",
        accountName: 'Alex',
        brokerName: 'AJ Bell',
        lastUpdated: '2026-01-15',
      });
      const home = await property(user, account);
      expect(home).toMatchObject({
        accountName: 'Alex',
        address: 'x\ny',
        currentPrice: null,
        unrealizedGainLoss: null,
        unrealizedGainLossPercentage: null,
      });
    });

    it('are worth their newest price', async () => {
      const user = await newUser();
      const home = await property(user, await newAccount(user));
      await price(user, home.id, '2024-06-30', 240_000);
      const newest = await price(user, home.id, '2025-06-30', 250_000);
      await price(user, home.id, '2020-06-30', 210_000);
      expect(valueOf(await findOwned(PROPERTIES, store(), user, home.id))).toMatchObject({
        currentPrice: 250_000,
        unrealizedGainLoss: 50_000,
        unrealizedGainLossPercentage: 25,
      });
      expect(valueOf(await priceHistory(store(), user, home.id)).map(({ priceDate }) => priceDate)).toEqual([
        '2025-06-30',
        '2024-06-30',
        '2020-06-30',
      ]);
      valueOf(
        await write(
          async (tx) =>
            await updateOwned(
              pricesOf(home.id),
              tx,
              user,
              newest.id,
              { priceDate: day('2025-06-30'), price: 150_000 as Money, currency: 'GBP' },
              newest.version,
            ),
        ),
      );
      expect(valueOf(await findOwned(PROPERTIES, store(), user, home.id))).toMatchObject({
        currentPrice: 150_000,
        unrealizedGainLoss: -50_000,
        unrealizedGainLossPercentage: -25,
      });
    });

    it('give every write the next number and refuse a stale one', async () => {
      const user = await newUser();
      const account = await newAccount(user);
      const made = await saving(user, account);
      const fields = await savingsFields(account, { latestBalance: 5 as Pounds });
      const changed = valueOf(
        await write(async (tx) => await updateOwned(SAVINGS_ACCOUNTS, tx, user, made.id, fields, made.version)),
      );
      expect(changed).toMatchObject({ latestBalance: 5, version: made.version + 1 });
      expect(
        await write(async (tx) => await updateOwned(SAVINGS_ACCOUNTS, tx, user, made.id, fields, made.version)),
      ).toMatchObject({ code: 'conflict', current: changed });
      expect(
        await write(async (tx) => await removeOwned(SAVINGS_ACCOUNTS, tx, user, made.id, made.version, NOW)),
      ).toMatchObject({ code: 'conflict', current: changed });
      expect(await write(async (tx) => await createOwned(SAVINGS_ACCOUNTS, tx, user, made.id, fields))).toMatchObject({
        code: 'already-exists',
        current: changed,
      });
    });

    it('are hidden from other users, by every way to them', async () => {
      const [mine, theirs] = [await newUser(), await newUser()];
      const [account, own] = [await newAccount(theirs), await newAccount(mine)];
      const [theirSaving, home] = [await saving(theirs, account), await property(theirs, account)];
      const entry = await price(theirs, home.id, '2025-01-01', 1);
      const fields = await savingsFields(own);
      const codes = [
        await findOwned(SAVINGS_ACCOUNTS, store(), mine, theirSaving.id),
        await write(async (tx) => await updateOwned(SAVINGS_ACCOUNTS, tx, mine, theirSaving.id, fields, null)),
        await write(
          async (tx) => await createOwned(SAVINGS_ACCOUNTS, tx, mine, newId(), { ...fields, accountId: account }),
        ),
        await write(async (tx) => await removeOwned(SAVINGS_ACCOUNTS, tx, mine, theirSaving.id, null, NOW)),
        await priceHistory(store(), mine, home.id),
        await write(
          async (tx) =>
            await createOwned(pricesOf(home.id), tx, mine, newId(), {
              priceDate: day('2025-01-01'),
              price: 1 as Money,
              currency: 'GBP',
            }),
        ),
        await write(async (tx) => await removeOwned(pricesOf(home.id), tx, mine, entry.id, null, NOW)),
      ].map((outcome) => (outcome.ok ? 'ok' : outcome.code));
      expect(new Set(codes)).toEqual(new Set(['notFound']));
      expect(valueOf(await write(async (tx) => await removeManyOwned(PROPERTIES, tx, mine, [home.id], NOW)))).toEqual({
        deletedCount: 0,
      });
      // A property does not have the price of another property, even of the same user.
      const other = await property(theirs, account);
      expect(
        await write(async (tx) => await removeOwned(pricesOf(other.id), tx, theirs, entry.id, null, NOW)),
      ).toMatchObject({ code: 'notFound' });
    });

    it('refuse a bank or a broker that is not there', async () => {
      const user = await newUser();
      const account = await newAccount(user);
      const fields = await savingsFields(account, { bankNameId: 'none' });
      expect(await write(async (tx) => await createOwned(SAVINGS_ACCOUNTS, tx, user, newId(), fields))).toMatchObject({
        code: 'invalid',
        issues: [{ field: 'bankNameId', code: 'unknownReference' }],
      });
      const balance = await cash(user, account);
      expect(
        await write(async (tx) => await createOwned(BROKER_CASH, tx, user, newId(), { ...balance, brokerId: 'none' })),
      ).toMatchObject({ code: 'invalid', issues: [{ field: 'brokerId' }] });
    });

    it('keep their account and their broker from being deleted, and say what they are', async () => {
      const user = await newUser();
      const account = await newAccount(user);
      const broker = await brokerNamed('Saxo');
      const made = [await saving(user, account), await saving(user, account)];
      await property(user, account);
      const balance = await cash(user, account, { brokerId: broker });
      expect(await write(async (tx) => await removeOwned(ACCOUNTS, tx, user, account, null, NOW))).toMatchObject({
        code: 'inUse',
        message: 'This account cannot be deleted because it has 2 savings accounts, 1 cash balance and 1 property.',
      });
      expect(await write(async (tx) => await removeBroker(tx, broker, null, NOW))).toMatchObject({
        code: 'inUse',
        message: 'This broker cannot be deleted because 1 cash balance uses it.',
      });
      valueOf(
        await write(
          async (tx) =>
            await removeManyOwned(
              SAVINGS_ACCOUNTS,
              tx,
              user,
              made.map(({ id }) => id),
              NOW,
            ),
        ),
      );
      valueOf(await write(async (tx) => await removeOwned(BROKER_CASH, tx, user, balance.id, null, NOW)));
      valueOf(
        await write(
          async (tx) =>
            await removeManyOwned(
              PROPERTIES,
              tx,
              user,
              (await propertiesShown(tx, user)).map(({ id }) => id),
              NOW,
            ),
        ),
      );
      expect((await write(async (tx) => await removeOwned(ACCOUNTS, tx, user, account, null, NOW))).ok).toBe(true);
    });

    it('tell what changed; with a property go its prices', async () => {
      const user = await newUser();
      const account = await newAccount(user);
      const [kept, home] = [await saving(user, account), await property(user, account)];
      const balance = await cash(user, account);
      const entry = await price(user, home.id, '2025-01-01', 1);
      const all = valueOf(await readChanges(store(), user, 0, 100));
      expect(all.changes.map(({ entity, id }) => [entity, id])).toEqual([
        ['account', account],
        ['savingsAccount', kept.id],
        ['property', home.id],
        ['brokerCashBalance', balance.id],
        ['propertyPrice', entry.id],
      ]);
      expect(all.changes[1]?.record).toEqual({ ...(await savingsFields(account)), id: kept.id, version: kept.version });
      expect(all.changes[4]?.record).toMatchObject({ propertyId: home.id, price: 1 });
      valueOf(await write(async (tx) => await removeOwned(PROPERTIES, tx, user, home.id, null, NOW)));
      expect(
        valueOf(await readChanges(store(), user, Number(all.cursor), 100)).changes.map(({ entity, id, deleted }) => [
          entity,
          id,
          deleted,
        ]),
      ).toEqual([
        ['propertyPrice', entry.id, true],
        ['property', home.id, true],
      ]);
      const again = valueOf(await write(async (tx) => await createOwned(PROPERTIES, tx, user, home.id, home)));
      expect(
        valueOf(await readChanges(store(), user, again.version - 1, 100)).changes.map(({ id, deleted }) => [
          id,
          deleted,
        ]),
      ).toEqual([[home.id, false]]);
    });
  });
}
