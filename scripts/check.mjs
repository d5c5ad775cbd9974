// What a contributor runs before every commit: types, format, lint, unused code, specification, and the unit tests
// beside them. `node scripts/check.mjs lint types` runs only what is named.
import './ensure-installed.mjs';
import { runBeside, STATIC_STEPS, VITEST } from './steps.mjs';

/** Tests that need no page, server or database; `npm test` runs the others. */
const UNIT_TESTS = { name: 'unit', args: [...VITEST, '--project=unit'], live: true };

const only = process.argv.slice(2);
const known = [...STATIC_STEPS, UNIT_TESTS].map(({ name }) => name);
const unknown = only.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`check: there is no step "${unknown.join('", "')}"; the steps are ${known.join(', ')}.`);
  process.exit(1);
}
const wanted = ({ name }) => only.length === 0 || only.includes(name);

const results = await runBeside([STATIC_STEPS.filter(wanted), [UNIT_TESTS].filter(wanted)]);
const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
console.log(failed.length === 0 ? '\ncheck: all is well' : `\ncheck: ${failed.join(', ')} failed`);
process.exit(failed.length === 0 ? 0 : 1);
