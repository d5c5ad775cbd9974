/** The part of the store's specification about savings, cash, properties and the lists behind them; run on every database. */
import { describe, expect, it } from 'vitest';
import type { Fraction, Money, Percent, Pounds } from '../../../domain/amount.ts';
import type { IsoDate } from '../../../domain/dates.ts';
import type { BrokerCashBalance, Property } from '../../../domain/records.ts';
import type { SavingsAccountFields } from '../../../domain/savings-account.ts';
import { BROKER_CASH_SORT_FIELDS } from '../../../domain/lists/broker-cash-list.ts';
import { PROPERTY_SORT_FIELDS } from '../../../domain/lists/property-list.ts';
import { SAVINGS_SORT_FIELDS } from '../../../domain/lists/savings-list.ts';
import { done, type Outcome } from '../../outcome.ts';
import { SEED_BANK_NAMES } from '../../seed/bank-names.ts';
import { ACCOUNTS } from '../accounts.ts';
import {
  bankChoices,
  createBankName,
  findBankName,
  listBankNames,
  removeBankName,
  updateBankName,
} from '../bank-names.ts';
import { BROKER_CASH, brokerCashShown, pageOfBrokerCash } from '../broker-cash-balances.ts';
import { listBrokers, removeBroker } from '../brokers.ts';
import { readChanges } from '../changes.ts';
import { readCounter, SHARED } from '../counters.ts';
import { createOwned, findOwned, removeManyOwned, removeOwned, updateOwned } from '../owned.ts';
import { pageOfProperties, priceHistory, pricesOf, PROPERTIES, propertiesShown } from '../properties.ts';
import { pageOfSavings, SAVINGS_ACCOUNTS, savingsIds, savingsShown } from '../savings-accounts.ts';
import type { Db, Store } from '../store.ts';
import {
  createTargetAllocation,
  listTargetAllocations,
  removeTargetAllocation,
  updateTargetAllocation,
} from '../target-allocations.ts';

/** What the specification borrows from the file that runs it. */
export interface WealthSetting {
  readonly store: () => Store;
  readonly newId: () => string;
  readonly newUser: () => Promise<string>;
  readonly newAccount: (userId: string, name?: string) => Promise<string>;
}

const NOW = '2026-01-15T12:00:00.000Z';
const LATER = '2026-02-15T12:00:00.000Z';
const day = (text: string): IsoDate => text as IsoDate;

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

export function describeWealth({ store, newId, newUser, newAccount }: WealthSetting): void {
  const write = async <T>(work: (tx: Db) => Promise<Outcome<T>>): Promise<Outcome<T>> => await store().transact(work);
  const bankNamed = async (name: string): Promise<string> =>
    (await listBankNames(store(), true)).find((bank) => bank.name === name)?.id ?? '';
  const brokerNamed = async (name: string): Promise<string> =>
    (await listBrokers(store())).find((broker) => broker.name === name)?.id ?? '';

  async function savingsFields(
    accountId: string,
    changes: Partial<SavingsAccountFields> = {},
  ): Promise<SavingsAccountFields> {
    return {
      bankNameId: await bankNamed('Chase'),
      accountType: 'Saver',
      accountId,
      accountOpenDate: day('2020-05-01'),
      accountCloseDate: null,
      latestBalance: 1200.5 as Pounds,
      latestBalanceDate: day('2025-12-31'),
      interestRate: 0.0432 as Fraction,
      accountReference: '',
      sortCode: '20-36-43',
      accountNumber: '12345678',
      notes: 'a\nb',
      ...changes,
    };
  }
  const saving = async (userId: string, accountId: string, changes: Partial<SavingsAccountFields> = {}) => {
    const fields = await savingsFields(accountId, changes);
    return valueOf(await write(async (tx) => await createOwned(SAVINGS_ACCOUNTS, tx, userId, newId(), fields)));
  };
  const cash = async (userId: string, accountId: string, changes: Partial<BrokerCashBalance> = {}) => {
    const fields = {
      accountId,
      brokerId: await brokerNamed('AJ Bell'),
      taxWrapper: 'ISA',
      cashBalance: 12.34 as Money,
      currency: 'GBP',
      notes: '',
      lastUpdated: day('2026-01-15'),
      ...changes,
    } as const;
    return valueOf(await write(async (tx) => await createOwned(BROKER_CASH, tx, userId, newId(), fields)));
  };
  const property = async (userId: string, accountId: string, changes: Partial<Property> = {}) => {
    const fields = {
      accountId,
      name: 'Home',
      address: 'x\ny',
      datePurchased: day('2016-09-30'),
      purchasePrice: 200_000 as Money,
      currency: 'GBP',
      notes: '',
      ...changes,
    } as const;
    return valueOf(await write(async (tx) => await createOwned(PROPERTIES, tx, userId, newId(), fields)));
  };
  const price = async (userId: string, propertyId: string, priceDate: string, amount: number) =>
    valueOf(
      await write(
        async (tx) =>
          await createOwned(pricesOf(propertyId), tx, userId, newId(), {
            priceDate: day(priceDate),
            price: amount as Money,
            currency: 'GBP',
          }),
      ),
    );

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
      // A price of one property is none of another's, of the same user.
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

    it('list savings filtered, searched, sorted and by page', async () => {
      const user = await newUser();
      const [alex, sam] = [await newAccount(user, 'Alex'), await newAccount(user, 'sam')];
      const made = [
        await saving(user, alex, { latestBalance: 9 as Pounds, interestRate: null, accountReference: 'Rainy_day' }),
        await saving(user, sam, {
          latestBalance: 10 as Pounds,
          interestRate: 0.05 as Fraction,
          accountCloseDate: day('2025-01-31'),
          bankNameId: await bankNamed('Aldermore'),
        }),
        await saving(user, sam, {
          latestBalance: 1000 as Pounds,
          interestRate: 0.011 as Fraction,
          bankNameId: await bankNamed('Zopa Bank'),
          accountNumber: '99999999',
        }),
      ];
      const page = async (query: Partial<Parameters<typeof pageOfSavings>[2]>) =>
        (await pageOfSavings(store(), user, { includeClosedAccounts: true, ...query }, 1, 20)).savingsAccounts.map(
          ({ id }) => made.findIndex((entry) => entry.id === id),
        );
      expect(await page({})).toEqual([1, 0, 2]);
      expect(await page({ includeClosedAccounts: false })).toEqual([0, 2]);
      expect(await page({ accountId: sam })).toEqual([1, 2]);
      expect(await page({ query: 'SAM zopa' })).toEqual([2]);
      expect(await page({ query: '9999' })).toEqual([2]);
      expect(await page({ query: 'rainy_' })).toEqual([0]);
      expect(await page({ query: 'r%y' })).toEqual([]);
      expect(await page({ sortField: 'latestBalance', sortDirection: 'desc' })).toEqual([2, 1, 0]);
      expect(await page({ sortField: 'interestRate' })).toEqual([0, 2, 1]);
      expect(await page({ sortField: 'isClosed', sortDirection: 'desc' })).toEqual([1, 2, 0]);
      for (const sortField of SAVINGS_SORT_FIELDS)
        expect(new Set(await page({ sortField }))).toEqual(new Set([0, 1, 2]));
      expect(await pageOfSavings(store(), user, { includeClosedAccounts: true }, 2, 2)).toMatchObject({
        totalCount: 3,
        totalPages: 2,
        hasNextPage: false,
        hasPreviousPage: true,
        currentPage: 2,
      });
      expect(await savingsIds(store(), user)).toHaveLength(3);
      expect(await savingsShown(store(), await newUser(), { includeClosedAccounts: true })).toEqual([]);
    });

    it('list cash and properties filtered, sorted and by page', async () => {
      const user = await newUser();
      const [alex, sam] = [await newAccount(user, 'Alex'), await newAccount(user, 'Sam')];
      const balances = [
        await cash(user, sam, { cashBalance: 9 as Money }),
        await cash(user, alex, { cashBalance: 1000 as Money, taxWrapper: 'SIPP' }),
        await cash(user, alex, { cashBalance: 10 as Money, currency: 'USD' }),
      ];
      const cashPage = async (query: Parameters<typeof pageOfBrokerCash>[2]) =>
        (await pageOfBrokerCash(store(), user, query, 1, 20)).brokerCashBalances.map(({ id }) =>
          balances.findIndex((entry) => entry.id === id),
        );
      expect(await cashPage({})).toEqual([1, 2, 0]);
      expect(await cashPage({ accountId: alex, taxWrapper: 'ISA' })).toEqual([2]);
      expect(await cashPage({ sortField: 'cashBalance' })).toEqual([0, 2, 1]);
      for (const sortField of BROKER_CASH_SORT_FIELDS)
        expect(new Set(await cashPage({ sortField }))).toEqual(new Set([0, 1, 2]));
      expect(await brokerCashShown(store(), user)).toHaveLength(3);

      const homes = [
        await property(user, sam, { name: 'b', datePurchased: day('2019-01-01') }),
        await property(user, alex, { name: 'A', datePurchased: day('2021-01-01'), purchasePrice: 5 as Money }),
        await property(user, alex, { name: 'c', datePurchased: day('2020-01-01') }),
      ];
      await price(user, homes[0]?.id ?? '', '2025-01-01', 9);
      const homePage = async (query: Partial<Parameters<typeof pageOfProperties>[2]>) =>
        (
          await pageOfProperties(store(), user, { sortField: 'datePurchased', sortDirection: 'desc', ...query }, 1, 20)
        ).properties.map(({ id }) => homes.findIndex((entry) => entry.id === id));
      expect(await homePage({})).toEqual([1, 2, 0]);
      expect(await homePage({ sortField: 'name', sortDirection: 'asc' })).toEqual([1, 0, 2]);
      expect(await homePage({ accountId: sam })).toEqual([0]);
      // What has no price sorts lowest.
      expect((await homePage({ sortField: 'currentPrice' }))[0]).toBe(0);
      expect((await homePage({ sortField: 'purchasePrice', sortDirection: 'asc' }))[0]).toBe(1);
      for (const sortField of PROPERTY_SORT_FIELDS)
        expect(new Set(await homePage({ sortField }))).toEqual(new Set([0, 1, 2]));
      expect(await pageOfProperties(store(), user, { sortField: 'name', sortDirection: 'asc' }, 2, 2)).toMatchObject({
        totalCount: 3,
        currentPage: 2,
        properties: [{ name: 'c' }],
      });
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
