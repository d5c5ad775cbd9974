import { afterEach, expect, it, vi } from 'vitest';
import * as accounts from '../../data/records/accounts.ts';
import { setCurrentDatabase } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { SCREENS } from './screens.ts';

afterEach(() => {
  vi.restoreAllMocks();
  setCurrentDatabase(null);
});

/** Document 000 §2.1, with the decided addresses beyond it. */
const GUARDS: Readonly<Record<string, string>> = {
  '/login': 'public',
  '/register': 'public',
  '/forgot-password': 'public',
  '/reset-password': 'public',
  '/dashboard': 'B',
  '/transactions': 'B',
  '/transactions/new': 'B',
  '/transactions/import': 'B',
  '/transactions/:id': 'B',
  '/transactions/edit/:id': 'B',
  '/transactions/:id/edit': 'B',
  '/holdings': 'B',
  '/holdings/:isin': 'B',
  '/capital-gains': 'B',
  '/returns': 'B',
  '/holdings/prices': 'B',
  '/capital-gains/simulate': 'B',
  '/capital-gains/verify': 'B',
  '/income': 'B',
  '/allowances': 'B',
  '/plans': 'B',
  '/assets': 'A',
  '/assets/new': 'L',
  '/assets/edit/:id': 'L',
  '/assets/view/:id': 'A',
  '/accounts': 'A',
  '/accounts/setup': 'A',
  '/accounts/new': 'A',
  '/accounts/:id/edit': 'A',
  '/settings': 'A',
  '/sync': 'A',
  '/help': 'A',
  '/help/:page': 'A',
  '/savings-accounts': 'B',
  '/savings-accounts/new': 'B',
  '/savings-accounts/:id/edit': 'B',
  '/savings-accounts/import': 'B',
  '/broker-cash-balances': 'B',
  '/broker-cash-balances/new': 'B',
  '/broker-cash-balances/:id/edit': 'B',
  '/properties': 'B',
  '/properties/new': 'B',
  '/properties/edit/:id': 'B',
  '/price-lookup-test': 'C',
  '/admin': 'C',
  '/admin/price-service': 'C',
  '/admin/system-logs': 'C',
  '/admin/exchange-rates': 'C',
  '/admin/commodity-debug': 'C',
  '/admin/bank-names': 'L',
  '/admin/target-allocations': 'L',
  '/admin/users': 'C',
  '/admin/brokers': 'L',
};

/** One after another: Node 20 fails on a module that is required while it is being imported ('reading getStatus'). */
async function namesOf(screens: readonly (typeof SCREENS)[number][]): Promise<string[][]> {
  const names: string[][] = [];
  for (const { path, load } of screens) names.push([path, (await load()).name]);
  return names;
}

it('each address has its screen and its guard', () => {
  expect(Object.fromEntries(SCREENS.map(({ path, guard }) => [path, guard]))).toEqual(GUARDS);
  expect(SCREENS).toHaveLength(Object.keys(GUARDS).length);
  // The wizard itself must not ask for an account: that would go round in a circle.
  expect(GUARDS['/accounts/setup']).toBe('A');
});

it('has every screen of savings, cash and properties behind guard B', async () => {
  const screens = SCREENS.filter(({ path }) => /^\/(savings-accounts|broker-cash-balances|properties)/u.test(path));
  expect(screens.every(({ guard }) => guard === 'B')).toBe(true);
  expect(await namesOf(screens)).toEqual([
    ['/savings-accounts', 'SavingsAccountsPage'],
    ['/savings-accounts/new', 'SavingsAccountFormPage'],
    ['/savings-accounts/import', 'SavingsImportPage'],
    ['/savings-accounts/:id/edit', 'SavingsAccountFormPage'],
    ['/broker-cash-balances', 'BrokerCashPage'],
    ['/broker-cash-balances/new', 'BrokerCashFormPage'],
    ['/broker-cash-balances/:id/edit', 'BrokerCashFormPage'],
    ['/properties', 'PropertiesPage'],
    ['/properties/new', 'PropertyFormPage'],
    ['/properties/edit/:id', 'PropertyFormPage'],
  ]);
});

it('has every screen of the admin portal behind guard C, each with a part of its own that is loaded on demand', async () => {
  const portal = SCREENS.filter(({ path }) => path.startsWith('/admin'));
  expect(portal.every(({ guard }) => guard === 'C' || guard === 'L')).toBe(true);
  expect(await namesOf(portal)).toEqual([
    ['/admin', 'AdminDashboardPage'],
    ['/admin/brokers', 'BrokersPage'],
    ['/admin/price-service', 'PriceServicePage'],
    ['/admin/exchange-rates', 'ExchangeRatesPage'],
    ['/admin/system-logs', 'SystemLogsPage'],
    ['/admin/commodity-debug', 'CommodityDebugPage'],
    ['/admin/bank-names', 'BankNamesPage'],
    ['/admin/target-allocations', 'TargetAllocationsPage'],
    ['/admin/users', 'UsersPage'],
  ]);
});

it('has the price lookup test page behind guard C', async () => {
  const { PriceLookupTestPage } = await import('../../pages/price-lookup-test-page.tsx');
  const screen = SCREENS.find(({ path }) => path === '/price-lookup-test');
  expect([screen?.guard, await screen?.load()]).toEqual(['C', PriceLookupTestPage]);
});

it('allows access when the check of the accounts fails', async () => {
  const { lacksAccount } = await import('../runtime/runtime.ts');
  expect(await lacksAccount()).toBe(false);
  setCurrentDatabase({} as HoldfastDatabase);
  vi.spyOn(accounts, 'listAccounts').mockRejectedValue(new Error('gone'));
  expect(await lacksAccount()).toBe(false);
});
