/** The currency that the lines above a header name for all amounts of the file. */
import { currencyOfWord } from '../cells/words.ts';

/** `Currency`, `Account currency: EUR`, `Report currency USD`. */
const NAMED =
  /^(?:(?:account|base|report(?:ing)?|portfolio|statement|valuation|display) )?(?:currency|ccy)\b\s{0,3}[:=]?\s{0,3}(.{0,5})$/iu;
/** `All amounts are in EUR`. */
const AMOUNTS = /\b(?:amounts|figures|values|prices) (?:\w{1,12} ){0,3}in ([a-z]{3}|[£$€])(?![\w$€£])/iu;
const CODE = /^(?:[A-Z]{3}|[£$€])$/u;

/** The code of the first currency that is named so, or null. */
export function titleCurrency(before: readonly (readonly string[])[]): string | null {
  for (const row of before) {
    const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
    for (const [position, cell] of cells.entries()) {
      if (cell.length > 200) continue;
      const named = NAMED.exec(cell);
      const word = named === null ? AMOUNTS.exec(cell)?.[1] : named[1] || cells[position + 1];
      const code = word !== undefined && CODE.test(word) ? currencyOfWord(word) : null;
      if (code !== null) return code.code;
    }
  }
  return null;
}
