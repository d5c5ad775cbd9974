/** Words that mark a row as the reversal of another: removed before a profile reads it, and noted in texts. */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { saysReversal, withoutReversalWord } from '../cells/words.ts';
import type { BrokerFile } from '../profiles/profile.ts';
import { normaliseHeader } from '../tables/columns.ts';

/** Columns whose words name the kind of a row. */
const KIND_HEADING = /type|action|activity|transaction|direction|side|buy|descri|details|title|event|status/iu;

/** The file without the words that mark reversals, and the lines that have such a word. */
export function withoutReversals(file: BrokerFile): { readonly file: BrokerFile; readonly lines: ReadonlySet<number> } {
  const lines = new Set<number>();
  const positions = file.header.flatMap((cell, position) => (KIND_HEADING.test(cell.slice(0, 60)) ? [position] : []));
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

/** What a text says against its row; null for a text without such words. */
export function reversalNote(heading: string, cell: string): string | null {
  return saysReversal(cell)
    ? `${heading} is '${shorten(cleanText(cell))}'. Check whether this row reverses or corrects another.`
    : null;
}
