/**
 * Words that mark a row as the reversal of another, removed before a profile reads it, or as an event of a company; both
 * are noted in texts.
 */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { saysCorporateAction, saysReversal, withoutReversalWord } from '../cells/words.ts';
import type { BrokerFile, BrokerRow, ProfileCells } from '../profiles/profile.ts';
import { normaliseHeader } from '../tables/columns.ts';

/** Columns whose words name the kind of a row. */
const KIND_HEADING = /type|action|activity|transaction|direction|side|buy|descri|details|title|event|status/iu;

function kindColumns(header: readonly string[]): readonly number[] {
  return header.flatMap((cell, position) => (KIND_HEADING.test(cell.slice(0, 60)) ? [position] : []));
}

/** The file without the words that mark reversals, and the lines that have such a word. */
export function withoutReversals(file: BrokerFile): { readonly file: BrokerFile; readonly lines: ReadonlySet<number> } {
  const lines = new Set<number>();
  const positions = kindColumns(file.header);
  const rows = file.rows.map((row) => {
    const cells = positions.flatMap((position) => {
      const rest = withoutReversalWord(row.cells[position] ?? '');
      return rest === null ? [] : [[position, rest] as const];
    });
    if (cells.length === 0) return row;
    lines.add(row.line);
    const changed = [...row.cells];
    for (const [position, rest] of cells) changed[position] = rest;
    return row.withCells(changed, true);
  });
  return { file: lines.size === 0 ? file : { ...file, rows }, lines };
}

const COMMENT = /^(?:my )?(?:notes?|comments?|remarks?|memo)$/u;

/** The positions of the columns in which people comment on rows. */
export function commentColumns(header: readonly string[]): readonly number[] {
  return header.flatMap((cell, position) => (COMMENT.test(normaliseHeader(cell)) ? [position] : []));
}

/** What is asked of a row whose text, and not its type, may mark it as a reversal. */
const REVERSAL_CHECK = 'Check whether this row reverses or corrects another.';

/** What a text says against its row; null for a text without such words. */
export function reversalNote(heading: string, cell: string): string | null {
  return saysReversal(cell) ? `${heading} is '${shorten(cleanText(cell))}'. ${REVERSAL_CHECK}` : null;
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['BUY', 'SELL', 'DIVIDEND', 'INTEREST']);

/** What a text that names an event of a company says against a plain trade or income; null for nothing. */
export function corporateNote(heading: string, cell: string, type: string | null): string | null {
  return type !== null && PLAIN_TYPES.has(type) && saysCorporateAction(cell)
    ? `${heading} is '${shorten(cleanText(cell))}'. Check whether the row needs another type.`
    : null;
}

/** Other columns with words about a row. */
const WORDS_HEADING = /\bhandling\b|\bnarrative\b|\bnotes?\b|\bcomments?\b|\bremarks?\b/iu;

/** The same for the name of a broker's row and the columns that name its kind or comment on it. */
export function corporateNoteOf({ header }: BrokerFile): (row: BrokerRow, read: ProfileCells) => string | null {
  const comments = header.flatMap((cell, position) => (WORDS_HEADING.test(cell.slice(0, 60)) ? [position] : []));
  const positions = [...kindColumns(header), ...comments];
  return (row, { assetName = '', transactionType = '' }) =>
    positions
      .map((position) => corporateNote(cleanText(header[position] ?? ''), row.cells[position] ?? '', transactionType))
      .find((note) => note !== null) ?? corporateNote('The name', assetName, transactionType);
}
