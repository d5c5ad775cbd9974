import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the tokens hold every colour of the screens, so that light and dark have their own', () => {
  // Paper has one look.
  const own = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file))
    .filter(
      (file) =>
        file.endsWith('.module.css') &&
        !file.includes('print-') &&
        /(?:#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\()/iu.test(readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gsu, '')),
    );
  expect(own).toEqual([]);
});
