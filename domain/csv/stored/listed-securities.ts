/** The public lists of `domain/facts` as securities. */
import type { ListedSecurity } from './directory.ts';

/** Joins a list of names and a list of tickers, both with a header line and the ISIN first; a name may hold commas. */
export function readListedSecurities(names: string, tickers: string): readonly ListedSecurity[] {
  const byIsin = new Map<string, { isin: string; name: string; tickers: string[] }>();
  const entry = (isin: string) => {
    const known = byIsin.get(isin) ?? { isin, name: '', tickers: [] };
    byIsin.set(isin, known);
    return known;
  };
  for (const [isin, name] of pairs(names)) entry(isin).name ||= name;
  for (const [isin, ticker] of pairs(tickers)) entry(isin).tickers.push(ticker);
  return [...byIsin.values()];
}

function pairs(list: string): readonly (readonly [string, string])[] {
  return list
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line.includes(','))
    .map((line) => {
      const comma = line.indexOf(',');
      const text = line.slice(comma + 1);
      return [line.slice(0, comma), text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text] as const;
    });
}
