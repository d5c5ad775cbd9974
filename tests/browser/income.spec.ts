/** Income by tax year in the built app: what a fund kept is added, undone, and found again; the screen at both widths. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readIncomeCsv } from '../income/read-income-csv.ts';
import { test } from './journeys/demo-journey.ts';
import { expectInsideWindow, lockValues, visit } from './journeys/journey.ts';

test('the income of a year: its boxes, what funds kept, on paper and at both widths', async ({ page, demo }) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await page.goto('capital-gains');
  await page.getByRole('link', { name: 'Income by tax year' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Income' })).toBeVisible();
  await lockValues(page);

  await test.step('a past year in the address, with the proposals of its funds', async () => {
    await page.getByLabel('Account holder').selectOption({ label: 'Sam Morgan' });
    await page.getByLabel('Tax year').selectOption('2023-24');
    await expect(page).toHaveURL(/\/income\?account=[^&]+&year=2023-24$/u);
    await expect(page.getByText('Gross income', { exact: true })).toBeVisible();
    const boxes = page.getByRole('table', { name: 'Boxes of the tax return', exact: true });
    await boxes
      .getByRole('button', { name: /^Details of/u })
      .first()
      .click();
    await expect(page.getByRole('table', { name: /^Rows of/u })).toBeVisible();
  });

  await test.step('the boxes are those that the exported file adds up to', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    const read = readIncomeCsv(await readFile(await (await download).path(), 'utf8'), { hasNumbers: true });
    expect([read.faults, read.boxes.length > 1]).toEqual([[], true]);
    const rows = page
      .getByRole('table', { name: 'Boxes of the tax return', exact: true })
      .locator(':scope > tbody > tr');
    const shown = (await rows.allInnerTexts())
      .map((text) => text.split(/\s*[\t\n]\s*/u).filter((cell) => cell !== ''))
      .filter((cells) => cells.length === 3 && cells[1]?.startsWith('£') === true)
      .map(([box, amount, whole]) => `${box} ${amount}, on the return ${whole}`);
    expect(shown.toSorted()).toEqual(read.boxes);
  });

  await test.step('everything proposed is added and undone as one', async () => {
    const add = page.getByRole('button', { name: /^Add \d+ notional distributions?$/u });
    const words = await add.innerText();
    const count = Number(/\d+/u.exec(words)?.[0]);
    await add.click();
    await expect(page.getByText(`${words.replace('Add ', '')} added.`).first()).toBeVisible();
    // A message stays while the pointer is over it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await expect(add).toHaveCount(0);
    const periods = page.getByRole('table', { name: 'Reporting periods' });
    await expect(periods.getByText('Recorded', { exact: true })).toHaveCount(count);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(add).toHaveText(words);
  });

  await test.step('a figure that is missing is typed where data health leads, offline, and removed again', async () => {
    await page.getByRole('link', { name: 'Capital gains', exact: true }).click();
    await page.getByText(/^\d+ things need attention in your data$/u).click();
    const gap = page.getByRole('link', { name: /, Sam Morgan, period to 30 Jun 2017$/u });
    await expect(gap).toBeVisible();
    await page.context().setOffline(true);
    await gap.click();
    await expect(page).toHaveURL(/year=2017-18&fund=IE00B8GKDB10&period=2017-06-30$/u);
    const period = page.getByRole('table', { name: 'Reporting periods' }).getByRole('row', { name: /30 Jun 2017/u });
    await expect(period.getByLabel('Excess per unit')).toBeFocused();
    await period.getByLabel('Excess per unit').fill('0.25');
    await period.getByRole('button', { name: 'Save figure' }).click();
    await expect(period.getByText('From your own figure.')).toBeVisible();
    await expect(period.getByText(/USD per £1, HMRC's rate for 2017-12$/u)).toBeVisible();
    await page.context().setOffline(false);
    await period.getByRole('button', { name: /^Change the figure/u }).click();
    await period.getByRole('button', { name: 'Remove' }).click();
    await expect(period.getByText('Figure missing')).toBeVisible();
  });

  await test.step('the operator of the server adds the figure for everybody, and takes it away again', async () => {
    const file = test.info().outputPath('facts.csv');
    const give = async (periodEnd: string) => {
      await writeFile(
        file,
        `isin,periodEnd,currency,excessPerUnit,provider\nIE00B8GKDB10,${periodEnd},USD,0.3,Vanguard\n`,
      );
      return await demo.server.admin('add-facts', file, 'its report, page 4');
    };
    await expect(give('2017-06-31')).rejects.toThrow(/line 2: periodEnd "2017-06-31", expected a date/u);
    expect(await give('2017-06-30')).toContain('1 figure added');
    await page.reload();
    const period = page.getByRole('table', { name: 'Reporting periods' }).getByRole('row', { name: /30 Jun 2017/u });
    await expect(
      period.getByText('From a figure that the operator of your server has added (its report, page 4).'),
    ).toBeVisible();
    await demo.server.admin('remove-fact', 'IE00B8GKDB10', '2017-06-30');
    await page.reload();
    await expect(period.getByText('Figure missing')).toBeVisible();
    // The address still asks for the figure.
    await period.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the same figure from a file: a wrong line is named and nothing is taken', async () => {
    await page.getByText("Add figures from a fund's report").click();
    const give = async (line: string) => {
      const text = `isin,periodEnd,currency,excessPerUnit,provider\r\n${line}\r\n`;
      await page
        .getByLabel('Choose a file of figures')
        .setInputFiles({ name: 'figures.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    };
    await give('IE00B8GKDB10,2017-06-31,USD,0.25,its report');
    await expect(page.getByText(/^Line 2: periodEnd "2017-06-31" is not valid/u)).toBeVisible();
    await give('IE00B8GKDB10,2017-06-30,USD,0.25,"its report, page 3"');
    const period = page.getByRole('table', { name: 'Reporting periods' }).getByRole('row', { name: /30 Jun 2017/u });
    await expect(period.getByText('From your own figure (its report, page 3).')).toBeVisible();
    await period.getByRole('button', { name: /^Change the figure/u }).click();
    await period.getByRole('button', { name: 'Remove' }).click();
    await expect(period.getByText('Figure missing')).toBeVisible();
    await page.getByLabel('Tax year').selectOption('2023-24');
  });

  await test.step('a picture of the months, which hidden values hide with every amount', async () => {
    const picture = page.getByRole('img', { name: /^Gross income of each month of 2023-24/u });
    await expect(picture).toBeVisible();
    await page.getByRole('button', { name: 'Hide values' }).click();
    await expect(picture).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText(/£\s?\d/u);
    await page.getByRole('button', { name: 'Show values' }).click();
  });

  await test.step('no screen is wider than the window', async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('heading', { level: 2, name: 'The next twelve months' })).toBeVisible();
      await expectInsideWindow(page, `income at ${width} px`);
      await page.screenshot({ path: test.info().outputPath(`income-${width}.png`), fullPage: true });
    }
  });

  await test.step('the year prints as a clean document', async () => {
    await page.getByRole('button', { name: 'Print income' }).click();
    const heading = page.getByText(/^Income of .+, tax year 2023-24$/u);
    await expect(heading).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await expect(heading).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => {
      dispatchEvent(new Event('afterprint'));
    });
    await expect(heading).toHaveCount(0);
  });

  await test.step('another screen and back', async () => {
    await visit(page, 'transactions');
    await visit(page, 'income');
    await page.getByLabel('Tax year').selectOption('2023-24');
    await expect(page.getByText('Gross income', { exact: true })).toBeVisible();
  });
});
