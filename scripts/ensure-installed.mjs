// Installs the packages when they are missing or the lock file has changed since; does nothing otherwise.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.holdfast-installed');
const stamp = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
  .digest('hex');

/** The text of a file, or an empty one when it does not exist. */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Whether `npm ci` or `npm install` has installed what the lock file names, which npm records itself. Only packages for
 * other platforms may be missing.
 */
function isInstalledAlready() {
  const noted = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (noted === null) return false;
  const installed = JSON.parse(noted).packages;
  const { '': _root, ...wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) =>
    path in installed ? installed[path].version === version : optional === true || devOptional === true,
  );
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Holdfast needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Whether the installed database engine was built for this Node. */
async function isEngineBuilt() {
  try {
    const { default: Database } = await import('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

if (readIfThere(stampFile) === stamp) {
  // Nothing has changed since.
} else if (isInstalledAlready() && (await isEngineBuilt())) writeFileSync(stampFile, stamp);
else {
  console.log(
    'Installing packages (the first time this takes a few minutes: the database engine may have to be compiled)…',
  );
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error('Installing the packages failed; the lines above say why. Nothing else was changed.');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stampFile, stamp);
}
