/** The tax wrapper of a row, which decides whether its gains are taxed. */
import { labelOf, TAX_WRAPPER_OPTIONS, WRAPPER_CHOICES, type TaxWrapper } from '../../fields/enums.ts';
import { remembered } from '../cells/remembered.ts';
import { wrapperOfWord } from '../cells/words.ts';
import type { SourceRows } from '../profiles/source-row.ts';
import type { RowWords } from './row-words.ts';

export class WrapperReader {
  /** For rows that name none: the user's choice for the file, else what the file's name or title says. */
  private readonly assumed: TaxWrapper | null;
  /** Rows of a file without a profile name theirs. */
  private readonly isNamed: boolean;
  private readonly known = new Map<string, TaxWrapper | null>();

  constructor(source: SourceRows, chosen: TaxWrapper | null) {
    this.assumed = chosen ?? source.wrapper;
    this.isNamed =
      !source.isBrokerFile && !source.guarded && source.rows.some((row) => row.get('taxWrapper').trim() !== '');
  }

  /** The wrapper that a cell names; null where neither it nor the file names one, so that the user is asked. */
  of(text: string, words: Pick<RowWords, 'refuseCell' | 'doubt'>): TaxWrapper | null {
    if (text !== '') {
      const wrapper = remembered(this.known, text, wrapperOfWord);
      if (wrapper === null) words.refuseCell('taxWrapper', 'notAnOption', WRAPPER_CHOICES);
      return wrapper;
    }
    if (this.assumed !== null && this.isNamed)
      words.doubt(
        `The row names no tax wrapper, unlike others of the file: ${labelOf(TAX_WRAPPER_OPTIONS, this.assumed)} was used. Check it.`,
      );
    return this.assumed;
  }
}
