// Checks that each test that docs/spec/*.tsv and docs/faults.md name ran and passed, by the runners' reports:
// `node scripts/ran-tests.mjs [project folder] [folder of the reports]`.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNamedTests } from './named-tests.mjs';
import { readReports } from './run-reports.mjs';

/** Titles in the source have marks for a case's values; the runner replaces them by values, texts in quotes. */
const MARKS = /\\?\$\\\{.*?\\\}|\\?\$[\w.]+|%[sdifjoO#p]/gu;
const bare = (text) => text.replaceAll(/['"`\\]/gu, '');

/** A pattern for all titles that begin like a named one. */
function patternOf(title) {
  const escaped = bare(title).replaceAll(/[.*+?^${}()|[\]]/gu, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(MARKS, '.*')}`, 'su');
}

/**
 * What is wrong with the named tests of a run, one line each; empty when all of them ran and passed.
 * @param {ReturnType<typeof readNamedTests>['named']} named
 * @param {readonly import('./run-reports.mjs').RanTest[]} ran
 * @returns {string[]}
 */
function faultsOf(named, ran) {
  const byFile = groupByFile(ran);
  return named.flatMap(({ where, file, title }) => {
    const pattern = patternOf(title);
    const found = (byFile.get(file) ?? []).filter((test) =>
      [test.title, ...test.suites].some((name) => pattern.test(bare(name))),
    );
    if (found.length === 0) return [`${where}: ${file} :: ${title} did not run`];
    const bad = found.find(({ outcome }) => outcome !== 'passed');
    return bad === undefined ? [] : [`${where}: ${file} :: ${bad.title} was ${bad.outcome}`];
  });
}

function groupByFile(ran) {
  const byFile = new Map();
  for (const test of ran) byFile.set(test.file, [...(byFile.get(test.file) ?? []), test]);
  return byFile;
}

/**
 * Looks at a run; returns what is wrong with it, a line each.
 * @param {string} root the project's folder
 * @param {string} reports the folder of the runners' reports
 * @returns {string[]}
 */
export function checkRun(root, reports) {
  const runs = readReports(root, reports);
  const missing = runs.filter(({ tests }) => tests === null).map(({ runner }) => `no report of the ${runner}`);
  const { named, faults } = readNamedTests(root);
  return [
    ...missing,
    ...faults,
    ...faultsOf(
      named,
      runs.flatMap(({ tests }) => tests ?? []),
    ),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
  const faults = checkRun(root, resolve(process.argv[3] ?? `${root}/node_modules/.cache/holdfast-tests`));
  console.log(faults.length === 0 ? 'Every named test ran and passed.' : faults.join('\n'));
  process.exit(faults.length === 0 ? 0 : 1);
}
