// Checks docs/spec/*.tsv and docs/faults.md: every requirement of the specification names the test that shows it, and that test exists.
//
// The last column, `test`, is `file :: title`, several separated by ` ;; `, or `cannot: reason`. A title stands in the
// file as a quoted string, or as the beginning of one. Requirements of a document that is not listed as complete may
// still be empty; how many are is printed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Documents in which no requirement may be without its test any more. */
const COMPLETE = ['000.tsv', '001.tsv', '002.tsv'];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs', 'spec');
const texts = new Map();
const faults = [];

/** A test file's text, read once, or null when there is none. */
function textOf(file) {
  if (!texts.has(file)) texts.set(file, existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null);
  return texts.get(file);
}

function checkTest(where, named) {
  const [file, title, ...rest] = named.split(' :: ').map((part) => part.trim());
  if (!file || !title || rest.length > 0) return void faults.push(`${where}: "${named}" is not "file :: title"`);
  const text = /\.(test|spec)\.tsx?$/.test(file) ? textOf(file) : null;
  if (text === null) return void faults.push(`${where}: no test file ${file}`);
  if (!["'", '"', '`'].some((quote) => text.includes(quote + title.replaceAll(quote, `\\${quote}`))))
    faults.push(`${where}: ${file} has no test "${title}"`);
}

for (const name of readdirSync(folder)
  .filter((entry) => entry.endsWith('.tsv'))
  .toSorted()) {
  const [, ...rows] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  let shown = 0;
  for (const row of rows) {
    const [id, , , , , tests = ''] = row.split('\t');
    const cell = tests.trim();
    if (cell === '') {
      if (COMPLETE.includes(name)) faults.push(`${name} ${id}: names no test`);
      continue;
    }
    shown += 1;
    if (cell.startsWith('cannot: ')) continue;
    for (const named of cell.split(' ;; ')) checkTest(`${name} ${id}`, named);
  }
  console.log(`${name}: ${shown} of ${rows.length} requirements name their test`);
}

/** The rows of the fault matrix, docs/faults.md: the last cell names the test, in the same form, or says what is missing. */
const matrix = readFileSync(join(root, 'docs', 'faults.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\|\d+ \|/.test(line));
let open = 0;
for (const line of matrix) {
  const cells = line.split('|').map((cell) => cell.trim());
  const [, number] = cells;
  const cell = cells.at(-2) ?? '';
  if (cell.startsWith('open')) open += 1;
  else if (!cell.startsWith('cannot: '))
    for (const named of cell.split(' ;; ')) checkTest(`faults.md row ${number}`, named);
}
console.log(`faults.md: ${matrix.length - open} of ${matrix.length} rows name their test`);

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
