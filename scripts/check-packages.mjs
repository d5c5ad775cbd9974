// Checks that each package of `dependencies` is named where something uses it: an import, or a file of it in CSS or the page.
//
// knip alone passes a package that is imported nowhere when another package names it as an optional peer, because that other
// one may import it: so date-fns passed, which @base-ui/react takes for a calendar that Holdfast does not use.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['contract', 'domain', 'server', 'src', 'workers', 'scripts'];
const declared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dependencies = { ...declared.dependencies, ...declared.optionalDependencies };

function* sourcesIn(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    // An import in a test does not make a package part of the product.
    if (entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      yield readFileSync(join(entry.parentPath, entry.name), 'utf8');
  }
}

/** How a file names a package: quoted, alone or before the path of one of its files. */
function isNamedIn(text, name) {
  return [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`].some((quoted) => text.includes(quoted));
}

const unused = new Set(Object.keys(dependencies));
for (const folder of FOLDERS)
  for (const text of sourcesIn(folder)) for (const name of unused) if (isNamedIn(text, name)) unused.delete(name);

if (unused.size > 0) {
  console.error(`declared in package.json and imported nowhere: ${[...unused].join(', ')}`);
  process.exit(1);
}
console.log(`packages: each of ${Object.keys(dependencies).length} is imported`);
