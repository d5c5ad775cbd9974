/**
 * Columns whose headings say something of the rows in which they are filled, in a file without a profile: a flag such as
 * `Provisional: Yes`, the row that this one reverses, the part of it that is one's own, terms of a derivative.
 */
import type { TransactionType } from '../../fields/enums.ts';
import { cleanText, shorten, yesOrNo } from '../cells/cell-text.ts';
import { saysCorporateAction, saysReversal } from '../cells/words.ts';
import { wrapperNamed } from '../cells/wrapper-words.ts';
import { stateOfTitle } from '../tables/title-state.ts';
import type { NamedColumn } from './column-cells.ts';

/** What a row is that a flag marks, if it is no plain one. */
const MARKED =
  /\b(?:pending|provisional|simulat\w*|paper|draft|estimated?|demo|test|forecast|failed|error|returned|bounced|notional|accumulated|reinvested|drip|scrip|gift|transfer(?:red)?|bed (?:and|n) isa|corporate action|short)\b/u;
/** Another row to which this one belongs. */
const OTHER_ROW = /\b(?:revers(?:es|al)|cancels|corrects|amends|replaces|replaced by|supersedes|superseded by)\b/u;
/** When or why a row was taken back. */
const TAKEN_BACK =
  /\b(?:cancell?ed|cancellation|voided|reversed|rejected|rejection|failed|failure)(?: (?:on|at|by|date|day|time|reason))$/u;
const OWN_PART =
  /^(?:(?:my|own|joint|beneficial) (?:share|part|interest|ownership)|ownership|(?:(?:share|part|portion) )?owned)(?: percent(?:age)?)?$/u;
const PART = /^(?:share|portion|stake|part)$/u;
const DERIVATIVE = /\b(?:leverage|option type|put call|call put|strike(?: price)?)\b/u;
const PLAIN_TERMS = /^(?:x ?)?1(?:[.,:]0+|:1)?x?$|^(?:none|n\/a|-)$/iu;
const POSITION = /^(?:position|long short|long or short|position side)$/u;

/** `wrapper` is the name of a tax wrapper. */
type Meaning = 'marked' | 'wrapper' | 'otherRow' | 'part' | 'percent' | 'derivative' | 'position';

function meaningOf(heading: string): Meaning | null {
  if (OTHER_ROW.test(heading) || TAKEN_BACK.test(heading)) return 'otherRow';
  if (OWN_PART.test(heading)) return 'part';
  if (PART.test(heading)) return 'percent';
  if (DERIVATIVE.test(heading)) return 'derivative';
  if (POSITION.test(heading)) return 'position';
  if (wrapperNamed(heading.replace(/^(?:is|in|held in|within|inside) /u, '')) !== null) return 'wrapper';
  if (stateOfTitle(heading) === 'open') return 'marked';
  return MARKED.test(heading) || saysReversal(heading) || saysCorporateAction(heading) ? 'marked' : null;
}

export class FlagColumns {
  private readonly columns: (NamedColumn & { readonly meaning: Meaning })[] = [];
  private readonly namesWrapper: boolean;

  constructor(namesWrapper: boolean) {
    this.namesWrapper = namesWrapper;
  }

  /** Takes a column that is not read; `text` is its heading as `normaliseHeader` returns it. */
  take(column: NamedColumn, text: string): void {
    const meaning = meaningOf(text);
    if (meaning !== null && !(meaning === 'wrapper' && this.namesWrapper)) this.columns.push({ ...column, meaning });
  }

  /** What the filled columns say against a row. */
  notes(cells: readonly string[], type: TransactionType | null): readonly string[] {
    return this.columns.flatMap(({ position, heading, meaning }) => {
      const cell = cleanText(cells[position] ?? '');
      if (cell === '' || !saysSo(meaning, cell, type)) return [];
      const said = `${heading} is '${shorten(cell, 40)}'`;
      return meaning === 'wrapper' ? `${said}, and was not read. Check the tax wrapper.` : `${said}. Check the row.`;
    });
  }
}

function saysSo(meaning: Meaning, cell: string, type: TransactionType | null): boolean {
  switch (meaning) {
    case 'marked':
    case 'wrapper':
      return yesOrNo(cell) === true;
    case 'otherRow':
      return yesOrNo(cell) !== false && !/^(?:0|-|none|n\/a)$/iu.test(cell);
    case 'part':
      return /\d/u.test(cell) && !/^100(?:[.,]0+)? ?%?$|^1(?:[.,]0+)?$/u.test(cell);
    case 'percent':
      return /^\d{1,2}(?:[.,]\d{1,4})? ?%$/u.test(cell);
    case 'derivative':
      return yesOrNo(cell) !== false && !PLAIN_TERMS.test(cell);
    case 'position':
      return (type === 'BUY' || type === 'SELL') && /^short\b/iu.test(cell);
  }
}
