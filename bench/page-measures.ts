/** Actions on the large screens, each measured several times: the figures that `pages.bench.ts` prints. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { addDays, londonDate } from '../domain/values/dates.ts';
import { formatLongDate, typedDate } from '../src/ui/texts/date-text.ts';
import { floorOfRead } from './device-data.ts';
import { printLimit } from './measure.ts';
import { measureInput, measureStart, median, type Measured, type Sight } from './screen-probe.ts';

export const RUNS = 7;
export const COLD_RUNS = 5;
const TASK_LIMIT = 50;
const DEBOUNCE_MS = 300;
const LIMITS = { list: 50, warm: 500, cold: 1500, change: 150 };

interface Report {
  readonly name: string;
  /** The limit of the time, in milliseconds; absent where it is only printed. */
  readonly limit?: number;
  /** The limit of the longest task's processor time. */
  readonly taskLimit?: number;
}

export function printRuns({ name, limit, taskLimit }: Report, runs: readonly Measured[]): void {
  const times = runs.map(({ time }) => time);
  const worst = `(first ${(times[0] ?? 0).toFixed(0)}, worst ${Math.max(...times).toFixed(0)})`;
  const time = median(times);
  if (limit === undefined) console.log(`${`${name} ${worst}`.padEnd(52)} ${`${time.toFixed(1)} ms`.padStart(10)}`);
  else printLimit(`${name} ${worst}`, time, limit, ' ms');
  const cpu = median(runs.map(({ task }) => task.cpu));
  const line = `  longest task (on the clock ${median(runs.map(({ task }) => task.wall)).toFixed(0)} ms)`;
  if (taskLimit === undefined) console.log(`${line.padEnd(52)} ${`${cpu.toFixed(1)} ms`.padStart(10)}`);
  else printLimit(line, cpu, taskLimit, ' ms');
}

const table = (label: string, text?: string): Sight => ({
  selector: `table[aria-label="${label}"]:not([aria-busy])`,
  ...(text !== undefined && { text }),
});
const HOLDINGS: readonly Sight[] = [table('Holdings', '£'), { selector: 'strong', text: '£' }];
const GAINS: readonly Sight[] = [table('Disposals', 'Proceeds: £'), { selector: 'dd', text: '£' }];
const DASHBOARD: readonly Sight[] = [table('Portfolio by asset class', '£')];
export const SCREENS = [
  { link: 'Holdings', path: '/holdings', sights: HOLDINGS, limits: { warm: LIMITS.warm, cold: LIMITS.cold } },
  { link: 'Capital Gains', path: '/capital-gains', sights: GAINS, limits: { warm: LIMITS.warm, cold: LIMITS.cold } },
  { link: 'Dashboard', path: '/dashboard', sights: DASHBOARD, limits: null },
] as const;

export async function repeat(runs: number, run: (index: number) => Promise<Measured>): Promise<Measured[]> {
  const all: Measured[] = [];
  for (let index = 0; index < runs; index += 1) all.push(await run(index));
  return all;
}

export async function open(context: BrowserContext): Promise<{ readonly page: Page; readonly session: CDPSession }> {
  const page = context.pages()[0] ?? (await context.newPage());
  // Functions that run in the page were compiled with `keepNames`, which calls `__name`.
  await page.addInitScript('globalThis.__name = (value) => value;');
  return { page, session: await context.newCDPSession(page) };
}

const LIST_FILTERS = ['Account', 'Tax Wrapper', 'Asset Category'];
const LIST_COLUMNS = ['Asset', 'Account', 'Type', 'Tax Wrapper', 'Quantity', 'Consideration', 'Date'];
const LIST_SEARCHES = { reference: (run: number) => `REF${run + 1}7`, name: (run: number) => `number ${run + 1}7` };

/** Every filter and order, pages and searches of the transactions list. */
export async function measureList(page: Page, session: CDPSession, rowCount: number): Promise<void> {
  const limits = { limit: LIMITS.list, taskLimit: TASK_LIMIT };
  const rows = table('Transactions', '£');
  const count = (pattern: string): Sight => ({ selector: 'nav[aria-label="Pages"]', text: pattern });
  const [some, all] = [count(`of (?!${rowCount})\\d+ results`), count(`of ${rowCount} results`)];
  const input = async (sights: readonly Sight[], act: () => Promise<unknown>): Promise<Measured> =>
    await measureInput(page, session, 'input', [rows, ...sights], async () => void (await act()));
  const click = async (name: string, sight: Sight): Promise<Measured> =>
    await measureInput(page, session, 'click', [rows, sight], async () => {
      await page.getByRole('button', { name, exact: true }).click();
    });
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await page.getByText(/of \d+ results/u).waitFor();
  for (const label of LIST_FILTERS) {
    const filter = page.getByLabel(label, { exact: true });
    printRuns(
      { name: `transactions: filter by ${label}`, ...limits },
      await repeat(
        RUNS * 2,
        async (run) =>
          await input([run % 2 === 0 ? some : all], async () => await filter.selectOption({ index: (run + 1) % 2 })),
      ),
    );
  }
  for (const name of LIST_COLUMNS) {
    printRuns(
      { name: `transactions: sort by ${name}`, ...limits },
      await repeat(
        RUNS,
        async (run) =>
          await click(name, { selector: `th[aria-sort="${run % 2 === 0 ? 'ascending' : 'descending'}"]`, text: name }),
      ),
    );
  }
  printRuns(
    { name: 'transactions: next page', ...limits },
    await repeat(RUNS, async (run) => await click('Next', count(`Page ${run + 2} of`))),
  );
  for (const [what, textOf] of Object.entries(LIST_SEARCHES)) {
    const searches = await repeat(
      RUNS,
      async (run) =>
        await input([some, { selector: '[role=status]', text: `Found .*${textOf(run)}` }], async () => {
          await page.getByPlaceholder('Search transactions...').fill(textOf(run));
        }),
    );
    printRuns(
      { name: `transactions: search for a ${what}`, ...limits },
      searches.map((measured) => ({ ...measured, time: measured.time - DEBOUNCE_MS })),
    );
  }
}

/** From a click in the navigation; `only` limits it to the screens whose link contains that word. */
export async function measureWarm(page: Page, session: CDPSession, only: string): Promise<void> {
  for (const { link, sights, limits } of SCREENS) {
    if (!link.includes(only)) continue;
    printRuns(
      { name: `${link}, warm`, ...(limits !== null && { limit: limits.warm }) },
      await repeat(RUNS, async () => {
        await page.getByRole('link', { name: 'Transactions', exact: true }).click();
        await page.getByText(/of \d+ results/u).waitFor();
        return await measureInput(page, session, 'click', sights, async () => {
          await page.getByRole('link', { name: link, exact: true }).first().click();
        });
      }),
    );
  }
}

export async function measureAsOf(page: Page, session: CDPSession): Promise<void> {
  await page.getByRole('link', { name: 'Holdings', exact: true }).click();
  await page.getByText(/^Showing \d+ of \d+ holdings/u).waitFor();
  printRuns(
    { name: 'Holdings: another as-of date', limit: LIMITS.change },
    await repeat(RUNS, async (run) => {
      const day = addDays(londonDate(Date.now()), -60 * (run + 1));
      const shown = { selector: 'footer', text: `Historical data as of ${formatLongDate(day)}` };
      return await measureInput(page, session, 'input', [...HOLDINGS, shown], async () => {
        await page.getByLabel('View As Of Date').fill(typedDate(day));
      });
    }),
  );
}

export async function measureYears(page: Page, session: CDPSession): Promise<void> {
  await page.getByRole('link', { name: 'Capital Gains', exact: true }).click();
  const year = page.getByLabel('Tax Year:');
  await page.getByRole('table', { name: 'Disposals' }).waitFor();
  printRuns(
    { name: 'Capital Gains: another tax year', limit: LIMITS.change },
    await repeat(
      RUNS,
      async (run) =>
        await measureInput(
          page,
          session,
          'input',
          // The table of disposals is below the visible part of the screen, where no rows are drawn.
          [table('Disposals'), { selector: 'dd', text: '£' }, { selector: 'h2', text: `^Tax year ${2025 - run}-` }],
          async () => void (await year.selectOption({ index: run + 1 })),
        ),
    ),
  );
}

/** The first figures of each screen, whether they were stored or have just been calculated. */
export const FIRST: Readonly<Record<string, readonly Sight[]>> = {
  Holdings: [
    { selector: 'strong', text: '£' },
    { selector: 'table[aria-label="Holdings"]', text: '£' },
  ],
  'Capital Gains': [{ selector: 'dd', text: '£' }],
  Dashboard: DASHBOARD,
};
const FIRST_LIMITS = { 1: 600, 4: 1000 } as const;

/**
 * From a cold, offline start to the first figures, and to the final ones, when no table is being read and no update is
 * announced. With a slowed processor.
 */
export async function measureFirst(
  launch: () => Promise<BrowserContext>,
  only: string,
  slowness: keyof typeof FIRST_LIMITS,
): Promise<void> {
  const start = async (path: string, sights: readonly Sight[]): Promise<Measured> => {
    const context = await launch();
    await context.setOffline(true);
    const { page, session } = await open(context);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    return await measureStart(page, session, path, sights);
  };
  const suffix = slowness === 1 ? '' : `, ${slowness}x slower`;
  for (const { link, path, sights } of SCREENS) {
    if (!link.includes(only)) continue;
    const first = FIRST[link] ?? sights;
    const final = [...sights, { selector: '[role=status]', text: 'Updating', gone: true }];
    printRuns(
      { name: `${link}, first figures${suffix}`, limit: FIRST_LIMITS[slowness] },
      await repeat(COLD_RUNS, async () => await start(path, first)),
    );
    printRuns({ name: `${link}, final${suffix}` }, await repeat(COLD_RUNS, async () => await start(path, final)));
  }
}

/**
 * The installed app in a browser just launched, without a connection; beside it the time for reading the rows alone.
 */
export async function measureCold(launch: () => Promise<BrowserContext>, only: string): Promise<void> {
  for (const { link, path, sights, limits } of SCREENS) {
    if (!link.includes(only)) continue;
    printRuns(
      { name: `${link}, cold and offline`, ...(limits !== null && { limit: limits.cold }) },
      await repeat(COLD_RUNS, async () => {
        const context = await launch();
        await context.setOffline(true);
        const { page, session } = await open(context);
        return await measureStart(page, session, path, sights);
      }),
    );
  }
  const floors = await repeat(COLD_RUNS, async () => {
    const { page } = await open(await launch());
    await page.goto('/favicon.svg');
    return { time: await floorOfRead(page), task: { cpu: 0, wall: 0 } };
  });
  console.log(
    `${'floor: one getAll of the transactions, cold'.padEnd(52)} ${`${median(floors.map(({ time }) => time)).toFixed(1)} ms`.padStart(10)}`,
  );
}
