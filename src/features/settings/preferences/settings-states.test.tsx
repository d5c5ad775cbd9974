/** The settings in the app itself: waiting, failing, and what a screen of real records shows. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Rate } from '../../../../domain/values/amount.ts';
import type { IsoDate } from '../../../../domain/values/dates.ts';
import { button, isBusy, isDisabled, shows } from '../../../testing/page-parts.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { catchSavedFiles } from '../../../testing/saved-files.ts';

const saved = catchSavedFiles();

it('says that the rates load, that they could not be loaded, and which of them the device has', async () => {
  const { stage, visit } = await renderScreen('/accounts', {
    records: async (db) => {
      const published = { fromCurrency: 'USD', rateDate: '2024-03-01' as IsoDate };
      await db.rates.bulkPut([
        { ...published, toCurrency: 'GBP', rate: 0.79 as Rate },
        { ...published, toCurrency: 'EUR', rate: 0.92 as Rate },
      ]);
    },
  });
  const rates = async () => within(await screen.findByRole('region', { name: 'Currency Exchange Rates' }));
  await stage({ held: ['exchangeRates'] });
  await visit('/settings');
  expect(await (await rates()).findByText('Loading...')).toBeTruthy();
  await visit('/accounts');
  await stage({ failing: ['exchangeRates'] });
  await visit('/settings');
  expect((await (await rates()).findByRole('alert')).textContent).toBe('Failed to load exchange rate information');
  await visit('/accounts');
  await stage({});
  await visit('/settings');
  await shows(/^View Available Currencies \(\d+\)$/u);
  expect((await rates()).getByText('EUR')).toBeTruthy();
  await shows(/They are not encrypted here/u);
});

it('exports everything, says while it does and when it cannot, and not with two passphrases', async () => {
  const { user, stage } = await renderScreen('/settings');
  await user.type(await screen.findByLabelText('Passphrase (optional)'), 'one');
  await user.type(screen.getByLabelText('Repeat passphrase'), 'two');
  await shows('The passphrases differ');
  expect(isDisabled(button('Export everything'))).toBe(true);
  await user.clear(screen.getByLabelText('Passphrase (optional)'));
  await stage({ failing: ['exportEverything'] });
  await user.click(button('Export everything'));
  await shows('The export failed. Nothing was changed; please try again.');
  await stage({ held: ['exportEverything'] });
  await user.click(button('Export everything'));
  await isBusy('Exporting...');
  await stage({});
  await shows(/^Saved as /u);
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
});

it('keeps the chosen look, and asks before the data of this device is removed', async () => {
  const { user, db } = await renderScreen('/settings');
  const look = await screen.findByLabelText('Theme');
  await user.selectOptions(look, 'Dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await user.selectOptions(look, within(look).getAllByRole('option')[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Remove my data from this device' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove my data from this device' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await db.accounts.count()).toBe(1);
});
