// Reads the JSON reports of the two runners, Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * One test as it ran. `outcome` is `passed`, `failed` or `skipped`; a second try counts as failed. `faults` are what its
 * runner says of its failures.
 * @typedef {{ file: string, title: string, suites: string[], outcome: string, seconds: number, faults: string[] }} RanTest
 */

const VITEST_OUTCOMES = { passed: 'passed', failed: 'failed' };
const PLAYWRIGHT_OUTCOMES = { expected: 'passed', skipped: 'skipped' };

function readJson(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch {
    return null;
  }
}

function unitTests(report, root) {
  return report.testResults.flatMap(({ name, assertionResults, status, message }) => {
    const file = relative(root, name);
    // A file that cannot be loaded has no test that could fail.
    if (assertionResults.length === 0 && status === 'failed')
      return [{ file, title: '(the file)', suites: [], outcome: 'failed', seconds: 0, faults: [message] }];
    return assertionResults.map((test) => ({
      file,
      title: test.title,
      suites: test.ancestorTitles,
      outcome: VITEST_OUTCOMES[test.status] ?? 'skipped',
      seconds: (test.duration ?? 0) / 1000,
      faults: test.failureMessages ?? [],
    }));
  });
}

function browserTests(report, root) {
  const folder = report.config.rootDir;
  const below = (suite, suites) => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map((test) => ({
        file: relative(root, resolve(folder, file)),
        title,
        suites,
        outcome: PLAYWRIGHT_OUTCOMES[test.status] ?? 'failed',
        seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        faults: test.results.flatMap(({ errors = [] }) =>
          errors.map(({ message }) => stripVTControlCharacters(message ?? '')),
        ),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => below(inner, [...suites, inner.title])),
  ];
  return report.suites.flatMap((suite) => below(suite, []));
}

const RUNNERS = [
  { runner: 'unit and server tests', report: 'unit.json', testsOf: unitTests },
  { runner: 'browser journeys', report: 'browser.json', testsOf: browserTests },
];

/**
 * What each runner ran; `tests` is null for one that left no report.
 * @param {string} root the project's folder
 * @param {string} reports the folder of the reports
 * @returns {{ runner: string, tests: RanTest[] | null }[]}
 */
export function readReports(root, reports) {
  return RUNNERS.map(({ runner, report, testsOf }) => {
    const json = readJson(join(reports, report));
    return { runner, tests: json === null ? null : testsOf(json, root) };
  });
}
