/** The check at the end of `npm test`: a test that is named in the documents has to have run and passed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-ran-'));
  mkdirSync(join(root, 'docs', 'spec'), { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

type Status = 'passed' | 'failed' | 'skipped' | 'pending';

/** Documents whose only requirement and fault name these tests. */
function documents(requirement: string, fault = 'cannot: no reason'): void {
  writeFileSync(
    join(root, 'docs', 'spec', '000.tsv'),
    `id\tsection\trequirement\thow to check\tkind\ttest\n000-001\t1\tIt is so.\tui\tcall\t${requirement}\n`,
  );
  writeFileSync(join(root, 'docs', 'faults.md'), `| row | fault | test |\n|---|---|---|\n|7 | a fault | ${fault} |\n`);
}

function unitReport(...tests: readonly (readonly [title: string, status: Status, suite?: string])[]): void {
  const assertionResults = tests.map(([title, status, suite]) => ({
    title,
    status,
    ancestorTitles: suite === undefined ? [] : [suite],
    duration: 5,
  }));
  writeFileSync(
    join(root, 'unit.json'),
    JSON.stringify({ testResults: [{ name: join(root, 'a.test.ts'), status: 'passed', assertionResults }] }),
  );
}

function browserReport(...tests: readonly (readonly [title: string, status: string])[]): void {
  const specs = tests.map(([title, status]) => ({
    title,
    file: 'b.spec.ts',
    tests: [{ status, results: [{ duration: 5 }] }],
  }));
  writeFileSync(
    join(root, 'browser.json'),
    JSON.stringify({
      config: { rootDir: join(root, 'tests/browser') },
      suites: [{ title: 'b.spec.ts', specs: [], suites: [{ title: 'a group', specs }] }],
    }),
  );
}

/** What the check says, and with which exit code. */
function check(): readonly [code: number | null, said: string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ran-tests.mjs', root, root], {
    encoding: 'utf8',
  });
  return [status, (stdout + stderr).trim()];
}

const FINE = [0, 'Every named test ran and passed.'];

it('is content when each named test of both runners ran and passed', () => {
  documents('a.test.ts :: does this ;; tests/browser/b.spec.ts :: shows that', 'a.test.ts :: row 7');
  unitReport(['does this', 'passed'], ['row 7: the fault', 'passed'], ['is not named', 'skipped']);
  browserReport(['shows that', 'expected']);
  expect(check()).toEqual(FINE);
});

it.each([
  ['skipped', 'skipped'],
  ['pending', 'skipped'],
  ['failed', 'failed'],
] as const)('names a named test that was %s', (status, said) => {
  documents('a.test.ts :: does this');
  unitReport(['does this', status]);
  browserReport();
  expect(check()).toEqual([1, `000.tsv 000-001: a.test.ts :: does this was ${said}`]);
});

it.each([
  ['skipped', 'skipped'],
  ['unexpected', 'failed'],
  ['flaky', 'failed'],
])('names a named journey that was %s', (status, said) => {
  documents('tests/browser/b.spec.ts :: shows that');
  unitReport();
  browserReport(['shows that', status]);
  expect(check()).toEqual([1, `000.tsv 000-001: tests/browser/b.spec.ts :: shows that was ${said}`]);
});

it('names a test that was renamed, one of a file that did not run, and that of a fault', () => {
  documents('a.test.ts :: does this ;; c.test.ts :: does this', 'a.test.ts :: row 7');
  unitReport(['does that', 'passed'], ['not row 7', 'passed']);
  browserReport();
  expect(check()).toEqual([
    1,
    [
      '000.tsv 000-001: a.test.ts :: does this did not run',
      '000.tsv 000-001: c.test.ts :: does this did not run',
      'faults.md row 7: a.test.ts :: row 7 did not run',
    ].join('\n'),
  ]);
});

it('reads the marks of a case as what the runner puts in their place, and wants every case to pass', () => {
  documents("a.test.ts :: on %s has $name for ${count} users' rows");
  unitReport(
    ["on SQLite has 'a (b)' for 3 users' rows", 'passed'],
    ["on PostgreSQL has 'c' for 3 users' rows", 'passed'],
  );
  browserReport();
  expect(check()).toEqual(FINE);
  unitReport(
    ["on SQLite has 'a (b)' for 3 users' rows", 'passed'],
    ["on PostgreSQL has 'c' for 3 users' rows", 'skipped'],
  );
  expect(check()[0]).toBe(1);
});

it('takes a group that is named as all of its tests', () => {
  documents('a.test.ts :: the group');
  unitReport(['one', 'passed', 'the group'], ['two', 'failed', 'the group']);
  browserReport();
  expect(check()).toEqual([1, '000.tsv 000-001: a.test.ts :: two was failed']);
});

it('names a runner that left no report, and a requirement without a test', () => {
  documents('');
  unitReport();
  expect(check()).toEqual([1, 'no report of the browser journeys\n000.tsv 000-001: names no test']);
});
