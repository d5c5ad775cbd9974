// The one command a contributor must know: types, format, lint, unused code, unit tests; stops at the first that fails.
import { spawnSync } from 'node:child_process';

const steps = [
  { name: 'types', command: 'tsc -b' },
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'lint', command: 'oxlint --type-aware' },
  { name: 'unused code', command: 'knip' },
  { name: 'packages', script: 'scripts/check-packages.mjs' },
  { name: 'specification', script: 'scripts/check-spec.mjs' },
  { name: 'unit tests', command: 'vitest run' },
];
const only = process.argv.slice(2);

for (const { name, command, script } of steps) {
  if (only.length > 0 && !only.includes(name.split(' ')[0])) continue;
  console.log(`\n== ${name}`);
  const result = script
    ? spawnSync(process.execPath, [script], { stdio: 'inherit' })
    : spawnSync('npx', ['--no-install', ...command.split(' ')], { stdio: 'inherit' });
  if (result.status !== 0) {
    console.error(`check: ${name} failed`);
    process.exit(result.status ?? 1);
  }
}
