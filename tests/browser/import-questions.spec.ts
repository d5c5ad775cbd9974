import { expect, type Locator, type Page } from '@playwright/test';
import { previewFile, startFresh, test, visit } from './journeys/journey.ts';

/** As Hargreaves Lansdown writes it: names only, no account and no tax wrapper. */
const HEADER = 'Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£)\n';

function brokerFile(name: string, ...rows: readonly string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(HEADER + rows.join('\n')) };
}

async function importRows(page: Page, count: number): Promise<void> {
  const preview = page.getByRole('dialog', { name: /Import Preview/u });
  await preview.getByRole('button', { name: `Import ${count} Selected` }).click();
  await expect(preview).toBeHidden();
}

/** The message about the import before, with its 'Undo', floats over the page and not over the button. */
async function expectUncovered(page: Page, button: Locator): Promise<void> {
  const message = page.getByRole('dialog').filter({ hasText: /^Imported/u });
  await expect(message).toBeVisible();
  await expect
    .poll(async () => {
      const [over, under] = await Promise.all([message.boundingBox(), button.boundingBox()]);
      if (over === null || under === null) return 'not shown';
      const beside = over.x + over.width <= under.x || under.x + under.width <= over.x;
      return beside || over.y + over.height <= under.y || under.y + under.height <= over.y ? 'uncovered' : 'covered';
    })
    .toBe('uncovered');
}

test("a file with names only raises each open question once, and not again for the broker's next file", async ({
  page,
}) => {
  await startFresh(page);
  const preview = page.getByRole('dialog', { name: /Import Preview/u });
  await previewFile(
    page,
    brokerFile(
      'first.csv',
      '06/05/2025,08/05/2025,B111111111,Vodafone Group plc,70,1000,-711.95',
      '07/05/2025,09/05/2025,B222222222,Vodafone Group plc ADR,70,500,-361.95',
    ),
  );
  await test.step('the tax wrapper is asked for before anything is chosen', async () => {
    await expect(preview.getByText('2 rows wait for an answer.')).toBeVisible();
    await expect(preview.getByText('Selected: 0 transactions')).toBeVisible();
    await preview.getByRole('combobox', { name: /which tax wrapper/u }).selectOption('ISA');
    await expect(preview.getByText('1 row waits for an answer. The other row can be imported now.')).toBeVisible();
    await expect(preview.getByText('Selected: 1 transaction')).toBeVisible();
  });
  await test.step('a name that only resembles one of the catalogue is asked about', async () => {
    const question = preview.getByRole('group', { name: 'Security "Vodafone Group plc ADR"' });
    await question
      .getByRole('button', { name: /^Vodafone Group plc/u })
      .first()
      .click();
    await expect(preview.getByText('Selected: 2 transactions')).toBeVisible();
    await preview.getByText(/^What this import does/u).click();
    await expect(preview.getByText(/^2 Buy/u)).toBeVisible();
  });
  await importRows(page, 2);
  await test.step('the next file of the broker is not asked about', async () => {
    await previewFile(
      page,
      brokerFile('second.csv', '06/06/2025,08/06/2025,B333333333,Vodafone Group plc ADR,71,100,-82.95'),
    );
    await expect(preview.getByText('Selected: 1 transaction')).toBeVisible();
    await expect(preview.getByText(/wait for an answer|waits for an answer/u)).toBeHidden();
    // The message of the import before stays while its reader is in another window.
    await page.evaluate(() => dispatchEvent(new FocusEvent('blur')));
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectUncovered(page, preview.getByRole('button', { name: 'Import 1 Selected' }));
      await expectUncovered(page, preview.getByRole('button', { name: 'Cancel' }));
    }
    await page.evaluate(() => dispatchEvent(new FocusEvent('focus')));
    await importRows(page, 1);
  });
  await test.step('rows that move cash become what they are, and why money came is asked where the file does not say', async () => {
    const cash = brokerFile(
      'cash.csv',
      '07/07/2025,07/07/2025,FPC,Receipt Pay By Bank,n/a,n/a,250.00',
      '08/07/2025,08/07/2025,MANAGE FEE,HL Fund & Share Account,n/a,n/a,-3.75',
      '09/07/2025,09/07/2025,LOYALTY,Loyalty bonus,n/a,n/a,1.10',
    );
    await previewFile(page, cash);
    await expect(
      preview.getByText('3 rows move cash without a trade: Deposit 1, Fee 1, still to be answered 1.'),
    ).toBeVisible();
    await expect(preview.getByText('Selected: 2 transactions')).toBeVisible();
    await preview
      .getByRole('combobox', { name: /what 'Loyalty bonus' was for. It brought money in/u })
      .selectOption({ label: 'Fee Refund' });
    await expect(preview.getByText('Selected: 3 transactions')).toBeVisible();
    await importRows(page, 3);
    await previewFile(page, cash);
    await expect(preview.getByRole('tab', { name: 'Duplicates (2)' })).toBeVisible();
    await expect(preview.getByText('Selected: 0 transactions')).toBeVisible();
    await preview.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('the answers can be changed and forgotten', async () => {
    await visit(page, 'settings');
    await expect(page.getByRole('combobox', { name: /Tax wrapper of Main Account/u })).toHaveValue('ISA');
    await page.getByRole('button', { name: 'Forget the answer for Vodafone Group plc ADR' }).click();
    await expect(page.getByRole('button', { name: 'Forget the answer for Vodafone Group plc ADR' })).toBeHidden();
  });
});

/** As people keep their own list: every column that a trade needs. */
const LIST_HEADER = 'Trade Date,Type,ISIN,Quantity,Consideration,Broker,Account,Tax Wrapper\n';

function ownList(name: string, ...rows: readonly string[]) {
  const lines = rows.map((row) => `${row},Other,Main Account,ISA`);
  return { name, mimeType: 'text/csv', buffer: Buffer.from(LIST_HEADER + lines.join('\n')) };
}

test('a cancelled trade is removed from its file and from the stored transactions, and Undo restores it', async ({
  page,
}) => {
  await startFresh(page);
  const preview = page.getByRole('dialog', { name: /Import Preview/u });
  const row = (name: RegExp) => page.getByRole('row', { name });
  const undo = page
    .getByRole('dialog', { name: 'Imported 1 transaction. Removed 1 stored transaction that the file reverses.' })
    .getByRole('button', { name: 'Undo' });
  await test.step('both rows of a pair in one file are left out', async () => {
    await previewFile(
      page,
      ownList(
        'first.csv',
        '06/05/2025,Buy,GB00BH4HKS39,1000,715.40',
        '07/05/2025,Buy,GB00BH4HKS39,500,361.95',
        '08/05/2025,Buy (cancelled),GB00BH4HKS39,500,361.95',
      ),
    );
    await expect(preview.getByText('Reversed by row 4. Both rows are left out.')).toBeVisible();
    await expect(preview.getByText('Reverses row 3. Both rows are left out.')).toBeVisible();
    await preview.getByRole('button', { name: 'Select All Valid' }).click();
    await expect(preview.getByText('Selected: 1 transaction')).toBeVisible();
    await expect(preview.getByRole('tab', { name: 'Cancelled (2)' })).toBeVisible();
    await expect(preview.getByRole('tab', { name: 'Errors (0)' })).toBeVisible();
    await importRows(page, 1);
    await expect(row(/, 6 May 2025/u)).toBeVisible();
  });
  await test.step('a stored one goes only when its row is chosen', async () => {
    await previewFile(
      page,
      ownList(
        'second.csv',
        '09/05/2025,Buy (cancelled),GB00BH4HKS39,1000,715.40',
        '12/05/2025,Buy,GB00BH4HKS39,200,144.00',
      ),
    );
    await expect(preview.getByText(/^Reverses the stored .*Choose this row to remove it/u)).toBeVisible();
    await expect(preview.getByText('Selected: 1 transaction')).toBeVisible();
    await preview.getByRole('checkbox', { name: /row 2$/u }).check();
    await importRows(page, 2);
    // A message stays while the pointer is over it.
    await undo.hover();
    await expect(row(/, 12 May 2025/u)).toBeVisible();
    await expect(row(/, 6 May 2025/u)).toBeHidden();
  });
  await undo.click();
  await expect(row(/, 6 May 2025/u)).toBeVisible();
  await expect(row(/, 12 May 2025/u)).toBeHidden();
});
