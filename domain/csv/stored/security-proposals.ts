/**
 * The likeliest securities for a name in a file, from the catalogue and a public list. The user chooses; nothing is
 * decided here.
 */
import type { Proposal } from '../questions/import-question.ts';
import type { RowReading } from '../row-figures/row-reading.ts';
import type { Directory } from './directory.ts';
import { namesAnotherKind, securityNameKey } from './security-name.ts';

export type NamedSecurity = Pick<RowReading, 'isinText' | 'sedolText' | 'ticker' | 'assetName'>;

/** As many as a user compares at a glance. */
const MOST_PROPOSALS = 6;
/** Names with less in common are unrelated. */
const LEAST_LIKENESS = 0.3;

interface Candidate extends Proposal {
  readonly score: number;
}

/** Ranked proposals, the likeliest first; among equally likely ones the catalogue's come first. */
export function proposeSecurities(named: NamedSecurity, directory: Directory): readonly Proposal[] {
  const found = new Map<string, Candidate>();
  const add = (isin: string, name: string, score: number, isInCatalogue: boolean): void => {
    const ranked = score + (isInCatalogue ? 0.02 : 0);
    if (score < LEAST_LIKENESS || (found.get(isin)?.score ?? 0) >= ranked) return;
    found.set(isin, {
      value: isin,
      label: name === '' ? isin : name,
      detail: isInCatalogue ? isin : `${isin}, not in the catalogue`,
      score: ranked,
    });
  };
  const wanted = wordsOf(named.assetName);
  // Some files have tickers in the column of names.
  const code = named.ticker === '' && !named.assetName.includes(' ') ? named.assetName : named.ticker;
  const ticker = code.toUpperCase().split(/[:./ ]/u)[0] ?? '';
  const tickered = new Set(directory.assetsOfTicker(code).map(({ isin }) => isin));
  const scoreOf = (name: string): number =>
    likeness(wanted, knownWords(name)) - (namesAnotherKind(named.assetName, name) ? 0.1 : 0);
  for (const asset of directory.assets)
    add(asset.isin, asset.name, tickered.has(asset.isin) ? 1 : scoreOf(asset.name), true);
  for (const { isin, name, tickers } of directory.listed)
    add(
      isin,
      directory.asset(isin)?.name ?? name,
      ticker !== '' && tickers.includes(ticker) ? 0.95 : scoreOf(name),
      directory.asset(isin) !== null,
    );
  return [...found.values()]
    .toSorted((a, b) => b.score - a.score || a.label.localeCompare(b.label))
    .slice(0, MOST_PROPOSALS)
    .map(({ value, label, detail }) => ({ value, label, detail }));
}

/** The words of the catalogue's and the lists' names, which are compared repeatedly. */
const known = new Map<string, ReadonlySet<string>>();

function knownWords(name: string): ReadonlySet<string> {
  const words = known.get(name) ?? wordsOf(name);
  if (known.size < 20_000) known.set(name, words);
  return words;
}

function wordsOf(name: string): ReadonlySet<string> {
  return new Set(
    securityNameKey(name)
      .split(' ')
      .filter((word) => word !== ''),
  );
}

/** The share of words that two names have in common, weighted by length; 1 for the same words. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const weight = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += Math.min(word.length, 8);
    return sum;
  };
  const total = weight(one) + weight(other);
  return total === 0 ? 0 : (2 * weight([...one].filter((word) => other.has(word)))) / total;
}
