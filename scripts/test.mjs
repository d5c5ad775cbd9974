// All tests: check, unit and server tests, then the browser journeys; the last line is the sum over all runners.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'node_modules', '.cache', 'holdfast-tests');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
/** Random histories of devices and servers, on each of the two kinds of server; a single run of the file plays fewer. */
const HISTORIES = '1000';
/** The histories of every run are the same, so that a change is judged by itself; `npm run soak` plays new ones. */
const SEED = '4002';
const total = { passed: 0, failed: 0, skipped: 0 };

/** Runs one step with the given environment added; answers whether it succeeded. */
function step(title, args, env = {}) {
  console.log(`\n== ${title}`);
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return result.status === 0;
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'));
  } catch {
    return null;
  }
}

/** Adds a runner's counts; a runner that left no report, or failed without a failed test, counts as one failure. */
function count(passed, failed, skipped, succeeded) {
  total.passed += passed;
  total.failed += succeeded || failed > 0 ? failed : 1;
  total.skipped += skipped;
}

for (const name of ['types', 'format', 'lint', 'unused', 'specification']) {
  if (!step(`check: ${name}`, ['scripts/check.mjs', name])) count(0, 0, 0, false);
}

const unitReport = join(reports, 'unit.json');
const unitOk = step(
  'unit and server tests',
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  { HISTORIES: process.env.HISTORIES ?? HISTORIES, SEED: process.env.SEED ?? SEED },
);
const unit = readReport('unit.json');
count(
  unit?.numPassedTests ?? 0,
  unit?.numFailedTests ?? 0,
  (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0),
  unitOk && unit !== null,
);

if (step('build', ['scripts/build.mjs'])) {
  const { findBrowser } = await import('./browser.mjs');
  let browser = null;
  try {
    browser = findBrowser();
  } catch (error) {
    console.error(error.message);
    count(0, 0, 0, false);
  }
  if (browser !== null) {
    const browserOk = step(
      'browser journeys',
      ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/browser/playwright.config.ts'],
      { HOLDFAST_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') },
    );
    const stats = readReport('browser.json')?.stats;
    count(
      (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      stats?.unexpected ?? 0,
      stats?.skipped ?? 0,
      browserOk && stats !== undefined,
    );
  }
} else {
  count(0, 0, 0, false);
}

console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
