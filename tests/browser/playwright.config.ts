import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS } from '../../scripts/browser.mjs';
import type { WorkerOptions } from './servers/worker-servers.ts';

const executablePath = process.env['HOLDFAST_BROWSER'] ?? '/usr/bin/chromium';

/** Long journeys that would be the last ones by their names. */
const LATE = ['shared-file.spec.ts', 'steady-layout.spec.ts', 'transaction-page.spec.ts', 'without-*.spec.ts'];

export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  outputDir: '../results',
  fullyParallel: true,
  // Twice the processors of the smallest machine: with three, both were idle whenever these waited for the clock.
  workers: 4,
  forbidOnly: true,
  // A test that passes at its second try proves nothing.
  retries: 0,
  // Nothing is judged by them: they only end what will never come, on a machine that may do other things too.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  // The longest journeys first: at the end none runs alone.
  projects: [
    // What every server can do that keeps to the specification: the same journeys, none of our extensions. Those that end
    // on the device (files, their questions, a shared file) ask nothing of it.
    {
      name: 'plain',
      testMatch: [
        'every-call.spec.ts',
        'figures.spec.ts',
        'killed-server.spec.ts',
        'offline.spec.ts',
        'records.spec.ts',
        'screens-000.spec.ts',
      ],
      use: { serverKind: 'plain' },
    },
    { name: 'long', testMatch: LATE },
    { name: 'own', testIgnore: ['every-call.spec.ts', ...LATE] },
  ],
  reporter: [
    ['list'],
    ['./servers/calls-reporter.ts'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../results/report.json' }],
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A service worker stores the whole app first: only what is about it, or starts offline, allows one.
    serviceWorkers: 'block',
    // Nobody looks at a movement here, and every click waits for it to end.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a fifth of a journey's time; `--trace on` records.
    trace: 'off',
    launchOptions: {
      executablePath,
      args: [
        ...BROWSER_ARGS,
        // A tab's helper threads only take turns with it where every core is busy, and a page that lives for seconds does
        // not earn back what it costs to optimise its code: together a third of the journeys' processor time.
        '--js-flags=--single-threaded --no-opt --no-maglev',
      ],
    },
  },
});
