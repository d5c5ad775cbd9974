/** The words in a broker's file that mark a row as the reversal of another, removed before its profile reads it. */
import { withoutReversalWord } from '../cells/words.ts';
import type { BrokerFile } from '../profiles/profile.ts';

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
