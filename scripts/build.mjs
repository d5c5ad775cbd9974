// Builds the PWA and the server into dist/, unless nothing that they depend on has changed.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bundleServer } from './bundle-server.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'dist', '.built-from');
const SOURCES = [
  'domain',
  'backup',
  'contract',
  'server',
  'workers',
  'src',
  'public',
  'docs/guide',
  'scripts/build.mjs',
  'scripts/bundle-server.mjs',
  'scripts/chunk-of.ts',
  'scripts/guide-pictures.ts',
  'scripts/guide-scale.mjs',
  'scripts/guide-plugin.ts',
  'scripts/script-preload.ts',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** Every file below a path, in a stable order. */
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((a, b) => a.localeCompare(b));
}

/** A digest of everything that the build depends on. */
function sourceDigest() {
  const hash = createHash('sha256').update(process.versions.node);
  for (const source of SOURCES) {
    for (const file of filesBelow(join(root, source))) hash.update(relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function builtFrom() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}

const COMPRESSED = /\.(?:js|css|html|svg|json|webmanifest|txt)$/u;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes .br and .gz files beside each text file, because the static plugin does not compress files itself. */
async function compressBelow(folder) {
  await Promise.all(
    filesBelow(folder)
      .filter((file) => COMPRESSED.test(file))
      .map(async (file) => {
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${file}.gz`, await gzipped(bytes, { level: 9 }));
      }),
  );
}

/**
 * Builds when the sources changed since the last build.
 * @returns {Promise<boolean>} whether it built
 */
export async function buildIfChanged() {
  const digest = sourceDigest();
  if (builtFrom() === digest) return false;
  console.log('Building Holdfast…');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const { build: buildClient } = await import('vite');
  // Distinguishes the figures that this build calculates from another build's.
  process.env.BUILD_ID = digest.slice(0, 16);
  await buildClient({ root, logLevel: 'warn' });
  await compressBelow(join(root, 'dist', 'client'));
  await bundleServer(join(root, 'dist', 'server', 'main.js'));
  // `holdfast report` reads these facts.
  mkdirSync(join(root, 'dist', 'facts'));
  for (const name of ['excess-income.csv', 'monthly-rates.csv'])
    copyFileSync(join(root, 'domain', 'facts', name), join(root, 'dist', 'facts', name));
  writeFileSync(stampFile, digest);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildIfChanged();
  console.log(built ? 'Built into dist/.' : 'Nothing has changed since the last build.');
}
