/** An import of transactions in the app itself, with the worker's own reading of the file. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { unlistedAsset } from '../../../../domain/csv/stored/directory.ts';
import { isBusy, isDisabled } from '../../../testing/page-parts.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const HEADER = 'Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Price,Consideration,Reference\n';
const UNILEVER = 'GB00B10RZP78,Unilever,Ada,AJ Bell,DEALING';
const ROWS = [
  `20/04/2026,Buy,${UNILEVER},10,48,480.00,A-1`,
  `20/04/2026,Buy,${UNILEVER},10,48,480.00,A-1`,
  `21/04/2026,Sell,${UNILEVER},4,50,200.00,A-2`,
  ...Array.from({ length: 7 }, (_, index) => `not a date,Buy,${UNILEVER},${index + 1},48,480.00,E-${index}`),
];

it('a file is previewed and its selected rows are imported; its errors are listed', async () => {
  const { user, stage, db } = await renderScreen('/transactions', {
    records: async (stored) => {
      await stored.brokers.put({ id: 'aj', name: 'AJ Bell', version: 1 });
      await stored.assets.put({ ...unlistedAsset('unilever', 'GB00B10RZP78', 'Unilever'), version: 1 });
    },
  });
  // The preview draws the rows in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  await user.click(await screen.findByLabelText('Import transactions from CSV'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Transactions' }));
  const button = (name: string) => dialog.getByRole('button', { name });
  expect(dialog.getByText(/Separators are automatically detected to handle monetary values properly\./u)).toBeTruthy();
  expect(isDisabled(button('Preview Import'))).toBe(true);
  const file = new File([HEADER + ROWS.join('\n')], 'trades.csv', { type: 'text/csv' });
  await user.upload(dialog.getByLabelText('Select CSV/TSV File'), file);
  expect(await dialog.findByText('Selected: trades.csv')).toBeTruthy();

  await user.click(button('Quick Import'));
  expect(await dialog.findByText('Errors (7 total):')).toBeTruthy();
  expect(dialog.getAllByRole('listitem')).toHaveLength(5);
  await user.click(button('Show all 7 errors'));
  expect(dialog.getAllByRole('listitem')).toHaveLength(7);
  await user.click(button('Show only first 5 errors'));
  expect(dialog.getAllByRole('listitem')).toHaveLength(5);
  expect(await db.transactions.count()).toBe(0);

  await stage({ held: ['previewImport'] });
  await user.click(button('Preview Import'));
  await isBusy('Loading Preview...');
  await stage({});
  const preview = within(await screen.findByRole('dialog', { name: 'Transaction Import Preview' }));
  for (const tab of ['All (10)', 'Valid (2)', 'Duplicates (1)', 'Errors (7)'])
    expect(preview.getByRole('tab', { name: tab })).toBeTruthy();
  expect(await preview.findByText('Selected: 2 transactions')).toBeTruthy();
  await user.click(preview.getByLabelText('Include duplicate transactions (1)'));
  expect(await preview.findByText('Selected: 3 transactions')).toBeTruthy();
  await user.click(preview.getByRole('button', { name: 'Clear Selection' }));
  expect(isDisabled(await preview.findByRole('button', { name: 'Import 0 Selected' }))).toBe(true);
  await user.click(preview.getByRole('button', { name: 'Select All Valid' }));

  await stage({ held: ['commitImport'] });
  await user.click(preview.getByRole('button', { name: 'Import 2 Selected' }));
  await isBusy('Importing...');
  await stage({});
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Transaction Import Preview' })).toBeNull());
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Unilever' })).toHaveLength(2));
  const taken = await db.transactions.toArray();
  expect(new Set(taken.map(({ transactionType, quantity }) => `${transactionType} ${quantity}`))).toEqual(
    new Set(['BUY 10', 'SELL 4']),
  );
});

it('Back closes the import instead of leaving the page, and asks before it loses answers', async () => {
  const { user, back, visit, address } = await renderScreen('/dashboard', {
    records: async (stored) => {
      await stored.brokers.put({ id: 'aj', name: 'AJ Bell', version: 1 });
      await stored.assets.put({ ...unlistedAsset('unilever', 'GB00B10RZP78', 'Unilever'), version: 1 });
    },
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  await visit('/transactions');
  const file = new File([HEADER + ROWS.slice(0, 1).join('\n')], 'trades.csv', { type: 'text/csv' });
  const preview = async () => {
    await user.click(await screen.findByLabelText('Import transactions from CSV'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import Transactions' }));
    await user.upload(dialog.getByLabelText('Select CSV/TSV File'), file);
    await user.click(dialog.getByRole('button', { name: 'Preview Import' }));
    return within(await screen.findByRole('dialog', { name: 'Transaction Import Preview' }));
  };

  await preview();
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/transactions');

  const again = await preview();
  await user.click(again.getByRole('button', { name: 'Clear Selection' }));
  await back();
  const question = within(await screen.findByRole('dialog', { name: 'Close the preview?' }));
  expect(question.getByText('Your answers and choices for this file will be lost.')).toBeTruthy();
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Close the preview?' })).toBeNull());
  expect(await again.findByText('Selected: 0 transactions')).toBeTruthy();

  await back();
  await user.click(await screen.findByRole('button', { name: 'Close the preview' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/transactions');
  await back();
  expect(address()).toBe('/dashboard');
});
