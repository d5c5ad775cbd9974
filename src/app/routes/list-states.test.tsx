/** Lists of savings, cash, properties and the portal in the app itself: waiting, failing and empty. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TableName } from '../../data/database/schema.ts';
import { isDisabled, shows } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

interface List {
  readonly path: string;
  readonly table: TableName;
  readonly loading: string;
  readonly failed: string;
  readonly empty: string;
}

const LISTS: readonly List[] = [
  {
    path: '/savings-accounts',
    table: 'savingsAccounts',
    loading: 'Loading savings accounts...',
    failed: 'Could not load savings accounts. Please try again later.',
    empty: 'No savings accounts found.',
  },
  {
    path: '/broker-cash-balances',
    table: 'brokerCashBalances',
    loading: 'Loading broker cash balances...',
    failed: 'Could not load broker cash balances. Please try again later.',
    empty: 'No broker cash balances found.',
  },
  {
    path: '/properties',
    table: 'properties',
    loading: 'Loading properties...',
    failed: 'Failed to load properties. Please try again.',
    empty: 'No Properties Found',
  },
  {
    path: '/admin/target-allocations',
    table: 'targetAllocations',
    loading: 'Loading allocations...',
    failed: 'Failed to load target allocations',
    empty: 'No target allocations',
  },
];

it.each(LISTS)('$path says that it loads, that it could not, and that it is empty', async (list) => {
  const { stage, visit } = await renderScreen('/accounts', { isAdministrator: true });
  await stage({ locked: [list.table] });
  await visit(list.path);
  await shows(list.loading);
  await visit('/accounts');
  await stage({ unreadable: [list.table] });
  await visit(list.path);
  await shows(list.failed);
  expect(screen.queryByText(list.empty)).toBeNull();
  await visit('/accounts');
  await stage({});
  await visit(list.path);
  await shows(list.empty);
});

it('an empty list has nothing to export, to delete or to add up', async () => {
  const { visit } = await renderScreen('/savings-accounts');
  await shows('No savings accounts found.');
  await shows('Filters:');
  for (const name of ['No savings accounts to export', 'Select savings accounts to delete'])
    expect(isDisabled(screen.getByLabelText(name))).toBe(true);
  expect(screen.queryByText('Total Balance')).toBeNull();
  await visit('/properties');
  await shows('Add your first property to start tracking your real estate investments.');
});
