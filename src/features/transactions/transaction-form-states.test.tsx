/** The form in the app itself: waiting, failing, saving, and what leads from one form to the next. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { purchase } from '../../../tests/device/fixtures.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { button, isBusy, isDisabled, shows, titled } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const FORM = '/transactions/edit/t1';
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function storeGold(db: HoldfastDatabase): Promise<void> {
  await db.brokers.put({ id: 'bullion', name: 'BullionVault', version: 1 });
  await db.assets.put({ ...unlistedAsset('gold', 'XAU', ''), version: 1 });
  const bought = purchase({ accountId: 'ada', brokerId: 'bullion', isin: 'XAU' });
  await db.transactions.put({ ...bought, id: 't1', version: 1 });
}

it('says that it loads, and what could not be loaded', async () => {
  const { stage, visit } = await renderScreen('/settings', { records: storeGold });
  await stage({ locked: ['transactions'] });
  await visit(FORM);
  await shows('Loading transaction...');
  await stage({});
  await waitFor(() => expect(field('Quantity (oz)').value).toBe('10'));
  await visit('/settings');
  await stage({ unreadable: ['transactions'] });
  await visit(FORM);
  await shows('Failed to load transaction data. Please try again.');
  await visit('/settings');
  await stage({ unreadable: ['brokers'] });
  await visit('/transactions/new');
  await shows('Failed to load form data. Please try again.');
  expect(screen.getByRole('link', { name: 'Back to transactions' }).getAttribute('href')).toBe('/transactions');
});

it('keeps typed values when saving fails, and can neither be sent twice nor left while saving', async () => {
  const { user, stage, db } = await renderScreen(FORM, { records: storeGold });
  await user.type(await screen.findByLabelText('Broker Deal Reference'), 'AJ77');
  await stage({ unwritable: ['transactions', 'outbox'] });
  await user.click(button('Update Transaction'));
  await shows('Failed to update transaction. Please try again.');
  expect(field('Broker Deal Reference').value).toBe('AJ77');
  await stage({ locked: ['transactions', 'outbox'] });
  await user.click(button('Update Transaction'));
  await isBusy('Updating...');
  expect(isDisabled(screen.getByText('Cancel').closest('a, button'))).toBe(true);
  await stage({});
  await titled('Transactions');
  expect((await db.transactions.get('t1'))?.brokerDealReference).toBe('AJ77');
  expect(await db.outbox.count()).toBe(1);
});

it('uses ounces for a metal, and prefills another transaction for the same holding', async () => {
  const { user, address } = await renderScreen(FORM, { records: storeGold });
  expect((await screen.findByLabelText<HTMLInputElement>('Quantity (oz)')).value).toBe('10');
  await shows('Enter quantity in troy ounces for Gold');
  await shows('Price per troy ounce in original currency');
  await shows('Price per troy ounce in local currency (GBP)');
  await user.click(button('New Transaction For This Holding'));
  await titled('Add New Transaction');
  expect(address()).toBe('/transactions/new?accountId=ada&isin=XAU&taxWrapper=DEALING&brokerId=bullion');
  await waitFor(() => expect(field('Asset Name').value).toBe('Gold'));
  expect(field('Broker').value).toBe('bullion');
  expect(isDisabled(button('Save Transaction'))).toBe(true);
});
