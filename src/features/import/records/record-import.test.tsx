/** The imports of accounts and of a property's prices: their files come back as they left. */
import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Money } from '../../../../domain/values/amount.ts';
import { accountsCsv } from '../../../../domain/csv/entities/accounts.ts';
import { propertyPricesCsv } from '../../../../domain/csv/entities/property-prices.ts';
import type { IsoDate } from '../../../../domain/values/dates.ts';
import type { Property } from '../../../../domain/records/records.ts';
import { listAccounts } from '../../../data/records/accounts.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../../data/database/test-database.fixture.ts';
import { newId } from '../../../data/database/ids.ts';
import { listOutbox } from '../../../data/outbox/outbox.ts';
import { priceHistoryOf } from '../../../data/records/properties.ts';
import { saveRecord } from '../../../data/records/records.ts';
import { createHoldfastWorker } from '../../../../workers/opening/holdfast-worker.ts';
import type { HoldfastWorker } from '../../../../workers/api/worker-api.ts';
import { AccountImport } from './account-import.tsx';
import { PropertyPriceImport } from './property-price-import.tsx';
import { RateImport } from './rate-import.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({ current: null as HoldfastWorker | null }));
handInCompute(() => worker.current);

const user = userEvent.setup({ delay: null });
const onClose = vi.fn();

beforeEach(async () => {
  onClose.mockClear();
  // The preview draws the rows in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  await openTestDatabase();
  worker.current = createHoldfastWorker(() => Date.parse('2024-03-03T10:00:00Z'));
  await worker.current.open(currentDatabase().name);
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await worker.current?.close();
  await removeTestDatabase();
});

/** Chooses the file in the open import dialog and opens its preview. */
async function preview(name: string, csv: string) {
  await user.upload(
    await screen.findByLabelText('Select CSV/TSV File'),
    new File([csv], 'file.csv', { type: 'text/csv' }),
  );
  await user.click(screen.getByRole('button', { name: 'Preview Import' }));
  return within(await screen.findByRole('dialog', { name }));
}

async function importSelected(dialog: Awaited<ReturnType<typeof preview>>, count: number) {
  await user.click(dialog.getByRole('button', { name: `Import ${count} Selected` }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
}

it('accounts of our own file are added, known ones are duplicates, and a known Id with another name renames when chosen', async () => {
  const db = currentDatabase();
  const saved = await saveRecord(db, 'account', { name: 'Ada' });
  await saveRecord(db, 'account', { name: '-Trust' });
  const known = saved.ok ? saved.value : null;
  if (known === null) throw new Error('not saved');
  render(<AccountImport onClose={onClose} />);
  const dialog = await preview(
    'Account Import Preview',
    accountsCsv([
      { ...known, name: 'Ada Holder' },
      { id: newId(), name: '-trust' },
      { id: newId(), name: '=Partner' },
    ]),
  );
  expect(await dialog.findByText('Already recorded as Ada. Importing this row renames it.')).toBeTruthy();
  expect(dialog.getByText('Already recorded: -Trust.')).toBeTruthy();
  expect(dialog.getByText('=Partner')).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: 'Include duplicate accounts (2)' }));
  await importSelected(dialog, 3);
  expect((await listAccounts(db)).map(({ name }) => name)).toEqual(['-Trust', '=Partner', 'Ada Holder']);
  expect((await listOutbox(db)).map(({ entity, kind }) => [entity, kind])).toEqual([
    ['account', 'create'],
    ['account', 'create'],
    ['account', 'create'],
  ]);
});

it("a property's prices are added to its history; known ones are duplicates, and those of another property are errors", async () => {
  const db = currentDatabase();
  const fields: Omit<Property, 'id'> = {
    accountId: 'ada',
    name: 'Home',
    address: '',
    datePurchased: '2020-01-01' as IsoDate,
    purchasePrice: 200_000 as Money,
    currency: 'GBP',
    notes: '',
  };
  const saved = await saveRecord(db, 'property', fields);
  if (!saved.ok) throw new Error('not saved');
  const property = saved.value;
  await saveRecord(db, 'propertyPrice', {
    propertyId: property.id,
    priceDate: '2023-01-01' as IsoDate,
    price: 250_000 as Money,
    currency: 'GBP',
  });
  const file = propertyPricesCsv(property, await priceHistoryOf(db, property.id));
  render(<PropertyPriceImport property={property} onClose={onClose} />);
  const dialog = await preview(
    'Price Import Preview',
    `${file},,01/02/2024,"260,000.50",\r\n,Cottage,01/02/2024,1,GBP\r\n,,soon,0,GBP\r\n`,
  );
  expect(await dialog.findByText('Already recorded: 01/01/2023, 250000 GBP.')).toBeTruthy();
  expect(
    dialog.getByText('Property "Cottage" is not valid: expected Home, the property whose prices these are.'),
  ).toBeTruthy();
  expect(dialog.getByText('Date "soon" is not valid: expected a date as yyyy-MM-dd, from 1800 to 2200.')).toBeTruthy();
  await importSelected(dialog, 1);
  expect(
    (await priceHistoryOf(db, property.id)).map(({ priceDate, price, currency }) => [priceDate, price, currency]),
  ).toEqual([
    ['2024-02-01', 260_000.5, 'GBP'],
    ['2023-01-01', 250_000, 'GBP'],
  ]);
});

it('exchange rates are taken from a file as a whole: nothing while a row has an error, which is named', async () => {
  const { rates } = currentDatabase();
  const line = '\n2024-03-01,USD,GBP,0.79';
  render(<RateImport onClose={onClose} />);
  await user.upload(
    await screen.findByLabelText('Select CSV/TSV File'),
    new File([`Date,From,To,Rate${line}\n2024-03-02,USD,GBP,plenty\n`], 'file.csv', { type: 'text/csv' }),
  );
  await user.click(screen.getByRole('button', { name: 'Quick Import' }));
  expect(await screen.findByText(/^Row 3: Rate "plenty" is not valid: expected a number/u)).toBeTruthy();
  expect(await rates.count()).toBe(0);
  cleanup();
  render(<RateImport onClose={onClose} />);
  const dialog = await preview('Rate Import Preview', `Date,From,To,Rate${line}\n2024-03-02,USD,EUR,0.9216\n`);
  await importSelected(dialog, 2);
  expect((await rates.toArray()).map(({ toCurrency, rate, rateDate }) => [toCurrency, rate, rateDate])).toEqual([
    ['EUR', 0.9216, '2024-03-02'],
    ['GBP', 0.79, '2024-03-01'],
  ]);
});
