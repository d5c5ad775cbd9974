/** Every state of the receipts on the edit screen (000 §2.13, §4.8, §8.6). */
import { expect } from '@playwright/test';
import { test, visit } from './demo-journey.ts';
import { stage } from './stage.ts';

test.use({ serviceWorkers: 'allow' });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

test('a receipt is attached, looked at, described, deleted; refused files and failures say so', async ({ page }) => {
  await page.goto('transactions');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText('No receipts uploaded yet')).toBeVisible();
  const form = new URL(page.url()).pathname.slice(1);
  const panel = page.getByRole('region', { name: 'Upload Receipt' });
  const list = page.getByRole('region', { name: 'Receipts & Documents' });
  const choose = panel.getByLabel('Drop file here or click to browse');
  await expect(list.getByText('0 file(s)')).toBeVisible();
  await expect(panel.getByText('PDF or images (max 10 MB)')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Upload Receipt' })).toBeDisabled();

  await test.step('what is no receipt is refused', async () => {
    await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await expect(panel.getByRole('alert')).toHaveText(
      'Invalid file type. Please upload a PDF or image file (JPEG, PNG, GIF, WebP).',
    );
    await choose.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10_485_761) });
    await expect(panel.getByRole('alert')).toHaveText('File size exceeds 10 MB limit.');
  });

  await test.step('attached, at first without success', async () => {
    await choose.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: PNG });
    await expect(panel.getByText('note.png')).toBeVisible();
    await panel.getByRole('button', { name: 'Remove file' }).click();
    await expect(panel.getByText('note.png')).toHaveCount(0);
    await choose.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: PNG });
    await panel.getByLabel('Receipt Type (Optional)').selectOption({ label: 'Contract Note' });
    await panel.getByLabel('Description (Optional)').fill('By post');
    await stage(page, { unwritable: ['receipts'] });
    await panel.getByRole('button', { name: 'Upload Receipt' }).click();
    await expect(panel.getByRole('alert')).toContainText('Failed to upload receipt. Please try again.');
    await stage(page, { locked: ['receipts', 'receiptFiles', 'outbox'] });
    await panel.getByRole('button', { name: 'Upload Receipt' }).click();
    await expect(panel.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
    await stage(page, {});
    await expect(list.getByText('1 file(s)')).toBeVisible();
    await expect(list.getByText(/^70 B • \d\d [A-Z][a-z]{2,3} \d{4}/u)).toBeVisible();
    await expect(list.getByText('Contract Note')).toBeVisible();
    await expect(list.getByText('By post')).toBeVisible();
  });

  await test.step('a second one without a connection waits to be sent', async () => {
    await expect(list.getByText(/Waiting to be sent/u)).toHaveCount(0);
    await page.context().setOffline(true);
    await choose.setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF });
    await panel.getByRole('button', { name: 'Upload Receipt' }).click();
    await expect(list.getByText('2 file(s)')).toBeVisible();
    await expect(list.getByText(/Waiting to be sent/u)).toBeVisible();
    await list.getByRole('button', { name: 'Preview statement.pdf' }).click();
    await expect(page.getByRole('dialog', { name: 'statement.pdf' }).locator('iframe')).toHaveAttribute(
      'title',
      'statement.pdf',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.context().setOffline(false);
    await expect(list.getByText(/Waiting to be sent/u)).toHaveCount(0);
  });

  await test.step('looked at and described', async () => {
    await list.getByRole('button', { name: 'Preview note.png' }).click();
    await expect(page.getByRole('dialog', { name: 'note.png' }).getByRole('img', { name: 'note.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    await stage(page, { unreadable: ['receiptFiles', 'receipts'] });
    await list.getByRole('button', { name: 'Preview note.png' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to load preview. Please try again.');
    await page.keyboard.press('Escape');
    await stage(page, { unwritable: ['receipts', 'outbox'] });
    await list.getByRole('button', { name: 'Edit note.png' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Receipt' });
    await edit.getByLabel('Description').fill('By e-mail');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(edit.getByRole('alert')).toHaveText('Failed to update receipt. Please try again.');
    await stage(page, {});
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(list.getByText('By e-mail')).toBeVisible();
  });

  await test.step('the list while it loads and when it fails', async () => {
    await visit(page, 'transactions');
    // What is still being sent would wait for the lock, and hold up the form's own reading behind it.
    await expect(page.getByText(/^Synced/u)).toBeVisible();
    await stage(page, { locked: ['receipts'] });
    await visit(page, form);
    await expect(page.getByText('Loading receipts...')).toBeVisible();
    await stage(page, { unreadable: ['receipts'] });
    await visit(page, 'transactions');
    await visit(page, form);
    await expect(list.getByRole('alert')).toContainText('Failed to load receipts. Please try again.');
    await stage(page, {});
    await list.getByRole('button', { name: 'Retry' }).click();
    await expect(list.getByText('2 file(s)')).toBeVisible();
  });

  await test.step('deleted', async () => {
    for (const name of ['note.png', 'statement.pdf']) {
      const dialog = page.getByRole('dialog', { name: 'Delete Receipt' });
      await stage(page, { unwritable: ['receipts', 'outbox'] });
      await list.getByRole('button', { name: `Delete ${name}` }).click();
      await expect(dialog).toContainText(
        `Are you sure you want to delete this receipt?${name}This action cannot be undone. The file will be permanently removed from storage.`,
      );
      await dialog.getByRole('button', { name: 'Delete Receipt' }).click();
      await expect(list.getByRole('alert')).toContainText('Failed to delete receipt. Please try again.');
      await stage(page, {});
      await list.getByRole('button', { name: `Delete ${name}` }).click();
      await dialog.getByRole('button', { name: 'Delete Receipt' }).click();
      // Behind an open dialog nothing can be found.
      await expect(dialog).toBeHidden();
      await expect(list.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0);
    }
    await expect(list.getByText('No receipts uploaded yet')).toBeVisible();
  });
});
