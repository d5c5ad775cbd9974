// All tests: what `npm run check` does and the server's tests, with the build beside them, then the browser journeys.
// The last line is the sum over all runners.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';
import { checkRun } from './ran-tests.mjs';
import { readReports } from './run-reports.mjs';
import { runBeside, runStep, STATIC_STEPS, VITEST } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'node_modules', '.cache', 'holdfast-tests');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const SLOWEST = 10;
const FAULT_LINES = 15;

/** Runs the journeys in a browser of this machine, which may have to be installed. */
async function runJourneys() {
  const name = 'browser journeys';
  try {
    const { findBrowser } = await import('./browser.mjs');
    return await runStep({
      name,
      args: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/browser/playwright.config.ts'],
      env: { HOLDFAST_BROWSER: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') },
      live: true,
    });
  } catch (error) {
    console.error(error.message);
    return { name, ok: false, seconds: 0 };
  }
}

/** Prints the slowest files and tests. */
function printSlowest(runner, tests) {
  const files = new Map();
  for (const { file, seconds } of tests) files.set(file, (files.get(file) ?? 0) + seconds);
  const top = (entries) => entries.toSorted((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  const lines = (entries) => top(entries).map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  console.log(`\nThe slowest files of the ${runner}:\n${lines([...files]).join('\n')}`);
  const single = tests.map(({ file, title, seconds }) => [`${file} :: ${title}`, seconds]);
  console.log(`The slowest of the ${runner}:\n${lines(single).join('\n')}`);
}

const begun = performance.now();
const unitTests = {
  name: 'unit and server tests',
  args: [...VITEST, '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'unit.json')}`],
  live: true,
};
const build = { name: 'build', args: ['scripts/build.mjs'] };
const steps = await runBeside([[unitTests], [...STATIC_STEPS, build]]);
const isBuilt = steps.some(({ name, ok }) => name === build.name && ok);
if (isBuilt) steps.push(await runJourneys());

const ran = readReports(root, reports);
for (const { runner, tests } of ran) if (tests !== null) printSlowest(runner, tests);

const faults = checkRun(root, reports);
console.log(
  `\n== named tests\n${faults.length === 0 ? 'Every test that docs/spec and docs/faults.md name ran and passed.' : faults.join('\n')}`,
);
console.log(
  `\n${steps.map(({ name, ok, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}${ok ? '' : ': FAILED'}`).join('\n')}`,
);
console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s  in all`);

const all = ran.flatMap(({ tests }) => tests ?? []);
const counted = (outcome) => all.filter((test) => test.outcome === outcome).length;
// A step that failed without a failed test counts as one failure; so do named tests that did not run in steps that
// passed.
const hasFailedTest = (name) =>
  ran.some(({ runner, tests }) => runner === name && tests?.some(({ outcome }) => outcome === 'failed'));
const failedSteps = steps.filter(({ name, ok }) => !ok && !hasFailedTest(name)).length;
const otherFailures = failedSteps + (faults.length > 0 && steps.every(({ ok }) => ok) ? 1 : 0);
const failed = counted('failed') + otherFailures;
// Printed last, so that the end of the output shows what failed.
for (const { file, suites, title, faults: said } of all.filter(({ outcome }) => outcome === 'failed'))
  console.log(
    `\nFAILED ${[file, ...suites, title].join(' :: ')}\n${said.join('\n').split('\n').slice(0, FAULT_LINES).join('\n')}`,
  );
console.log(`\n${counted('passed')} passed, ${failed} failed, ${counted('skipped')} skipped`);
process.exit(failed === 0 && all.length > 0 ? 0 : 1);
