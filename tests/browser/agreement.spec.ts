/** What the screens show of the demo portfolio is what the server answers for it, to the penny. */
import { expect } from '@playwright/test';
import type { z } from 'zod';
import type { disposalSchema } from '../../contract/capital-gains.ts';
import type { holdingSchema, holdingsSummary } from '../../contract/holdings.ts';
import { test } from './journeys/demo-journey.ts';
import { lockValues, pounds, visit } from './journeys/journey.ts';

/** The sum as decimal text, in millionths: binary sums of pennies drift. */
function sum(figures: readonly number[]): string {
  const total = figures.reduce((before, figure) => before + BigInt(Math.round(figure * 1e6)), 0n);
  const digits = String(total < 0n ? -total : total).padStart(7, '0');
  return `${total < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

test("holdings, gains and the dashboard agree with the server's own answers for the demo portfolio", async ({
  page,
  demo,
}) => {
  const ask = async <Reply>(path: string): Promise<Reply> => {
    const reply = await page.request.get(`${demo.server.url}/api/${path}`, {
      headers: { authorization: `Bearer ${demo.investor.token}` },
    });
    expect(reply.ok(), path).toBe(true);
    return (await reply.json()) as Reply;
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('holdings');
  await expect(page.getByText(/^Synced/u)).toBeVisible();
  await lockValues(page);

  await test.step('each position today and two years ago', async () => {
    for (const asOf of ['', '2024-11-21']) {
      const theirs = await ask<z.infer<typeof holdingSchema>[]>(asOf === '' ? 'holdings' : `holdings?asOfDate=${asOf}`);
      await visit(page, asOf === '' ? 'holdings' : `holdings?asOfDate=${asOf}`);
      await expect(page.getByText('Historical data as of 21 November 2024')).toHaveCount(asOf === '' ? 0 : 1);
      await expect(
        page.getByText(new RegExp(`^Showing ${theirs.length} of ${theirs.length} holdings`, 'u')),
      ).toBeVisible();
      const rows = await page.getByRole('table', { name: 'Holdings' }).getByRole('row').allInnerTexts();
      for (const {
        assetName,
        isin,
        accountName,
        taxWrapper,
        totalCost,
        currentValueInGBP,
        unrealizedGainLoss,
      } of theirs) {
        const row =
          rows.find((text) => text.includes(isin) && text.includes(`\t${accountName}\t${taxWrapper}\t`)) ?? '';
        expect(row, assetName).toContain(pounds(String(totalCost)));
        if (currentValueInGBP !== null) expect(row, assetName).toContain(pounds(String(currentValueInGBP)));
        if (unrealizedGainLoss !== null) expect(row, assetName).toContain(pounds(String(unrealizedGainLoss)));
      }
    }
  });

  await test.step('each disposal of each tax year, and its totals', async () => {
    await visit(page, 'capital-gains');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Capital Gains Tax');
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    const years = await ask<string[]>('capitalgains/available-tax-years');
    await expect(page.getByLabel('Tax Year:').getByRole('option')).toHaveText(years);
    for (const year of years) {
      const theirs = await ask<z.infer<typeof disposalSchema>[]>(`capitalgains/tax-year/${year}`);
      await page.getByLabel('Tax Year:').selectOption(year);
      const rows = page.getByRole('table', { name: 'Disposals' }).getByRole('row');
      await expect(rows).toHaveCount(theirs.length + 1);
      const taxable = theirs.filter(({ isExemptFromCGT }) => !isExemptFromCGT).map(({ capitalGain }) => capitalGain);
      await expect(page.getByText('Net Gains', { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(
        pounds(sum(taxable)),
      );
      const shown = (await rows.allInnerTexts()).slice(1);
      theirs.forEach((disposal, index) => {
        expect(shown[index], `${year}: ${disposal.assetName}`).toContain(disposal.accountName);
        for (const figure of [disposal.disposalProceeds, disposal.allowableCost, disposal.capitalGain])
          expect(shown[index]).toContain(pounds(String(figure)));
      });
    }
  });

  await test.step('the dashboard', async () => {
    const theirs = await ask<z.infer<typeof holdingsSummary>>('dashboard/holdings-summary');
    await visit(page, 'dashboard');
    const total = page.getByText('Total Portfolio Value').locator('xpath=following-sibling::*');
    await expect(total).toHaveText(pounds(String(theirs.totalPortfolioValue), 0));
    const rows = await page.getByRole('table', { name: 'Portfolio by asset class' }).getByRole('row').allInnerTexts();
    // In whole pounds, so rounded that rows and columns add up: next to the server's pennies, not each the nearest.
    theirs.assetClassSummaries.forEach(({ targetAmount, cost, value, increaseAmount, rebalance }, index) => {
      const shown = (rows[index + 1]?.match(/[−+]?£[\d,]+/gu) ?? []).map((text) =>
        Number(text.replaceAll(/[£,+]/gu, '').replace('−', '-')),
      );
      const expected = [targetAmount, cost, value, increaseAmount, rebalance];
      expect(shown).toHaveLength(expected.length);
      expected.forEach((figure, column) => {
        expect(Math.abs((shown[column] ?? 0) - (figure ?? 0))).toBeLessThanOrEqual(2);
      });
    });
  });
});
