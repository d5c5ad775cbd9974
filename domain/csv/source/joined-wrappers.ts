/** The tax wrappers of a broker's files that were joined, by the titles above the rows of each. */
import type { TaxWrapper } from '../../fields/enums.ts';
import type { Profile } from '../profiles/profile.ts';
import { hasSeveralCells } from '../tables/body-rows.ts';
import { wrapperOfTitles } from '../tables/sections.ts';
import { isBlankRow, type Table } from '../tables/table.ts';

/** The most lines above a later header that are read as its titles. */
const MOST_TITLES = 8;

/** What a file's titles, or its name, say of all its rows; null for nothing. */
export function wrapperOfFile(profile: Profile, before: Table['rows'], fileName: string): TaxWrapper | null {
  return profile.wrapperOf?.({ header: [], before, rows: [] }, fileName) ?? wrapperOfTitles(before);
}

/**
 * The tax wrapper of the row on a line, where the titles of a table name several; `again` are the positions of its later
 * headers. A profile without one header has titles of one cell between its rows.
 */
export function joinedWrappers(
  { rows, lines, headerIndex }: Table,
  again: readonly number[],
  profile: Profile,
): (line: number) => TaxWrapper | null {
  const parts: { readonly line: number; readonly wrapper: TaxWrapper | null }[] = [
    { line: 0, wrapper: wrapperOfFile(profile, rows.slice(0, Math.max(headerIndex, 0)), '') },
  ];
  const take = (at: number, titles: Table['rows']): void => {
    const wrapper = titles.length === 0 ? null : wrapperOfFile(profile, titles, '');
    if (wrapper !== null) parts.push({ line: lines[at] ?? 0, wrapper });
  };
  for (const at of again) take(at, titlesAbove(rows, at));
  if (profile.ragged === true)
    for (let at = headerIndex + 1; at < rows.length; at += 1) {
      const cells = rows[at] ?? [];
      if (!hasSeveralCells(cells) && !isBlankRow(cells) && !/^\s*\d/u.test(cells[0] ?? '')) take(at, [cells]);
    }
  if (new Set(parts.map(({ wrapper }) => wrapper)).size === 1) return () => null;
  return (line) => parts.findLast((part) => part.line <= line)?.wrapper ?? null;
}

/** The lines above a later header that do not begin with a day. */
function titlesAbove(rows: Table['rows'], header: number): Table['rows'] {
  let first = header;
  while (first > 0 && header - first < MOST_TITLES && !/^\s*["']?\d/u.test(rows[first - 1]?.[0] ?? '')) first -= 1;
  return rows.slice(first, header);
}
