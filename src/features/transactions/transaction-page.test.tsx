import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buy, row, sell } from '../../../tests/cgt/rows.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { fact, own, showValues, store, VODAFONE } from '../../testing/income-records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const ROWS = [
  buy('2020-05-04', 100, 150, { id: 'bought', isin: VODAFONE, brokerCharge: 5.5 }),
  sell('2023-06-01', 40, 90, { id: 'sold', isin: VODAFONE }),
  buy('2023-06-12', 10, 20, { id: 'again', isin: VODAFONE }),
  row('DIVIDEND', '2024-06-03', null, 7.5, { id: 'paid', isin: VODAFONE }),
].map((one) => own(one as Transaction));

const open = async (path: string) =>
  await renderScreen(path, {
    records: async (db) => {
      await store(ROWS)(db);
      await db.accounts.put({ id: 'ada', name: 'Ada', version: 1 });
      await db.imports.put({
        id: 'import',
        fileName: 'trades.csv',
        profileName: 'AJ Bell',
        state: 'committed',
        rowCount: 1,
        createdAt: '2024-07-01T09:00:00.000Z',
        lastWrittenAt: 0,
      });
      await db.transactions.where('id').equals('sold').modify({ importId: 'import' });
    },
  });
const table = async (name: string) => await screen.findByRole('table', { name });
const texts = (found: HTMLElement) =>
  within(found)
    .getAllByRole('row')
    .slice(1)
    .map((line) => line.textContent);

it('the page of a sale shows its gain with matched lots and rules, and its import; values are hidden', async () => {
  const { user, address } = await open('/transactions');
  await user.click(await screen.findByRole('link', { name: '01/06/2023' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Vodafone Group' })).toBeTruthy();
  expect(address()).toBe('/transactions/sold');
  expect(await screen.findByRole('heading', { name: 'Gain/Loss' })).toBeTruthy();
  expect(document.body.textContent).not.toContain('£90.00');
  act(showValues);
  expect([fact('Proceeds'), fact('Allowable cost')]).toEqual(['£90.00', '£66.65']);
  expect(texts(await table('Matches')).join(' ')).toMatch(/30-day.*£20\.00.*Section 104 pool.*£46\.65/u);
  expect(screen.getByText('trades.csv, read as AJ Bell, on 1 Jul 2024')).toBeTruthy();
  expect(await screen.findByText('No receipts uploaded yet')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Edit' }));
  expect(await screen.findByText('Edit Transaction')).toBeTruthy();
  expect(address()).toBe('/transactions/edit/sold');
});

it('the page of a purchase shows the sales matched with it, and its change of the pool', async () => {
  const { visit } = await open('/transactions/again');
  expect(texts(await table('Matched with sales'))).toEqual([
    expect.stringMatching(/^1 Jun 202330-day.*10••••••••••••$/u),
  ]);
  act(showValues);
  expect(texts(await table('Matched with sales'))[0]).toMatch(/10£20\.00\+£23\.35$/u);
  await visit('/transactions/bought');
  expect(texts(await table('Sold from the pool'))[0]).toMatch(/^1 Jun 2023Section 104 pool.*30£46\.65\+£23\.35$/u);
  expect([fact('Units added'), fact('Cost added'), fact('Broker Charge')]).toEqual(['100', '£155.50', '£5.50']);
  expect(screen.queryByText('Imported from')).toBeNull();
});

it('the page of income shows the recorded values and no gains; an unknown transaction is reported', async () => {
  const { visit, user, address } = await open('/transactions/paid');
  expect(await screen.findByText('No receipts uploaded yet')).toBeTruthy();
  expect([fact('Type'), fact('Date'), fact('Account')]).toEqual(['Dividend', '3 Jun 2024', 'Ada']);
  expect(screen.queryByText('Section 104 pool')).toBeNull();
  await visit('/transactions/none');
  expect(await screen.findByText('Transaction not found')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'All transactions' }));
  await waitFor(() => expect(address()).toBe('/transactions'));
});

it('a transaction is deleted on its page after a question, and restored by Undo', async () => {
  const { user, address } = await open('/transactions/paid');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete' });
  expect(within(dialog).getByText('Vodafone Group, Dividend, 3 Jun 2024')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1 transaction deleted.')).toBeTruthy();
  expect(address()).toBe('/transactions');
  await waitFor(() => expect(screen.queryByRole('link', { name: '03/06/2024' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: '03/06/2024' })).toBeTruthy();
});

it('the page of a transaction is reached from the page of its security', async () => {
  const { user, address } = await open(`/holdings/${VODAFONE}`);
  await user.click((await screen.findAllByRole('link', { name: 'Sell' }))[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'Gain/Loss' })).toBeTruthy();
  expect(address()).toBe('/transactions/sold');
});
