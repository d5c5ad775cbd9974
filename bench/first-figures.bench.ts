/**
 * On a new device, from the press of "Sign in" to the first figures of each screen, in a real browser on the built app
 * and a real server; beside them how long the browser takes to show a page that does nothing. `ROWS=100000` makes a
 * larger user.
 */
import { spawnSync } from 'node:child_process';
import { fillServer } from './fill-server.ts';
import { printLimit, printTimes } from './measure.ts';
import { FIRST, open } from './page-measures.ts';
import { withProfile } from './profile.ts';
import { measureInput, median, type Sight } from './screen-probe.ts';

const ROWS = Number(process.env['ROWS'] ?? 10_000);
const RUNS = 3;
const TYPING_MS = 1500;
const MOST_SECONDS = ROWS > 10_000 ? 8 : 3;

/** The user has no prices, so that holdings have a cost and no value. */
const FIGURES: Readonly<Record<string, readonly Sight[]>> = {
  ...FIRST,
  Holdings: [{ selector: 'table[aria-label="Holdings"]', text: '£' }],
};

spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
const { server, person } = await fillServer(ROWS);
try {
  for (const [link, sights] of Object.entries(FIGURES)) {
    const times: number[] = [];
    let floor = Infinity;
    for (let run = 0; run < RUNS; run += 1)
      // A new device each time.
      await withProfile(`${server.url}/`, async (_, context) => {
        const { page, session } = await open(context);
        await page.addInitScript(() => {
          for (const key of ['valuesVisible', 'valuesLocked']) localStorage.setItem(key, 'true');
        });
        const plain = performance.now();
        await page.goto('/favicon.svg');
        floor = Math.min(floor, performance.now() - plain);
        await page.goto('/login');
        await page.getByLabel('Email Address').fill(person.email);
        await page.getByLabel('Password', { exact: true }).fill(person.password);
        // From the first letter of a password to the press a person takes longer.
        await page.waitForTimeout(TYPING_MS);
        const { time } = await measureInput(page, session, 'click', sights, async () => {
          await page.getByRole('button', { name: 'Sign in' }).click();
          // The dashboard is shown first; whoever wants another screen goes on at once.
          await page.getByRole('link', { name: link, exact: true }).first().click();
        });
        times.push(time / 1000);
      });
    printLimit(`${ROWS} transactions, from the press of Sign in to ${link}`, median(times), MOST_SECONDS, ' s');
    printTimes('  beside its floor', median(times) * 1000, 'a page that does nothing', floor);
  }
} finally {
  await server.dispose();
}
