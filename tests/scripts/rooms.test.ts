/** The rooms of large folders stand in CONTRIBUTING.md in their order: each imports only from those above it. The page has no code of the worker's. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = [
  'src/data',
  'domain',
  'domain/csv',
  'domain/cgt',
  'domain/returns',
  'src/sync',
  'server',
  'server/store',
  'src/ui',
  'src/features/import',
  'src/features/admin',
  'src/features/settings',
  'src/app',
  'workers',
  'tests/browser',
];

/** Journeys and the settings of their runner are found at the top, and so is what starts the server. */
const AT_THE_TOP = new Map([
  ['tests/browser', /\.(?:spec|config)\.ts$/u],
  ['server', /\.ts$/u],
]);

const tables = new Map(
  [
    ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
      /^\| `([a-z/]+)` \| what belongs there \|\n\|---\|---\|\n((?:\|.*\n)+)/gmu,
    ),
  ].map(([, folder = '', lines = '']) => [
    folder,
    [...lines.matchAll(/^\| `([a-z-]+)` \|/gmu)].map(([, room = '']) => room),
  ]),
);

it('each folder with rooms has its table', () => {
  expect([...tables.keys()]).toEqual(FOLDERS);
});

describe.each(FOLDERS)('%s', (name) => {
  const folder = join(root, name);
  const rooms = tables.get(name) ?? [];

  it('each room has its line, and no file stands outside', () => {
    const entries = readdirSync(folder, { withFileTypes: true });
    expect(entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)).toEqual(rooms.toSorted());
    expect(
      entries.filter(({ name: file }) => /\.(?:tsx?|css)$/u.test(file) && AT_THE_TOP.get(name)?.test(file) !== true),
    ).toEqual([]);
  });

  it('no room imports from one below it', () => {
    const upward = rooms.flatMap((room, place) =>
      readdirSync(join(folder, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:tsx?|css)$/u.test(file) && !/\.(?:test|fixture)\.tsx?$/u.test(file))
        .flatMap((file) => {
          const path = join(folder, room, file);
          return [...readFileSync(path, 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/gu)]
            .map(([, target = '']) => relative(folder, resolve(dirname(path), target)).split('/')[0] ?? '')
            .filter((other) => rooms.indexOf(other) > place)
            .map((other) => `${room}/${file} -> ${other}`);
        }),
    );
    expect(upward).toEqual([]);
  });
});

it('`src`, apart from its tests, imports only types from `workers`, from one file', () => {
  const others = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !/\.(?:test|fixture)\.tsx?$|^testing\//u.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, 'src', file), 'utf8').matchAll(
          /^(?:import|export)[^;]*? from '[^']*\/workers\/[^']*'/gmu,
        ),
      ]
        .map(([line]) => line.replaceAll(/\s+/gu, ' '))
        .filter((line) => !/^import type .*\/workers\/api\/worker-api\.ts'$/u.test(line))
        .map((line) => `${file}: ${line}`),
    );
  expect(others).toEqual([]);
});
