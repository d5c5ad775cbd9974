/** Every state of capital gains, of the simulator and of the verification page (001 §2.9, §4, §8). */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Demo } from './demo.ts';
import { test, visit } from './demo-journey.ts';
import { stage } from './stage.ts';

test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const total = (page: Page, label: string): Locator =>
  page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');

/** A tax year of the demo portfolio with a disposal in an ISA or pension. */
async function yearWithExempt(page: Page, { server, investor }: Demo): Promise<string> {
  const ask = async <Reply>(path: string): Promise<Reply> =>
    (await (
      await page.request.get(`${server.url}/api/capitalgains/${path}`, {
        headers: { authorization: `Bearer ${investor.token}` },
      })
    ).json()) as Reply;
  for (const year of await ask<string[]>('available-tax-years')) {
    if ((await ask<{ isExemptFromCGT: boolean }[]>(`tax-year/${year}`)).some(({ isExemptFromCGT }) => isExemptFromCGT))
      return year;
  }
  throw new Error('the demo portfolio has no exempt disposal');
}

async function reopen(page: Page): Promise<void> {
  await visit(page, 'settings');
  await expect(title(page)).toHaveText('Settings');
  await visit(page, 'capital-gains');
  await expect(title(page)).toHaveText('Capital Gains Tax');
}

test('gains while they load, when they fail, hidden and shown, with the workings of a disposal', async ({
  page,
  demo,
}) => {
  const exemptYear = await yearWithExempt(page, demo);
  await page.goto('capital-gains');
  await expect(page.getByRole('table', { name: 'Disposals' }).getByRole('columnheader')).toHaveText([
    'Details',
    'Type',
    'Date',
    'Asset',
    'Account',
    'Quantity',
    'Consideration',
    'Gain/Loss',
  ]);
  await expect(page.getByText('(6 April - 5 April)')).toBeVisible();
  await expect(page.getByLabel('Tax Wrapper')).toHaveValue('DEALING');
  for (const label of ['Total Gains', 'Total Losses', 'Net Gains'])
    await expect(total(page, label)).toHaveText('••••••');
  await button(page, 'Show values').click();
  await expect(total(page, 'Total Gains')).toHaveText(/^£[\d,]+\.\d\d$/u);
  await button(page, 'Lock values').click();
  await expect(
    page
      .getByRole('cell')
      .getByText(/^Proceeds: £[\d,.]+ \/ Cost: £[\d,.]+$/u)
      .first(),
  ).toBeVisible();

  await test.step('a disposal opens to its workings, one at a time', async () => {
    const details = page.getByRole('button', { name: /^Details of/u });
    await details.first().click();
    const matched = page.getByRole('table', { name: 'Matched transactions' });
    await expect(matched.getByRole('columnheader')).toHaveText([
      'Type',
      'Date',
      'Asset',
      'Account',
      'Tax Wrapper',
      'Quantity',
      'Consideration',
    ]);
    const workings = page.getByRole('region', { name: 'Workings' });
    await expect(workings.getByRole('columnheader')).toHaveText([
      'Rule',
      'Quantity',
      'Acquired',
      'Pool before',
      'Pool after',
      'Cost',
    ]);
    for (const line of ['Proceeds', 'Charges on the sale', 'Allowable cost'])
      await expect(workings.getByText(line, { exact: true })).toBeVisible();
    await stage(page, { failing: ['poolLedgers'] });
    await page.getByText('Pool ledger').click();
    await expect(page.getByText('The ledger could not be worked out. Please try again.')).toBeVisible();
    await page.getByText('Pool ledger', { exact: true }).click();
    await stage(page, { held: ['poolLedgers'] });
    await page.getByText('Pool ledger', { exact: true }).click();
    await expect(page.getByText('Loading ledger...')).toBeVisible();
    await stage(page, {});
    await expect(page.getByRole('table', { name: 'Pool ledger' }).getByRole('row').nth(1)).toContainText('Acquisition');
    await details.nth(1).click();
    await expect(workings).toHaveCount(1);
  });

  await test.step('the year of each account holder, whatever the filters show', async () => {
    await page.getByRole('heading', { name: /^Tax year \S+ for each account holder$/u }).click();
    const panel = page
      .getByRole('region', { name: /, \d{4}-\d\d$/u })
      .filter({ hasText: 'Proceeds' })
      .first();
    for (const fact of [
      'Proceeds',
      'Allowable costs',
      'Exempt amount used',
      'Exempt amount left',
      'Losses brought forward',
      'Taxable gains',
      'SA108 box 23: Number of disposals',
    ]) {
      await expect(panel.getByText(fact, { exact: true }).first()).toBeVisible();
    }
    await expect(panel.getByText(/the reporting limit of £/u)).toBeVisible();
    await expect(page.getByText('Figures to help fill in a return, not tax advice.')).toBeVisible();
  });

  await test.step('filters: exempt disposals, none at all, and what they hide', async () => {
    await button(page, 'Clear Filters').click();
    await expect(page.getByLabel('Tax Wrapper')).toHaveValue('');
    await page.getByLabel('Tax Year:').selectOption(exemptYear);
    await expect(page.getByText('CGT EXEMPT').first()).toBeVisible();
    await expect(page.getByText('(Not included in totals)').first()).toBeVisible();
    await page.getByLabel('Tax Wrapper').selectOption('SPECULATIVE');
    await expect(page.getByText(/^No disposals in \d{4}-\d\d$/u)).toBeVisible();
    await expect(button(page, 'Export to CSV')).toBeDisabled();
    await expect(page.getByText(/^\d+ disposals? hidden by filters$/u)).toBeVisible();
    await button(page, 'Filters:').click();
    await expect(page.getByLabel('Tax Wrapper')).toBeHidden();
  });

  await test.step('loading and failing', async () => {
    await stage(page, { held: ['capitalGains'] });
    await reopen(page);
    await expect(page.getByText('Loading disposals...')).toBeVisible();
    await stage(page, { held: ['yearPanels'] });
    await page.getByRole('heading', { name: /for each account holder$/u }).click();
    await expect(page.getByText('Loading tax year...')).toBeVisible();
    await stage(page, { failing: ['capitalGains', 'yearPanels'] });
    await reopen(page);
    await expect(page.getByText('Failed to load capital gains data')).toBeVisible();
    await page.getByRole('heading', { name: /for each account holder$/u }).click();
    await expect(page.getByText('The tax year could not be worked out. Please try again.')).toBeVisible();
    await stage(page, { failing: ['taxYears'] });
    await reopen(page);
    await expect(page.getByText('Failed to load available tax years')).toBeVisible();
    await stage(page, { unreadable: ['accounts'] });
    await reopen(page);
    await expect(page.getByText('Failed to load filter options')).toBeVisible();
  });
});

test('without any disposal there is nothing to export or print', async ({ newcomer: { page } }) => {
  await page.goto('capital-gains');
  await expect(page.getByText('No disposals yet')).toBeVisible();
  await expect(button(page, 'Export to CSV')).toBeDisabled();
  await expect(button(page, 'Print workings')).toHaveCount(0);
  await stage(page, { failing: ['holdings'] });
  await visit(page, 'capital-gains/simulate');
  await expect(page.getByRole('alert')).toHaveText('Could not load holdings. Please try again later.');
  await expect(page.getByLabel('Holding').getByRole('option')).toHaveText(['Select a holding']);
  await expect(button(page, 'Record this sale')).toHaveCount(0);
});

test('a sale that was tried and then recorded makes the same gain to the penny', async ({ page }) => {
  await page.goto('capital-gains/simulate');
  await button(page, 'Show values').click();
  await button(page, 'Lock values').click();
  const holding = page.getByLabel('Holding');
  await expect(holding.getByRole('option', { name: '· DEALING ·' }).first()).toBeAttached();
  const label = (await holding.getByRole('option').allInnerTexts()).find((text) => text.includes('· DEALING ·')) ?? '';
  const [name = ''] = label.split(' · ');
  await holding.selectOption({ label });
  await expect(page.getByLabel('Price', { exact: true })).not.toHaveValue('');
  await page.getByLabel('What is given').selectOption({ label: 'Gain to make' });
  await page.getByLabel('Gain', { exact: true }).fill('0');
  await expect(
    page
      .getByText('Nothing is held on that day, or no sale of it at this price brings so small a gain.')
      .or(page.getByText('What it comes to')),
  ).toBeVisible();
  await page.getByLabel('What is given').selectOption({ label: 'Units to sell' });
  await page.getByLabel('Units', { exact: true }).fill('9999999');
  await expect(page.getByText(/^Only [\d,.]+ units are held on that day\.$/u)).toBeVisible();
  await page.getByLabel('Charges').fill('5.95');
  await stage(page, { failing: ['simulateSale'] });
  await page.getByLabel('Units', { exact: true }).fill('3');
  const failed = page.getByText('The sale could not be worked out. Please try again.');
  await expect(failed).toBeVisible();
  await stage(page, {});
  await page.getByLabel('Units', { exact: true }).fill('3.5');
  await expect(failed).toHaveCount(0);
  const outcome = page.getByRole('region', { name: 'What it comes to' });
  const gain = await outcome
    .getByText(/^(?:Gain|Loss)$/u)
    .locator('xpath=following-sibling::dd')
    .innerText();
  await expect(outcome.getByText('Exempt amount left after it')).toBeVisible();
  await expect(outcome.getByText('Pool afterwards')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Workings' }).getByText(/^Provisional until/u)).toBeVisible();

  await expect(button(page, 'Record this sale')).toBeDisabled();
  await page.getByLabel('Broker').selectOption({ index: 1 });
  await stage(page, { unwritable: ['outbox'] });
  await button(page, 'Record this sale').click();
  await expect(page.getByText('The sale could not be recorded. Please try again.')).toBeVisible();
  await stage(page, {});
  await button(page, 'Record this sale').click();
  await expect(page.getByText('Sale recorded.')).toBeVisible();
  await expect(title(page)).toHaveText('Capital Gains Tax');
  const recorded = page.getByRole('row').filter({ hasText: name }).first();
  await expect(recorded).toContainText('Provisional');
  await expect(recorded.getByRole('cell').last()).toHaveText(gain);
});

test("HMRC's examples agree on this device", async ({ page }) => {
  await page.goto('capital-gains/verify');
  await expect(page.getByText(/^All \d+ examples agree\.$/u)).toBeVisible();
  await expect(page.getByText('Differs')).toHaveCount(0);
  await expect(page.getByRole('table').first().getByRole('columnheader')).toContainText(['HMRC', 'Here', 'Agrees']);
});

test('the year is exported under the specified name and columns', async ({ page }) => {
  await page.goto('capital-gains');
  await expect(page.getByRole('button', { name: /^Details of/u }).first()).toBeVisible();
  const year = await page.getByLabel('Tax Year:').inputValue();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export to CSV').click()]);
  expect(file.suggestedFilename()).toBe(`capital-gains-${year}.csv`);
  expect(readFileSync(await file.path(), 'utf8')).toContain(
    'Disposal Date,ISIN,Asset Name,Account,Tax Wrapper,Quantity,Proceeds,Cost,Gain/Loss',
  );
  await stage(page, { failing: ['exportCapitalGains'] });
  await button(page, 'Export to CSV').click();
  await expect(page.getByText('Failed to export capital gains. Please try again.').first()).toBeVisible();
});
