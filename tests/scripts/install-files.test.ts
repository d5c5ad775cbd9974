/** What installs Holdfast on boxes names the version of this package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

it('every image, package and manifest is of this version', () => {
  const files = readdirSync(join(root, 'docs/install'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const named = [join(root, 'compose.yaml'), ...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/holdfast[:-](\d+\.\d+\.\d+)|^version: '(\d+\.\d+\.\d+)'/gmu)].map(
      ([, image, manifest]) => image ?? manifest,
    ),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(new Set(named)).toEqual(new Set([packageFile.version]));
});
