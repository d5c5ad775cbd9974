import { expect } from '@playwright/test';
import { offlineReady, startFresh, test } from './journeys/journey.ts';
import { signIn } from './steps/people.ts';

test.use({ serviceWorkers: 'allow' });

test('a file shared while signed out waits until sign-in, then stands in the import dialog if its owner says so', async ({
  page,
}) => {
  const person = await startFresh(page);
  await offlineReady(page);
  await page.getByRole('button', { name: /Welcome/u }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await test.step('another app shares two files', async () => {
    await page.evaluate(() => {
      const files = new DataTransfer();
      files.items.add(
        new File(
          [
            'Date,Type,ISIN,Account,Tax Wrapper,Broker,Quantity,Price,Consideration\n22/05/2025,Buy,GB00BH4HKS39,Main Account,ISA,AJ Bell,10,1,10\n',
          ],
          'shared.csv',
          { type: 'text/csv' },
        ),
      );
      files.items.add(new File(['a,b'], 'second.csv', { type: 'text/csv' }));
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share-file' });
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'file', multiple: true, files: files.files });
      form.append(input);
      document.body.append(form);
      form.submit();
    });
  });
  await signIn(page, person);
  await test.step('it is read only if the user shared it', async () => {
    const question = page.getByRole('dialog', { name: 'From another app or page?' });
    await expect(question).toContainText('"shared.csv"');
    await expect(question).toContainText('Another file was sent with it and not kept');
    await question.getByRole('button', { name: 'Open file' }).click();
  });
  const dialog = page.getByRole('dialog', { name: /^Import transactions$/iu });
  await expect(dialog.getByText('Selected: shared.csv')).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
  await expect(
    page.getByRole('dialog', { name: /Import Preview/u }).getByText('Selected: 1 transaction'),
  ).toBeVisible();
});
