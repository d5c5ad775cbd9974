/** The currency that the lines around a table name for all amounts of the file. */
import { DOLLAR_SIGN } from '../cells/dollar-signs.ts';
import { currencyOfWord } from '../cells/words.ts';
import { CURRENCY_CODES } from './heading-units.ts';

/** `Currency`, `Account currency: EUR`, `Report currency US dollars`. */
const NAMED =
  /^(?:(?:account|base|report(?:ing)?|portfolio|statement|valuation|display) )?(?:currency|ccy)\b\s{0,3}[:=]?\s{0,3}(.{0,20})$/iu;
/** `All amounts are in EUR`, `Statement in euros`. */
const AMOUNTS = new RegExp(
  `\\b(?:amounts|figures|values|prices|statement|report|shown) (?:\\w{1,12} ){0,3}in (?:the )?([a-z]{3}|[£$€]|${DOLLAR_SIGN}|(?:us|swiss|pounds?) [a-z]{5,8}|euros?|pounds?|sterling)(?![\\w$€£])`,
  'iu',
);
const CODE = new RegExp(`^(?:[A-Z]{3}|[£$€]|${DOLLAR_SIGN})$`, 'u');
/** `Portfolio (USD)`, `EUR account`: a code as a word of its own. */
const BARE = new RegExp(`(?<![\\w/.])(${CURRENCY_CODES.toUpperCase()})(?![\\w/.])`, 'gu');

/** `Prices are in pence`, `All prices in GBX`. */
const PENCE = /\b(?:prices?|quotes?|quotations?)\b(?: \w{1,12}){0,4} (?:in )?(?:pence|gbx|GBp)\b/iu;

/** True where a line around a table says that its prices are in pence. */
export function arePricesInPence(lines: readonly (readonly string[])[]): boolean {
  return lines.some((row) => row.some((cell) => cell.length <= 200 && PENCE.test(cell)));
}

/** The code of the first currency that is named so, or null; another currency than pounds comes before bare codes. */
export function titleCurrency(lines: readonly (readonly string[])[]): string | null {
  let bare: string | null = null;
  for (const row of lines) {
    const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
    for (const [position, cell] of cells.entries()) {
      if (cell.length > 200) continue;
      const named = NAMED.exec(cell);
      const word = named === null ? AMOUNTS.exec(cell)?.[1] : named[1] || cells[position + 1];
      const code = word !== undefined && (word.length > 3 || CODE.test(word)) ? currencyOfWord(word) : null;
      if (code !== null) return code.code;
      bare ??= bareCode(cell);
    }
  }
  return bare;
}

/** The only currency code in a short text; null for none, or for several. */
function bareCode(cell: string): string | null {
  if (cell.length > 60) return null;
  const codes = new Set([...cell.matchAll(BARE)].map(([, code = '']) => (code === 'GBX' ? 'GBP' : code)));
  return codes.size === 1 ? ([...codes][0] ?? null) : null;
}
