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

/** The text of a file, or nothing when there is none. */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Holdfast needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

if (readIfThere(stampFile) !== stamp) {
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
