/** The part of the store's specification about lists of savings, cash and properties; run on every database. */
import { describe, expect, it } from 'vitest';
import type { Fraction, Money, Pounds } from '../../../domain/values/amount.ts';
import { BROKER_CASH_SORT_FIELDS } from '../../../domain/lists/broker-cash-list.ts';
import { PROPERTY_SORT_FIELDS } from '../../../domain/lists/property-list.ts';
import { SAVINGS_SORT_FIELDS } from '../../../domain/lists/savings-list.ts';
import { brokerCashShown, pageOfBrokerCash } from '../user-records/broker-cash-balances.ts';
import { pageOfProperties } from '../user-records/properties.ts';
import { pageOfSavings, savingsIds, savingsShown } from '../user-records/savings-accounts.ts';

import { day, wealthOf, type WealthSetting } from './wealth-setting.ts';

export function describeWealthLists(setting: WealthSetting): void {
  const { store, newUser, newAccount } = setting;
  const { bankNamed, saving, cash, property, price } = wealthOf(setting);

  describe('savings, cash and properties', () => {
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
      // A property without a price sorts lowest.
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
  });
}
