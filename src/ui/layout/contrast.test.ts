/** WCAG 2.2 AA contrast (1.4.3, 1.4.11) of every pair of colours that the style sheets can bring together, by day and by night. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Scheme = 'light' | 'dark';
/** Parts of 255, which need not be whole. */
type Rgb = readonly [red: number, green: number, blue: number];

const TOKENS = readFileSync('src/ui/layout/tokens.css', 'utf8');

/** A token's colour as it is written: `#rrggbb`, or `rgb(r g b / n%)`. */
function token(name: string, scheme: Scheme): string {
  const value = new RegExp(`--${name}: light-dark\\((.+?), ((?:#|rgb).+?)\\);`, 'u').exec(TOKENS);
  const found = value?.[scheme === 'light' ? 1 : 2];
  if (found === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return found;
}

/** What a colour looks like on that ground, of which so much is seen. */
function over(colour: string, ground: Rgb, opacity = 1): Rgb {
  const [red = 0, green = 0, blue = 0] = colour.startsWith('#')
    ? (colour.match(/[\da-f]{2}/giu) ?? []).map((pair) => parseInt(pair, 16))
    : (colour.match(/\d+/gu) ?? []).map(Number);
  const share = (Number(/\/ (\d+)%/u.exec(colour)?.[1] ?? 100) / 100) * opacity;
  const mixed = (top: number, below: number): number => top * share + below * (1 - share);
  return [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2])];
}

/** An opaque token's colour. */
function colour(name: string, scheme: Scheme): Rgb {
  return over(token(name, scheme), [0, 0, 0]);
}

/** WCAG's relative luminance. */
function luminance(of: Rgb): number {
  const [red = 0, green = 0, blue = 0] = of.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast ratio, 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const SCHEMES = ['light', 'dark'] as const;
const TEXT_LEAST = 4.5;
const CONTROL_LEAST = 3;

/** What is written in; each must be legible wherever it stands. */
const TEXT = ['ink', 'ink-muted', 'ink-faint', 'accent', 'gain', 'loss', 'warn'];
/** What is written on; text of any of those colours may stand there. */
const GROUNDS = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
  'accent-soft',
  'gain-soft',
  'loss-soft',
  'warn-soft',
];

interface Rule {
  readonly selector: string;
  readonly declarations: ReadonlyMap<string, string>;
}

/** Every rule of the app's style sheets; paper has one look of its own. */
const RULES: readonly Rule[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css') && !file.includes('print-'))
  .toSorted((a, b) => a.localeCompare(b))
  .flatMap((file) => {
    const css = readFileSync(join('src', file), 'utf8').replaceAll(/\/\*.*?\*\//gsu, '');
    return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/gu)].map(([, selector = '', body = '']) => ({
      selector: selector.trim().replaceAll(/\s+/gu, ' '),
      declarations: new Map(
        body.split(';').flatMap((line) => {
          const [name = '', ...value] = line.split(':');
          return value.length === 0 ? [] : [[name.trim(), value.join(':').trim()] as const];
        }),
      ),
    }));
  });

/** The colour token that a declaration names, with nothing beside it that would change the colour. */
function tokenOf(value: string | undefined): string | null {
  return /^var\(--([\w-]+)\)(?: center \/ 12px no-repeat)?$/u.exec(value ?? '')?.[1] ?? null;
}

const groundOf = ({ declarations }: Rule): string | null =>
  tokenOf(declarations.get('background') ?? declarations.get('background-color'));
const inkOf = ({ declarations }: Rule): string | null => tokenOf(declarations.get('color'));

/** Pairs of tokens that come short of `least`, as lines. */
function tooWeak(pairs: readonly (readonly [ink: string, ground: string])[], scheme: Scheme, least: number): string[] {
  return pairs.flatMap(([ink, ground]) => {
    const found = contrast(colour(ink, scheme), colour(ground, scheme));
    return found >= least ? [] : [`${ink} on ${ground}: ${found.toFixed(2)}`];
  });
}

const every = (inks: readonly string[], grounds: readonly string[]): (readonly [string, string])[] =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const));

describe.each(SCHEMES)('by %s', (scheme) => {
  it('every text colour is legible on every background', () => {
    expect(tooWeak(every(TEXT, GROUNDS), scheme, TEXT_LEAST)).toEqual([]);
  });

  it('text on a background set by the same rule is legible', () => {
    const pairs = RULES.flatMap((rule) => {
      const [ink, ground] = [inkOf(rule), groundOf(rule)];
      return ink === null || ground === null ? [] : [[ink, ground] as const];
    });
    expect(pairs.length).toBeGreaterThan(20);
    expect(tooWeak(pairs, scheme, TEXT_LEAST)).toEqual([]);
  });

  it('a main button is legible while it is pointed at', () => {
    expect(tooWeak([['on-accent', 'accent-hover']], scheme, TEXT_LEAST)).toEqual([]);
    const [rule] = RULES.filter(({ declarations }) => declarations.get('filter')?.startsWith('brightness') === true);
    const share = Number(/brightness\(([\d.]+)\)/u.exec(rule?.declarations.get('filter') ?? '')?.[1]);
    const darker = (name: string): Rgb => over(token(name, scheme), [0, 0, 0], share);
    for (const ground of ['gain', 'loss'])
      expect(contrast(darker('on-status'), darker(ground)), ground).toBeGreaterThanOrEqual(TEXT_LEAST);
  });

  it('the border of a control and the focus ring stand out from every background', () => {
    expect(tooWeak(every(['line-strong', 'focus'], GROUNDS), scheme, CONTROL_LEAST)).toEqual([]);
  });
});

it.each(['light', 'dark'] as const)('shows by %s where a table goes on', (scheme) => {
  const surface = colour('surface', scheme);
  expect(contrast(surface, over(token('more-shadow', scheme), surface))).toBeGreaterThan(1.5);
});

describe('the style sheets bring no others together', () => {
  it('text has one of the text colours, or a background set by the same rule', () => {
    const others = RULES.filter((rule) => {
      const ink = inkOf(rule);
      return ink !== null && !TEXT.includes(ink) && groundOf(rule) === null;
    });
    expect(others.map(({ selector }) => selector)).toEqual([]);
  });

  it('a background not meant for text is used only for text of its own rule, a hovered button, or no text', () => {
    const grounds = RULES.filter((rule) => {
      const ground = groundOf(rule);
      return ground !== null && !GROUNDS.includes(ground) && ground !== 'scrim' && inkOf(rule) === null;
    });
    expect(grounds.map(({ selector }) => selector).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '.bar',
      '.bar',
      '.bar',
      '.bar',
      '.barOver',
      '.down',
      '.image',
      '.payment',
      '.primary:hover',
      '.separator',
      '.total',
      '.track',
      '.track',
      '.up',
      "input[type='checkbox']::before",
      "input[type='checkbox']:is(:checked, :indeterminate)",
    ]);
  });

  it('only disabled, moving or textless elements are translucent', () => {
    const faint = RULES.filter(({ declarations }) => {
      const share = Number(declarations.get('opacity') ?? 1);
      return share > 0 && share < 1;
    });
    expect(faint.map(({ selector }) => selector).toSorted((a, b) => a.localeCompare(b))).toEqual([
      ".button[aria-disabled='true']",
      '.heading:not(.sorted) .sort:hover > svg',
      "input:is([type='radio'], [type='checkbox']):disabled",
      'to',
    ]);
  });
});
