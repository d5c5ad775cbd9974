// Checks that every requirement in docs/spec/*.tsv and row of docs/faults.md names a test that stands in its file.
//
// A title stands there as a quoted string, or as the beginning of one. That it also ran and passed is looked at after
// the tests have run (scripts/ran-tests.mjs).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNamedTests } from './named-tests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const texts = new Map();

/** A test file's text, read once, or null when there is none. */
function textOf(file) {
  if (!texts.has(file)) texts.set(file, existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null);
  return texts.get(file);
}

const { named, faults, summary } = readNamedTests(root);
for (const { where, file, title } of named) {
  const text = /\.(test|spec)\.tsx?$/.test(file) ? textOf(file) : null;
  if (text === null) faults.push(`${where}: no test file ${file}`);
  else if (!["'", '"', '`'].some((quote) => text.includes(quote + title.replaceAll(quote, `\\${quote}`))))
    faults.push(`${where}: ${file} has no test "${title}"`);
}
console.log(summary.join('\n'));
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
