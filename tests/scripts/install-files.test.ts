/** What installs Holdfast on boxes names the version of this package, and gives the server what it reads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { readConfig } from '../../server/config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

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

/** What the image sets: where the server listens, and the folder that has to outlive it. */
const IMAGE = Object.fromEntries(
  [...(/^ENV (.+)$/mu.exec(textOf('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/gu)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);
const COMPOSE_FILES = [
  'compose.yaml',
  'docs/install/casaos/docker-compose.yml',
  'docs/install/truenas/compose.yaml',
  'docs/install/umbrel/docker-compose.yml',
];

/** The variables of the server's container; what Compose would put in is its default, or the name of a host. */
function environmentOf(text: string): Record<string, string> {
  const blocks = [...text.matchAll(/^ {4}environment:\n((?: {6,}.*\n)+)/gmu)].map(([, block = '']) => block);
  const lines = (blocks.at(-1) ?? '').matchAll(/^ {6}([A-Z_]+): '?(.*?)'?$/gmu);
  return Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{\w+(?::-([^}]*))?\}/gu, (_, fallback?: string) => fallback ?? 'box.local'),
    ]),
  );
}

describe.each(COMPOSE_FILES)('%s', (file) => {
  const text = textOf(file);

  it('publishes the port on which the image listens, and mounts the folder in which it writes', () => {
    expect([IMAGE['PORT'], IMAGE['DATA_DIR'], IMAGE['HOST']]).toEqual(['8080', '/data', '0.0.0.0']);
    expect(text).toMatch(/:8080'$|target: 8080$|APP_PORT: 8080$/mu);
    expect(text).toMatch(/- \S+:\/data$|target: \/data$/mu);
  });

  it('runs as a user without rights, and waits until what is under way has ended', () => {
    expect(/^ {4}user: '([1-9]\d*):[1-9]\d*'$/mu.exec(text)?.[1]).toBeDefined();
    // The server gives it 10 seconds.
    expect(Number(/^ {4}stop_grace_period: (\d+)s$/mu.exec(text)?.[1])).toBeGreaterThan(10);
  });

  it('sets variables that the server has, to values that it takes', () => {
    const environment = environmentOf(text);
    const documented = new Set([...textOf('docs/server.md').matchAll(/^\| `([A-Z_]+)`/gmu)].map(([, name]) => name));
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(['PUBLIC_URL', 'REGISTRATION', 'TRUST_PROXY']));
    expect(Object.keys(environment).filter((name) => !documented.has(name))).toEqual([]);
    expect(readConfig({ ...IMAGE, ...environment })).toMatchObject({
      ok: true,
      config: { registration: 'invite', port: 8080, dataDir: '/data' },
    });
  });
});

it('the image is built with the guide, which the app shows', () => {
  const ignored = textOf('.dockerignore').split('\n');
  expect(ignored).toContain('!docs/guide');
  // With the folder itself left out, Docker would look for nothing within it.
  expect(ignored).not.toContain('docs');
  expect(textOf('scripts/build.mjs')).toContain("'docs/guide',");
});

it('a health check asks where the server answers it', () => {
  expect(textOf('server/app.ts')).toContain('healthz`');
  for (const file of ['Dockerfile', 'compose.yaml', 'docs/install/home-assistant/config.yaml'])
    expect(textOf(file)).toMatch(/healthz/u);
});

it('the add-on of Home Assistant starts the package in its own folder of /data, as a user without rights', () => {
  const text = textOf('docs/install/home-assistant/Dockerfile');
  expect(text).toMatch(/^ENV .*HOST=0\.0\.0\.0 PORT=8080 DATA_DIR=\/data\/\w+/mu);
  expect(textOf('docs/install/home-assistant/run.sh')).toMatch(/^exec setpriv --reuid=node .* holdfast serve$/mu);
  const options = /^options:\n((?: {2}.*\n)+)/mu.exec(textOf('docs/install/home-assistant/config.yaml'))?.[1] ?? '';
  const asked = [...textOf('docs/install/home-assistant/run.sh').matchAll(/option (\w+)\)/gu)].map(([, name]) => name);
  expect([...options.matchAll(/^ {2}(\w+):/gmu)].map(([, name]) => name)).toEqual(asked);
});

it('the folder of Umbrel brings the data folder along: what Docker makes itself belongs to root', () => {
  expect(existsSync(join(root, 'docs/install/umbrel/data/.gitkeep'))).toBe(true);
});
