import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TOKENS = readFileSync('src/ui/tokens.css', 'utf8');
type Rgb = readonly [red: number, green: number, blue: number];

/** What a colour looks like on that ground. */
function over(colour: string, ground: Rgb): Rgb {
  const [red = 0, green = 0, blue = 0] = colour.startsWith('#')
    ? (colour.match(/[\da-f]{2}/giu) ?? []).map((pair) => parseInt(pair, 16))
    : (colour.match(/\d+/gu) ?? []).map(Number);
  const share = Number(/\/ (\d+)%/u.exec(colour)?.[1] ?? 100) / 100;
  const mixed = (top: number, below: number): number => top * share + below * (1 - share);
  return [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2])];
}

function token(name: string, scheme: 'light' | 'dark'): string {
  const value = new RegExp(`--${name}: light-dark\\((.+?), ((?:#|rgb).+?)\\);`, 'u').exec(TOKENS);
  return value?.[scheme === 'light' ? 1 : 2] ?? '';
}

/** WCAG's relative luminance. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(['light', 'dark'] as const)('shows by %s where a table goes on', (scheme) => {
  const surface = over(token('surface', scheme), [0, 0, 0]);
  const [lower = 0, upper = 0] = [surface, over(token('more-shadow', scheme), surface)]
    .map(luminance)
    .toSorted((a, b) => a - b);
  expect((upper + 0.05) / (lower + 0.05)).toBeGreaterThan(1.5);
});

it('has every colour of the screens, so that light and dark have their own', () => {
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
