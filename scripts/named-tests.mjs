// Reads which test shows each requirement: the last column of docs/spec/*.tsv and of the matrix in docs/faults.md.
//
// A cell is `file :: title`, several separated by ` ;; `, or `cannot: reason`, or `will not: docs/decisions/page.md`; a row
// of the matrix may also be `open`.
// Requirements of a document that is not listed as complete may still be empty; how many are is said.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents in which every requirement must have its test. */
const COMPLETE = ['000.tsv', '001.tsv', '002.tsv'];

/**
 * Every test that a requirement or fault names, in the order of the documents.
 * @param {string} root the project's folder
 * @returns {{ named: { where: string, file: string, title: string }[], faults: string[], summary: string[] }}
 */
export function readNamedTests(root) {
  const named = [];
  const faults = [];
  const summary = [];
  const add = (where, cell) => {
    for (const part of cell.split(' ;; ')) {
      const [file, title, ...rest] = part.split(' :: ').map((text) => text.trim());
      if (file && title && rest.length === 0) named.push({ where, file, title });
      else faults.push(`${where}: "${part}" is not "file :: title"`);
    }
  };

  const folder = join(root, 'docs', 'spec');
  for (const name of readdirSync(folder)
    .filter((entry) => entry.endsWith('.tsv'))
    .toSorted()) {
    const [, ...rows] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    let shown = 0;
    for (const row of rows) {
      const [id, , , , , tests = ''] = row.split('\t');
      const cell = tests.trim();
      if (cell !== '') shown += 1;
      else if (COMPLETE.includes(name)) faults.push(`${name} ${id}: names no test`);
      if (cell.startsWith('will not: ')) {
        const page = cell.slice('will not: '.length);
        if (
          !/^docs\/decisions\/[\w-]+\.md$/.test(page) ||
          !existsSync(join(root, page)) ||
          !readFileSync(join(root, page), 'utf8').includes(id)
        )
          faults.push(`${name} ${id}: "${page}" is no decision page that names it`);
      } else if (cell !== '' && !cell.startsWith('cannot: ')) add(`${name} ${id}`, cell);
    }
    summary.push(`${name}: ${shown} of ${rows.length} requirements name their test`);
  }

  const matrix = readFileSync(join(root, 'docs', 'faults.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\|\d+ \|/.test(line));
  let open = 0;
  for (const line of matrix) {
    const cells = line.split('|').map((cell) => cell.trim());
    const cell = cells.at(-2) ?? '';
    if (cell.startsWith('open')) open += 1;
    else if (!cell.startsWith('cannot: ')) add(`faults.md row ${cells[1]}`, cell);
  }
  summary.push(`faults.md: ${matrix.length - open} of ${matrix.length} rows name their test`);
  return { named, faults, summary };
}
