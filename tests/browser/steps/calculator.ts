/** Adds up what the screens and the print of capital gains show, as a person does with a calculator. */
import { expect, type Page } from '@playwright/test';
import { faultsOfTables } from '../../added-up.ts';

/** Pennies of a printed amount; a true minus sign makes them negative. */
export function pennies(text: string): number {
  const found = /([−-]?)\+?£([\d,]+)\.(\d\d)/u.exec(text);
  if (found === null) throw new Error(`no amount in "${text}"`);
  const size = Number(found[2]?.replaceAll(',', '')) * 100 + Number(found[3]);
  return found[1] === '' ? size : -size;
}

const added = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);

/** Every table with a foot that is on the page adds up. */
export async function tablesFoot(page: Page, notSums: readonly string[] = []): Promise<void> {
  const found = await page.locator('body').evaluate(faultsOfTables, [...notSums]);
  expect(found).toEqual([]);
}

/** A figure that stands in a list of names and figures. */
function named(facts: ReadonlyMap<string, string>, name: string): number {
  return pennies(facts.get(name) ?? name);
}

/** Gains, losses, exempt amount, losses carried and taxable gains of one year of a holder, on screen or in print. */
function yearFoots(facts: ReadonlyMap<string, string>): void {
  const of = (name: string): number => named(facts, name);
  if (facts.has('Gains')) {
    expect(of('Gains') - of('Losses')).toBe(of('Net'));
    expect(of('Proceeds') - of('Allowable costs')).toBe(of('Net'));
  }
  const net = facts.has('Net') ? of('Net') : 0;
  expect(of('Exempt amount used') + of('Exempt amount left')).toBe(of('Exempt amount'));
  expect(Math.max(0, net) - of('Losses brought forward used') - of('Exempt amount used')).toBe(of('Taxable gains'));
  expect(of('Losses brought forward') - of('Losses brought forward used') + Math.max(0, -net)).toBe(
    of('Losses carried forward'),
  );
}

/** The shown year of `/capital-gains`, whose values are visible: cards, rows, holders' panels, and what is printed. */
export async function gainsFoot(page: Page): Promise<void> {
  const card = async (name: string): Promise<number> =>
    pennies(await page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd').innerText());
  const table = page.getByRole('table', { name: 'Disposals' });
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
  const rows = (await table.locator('tbody tr').allInnerTexts()).map((text) => {
    const [, proceeds = '', cost = '', gain = ''] =
      /Proceeds:\s*(\S+)\s*\/\s*Cost:\s*(\S+)\s+([+−]?£[\d,.]+)/u.exec(text) ?? [];
    return { proceeds: pennies(proceeds), cost: pennies(cost), gain: pennies(gain), exempt: text.includes('EXEMPT') };
  });
  for (const { proceeds, cost, gain } of rows) expect(proceeds - cost).toBe(gain);
  const gains = rows.filter(({ exempt }) => !exempt).map(({ gain }) => gain);
  const [totalGains, totalLosses] = [await card('Total Gains'), await card('Total Losses')];
  expect(added(gains.filter((gain) => gain > 0))).toBe(totalGains);
  expect(-added(gains.filter((gain) => gain < 0)) + 0).toBe(totalLosses);
  expect(totalGains - totalLosses).toBe(await card('Net Gains'));
  for (const facts of await panelFacts(page)) yearFoots(facts);
}

async function panelFacts(page: Page): Promise<readonly ReadonlyMap<string, string>[]> {
  const year = await page.getByLabel('Tax Year:').inputValue();
  const sections = page.getByRole('region', { name: new RegExp(`, ${year}$`, 'u') });
  await expect(sections.first()).toBeVisible();
  // In turn: each that opens leaves one fewer that is closed.
  const closed = sections.locator('details:not([open]) > summary', { hasText: /figures in full$/u });
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  await expect(sections.last().getByText('Losses carried forward')).toBeVisible();
  const found = await sections.evaluateAll((all) =>
    all.map((section) =>
      [...section.querySelectorAll('details dt')].map(
        (name) => [name.textContent ?? '', name.nextElementSibling?.textContent ?? ''] as const,
      ),
    ),
  );
  return found.map((facts) => new Map(facts));
}

/** What 'Print workings' of the shown year puts on paper adds up: each disposal, each holder, and their disposals. */
export async function printFoots(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Print workings' }).click();
  const paper = page.locator('[data-print]');
  await expect(paper).toBeAttached();
  await tablesFoot(page);
  const holders = await paper.locator('section').evaluateAll((sections) =>
    sections.map((section) => ({
      facts: [...section.querySelectorAll(':scope > table tr')].map(
        (row) => [row.children[0]?.textContent ?? '', row.children[1]?.textContent ?? ''] as const,
      ),
      disposals: [...section.querySelectorAll('article')].map((article) => ({
        costs: [...article.querySelectorAll('tbody tr')].map((row) => row.lastElementChild?.textContent ?? ''),
        sentence: article.querySelector('table + p')?.textContent ?? '',
      })),
    })),
  );
  for (const { facts, disposals } of holders) {
    yearFoots(new Map(facts));
    const gains = disposals.map(({ costs, sentence }) => {
      const [proceeds = 0, charges = 0, cost = 0, result = 0] = (sentence.match(/£[\d,]+\.\d\d/gu) ?? []).map(pennies);
      expect(added(costs.map(pennies)) + charges).toBe(cost);
      const gain = sentence.includes('loss £') ? -result : result;
      expect(proceeds - cost).toBe(gain);
      return gain;
    });
    expect(added(gains)).toBe(named(new Map(facts), 'Net'));
  }
  await page.evaluate(() => {
    dispatchEvent(new Event('afterprint'));
  });
  await expect(paper).toHaveCount(0);
}
