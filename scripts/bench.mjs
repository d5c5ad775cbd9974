// Runs every benchmark in turn; each prints its figures beside their floor.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';

const folder = fileURLToPath(new URL('../bench', import.meta.url));
const wanted = process.argv.slice(2);
let failed = 0;
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .toSorted()) {
  if (wanted.length > 0 && !wanted.some((name) => file.includes(name))) continue;
  console.log(`\n== ${file}`);
  const result = spawnSync(process.execPath, ['--import', 'tsx', join(folder, file)], { stdio: 'inherit' });
  if (result.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
