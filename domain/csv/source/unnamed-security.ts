/** Files that name no security at all, such as those of an employer's share plan, whose rows are all about one. */
import { remembered } from '../cells/remembered.ts';
import { isCommonCurrency, typeOfWord } from '../cells/words.ts';
import { wrapperOfWord } from '../cells/wrapper-words.ts';
import { readDay } from '../cells/day-text.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';

/** What a plan calls its parts; a security may stand under any other heading. */
const NO_SECURITY =
  /\b(?:plan|scheme|grant|award|type|class|status|state|method|reference|ref|id|number|no|notes?|comments?|remarks?|venue|market|account|user|name of (?:holder|participant)|participant|employee|reason|election|currency|date|time)\b/u;

/**
 * True where no column names a security, and none that is not read has different words in its rows: those may be
 * securities.
 */
export function namesNoSecurity(
  fields: readonly (TransactionField | null)[],
  header: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  if ((['isin', 'sedol', 'ticker', 'assetName'] as const).some((field) => fields.includes(field))) return false;
  if (!fields.includes('quantity')) return false;
  const words = new Map<string, boolean>();
  return header.every((cell, position) => {
    if ((fields[position] ?? null) !== null || NO_SECURITY.test(normaliseHeader(cell))) return true;
    const found = new Set<string>();
    for (const row of rows) {
      const text = (row[position] ?? '').trim();
      if (text !== '' && remembered(words, text, mayBeName)) found.add(text);
      if (found.size > 1) return false;
    }
    return true;
  });
}

/** True for a text with a word in it that is neither a day, a currency, a type nor a tax wrapper. */
function mayBeName(text: string): boolean {
  return (
    /\p{L}{2}/u.test(text) &&
    !/^[A-Z]{0,4}\d[\w-]*$/u.test(text) &&
    !isCommonCurrency(text) &&
    typeOfWord(text) === null &&
    wrapperOfWord(text) === null &&
    readDay(text, 'dmy') === null
  );
}
