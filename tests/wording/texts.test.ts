/** What no text says: nobody is told to buy or to sell (issue of allowances and plans), and quotes have one form. What is looked at is found by folder. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ADVICE } from './advice.ts';
import { screenTexts, textsOf } from './screen-texts.ts';

/** Screens of trades, tax and what could be done: nothing in them may even sound like advice. */
const ABOUT_TRADES = [
  'src/features/plans',
  'src/features/allowances',
  'src/features/capital-gains',
  'src/features/dashboard',
  'src/features/holdings',
  'src/features/settings/preferences/tax-date-feed.tsx',
  'src/ui/texts/purchase-window-text.ts',
  'src/ui/values/purchase-windows.tsx',
  'domain/tax-dates',
  'domain/plans',
  'domain/allowances',
];

/** Anywhere else such words are of other things, for example what a field must be; with a trade they are advice. */
const TRADE_ADVICE =
  /\b(?:should|must|ought|recommend\w*|advis\w+|suggest\w*|best|better|consider|need to|time to|now)\b[^.]*\b(?:buy|sell|invest|switch|hold)\b/iu;

it.each(ABOUT_TRADES)('%s describes and never advises', (path) => {
  expect(existsSync(path)).toBe(true);
  expect(screenTexts(path).filter(({ text }) => ADVICE.test(text))).toEqual([]);
});

/** Of the whole product. */
const TEXTS = ['src', 'domain', 'server', 'workers', 'contract'].flatMap(screenTexts);

it('no other screen, server or rule tells anybody to trade', () => {
  expect(TEXTS.filter(({ text }) => TRADE_ADVICE.test(text))).toEqual([]);
  // Every screen's folder was read: not one of them is without a text.
  const read = new Set(TEXTS.map(({ file }) => file.split('/')[2]));
  const isScreen = (folder: string): boolean =>
    readdirSync(`src/features/${folder}`).some((name) => name.endsWith('.tsx'));
  expect(readdirSync('src/features').filter((folder) => isScreen(folder) && !read.has(folder))).toEqual([]);
});

it('every text has the straight quotes and apostrophes that the specification has in its texts', () => {
  expect(TEXTS.length).toBeGreaterThan(1000);
  // Names of the starter lists stand on servers and in backups as they are.
  const own = TEXTS.filter(({ file }) => !file.startsWith('domain/starter/'));
  expect(own.filter(({ text }) => /[\u201C\u201D]|[a-z]\u2019/iu.test(text))).toEqual([]);
});

it('finds what a source says in sentences, templates, attributes and elements, and nothing else', () => {
  const source = `
    import { a } from './buy now';
    type Kind = 'sell now';
    const code = 'sell';
    const said = 'You should wait';
    const built = \`Sell \${n} units\`;
    export function Screen() {
      return <p title="Buy more of it">It is best <b>now</b> to {'sell'} {n}.</p>;
    }`;
  expect(textsOf(source, 'tsx')).toEqual([
    'You should wait',
    'Sell … units',
    'It is best … to sell ….',
    'Buy more of it',
    'now',
  ]);
  expect(textsOf(source, 'tsx').filter((text) => ADVICE.test(text))).toHaveLength(4);
  expect('It is time to sell').toMatch(TRADE_ADVICE);
  expect('Its price must be a number. Sell').not.toMatch(TRADE_ADVICE);
});
