// Checks that every requirement in docs/spec/*.tsv and row of docs/faults.md names a test that stands in its file, and that
// tests quote every rule of src/sync/RULES.md, and none that is not there.
//
// A title stands there as a quoted string, or as the beginning of one. That it also ran and passed is looked at after
// the tests have run (scripts/ran-tests.mjs).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNamedTests } from './named-tests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const texts = new Map();

/** A test file's text, read once, or null when it does not exist. */
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

/** The folders whose tests quote the rules of sync, as `// Sync rule 2.3`. */
const QUOTING = ['src/sync', 'src/data', 'src/features/sync', 'tests/sync', 'tests/faults'];
const SYNC_RULES = 'src/sync/RULES.md';
const rules = new Set([...textOf(SYNC_RULES).matchAll(/^(?:\| )?(\d+\.\d+) /gm)].map(([, number]) => number));
const quoted = new Set();
for (const folder of QUOTING)
  for (const name of readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).filter((file) =>
    /\.test\.tsx?$/.test(file),
  ))
    for (const [, numbers] of textOf(`${folder}/${name}`).matchAll(/\/\/ Sync rules? ([\d., ]+)/g))
      for (const number of numbers.split(', ')) {
        quoted.add(number);
        if (!rules.has(number)) faults.push(`${folder}/${name}: ${SYNC_RULES} has no rule ${number}`);
      }
for (const rule of rules) if (!quoted.has(rule)) faults.push(`${SYNC_RULES}: no test quotes rule ${rule}`);
summary.push(`${SYNC_RULES}: tests quote ${quoted.size} of ${rules.size} rules`);

console.log(summary.join('\n'));
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
