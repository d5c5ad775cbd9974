/** Columns of days that are not read, in a file without a profile: one of trades may be the day of a trade instead, and one before it may be later. */
import type { TransactionType } from '../../fields/enums.ts';
import { dateOrderOf, readDay, type DateOrder } from '../cells/day-text.ts';
import { cleanText } from '../cells/cell-text.ts';
import { normaliseHeader } from '../tables/columns.ts';
import { areDays, type NamedColumn } from './column-cells.ts';
import { EarlierDays } from './earlier-days.ts';

const OF_TRADE =
  /\b(?:trade[ds]?|deal(?:t|ing)?|execut\w*|bargain|contract|filled?|acquired|acquisition|bought|purchased?|sold|transact\w*|when)\b/u;
const NO_DAY =
  /\b(?:id|no|number|ref\w*|price|type|by|venue|status|notes?|currency|ccy|rate|amount|value|quantity|units|shares)\b/u;
/** An instant beside a day: where it names its zone, its day in London may be another one. */
const INSTANT = /^(?:date ?time|time ?stamp)$/u;
/** The other end of a position: a list of sales states when the units were bought. */
const OF_PURCHASE = /\b(?:acquired|acquisition|bought|purchased?)\b/u;
const OF_SALE = /\bsold\b/u;

/** The day on which a trade settles. */
const SETTLEMENT =
  /^(?:(?:settlement|settle[sd]?|sett|value|booking|posting|posted|processing|processed|cleared|cash|due)(?: (?:date|day|on|dt))?|date settled)$/u;

/** True for a column of such days, by its heading as `normaliseHeader` returns it and its first cell. */
export function isSettlementDay(text: string, rows: readonly (readonly string[])[], position: number): boolean {
  return SETTLEMENT.test(text) && areDays(rows, position);
}

export class OtherDays {
  private readonly own: number | undefined;
  private readonly isOfTrade: boolean;
  private readonly columns: (NamedColumn & { readonly text: string; readonly order: DateOrder })[] = [];
  private readonly rows: readonly (readonly string[])[];
  private readonly earlier: EarlierDays;
  private ownOrder: DateOrder | null = null;

  /** `own` is the column of the day that is read, `paidOn` that of an income. */
  constructor(
    own: number | undefined,
    header: readonly string[],
    rows: readonly (readonly string[])[],
    paidOn: number | undefined,
  ) {
    this.earlier = new EarlierDays(header, rows, paidOn ?? own);
    this.own = own;
    this.rows = rows;
    this.isOfTrade = OF_TRADE.test(normaliseHeader(header[own ?? -1] ?? ''));
  }

  /** Takes a column that is not read, if it is one of days of trades; `text` is its heading as `normaliseHeader` returns it. */
  takes(column: NamedColumn, text: string): boolean {
    if (!(OF_TRADE.test(text) || INSTANT.test(text)) || NO_DAY.test(text) || !areDays(this.rows, column.position))
      return false;
    if (this.own !== undefined && !this.isOfTrade)
      this.columns.push({ ...column, text, order: this.orderOf(column.position) });
    return true;
  }

  /** What other days say against that of the row. */
  notes(cells: readonly string[], type: TransactionType | null): readonly string[] {
    return [...this.earlier.notes(cells), ...this.tradeNotes(cells, type)];
  }

  private tradeNotes(cells: readonly string[], type: TransactionType | null): readonly string[] {
    if (this.own === undefined || (type !== 'BUY' && type !== 'SELL')) return [];
    const own = cells[this.own] ?? '';
    return this.columns.flatMap(({ position, heading, text, order }) => {
      if ((type === 'SELL' ? OF_PURCHASE : OF_SALE).test(text)) return [];
      const cell = cells[position] ?? '';
      if (cell.length > 60 || own.length > 60 || cell.trim() === own.trim()) return [];
      this.ownOrder ??= this.orderOf(this.own ?? -1);
      const [day, read] = [readDay(cell, order), readDay(own, this.ownOrder)];
      return day === null || read === null || day === read
        ? []
        : [`${heading} is ${cleanText(cell)}, but the day was read as ${cleanText(own)}. Check the date.`];
    });
  }

  private orderOf(position: number): DateOrder {
    return dateOrderOf(new Set(this.rows.map((cells) => cells[position] ?? '')));
  }
}
