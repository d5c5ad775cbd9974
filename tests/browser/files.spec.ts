import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { previewFile, startFresh, test } from './journeys/journey.ts';

const HEADER =
  'Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Price,Consideration,Broker Charge,Stamp Duty,FX Charge,Reference\n';

const FILES = [
  { what: 'an empty file', name: 'empty.csv', buffer: Buffer.alloc(0) },
  { what: 'a header without rows', name: 'header.csv', buffer: Buffer.from(HEADER) },
  {
    what: 'a PDF named csv',
    name: 'statement.csv',
    buffer: Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<<>>\nendobj\n', 'latin1'),
  },
  { what: 'compressed bytes', name: 'rows.csv', buffer: gzipSync(HEADER.repeat(50)) },
  { what: 'prose', name: 'letter.txt', buffer: Buffer.from('Dear Sir,\n\nthank you for your letter.\n') },
];

// Nothing here goes offline.
test('a file that cannot be read gets a message in the dialog and writes nothing', async ({ page }) => {
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  await startFresh(page);
  for (const { what, name, buffer } of FILES) {
    await test.step(what, async () => {
      await previewFile(page, { name, mimeType: 'text/csv', buffer });
      const dialog = page.getByRole('dialog', { name: 'Import transactions' });
      await expect(dialog.getByRole('alert')).not.toBeEmpty();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });
  }
  await test.step('a file of another type is refused when chosen', async () => {
    await page.getByRole('button', { name: 'Import transactions from CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import transactions' });
    await dialog
      .getByLabel('Select CSV/TSV File')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) });
    await expect(
      dialog.getByText('Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).'),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Preview Import' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  await expect(page.getByText('No transactions found.')).toBeVisible();
  expect(failures).toEqual([]);
});
