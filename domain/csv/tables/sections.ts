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

/** What the lines above the header say of the rows: of all, or of the rows of each account that they name. */
export class TitleSections {
  /** The tax wrapper of each word of a line that names one; null for a word of several. */
  private readonly ofWords = new Map<string, TaxWrapper | null>();
  private readonly account: number | undefined;
  private readonly byAccount: boolean;
  private readonly ofAll: Section | null;

  constructor(
    lines: readonly (readonly string[])[],
    rows: readonly (readonly string[])[],
    columns: ReadonlyMap<TransactionField, number>,
  ) {
    const namesWrapper = columns.has('taxWrapper');
    const wrapper = namesWrapper ? null : wrapperOfTitles(lines);
    this.ofAll = wrapper === null ? null : { taxWrapper: wrapper };
    this.account = namesWrapper ? undefined : columns.get('account');
    if (this.account !== undefined)
      for (const text of lines.map(titleOf)) {
        const named = namedIn(text);
        for (const word of named === null ? [] : text.split(' ')) {
          const known = this.ofWords.get(word);
          this.ofWords.set(word, known === undefined || known === named ? named : null);
        }
      }
    this.byAccount = this.ofWords.size > 0 && rows.some((cells) => this.ofWords.has(this.accountOf(cells)));
  }

  private accountOf(cells: readonly string[]): string {
    return (cells[this.account ?? -1] ?? '').trim();
  }

  /** The section of a row below no line of its own. */
  of(cells: readonly string[]): Section | null {
    if (!this.byAccount) return this.ofAll;
    const wrapper = this.ofWords.get(this.accountOf(cells)) ?? null;
    return wrapper === null ? null : { taxWrapper: wrapper };
  }

  /** The fields that the lines state. */
  get stated(): readonly string[] {
    return this.byAccount ? ['taxWrapper'] : Object.keys(this.ofAll ?? {});
  }
}

function titleOf(line: readonly string[]): string {
  return line
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ');
}

function namedIn(text: string): TaxWrapper | null {
  return text.length > MOST_LENGTH ? null : wrapperNamed(text);
}

/** The only tax wrapper that lines name; null for none or several. */
export function wrapperOfTitles(lines: readonly (readonly string[])[]): TaxWrapper | null {
  const named = new Set<TaxWrapper>();
  for (const line of lines) {
    const wrapper = namedIn(titleOf(line));
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
