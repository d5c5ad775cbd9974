import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storeDemo } from './demo-records.ts';
import { renderScreen } from './render-screen.tsx';

it("shows what the worker has computed of the user's records", async () => {
  const { user, visit, stage } = await renderScreen('/transactions', { records: storeDemo });
  expect(await screen.findByText(/^Showing 1 to 20 of [\d,]+ results$/u)).toBeTruthy();
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(21);
  await stage({ held: ['listTransactions'] });
  await user.type(screen.getByRole('searchbox', { name: 'Search transactions...' }), 'vanguard');
  expect(await screen.findByText('Searching for "vanguard"...')).toBeTruthy();
  await stage({ failing: ['listTransactions'] });
  expect((await screen.findByRole('alert')).textContent).toBe('Could not search transactions. Please try again later.');
  await stage({});
  await visit('/holdings');
  expect(await screen.findByRole('heading', { level: 1, name: 'Holdings' })).toBeTruthy();
});

it('leaves nothing to the next test, and shows a table that cannot be read', async () => {
  const { stage, visit } = await renderScreen('/settings');
  await stage({ unreadable: ['accounts'] });
  await visit('/accounts');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load accounts');
  await stage({});
  await visit('/transactions');
  expect(await screen.findByText('No transactions found.')).toBeTruthy();
});
