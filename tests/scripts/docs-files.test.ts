/** What the documents for readers of the code name is there: files in code marks, links, and commands. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const DOCUMENTS = ['docs/architecture.md', 'docs/accessibility.md', 'README.md'];
/** Folders at the root, so that other words in code marks are no paths. */
const PATH = /^(?:docs|domain|backup|contract|server|src|workers|tests|scripts|bench)\/[\w./-]+$/u;

it.each(DOCUMENTS)('%s names files, pages and commands that are there', (document) => {
  const text = readFileSync(document, 'utf8');
  const paths = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, code = '']) => code).filter((code) => PATH.test(code));
  const links = [...text.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/gu)].map(([, to = '']) => join(dirname(document), to));
  expect([...paths, ...links].filter((path) => !existsSync(path))).toEqual([]);
  const commands = [...text.matchAll(/`npm run ([a-z:]+)/gu)].map(([, name]) => name);
  expect(commands.filter((name) => name === undefined || !(name in packageFile.scripts))).toEqual([]);
});

it('the picture of the architecture has every folder of the code', () => {
  const picture = /```mermaid\n([\s\S]*?)```/u.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? '';
  const parts = [...picture.matchAll(/[[(]((?:src|server)\/[\w.-]+|workers|domain)[:\]]/gu)].map(
    ([, part = '']) => part,
  );
  expect(parts.toSorted()).toEqual(
    [
      'domain',
      'server/routes',
      'server/services',
      'server/store',
      'src/app',
      'src/compute',
      'src/data',
      'src/features',
      'src/pages',
      'src/sw.ts',
      'src/sync',
      'src/sync-worker.ts',
      'src/ui',
      'workers',
    ].toSorted(),
  );
  expect(parts.filter((part) => !existsSync(part))).toEqual([]);
});
