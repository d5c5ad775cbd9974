/** Which test files Vitest runs in which of its projects. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['domain', 'backup', 'contract', 'server', 'workers', 'src', 'tests'];
/** Tests that start servers, databases or hundreds of devices: `npm test` runs them, `npm run check` does not. */
const SLOW = /^(?:server|tests\/(?:faults|hostile|portfolio|sync))\//u;

export interface TestProjects {
  /** Without a page. */
  readonly unit: string[];
  readonly server: string[];
  /** With a page. */
  readonly dom: string[];
}

/** Assigns the project's test files to the projects. */
export function testProjects(): TestProjects {
  const projects: TestProjects = { unit: [], server: [], dom: [] };
  // An image is built without the folder of tests.
  for (const folder of FOLDERS.filter((name) => existsSync(join(root, name)))) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!/\.test\.tsx?$/u.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/');
      if (SLOW.test(file)) projects.server.push(file);
      else if (file.endsWith('.tsx')) projects.dom.push(file);
      else projects.unit.push(file);
    }
  }
  return projects;
}
