/**
 * Lines of their own that say what the rows below them are about: a tax wrapper, or the currency of amounts. A file
 * without a column of them may state them so, once for each part.
 */
import { currencyOfWord, isCommonCurrency } from '../cells/words.ts';
import { wrapperNamed } from '../cells/wrapper-words.ts';
import type { TaxWrapper } from '../../fields/enums.ts';
import type { TransactionField } from './columns.ts';

/** What the lines above a row say of it, as cells by field. */
export type Section = Readonly<Partial<Record<TransactionField, string>>>;

/** As long as such a line with a number and a name of its account. */
const MOST_LENGTH = 80;

/** The section that a line with one filled cell begins; null for any other line. */
export function sectionBelow(
  cells: readonly string[],
  above: Section | null,
  columns: ReadonlyMap<TransactionField, number>,
): Section | null {
  const text = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  if (text === '' || text.length > MOST_LENGTH) return null;
  const wrapper = columns.has('taxWrapper') ? null : wrapperNamed(text);
  if (wrapper !== null) return { ...above, taxWrapper: wrapper };
  const currency = columns.has('currency') ? null : currencyOfLine(text);
  return currency === null ? null : { ...above, currency };
}

/** The section without the tax wrapper, below a line that may begin a part of another one. */
export function withoutWrapper(section: Section | null): Section | null {
  if (section?.taxWrapper === undefined) return section;
  const { taxWrapper: _left, ...others } = section;
  return others;
}

/** The section of the first rows: the only tax wrapper that the lines above the header name. */
export function sectionOfTitles(
  lines: readonly (readonly string[])[],
  columns: ReadonlyMap<TransactionField, number>,
): Section | null {
  const wrapper = columns.has('taxWrapper') ? null : wrapperOfTitles(lines);
  return wrapper === null ? null : { taxWrapper: wrapper };
}

/** The only tax wrapper that lines name; null for none or several. */
export function wrapperOfTitles(lines: readonly (readonly string[])[]): TaxWrapper | null {
  const named = new Set<TaxWrapper>();
  for (const line of lines) {
    const text = line
      .filter((cell) => cell.trim() !== '')
      .join(' ')
      .trim();
    const wrapper = text.length > MOST_LENGTH ? null : wrapperNamed(text);
    if (wrapper !== null) named.add(wrapper);
  }
  const [wrapper] = named;
  return named.size === 1 && wrapper !== undefined ? wrapper : null;
}

/** Words beside a currency that say nothing else; the name of a security may end with one too. */
const BESIDE_CURRENCY =
  /^(?:all|amounts?|positions?|accounts?|currency|ccy|cash|in|of|trades?|transactions?|holdings?|stocks?|shares|securities|equities|the|are)$/iu;

/** The code of the currency that a line of its own names; null for none. */
export function currencyOfLine(text: string): string | null {
  const words = text.split(/[^\p{L}£$€]+/u).filter((word) => word !== '' && !BESIDE_CURRENCY.test(word));
  const [word = ''] = words;
  const isCode = words.length === 1 && isCommonCurrency(word);
  const named = isCode ? currencyOfWord(word) : text.length > 4 ? currencyOfWord(text) : null;
  return named === null ? null : named.pence ? 'GBX' : named.code;
}
