/** The tax wrapper of a row, which decides whether its gains are taxed. */
import { labelOf, TAX_WRAPPER_OPTIONS, WRAPPER_CHOICES, type TaxWrapper } from '../../fields/enums.ts';
import { remembered } from '../cells/remembered.ts';
import { wrapperInWords, wrapperOfAccount, wrapperOfWord } from '../cells/wrapper-words.ts';
import type { SourceRows } from '../profiles/source-row.ts';
import type { RowWords } from './row-words.ts';

export class WrapperReader {
  /** For rows that name none: the user's choice for the file, else what the file's name or title says. */
  private readonly assumed: TaxWrapper | null;
  /** Rows of a file without a profile name theirs. */
  private readonly isNamed: boolean;
  /** No profile knows the columns: the name of an account may name its wrapper, which a profile reads from there itself. */
  private readonly isOwnForm: boolean;
  private readonly known = new Map<string, TaxWrapper | null>();
  private readonly ofAccounts = new Map<string, TaxWrapper | null>();

  constructor(source: SourceRows, chosen: TaxWrapper | null) {
    this.assumed = chosen ?? source.wrapper;
    this.isOwnForm = !source.isBrokerFile && !source.guarded;
    this.isNamed =
      this.isOwnForm &&
      source.rows.some((row) => row.get('taxWrapper').trim() !== '' || this.ofAccount(row.get('account')) !== null);
  }

  private ofAccount(name: string): TaxWrapper | null {
    return this.isOwnForm && name.length <= 100 ? remembered(this.ofAccounts, name, wrapperOfAccount) : null;
  }

  /** The wrapper that a cell, or else the account, names; null where the file names none, so that the user is asked. */
  of(text: string, account: string, words: Pick<RowWords, 'refuseCell' | 'doubt'>): TaxWrapper | null {
    if (text !== '') {
      const wrapper = remembered(this.known, text, this.isOwnForm ? wrapperInWords : wrapperOfWord);
      if (wrapper === null) words.refuseCell('taxWrapper', 'notAnOption', WRAPPER_CHOICES);
      return wrapper;
    }
    const named = this.ofAccount(account);
    if (named !== null) return named;
    if (this.assumed !== null && this.isNamed)
      words.doubt(
        `The row names no tax wrapper, unlike others of the file: ${labelOf(TAX_WRAPPER_OPTIONS, this.assumed)} was used. Check it.`,
      );
    return this.assumed;
  }
}
