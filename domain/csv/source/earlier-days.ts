/** Columns of days that come before the row's own, in a file without a profile: of its order, or of going ex dividend. */
import { dateOrderOf, readDay, type DateOrder } from '../cells/day-text.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import { normaliseHeader } from '../tables/columns.ts';
import { areDays, type NamedColumn } from './column-cells.ts';

const EARLIER =
  /^(?:(?:ex|xd)(?: ?(?:dividend|div))?(?: (?:date|day))?|(?:record|declaration|announcement|order(?:ed)?|placed|submitted) (?:date|day|on)|date (?:ordered|placed|submitted)|ordered)$/u;

export class EarlierDays {
  private readonly own: number | undefined;
  private readonly columns: (NamedColumn & { readonly order: DateOrder })[] = [];
  private readonly ownOrder: DateOrder | null;

  /** `own` is the column of the row's day. */
  constructor(header: readonly string[], rows: readonly (readonly string[])[], own: number | undefined) {
    this.own = own;
    const orderOf = (at: number): DateOrder => dateOrderOf(new Set(rows.map((cells) => cells[at] ?? '')));
    header.forEach((cell, position) => {
      if (position === own || !EARLIER.test(normaliseHeader(cell)) || !areDays(rows, position)) return;
      this.columns.push({ position, heading: shorten(cleanText(cell), 40), order: orderOf(position) });
    });
    this.ownOrder = own === undefined || this.columns.length === 0 ? null : orderOf(own);
  }

  /** What a day says that is after the one which it comes before. */
  notes(cells: readonly string[]): readonly string[] {
    if (this.ownOrder === null) return [];
    const own = cells[this.own ?? -1] ?? '';
    const day = own.length > 60 ? null : readDay(own, this.ownOrder);
    if (day === null) return [];
    return this.columns.flatMap(({ position, heading, order }) => {
      const cell = cells[position] ?? '';
      const earlier = cell.length > 60 ? null : readDay(cell, order);
      return earlier === null || earlier <= day
        ? []
        : [`${heading} is ${cleanText(cell)}, after the day of the row, ${cleanText(own)}. Check the date.`];
    });
  }
}
