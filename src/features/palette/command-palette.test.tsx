import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { DeviceSearchType, SearchHit } from '../../../domain/lists/search.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { listRecentItems, noteRecentItem } from '../../data/device/recent-items.ts';
import { CommandPalette } from './command-palette.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({ search: vi.fn(), describeRecords: vi.fn() }));
handInCompute(() => worker);

const trade: SearchHit = {
  type: 'transactions',
  id: 't1',
  title: 'Gold ETF',
  detail: 'Buy · Main Account',
  date: '2024-03-03' as IsoDate,
};
const account: SearchHit = { type: 'accounts', id: 'a1', title: 'Golden years', detail: '', date: null };
const pages = [
  { to: '/holdings', label: 'Holdings' },
  { to: '/settings', label: 'Settings' },
  { to: '/properties/new', label: 'Add Property', whenTyped: true },
];

beforeEach(async () => {
  await openTestDatabase();
  worker.search.mockResolvedValue([account, trade]);
  worker.describeRecords.mockImplementation(async (items: readonly { id: string }[]) =>
    items.map(({ id }) => (id === 't1' ? trade : account)),
  );
});
afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  await removeTestDatabase();
});

function Path() {
  const { pathname, search } = useLocation();
  return (
    <p data-testid="path">
      {pathname}
      {search}
    </p>
  );
}

function open(mayOpen = (route: string) => route !== '/assets/view/:id' && !route.startsWith('/admin')) {
  const onClose = vi.fn();
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <CommandPalette typed="" pages={pages} mayOpen={mayOpen} onClose={onClose} />
      <Path />
    </MemoryRouter>,
  );
  return { onClose, user: userEvent.setup({ delay: null }) };
}

const lines = () => screen.getAllByRole('option').map((option) => option.textContent);
const selected = () =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')?.textContent;

it('offers pages at first, finds records as one types, and opens the one that Enter picks', async () => {
  const { user, onClose } = open();
  const box = await screen.findByRole('combobox');
  expect(lines()).toEqual(['HoldingsPage', 'SettingsPage']);
  // The name of a group is no id with a space in it.
  expect(screen.getByRole('group', { name: 'Go to' })).toBeTruthy();
  await user.type(box, 'gold');
  await waitFor(() => {
    expect(lines()).toEqual(['Golden yearsAccount', 'Gold ETFTransaction · Buy · Main Account3 Mar 2024']);
  });
  expect(worker.search).toHaveBeenLastCalledWith({
    query: 'gold',
    types: ['accounts', 'savings-accounts', 'broker-cash-balances', 'properties', 'transactions'],
    limit: 12,
  });
  expect(selected()).toBe('Golden yearsAccount');
  await user.keyboard('{ArrowDown}');
  expect(box.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByTestId('path').textContent).toBe('/transactions/edit/t1');
  await waitFor(async () => {
    expect(await listRecentItems(currentDatabase())).toEqual([{ type: 'transactions', id: 't1' }]);
  });
});

it('lets an early Enter wait for the results of the typed text, and never opens an earlier result', async () => {
  await noteRecentItem(currentDatabase(), { type: 'transactions', id: 't1' });
  let answer: (hits: readonly SearchHit[]) => void = () => undefined;
  worker.search.mockReturnValue(
    new Promise<readonly SearchHit[]>((resolve) => {
      answer = resolve;
    }),
  );
  const { user, onClose } = open();
  await screen.findByRole('group', { name: 'Recent' });
  await user.type(screen.getByRole('combobox'), 'years{Enter}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.queryByText('Nothing found.')).toBeNull();
  await waitFor(() => {
    expect(worker.search).toHaveBeenCalledOnce();
  });
  expect(onClose).not.toHaveBeenCalled();
  answer([account]);
  await waitFor(() => {
    expect(screen.getByTestId('path').textContent).toBe('/accounts/a1/edit');
  });
  expect(onClose).toHaveBeenCalledOnce();
});

it('keeps the rows of the text before while the next are looked for, and takes an early Enter back when more is typed', async () => {
  const { user, onClose } = open();
  await user.type(await screen.findByRole('combobox'), 'gold');
  await waitFor(() => {
    expect(lines()).toHaveLength(2);
  });
  let answer: (hits: readonly SearchHit[]) => void = () => undefined;
  worker.search.mockImplementation(
    async ({ query }: { readonly query: string }) =>
      new Promise<readonly SearchHit[]>((resolve) => {
        if (query === 'gold et') answer = resolve;
      }),
  );
  await user.type(screen.getByRole('combobox'), ' e{Enter}t');
  await waitFor(() => {
    expect(worker.search).toHaveBeenLastCalledWith(expect.objectContaining({ query: 'gold et' }));
  });
  expect(lines()).toHaveLength(2);
  answer([trade]);
  await waitFor(() => {
    expect(lines()).toHaveLength(1);
  });
  expect(onClose).not.toHaveBeenCalled();
});

it('goes to a page by its name, and says when nothing is found', async () => {
  worker.search.mockResolvedValue([]);
  const { user } = open();
  await user.type(await screen.findByRole('combobox'), 'sett');
  expect(lines()).toEqual(['SettingsPage']);
  await user.type(screen.getByRole('combobox'), 'x');
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
  await user.clear(screen.getByRole('combobox'));
  await user.click(screen.getByRole('option', { name: /Holdings/u }));
  expect(screen.getByTestId('path').textContent).toBe('/holdings');
});

it('offers form pages only when their name is typed', async () => {
  const { user } = open();
  const box = await screen.findByRole('combobox');
  expect(lines()).toEqual(['HoldingsPage', 'SettingsPage']);
  await user.type(box, 'add p');
  expect(lines()).toEqual(['Add PropertyPage']);
  // A name that begins with the text comes before one that has it somewhere.
  await user.clear(box);
  await user.type(box, 's');
  expect(lines()).toEqual(['SettingsPage', 'HoldingsPage']);
});

it.each<[type: DeviceSearchType, kind: string, path: string]>([
  ['savings-accounts', 'Savings Account', '/savings-accounts/x%20y/edit'],
  ['broker-cash-balances', 'Broker Cash', '/broker-cash-balances/x%20y/edit'],
  ['properties', 'Property', '/properties/edit/x%20y'],
  ['bank-names', 'Bank Name', '/admin/bank-names?search=A%20%26%20B'],
])('opens what it finds among %s, and offers it again as a recent item', async (type, kind, path) => {
  const hit = { type, id: 'x y', title: 'A & B', detail: '', date: null };
  worker.search.mockResolvedValue([hit]);
  worker.describeRecords.mockImplementation(async (items: readonly unknown[]) => items.map(() => hit));
  const { user } = open(() => true);
  await user.type(await screen.findByRole('combobox'), 'a & b');
  await waitFor(() => {
    expect(lines()).toEqual([`A & B${kind}`]);
  });
  await user.keyboard('{Enter}');
  expect(screen.getByTestId('path').textContent).toBe(path);
  await waitFor(async () => {
    expect(await listRecentItems(currentDatabase())).toEqual([{ type, id: 'x y' }]);
  });
  cleanup();
  open();
  const offered = type === 'bank-names' ? [] : [hit.title + kind];
  await waitFor(() => {
    expect(worker.describeRecords).toHaveBeenLastCalledWith(offered.length === 0 ? [] : [{ type, id: 'x y' }]);
  });
  await waitFor(() => {
    expect(lines()).toEqual([...offered, 'HoldingsPage', 'SettingsPage']);
  });
});

it('shows what was opened lately, the latest first, each once', async () => {
  for (const id of ['t1', 'a1', 't1'])
    await noteRecentItem(currentDatabase(), { type: id === 't1' ? 'transactions' : 'accounts', id });
  open();
  const recent = await screen.findByRole('group', { name: 'Recent' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Gold ETFTransaction · Buy · Main Account3 Mar 2024', 'Golden yearsAccount']);
});

it('asks for nothing below two characters', async () => {
  const { user } = open();
  // No page has a q: that nothing is left is told only after the pause that a search would wait for.
  await user.type(await screen.findByRole('combobox'), 'q');
  expect(screen.queryByText('Nothing found.')).toBeNull();
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
  expect(worker.search).not.toHaveBeenCalled();
});
