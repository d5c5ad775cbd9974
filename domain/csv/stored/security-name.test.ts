import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Asset } from '../../records/records.ts';
import { SEED_ASSETS } from '../../starter/catalogue.ts';
import { Directory } from './directory.ts';
import { readListedSecurities } from './listed-securities.ts';
import { namesAnotherKind, securityNameKey } from './security-name.ts';
import { proposeSecurities } from './security-proposals.ts';

const catalogue: readonly Asset[] = SEED_ASSETS.map((fields) => ({ id: fields.isin, ...fields }));
const metals = catalogue.filter(({ isin }) => isin.length === 3);
const securities = catalogue.filter(({ isin }) => isin.length !== 3);
const directory = new Directory({ accounts: [], brokers: [], assets: catalogue });
const facts = (name: string): string => readFileSync(new URL(`../../facts/${name}`, import.meta.url), 'utf8');
const listed = readListedSecurities(facts('etf-names.csv'), facts('isin-tickers.csv'));

/** Spellings that do not change which security is meant. */
const SAME: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => `  ${name.replaceAll(' ', '  ')} `,
  (name) => name.replaceAll('&', ' and '),
  (name) => `${name} Ord`,
  (name) => `${name} Ordinary Shares`,
  (name) => `${name} Com Stk`,
  (name) => `${name} ORD GBP0.10`,
  (name) => `${name} USD0.20 20/21`,
  (name) => `${name} ORD 28 101/108P`,
  (name) => `${name} Ord 25p`,
  (name) => `${name} NPV`,
];

/** Words that make a name mean another security, or may do so. */
const ADDED: readonly string[] = (
  '8.75% Cum Irrd Pref|9 1/4% Non-Cum Pref GBP1|Preference Shares|Pref|5.125% Bond 2030|Bonds|4% Notes|Note|ADR|ADS|GDR|Warrants|' +
  'Rights|Nil Paid|Subscription Shares|5%|Acc|Inc|Dist|Accumulation|Income|Class A|Class D|Class X|' +
  'B|I|W|Hedged|GBP Hedged|EUR|USD|GBP|(USD)|Leveraged|2x|Short|' +
  'Growth|Trust|ETF|Fund|Index Tracking|Japan|Emerging Markets|Small Cap|2|II|New|International|' +
  'Holdings'
).split('|');
const HOUSES = [
  'BlackRock',
  'iShares',
  'Vanguard',
  'Aviva Investors',
  'WisdomTree Physical',
  'HSBC',
  'L&G',
  'Fidelity',
];
const SWAPS: readonly (readonly [RegExp, string])[] = [
  [/\bAccumulating\b|\bAccumulation\b|\bAcc\b/u, 'Distributing'],
  [/\bDistributing\b|\bDist\b|\bInc\b/u, 'Accumulating'],
  [/\bClass ([A-Z])\b/u, 'Class Z'],
  [/\b500\b/u, '600'],
  [/\b100\b/u, '250'],
  [/\bWorld\b/u, 'World ex UK'],
  [/\bUK\b/u, 'US'],
  [/\d+(?:\.\d+)?%/u, '9.875%'],
];

/** Every near name of a name: words added, removed or exchanged, or another fund house before it. */
function nearNames(name: string): readonly string[] {
  const words = name.split(' ');
  const without = words.map((_word, index) => words.filter((_other, at) => at !== index).join(' '));
  const parts = words.map((_word, index) => words.slice(0, index).join(' '));
  const swapped = SWAPS.filter(([from]) => from.test(name)).map(([from, to]) => name.replace(from, to));
  const exchanged = words
    .slice(1)
    .map((word, index) => [...words.slice(0, index), word, words[index], ...words.slice(index + 2)].join(' '));
  return [
    ...ADDED.flatMap((added) => [`${name} ${added}`, `${name} plc ${added}`, `${added} ${name}`]),
    ...HOUSES.map((house) => `${house} ${name}`),
    ...without,
    ...parts,
    ...swapped,
    ...exchanged,
  ].filter((near) => near.trim() !== '');
}

/** The words of a name as a person compares them, written independently of the tested rule. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9%.]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '' && word !== 'plc' && word !== 'and')
    .map((word) => (/^acc(?:um|umulation|umulating)?$/u.test(word) ? 'acc' : word.replace(/^dist.*$/u, 'dist')))
    .join(' ');
}

describe('the identity of a name', () => {
  it.each(securities.map((asset) => [asset.name, asset] as const))(
    '%s is identified by its full name',
    (name, asset) => {
      for (const write of SAME) expect(directory.assetNamed(write(name))?.isin, write(name)).toBe(asset.isin);
    },
  );

  it('is never taken from a merely similar name', () => {
    let tried = 0;
    for (const { isin, name } of catalogue) {
      for (const near of nearNames(name)) {
        const found = directory.assetNamed(near);
        tried += 1;
        if (found !== null) expect([near, plain(near)]).toEqual([near, plain(found.name)]);
        if (found !== null && found.isin !== isin) expect(plain(near)).not.toBe(plain(name));
      }
    }
    expect(tried).toBeGreaterThan(5000);
  });

  it('is found in the catalogue for a name of a public list only where the names are equal', () => {
    const names = listed.filter(({ name }) => name !== '');
    expect(names.length).toBeGreaterThan(2000);
    for (const { isin, name } of names) {
      const found = directory.assetNamed(name);
      // A list shortens its names, so that two ISINs may share one; none of these names may be among them.
      if (found !== null) expect([name, found.isin]).toEqual([name, isin]);
    }
  });

  it.each([
    'BlackRock Gold & General Class D - Accumulation',
    'WisdomTree Physical Silver',
    'Aviva plc 8.75% Cum Irrd Pref',
    'Aviva Investors UK Index Tracking',
    'Lloyds Banking Group plc 9.25% Non-Cum Irrd Pref',
    'Vodafone Group plc 6.25% Bonds 2032',
    'BP plc ADR',
    'Vanguard FTSE All-World UCITS ETF',
    'Gold plc',
    'Gold Ord 5p',
    'Silver Com Stk',
  ])('is not guessed for %s', (name) => {
    expect(directory.assetNamed(name)).toBeNull();
  });

  it("is a metal's only for the metal's own names", () => {
    expect(metals.map(({ isin }) => isin).toSorted()).toEqual(['XAG', 'XAU', 'XPT']);
    expect(['Gold', 'gold (XAU)', 'Silver', 'XPT'].map((name) => directory.assetNamed(name)?.isin)).toEqual([
      'XAU',
      'XAU',
      'XAG',
      'XPT',
    ]);
    for (const { name } of metals)
      for (const near of nearNames(name)) expect(directory.assetNamed(near)?.isin.length ?? 0, near).not.toBe(3);
  });

  it('keeps numbers that are not a par value', () => {
    expect(securityNameKey('iShares GBP 0-5yr Corp Bond')).toBe('ishares gbp 0 5yr corp bond');
    expect(securityNameKey('Treasury 4.25% 2027')).not.toBe(securityNameKey('Treasury 4.5% 2027'));
  });
});

describe('a ticker', () => {
  it('identifies a security together with its currency or exchange, where only one fits', () => {
    const of = (ticker: string, currency: string | null, market = ''): string | undefined =>
      directory.assetByTicker(ticker, { currency, market })?.isin;
    expect(of('VUSA', null)).toBeUndefined();
    expect([
      of('VUSA', 'GBP'),
      of('VUSA.L', null),
      of('LSE:VUSA', null),
      of('VUSA', null, 'London Stock Exchange'),
    ]).toEqual(Array.from({ length: 4 }, () => 'IE00B3XXRP09'));
    expect([of('VUSA', 'USD'), of('VUSA.US', 'GBP'), of('VUSA', 'GBP', 'NASDAQ')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is doubted where the name beside it is of another kind of security', () => {
    expect(namesAnotherKind('Vodafone Group 5% Bond', 'Vodafone Group plc')).toBe(true);
    expect(namesAnotherKind('Vanguard S&P 500 (Acc)', 'Vanguard S&P 500 UCITS ETF Distributing')).toBe(true);
    expect(namesAnotherKind('VODAFONE GRP', 'Vodafone Group plc')).toBe(false);
  });
});

describe('proposals', () => {
  it('rank the likeliest first and name securities that the catalogue lacks', () => {
    const named = { isinText: '', sedolText: '', ticker: '', assetName: 'Vanguard S&P 500 ETF Acc' };
    expect(proposeSecurities(named, directory)[0]).toMatchObject({ label: 'Vanguard S&P 500 UCITS ETF Accumulating' });
    const wide = new Directory({ accounts: [], brokers: [], assets: catalogue });
    wide.listed = listed;
    const proposals = proposeSecurities({ ...named, assetName: '21Shares Bitcoin ETP' }, wide);
    expect(proposals[0]).toEqual({
      value: 'CH0454664001',
      label: '21Shares Bitcoin ETP',
      detail: 'CH0454664001, not in the catalogue',
    });
    expect(proposals.length).toBeLessThanOrEqual(6);
  });

  it('begin with the security whose ticker stands in the column of names', () => {
    const named = { isinText: '', sedolText: '', ticker: '' };
    expect(proposeSecurities({ ...named, assetName: 'VUSA.L' }, directory)[0]).toMatchObject({ value: 'IE00B3XXRP09' });
    // The first word of a name is no ticker.
    expect(proposeSecurities({ ...named, assetName: 'VUSA fund of bonds' }, directory)).toEqual([]);
  });
});
