/**
 * Lighthouse on every route, as a phone (its default) and as a desktop, on the built app with the demo investor's records.
 * The pages before the sign-in are first visits; the others open on a device that is signed in and has the service worker.
 * Under each score below its limit stand the audits that cost it, with their elements.
 *
 * Performance is comparable only on an idle machine. `RUNS=3` reports the median of three, `ONLY=/capital-gains` measures
 * the routes that begin so, `FORM=mobile` or `FORM=desktop` one of the two, `CATEGORIES=accessibility,best-practices`
 * only these, and `REPORTS=folder` keeps Lighthouse's own pages.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { findBrowser } from '../scripts/browser.mjs';
import { SCREENS } from '../src/app/frame/screens.ts';
import { demoCredentials } from '../tests/browser/servers/demo.ts';
import { offlineReady } from '../tests/browser/journeys/journey.ts';
import { KillableBrowser } from '../tests/browser/journeys/killable-browser.ts';
import { signInAs } from '../tests/browser/steps/people.ts';
import { ServerProcess } from '../tests/browser/servers/server-process.ts';
import { dashboardWeight, withBarePage } from './bare-page.ts';
import { figuresKept } from './device-data.ts';
import { median } from './screen-probe.ts';

const RUNS = Number(process.env['RUNS'] ?? 1);
const { ONLY = '/', REPORTS } = process.env;
const LIMITS: Readonly<Record<string, number>> = { accessibility: 100, 'best-practices': 100, performance: 95 };
const CATEGORIES = process.env['CATEGORIES']?.split(',') ?? Object.keys(LIMITS);
const FORMS = (['mobile', 'desktop'] as const).filter((form) => form.includes(process.env['FORM'] ?? ''));
/** A holding of the demo investor, a page of the guide, and a token, whatever it is. */
const VALUES: Readonly<Record<string, string>> = { isin: 'GB00B10RZP78', page: 'gains' };
const QUERIES: Readonly<Record<string, string>> = { '/reset-password': '?token=x' };
/** Lighthouse calls a metric good from this score. */
const GOOD = 0.9;
const MOST_ELEMENTS = 5;
const LONGEST_SNIPPET = 160;

interface Visited {
  readonly port: number;
  readonly isFirstVisit: boolean;
}

/** The addresses of the route map that begin with `ONLY`; an id is that of a record that the device has. */
async function addresses(isPublic: boolean, idOf: (table: string) => Promise<string>): Promise<string[]> {
  const found: string[] = [];
  for (const { path, guard } of SCREENS) {
    if ((guard === 'public') !== isPublic || !path.startsWith(ONLY)) continue;
    // The tables are called as the addresses are.
    const table = (path.split('/')[1] ?? '').replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
    const values = path.includes(':id') ? { ...VALUES, id: await idOf(table) } : VALUES;
    const address = path.replaceAll(/:(\w+)/gu, (_, name: string) => values[name] ?? '');
    if (address.endsWith('/')) throw new Error(`${path} has no address`);
    found.push(`${address}${QUERIES[path] ?? ''}`);
  }
  return found;
}

/** The id of the first record of a table of the device's database. */
async function firstId(page: Page, table: string): Promise<string> {
  return await page.evaluate(async (name) => {
    const [info] = (await indexedDB.databases()).filter((one) => /^holdfast-[0-9a-f]{32}$/u.test(one.name ?? ''));
    return await new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open(info?.name ?? '');
      opening.onsuccess = () => {
        const reading = opening.result.transaction(name).objectStore(name).getAllKeys(null, 1);
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result[0] as string);
        };
        reading.onerror = () => {
          reject(reading.error ?? new Error('failed'));
        };
      };
    });
  }, table);
}

/** Opens the address in a tab of its own; `runtimeError` of the result says why the page could not be measured. */
async function audit(url: string, form: (typeof FORMS)[number], { port, isFirstVisit }: Visited): Promise<Result> {
  const run = await lighthouse(
    url,
    {
      port,
      output: 'html',
      locale: 'en-GB',
      onlyCategories: CATEGORIES,
      disableStorageReset: !isFirstVisit,
      disableFullPageScreenshot: true,
    },
    form === 'desktop' ? desktopConfig : undefined,
  );
  if (run === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  if (REPORTS !== undefined) {
    mkdirSync(REPORTS, { recursive: true });
    const { pathname } = new URL(url);
    writeFileSync(join(REPORTS, `${pathname.slice(1).replaceAll('/', '-')}-${form}.html`), String(run.report));
  }
  return run.lhr;
}

function scoreOf({ categories }: Result, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100);
}

/** One line for each audit that costs the category something, and one for each of its elements or messages. */
function costs({ categories, audits }: Result, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score = null, title = '', displayValue = '', details } = audits[id] ?? {};
    if (weight === 0 || score === null || score >= (category === 'performance' ? GOOD : 1)) return [];
    const items = details?.type === 'table' || details?.type === 'list' ? details.items : [];
    const elements = items
      .slice(0, MOST_ELEMENTS)
      .map((item) => ('node' in item && typeof item.node === 'object' ? item.node : item))
      .map((item) => ('snippet' in item ? String(item.snippet) : JSON.stringify(item)));
    return [
      `    ${category}: ${title} ${displayValue}`,
      ...elements.map((element) => `      ${element.slice(0, LONGEST_SNIPPET)}`),
    ];
  });
}

/** Measures one address as often as asked and prints its line; a score below its limit fails the benchmark. */
async function measure(name: string, url: string, visited: Visited, isFloor = false): Promise<void> {
  for (const form of FORMS) {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run += 1) results.push(await audit(url, form, visited));
    const failed = results.find(({ runtimeError }) => runtimeError !== undefined);
    if (failed !== undefined) {
      console.log(`${name}, ${form}: not measured. ${failed.runtimeError?.message ?? ''}`);
      process.exitCode = 1;
      continue;
    }
    const scores = CATEGORIES.map((category) => ({
      category,
      score: median(results.map((result) => scoreOf(result, category))),
    }));
    const line = scores.map(({ category, score }) => `${category} ${String(score).padStart(3)}`).join('   ');
    const below = isFloor ? [] : scores.filter(({ category, score }) => score < (LIMITS[category] ?? 100));
    console.log(`${`${name}, ${form}`.padEnd(52)} ${line}${below.length > 0 ? '   BELOW' : ''}`);
    for (const warning of new Set(results.flatMap(({ runWarnings }) => runWarnings))) console.log(`    ${warning}`);
    for (const { category, score } of below) {
      const typical = results.find((result) => scoreOf(result, category) <= score);
      if (typical !== undefined) for (const text of costs(typical, category)) console.log(text);
      process.exitCode = 1;
    }
  }
}

/** Performance of a page that has the weight of the app and does nothing. */
async function measureFloor(visited: Visited): Promise<void> {
  const weight = dashboardWeight();
  await withBarePage(
    weight,
    async (url) => {
      // Its script comes from the browser's cache from then on.
      for (const form of FORMS) await audit(url, form, visited);
      await measure(`floor: a bare page with ${(weight / 1000).toFixed(0)} kB of scripts`, url, visited, true);
    },
    true,
  );
}

if (process.env['BUILT'] === undefined) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
process.env['HOLDFAST_BROWSER'] = findBrowser();
const limits = CATEGORIES.map((category) => `${category} ${LIMITS[category]}`).join(', ');
const load = loadavg().map((part) => part.toFixed(1));
console.log(`at least ${limits}; median of ${RUNS}; load ${load.join(' ')}`);
const server = await ServerProcess.start({}, ['--demo']);
const visitor = await KillableBrowser.start(server.url);
const investor = await KillableBrowser.start(server.url);
try {
  const visiting = { port: await visitor.letGo(), isFirstVisit: true };
  const open = await addresses(true, async () => await Promise.reject(new Error('a visitor has no records')));
  for (const path of open) await measure(path, `${server.url}${path}`, visiting);
  await visitor.dispose();

  const { page } = investor;
  await signInAs(page, demoCredentials(server));
  await page.goto('dashboard');
  await offlineReady(page);
  await figuresKept(page);
  const paths = await addresses(false, async (table) => await firstId(page, table));
  await page.evaluate(() => {
    for (const key of ['valuesVisible', 'valuesLocked']) localStorage.setItem(key, 'true');
  });
  // The tab would go on syncing beside the measured one.
  await page.goto('about:blank');
  const signedIn = { port: await investor.letGo(), isFirstVisit: false };
  for (const path of paths) await measure(path, `${server.url}${path}`, signedIn);

  if (CATEGORIES.includes('performance')) await measureFloor(signedIn);
} finally {
  for (const browser of [visitor, investor]) await browser.dispose();
  await server.dispose();
}
