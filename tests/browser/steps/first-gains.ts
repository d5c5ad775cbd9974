/** From opening the app to the gains of a file, without an account: what a person presses, and what they wait for. */
import { expect, type Page } from '@playwright/test';
import { EXPECTED, SAMPLE } from './sample.ts';

export const MOST_CLICKS = 5;

export interface FirstGains {
  /** Clicks, the choice of a file among them. */
  readonly clicks: number;
  /** Milliseconds from each click until what it leads to is there, all together. */
  readonly waited: number;
}

/** Imports the sample into the empty records of this device, from the sign-in page on, and opens its gains. */
export async function firstGains(page: Page): Promise<FirstGains> {
  let clicks = 0;
  let waited = 0;
  const step = async (act: () => Promise<void>, seen: () => Promise<void>) => {
    clicks += 1;
    const begun = performance.now();
    await act();
    await seen();
    waited += performance.now() - begun;
  };
  const button = (name: string) => page.getByRole('button', { name }).first();
  const press = (name: string) => async () => await button(name).click();
  const file = page.getByLabel('Choose a transactions file');
  await step(press('Use on this device only'), async () => await expect(file).toBeAttached());
  const importAll = `Import ${EXPECTED.valid} Selected`;
  await step(
    async () => await file.setInputFiles(SAMPLE),
    async () => await expect(button(importAll)).toBeEnabled(),
  );
  await step(press(importAll), async () => await expect(page.getByText(`of ${EXPECTED.valid} results`)).toBeVisible());
  await step(
    async () => await page.getByRole('link', { name: 'Capital Gains' }).first().click(),
    async () => {
      await expect(page.getByRole('heading', { name: 'Capital Gains Tax' })).toBeVisible();
      await expect(page.getByText('Net Gains', { exact: true })).toBeVisible();
    },
  );
  return { clicks, waited };
}
