/** Which test files Vitest runs in which of its projects. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['domain', 'contract', 'server', 'workers', 'src', 'tests'];
/** What starts servers, databases or devices by the hundred: `npm test` runs it, `npm run check` does not. */
const SLOW = /^(?:server|tests\/(?:faults|hostile|portfolio|scripts|sync))\//u;

export interface TestProjects {
  /** Without a page. */
  readonly unit: string[];
  readonly server: string[];
  /** With a page. */
  readonly dom: string[];
  /** As `unit` and `dom`, but each file in a process of its own: it puts modules of its own in the place of others. */
  readonly unitAlone: string[];
  readonly domAlone: string[];
}

/** Shares the project's test files out. A file that mocks modules would have the next one of its process mocked too. */
export function testProjects(): TestProjects {
  const projects: TestProjects = { unit: [], server: [], dom: [], unitAlone: [], domAlone: [] };
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!/\.test\.tsx?$/u.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/');
      const isAlone = /\bvi\.mock\(/u.test(readFileSync(join(root, file), 'utf8'));
      if (SLOW.test(file)) projects.server.push(file);
      else if (file.endsWith('.tsx')) projects[isAlone ? 'domAlone' : 'dom'].push(file);
      else projects[isAlone ? 'unitAlone' : 'unit'].push(file);
    }
  }
  return projects;
}
