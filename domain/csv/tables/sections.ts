/**
 * Lines of their own that say what the rows below them are about: a tax wrapper, or the currency of amounts. A file
 * without a column of them may state them so, once for each part.
 */
import { currencyOfWord, isCommonCurrency } from '../cells/words.ts';
import { wrapperNamed } from '../cells/wrapper-words.ts';
import type { TaxWrapper } from '../../fields/enums.ts';
import type { TransactionField } from './columns.ts';
import type { Table } from './table.ts';

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
  private readonly account: number;
  private readonly ofAll: Section | null;
  /** The fields that the lines state. */
  readonly stated: readonly string[];
  /** The lines name several tax wrappers, and nothing says which of them a row has. */
  readonly isOpen: boolean;

  constructor(
    lines: readonly (readonly string[])[],
    { rows, headerIndex }: Pick<Table, 'rows' | 'headerIndex'>,
    columns: ReadonlyMap<TransactionField, number>,
  ) {
    const texts = columns.has('taxWrapper') ? [] : lines.map(titleOf);
    for (const text of texts) this.take(text);
    const header = rows[headerIndex] ?? [];
    this.account =
      this.ofWords.size === 0
        ? -1
        : header.findIndex(
            (cell, position) =>
              (columns.get('account') === position || ACCOUNT.test(cell)) &&
              rows.some((row) => this.ofWords.has((row[position] ?? '').trim())),
          );
    const wrapper = texts.length === 0 || this.account !== -1 ? null : wrapperOfTitles(lines);
    this.ofAll = wrapper === null ? null : { taxWrapper: wrapper };
    this.stated = wrapper !== null || this.account !== -1 ? ['taxWrapper'] : [];
    this.isOpen = this.account === -1 && texts.some((text) => namedIn(text) !== null) && wrapper === null;
  }

  private take(text: string): void {
    const named = namedIn(text);
    for (const word of named === null ? [] : text.split(' ')) {
      const known = this.ofWords.get(word);
      this.ofWords.set(word, known === undefined || known === named ? named : null);
    }
  }

  /** The section of a row below no line of its own. */
  of(cells: readonly string[]): Section | null {
    if (this.account === -1) return this.ofAll;
    const wrapper = this.ofWords.get((cells[this.account] ?? '').trim()) ?? null;
    return wrapper === null ? null : { taxWrapper: wrapper };
  }
}

/** The heading of a column that may name the account of a row. */
const ACCOUNT = /\b(?:account|a\/c|plan|portfolio|client)\b/iu;

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
