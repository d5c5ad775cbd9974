/** The rooms of `src/data` stand in CONTRIBUTING.md in their order: each imports from those above it alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const data = join(root, 'src/data');

const rooms = [
  ...(/`src\/data` has a room per concern[^]*?\n\n([^]*?)\n\n/u
    .exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1]
    ?.matchAll(/^\| `([a-z-]+)` \|/gmu) ?? []),
].map(([, room = '']) => room);

const folders = readdirSync(data, { withFileTypes: true });

it('each room has its line, and no file stands outside', () => {
  expect(folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual(rooms.toSorted());
  expect(folders.filter(({ name }) => name.endsWith('.ts'))).toEqual([]);
});

it('no room imports from one below it', () => {
  const upward = rooms.flatMap((room, place) =>
    readdirSync(join(data, room))
      .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/u.test(name))
      .flatMap((name) => {
        const file = join(data, room, name);
        return [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/gu)]
          .map(([, path = '']) => relative(data, resolve(dirname(file), path)).split('/')[0] ?? '')
          .filter((other) => rooms.indexOf(other) > place)
          .map((other) => `${room}/${name} -> ${other}`);
      }),
  );
  expect(upward).toEqual([]);
});
