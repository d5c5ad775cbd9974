// Bundles the server into one file, for the build and for the tests that run it as a process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Packages of many small modules; loading their files one by one would take a third of the server's start. */
const BUNDLED = ['@date-fns/tz', '@date-fns/utc', 'date-fns', 'fflate', 'jose', 'kysely', 'uuid', 'zod'];

/**
 * Writes the server's program, which finds the other packages from where it stands.
 * @param {string} outfile
 */
export async function bundleServer(outfile) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'server', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    external: Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !BUNDLED.includes(name)),
    // The file is the command `holdfast` of an installed package.
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
}
