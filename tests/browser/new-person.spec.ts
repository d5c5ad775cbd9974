/** What a new person's screens show: nothing has a price yet, and this is the only session. */
import { expect } from '@playwright/test';
import { importSample, startFresh, test, visit } from './journeys/journey.ts';

test('no room is kept for a line that cannot be drawn', async ({ page }) => {
  await startFresh(page);
  await importSample(page);
  await visit(page, 'dashboard');
  const line = page.getByRole('region', { name: 'Value over time' });
  const shares = page.getByRole('region', { name: 'Share of cost against target' });
  await expect(page.getByText(/the chart appears here/u)).toBeVisible();
  const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Asset Class' }) });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // What is drawn last in each part, and what follows it.
    const gaps = async () => {
      const button = await line.getByRole('link', { name: 'Add prices' }).boundingBox();
      const note = await shares.getByText(/^No security has a price yet/u).boundingBox();
      const next = width === 390 ? await shares.boundingBox() : await table.boundingBox();
      if (button == null || note == null || next == null) return Infinity;
      return (
        next.y - (width === 390 ? button.y + button.height : Math.max(button.y + button.height, note.y + note.height))
      );
    };
    await expect.poll(gaps, `at ${width} px`).toBeLessThanOrEqual(48);
  }
});

test('the last row above a section leaves the line between them to the section', async ({ page }) => {
  await startFresh(page);
  await visit(page, 'settings');
  const row = page.getByRole('table', { name: 'Sessions' }).getByRole('row').last();
  await expect(row).toContainText('This device');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(row).toHaveCSS('border-bottom-width', '0px');
    await expect(row.locator('td').first()).toHaveCSS('border-bottom-width', '0px');
  }
});
