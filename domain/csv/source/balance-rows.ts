/** The rows of a file without a profile, as far as they may change a balance of cash or of units held. */
import { absolute, add, negate, parseExact, subtract, type Exact } from '../../values/decimal.ts';
import { cashEventOf, isCashEvent, type TransactionType } from '../../fields/enums.ts';
import { dateOrderOf, readDay, type DateOrder } from '../cells/day-text.ts';
import { decimalMarkOf, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { currencyOfWord, typeOfWord } from '../cells/words.ts';
import type { BodyRows } from '../tables/body-rows.ts';
import { isChargeField, isNetHeader, type TransactionField } from '../tables/columns.ts';
import { isPenceHeader } from '../tables/heading-units.ts';
import type { SummaryKind } from '../tables/summary-rows.ts';
import type { Table } from '../tables/table.ts';
import { chargeField, isSomething } from './charge-columns.ts';

export type Money = Exact<'pounds'>;
export type Direction = 1 | 0 | -1;

export const NOTHING = 0n as Money;
/** Instead of a column's position: only lines of their own state a balance. */
export const NO_COLUMN = -1;
/** The rows that show how a balance is made, before all are followed. */
export const SAMPLE_ROWS = 300;
/** The beginning of the time after a day. */
const TIME = /[T\s]\d{1,2}:\d{2}/u;

const PAYS_IN: ReadonlySet<TransactionType> = new Set([
  'SELL',
  'DIVIDEND',
  'INTEREST',
  'EQUALISATION',
  'RETURN_OF_CAPITAL',
  'MERGER',
]);
const PAYS_OUT: ReadonlySet<TransactionType> = new Set(['BUY', 'RIGHTS_ISSUE']);
const ADDS_UNITS: ReadonlySet<TransactionType> = new Set([
  'BUY',
  'TRANSFER_IN',
  'DIVIDEND_REINVESTED',
  'BONUS_ISSUE',
  'RIGHTS_ISSUE',
  'SPLIT',
]);
const REMOVES_UNITS: ReadonlySet<TransactionType> = new Set(['SELL', 'TRANSFER_OUT']);
/** Types whose units may be those of another security. */
const CHANGES_SECURITY: ReadonlySet<TransactionType> = new Set(['MERGER', 'DEMERGER', 'ISIN_CHANGE']);

/** The direction in which a type moves cash: 1 in, -1 out, 0 for none. */
function cashDirection(type: TransactionType): Direction {
  if (isCashEvent(type)) return cashEventOf(type)?.cash === 'in' ? 1 : -1;
  return PAYS_IN.has(type) ? 1 : PAYS_OUT.has(type) ? -1 : 0;
}

function unitsDirection(type: TransactionType): Direction | null {
  if (CHANGES_SECURITY.has(type)) return null;
  return ADDS_UNITS.has(type) ? 1 : REMOVES_UNITS.has(type) ? -1 : 0;
}

/** A row's figures; null for a cell that is no figure. */
export interface BalanceRow {
  readonly line: number;
  readonly day: string;
  /** The directions of cash and of units; null where the row's type is not known. */
  readonly cash: Direction | null;
  readonly units: Direction | null;
  readonly amount: Money | null;
  readonly net: Money | null;
  readonly charges: Money;
  readonly quantity: Money | null;
  readonly owner: string;
  readonly security: string;
  readonly currency: string;
  readonly summary: SummaryKind | null;
  readonly cells: readonly string[];
}

/** How a row changes a balance: by which figure, with its own sign or that of its type. */
export interface Way {
  readonly figure: 'amount' | 'charged' | 'net' | 'units';
  readonly isSigned: boolean;
  /** One balance of all rows, one of each currency, only of the file's main currency, or of that in the heading. */
  readonly currencies: 'joint' | 'each' | 'main' | 'own';
  readonly hasOwners: boolean;
}

/** What a row adds to the balance; null where it does not state it. */
export function changeOf(row: BalanceRow, { figure, isSigned }: Way): Money | null {
  const direction = figure === 'units' ? row.units : row.cash;
  if (direction === 0 && (!isSigned || figure === 'units')) return NOTHING;
  const stated = figure === 'units' ? row.quantity : figure === 'net' ? row.net : row.amount;
  if (stated === null) return direction === 0 ? NOTHING : null;
  if (!isSigned && direction === null) return null;
  const moved = isSigned ? stated : direction === 1 ? absolute(stated) : negate(absolute(stated));
  return figure === 'charged' ? subtract(moved, row.charges) : moved;
}

/** Reads rows by the fields of their columns. */
export class BalanceRows {
  readonly header: readonly string[];
  /** The cells of the first rows. */
  readonly first: readonly (readonly string[])[];
  readonly net: number;
  /** Whether lines of their own state several balances. */
  readonly hasSummaries: boolean;
  private readonly table: Table;
  private readonly summaries: BodyRows['summaries'];
  /** Of rows and balances, in the order of the file. */
  private readonly positions: readonly number[];
  private readonly fields: readonly (TransactionField | null)[];
  private readonly charges: readonly number[];
  private readonly marks = new Map<number, DecimalMark>();
  private readonly fileMark: DecimalMark;
  private readonly types = new Map<string, TransactionType | null>();
  private readonly dates = new Map<string, string | null>();
  private order: DateOrder | null = null;

  constructor(table: Table, { positions, summaries }: BodyRows, fields: readonly (TransactionField | null)[]) {
    const header = table.rows[table.headerIndex] ?? [];
    this.table = table;
    this.header = header;
    this.summaries = summaries;
    const balances = [...summaries].flatMap(([at, kind]) => (kind === 'total' ? [] : [at]));
    this.positions = balances.length === 0 ? positions : [...positions, ...balances].toSorted((a, b) => a - b);
    this.hasSummaries = balances.length > 1;
    this.first = this.positions.slice(0, SAMPLE_ROWS).map((at) => table.rows[at] ?? []);
    this.fields = fields;
    const index = new Map(fields.flatMap((field, position) => (field === null ? [] : [[field, position] as const])));
    this.charges = header.flatMap((cell, position) => {
      const field = fields[position] ?? null;
      return isChargeField(field === null ? chargeField(cell, header, index) : field) ? [position] : [];
    });
    this.net = header.findIndex((cell, position) => (fields[position] ?? null) === null && isNetHeader(cell));
    const read = (['quantity', 'price', 'localPrice', 'consideration'] as const).map((field) => fields.indexOf(field));
    const figures = [...read, this.net, ...this.charges];
    this.fileMark = decimalMarkOf(this.first.flatMap((cells) => figures.map((position) => cells[position] ?? '')));
  }

  /** The date of a day's text, or null. */
  readonly dateOf = (day: string): string | null => {
    this.order ??= dateOrderOf(
      new Set(this.positions.map((at) => this.table.rows[at]?.[this.at('transactionDate')] ?? '')),
    );
    const order = this.order;
    return remembered(this.dates, day, () => readDay(day, order));
  };

  at(field: TransactionField): number {
    return this.fields.indexOf(field);
  }

  /** True for a column of different figures that is not read otherwise. */
  mayBeBalance(position: number): boolean {
    if ((this.fields[position] ?? null) !== null || position === this.net || this.charges.includes(position))
      return false;
    const figures = this.first.map((cells) => cells[position] ?? '').filter((cell) => /\d/u.test(cell));
    return (
      figures.length > 1 &&
      new Set(figures).size > 1 &&
      figures.every((cell) => readNumber(cell, this.markOf(position)).kind === 'number')
    );
  }

  private markOf(position: number): DecimalMark {
    const known = this.marks.get(position);
    if (known !== undefined) return known;
    const own = decimalMarkOf(this.first.map((cells) => cells[position] ?? ''));
    const mark = own === 'unknown' ? this.fileMark : own;
    this.marks.set(position, mark);
    return mark;
  }

  /** The figure of a cell in units, or in pounds or another currency's unit. */
  figureAt(cells: readonly string[], position: number): Money | null {
    const figure = figureIn(cells[position] ?? '', this.markOf(position));
    return figure !== null && isPenceHeader(this.header[position] ?? '') ? ((figure / 100n) as Money) : figure;
  }

  /** The most digits after the decimal mark that a column prints. */
  placesOf(position: number): number {
    const mark = this.markOf(position) === 'comma' ? ',' : '.';
    return this.first.reduce((most, cells) => {
      const [, fraction = ''] = (cells[position] ?? '').split(mark);
      return Math.max(most, /^\d*/u.exec(fraction)?.[0].length ?? 0);
    }, 0);
  }

  /** The balance that a line states in a column, or in that of amounts if the line states nothing else. */
  balanceIn({ cells, summary }: BalanceRow, position: number): Money | null {
    const stated = position === NO_COLUMN ? null : this.figureAt(cells, position);
    return stated ?? (summary === null ? null : this.figureAt(cells, this.at('consideration')));
  }

  /** The first rows and balances of the file, or all. */
  rows(most = Number.POSITIVE_INFINITY): readonly BalanceRow[] {
    const index = (
      ['transactionDate', 'transactionType', 'currency', 'consideration', 'quantity', 'account', 'taxWrapper'] as const
    ).map((field) => this.at(field));
    const [date = -1, type = -1, currency = -1, amount = -1, quantity = -1, ...owners] = index;
    const securities = (['isin', 'sedol', 'ticker', 'assetName'] as const).map((field) => this.at(field));
    return this.positions.slice(0, most).map((at): BalanceRow => {
      const cells = this.table.rows[at] ?? [];
      const cell = (position: number): string => cells[position] ?? '';
      const figure = (position: number): Money | null => (position === -1 ? null : this.figureAt(cells, position));
      const known = remembered(this.types, cell(type), typeOfWord);
      const summary = this.summaries.get(at) ?? null;
      const line = this.table.lines[at] ?? 0;
      return {
        line,
        // A balance is above or below all rows of its day.
        day: summary === null ? (cell(date).split(TIME, 1)[0] ?? '').trim() : `line ${line}`,
        cash: known === null ? null : cashDirection(known),
        units: known === null ? null : unitsDirection(known),
        amount: figure(amount),
        net: figure(this.net),
        charges: this.charges.reduce((sum, position) => add(sum, absolute(figure(position) ?? NOTHING)), NOTHING),
        quantity: figure(quantity),
        owner: owners.map((position) => cell(position).trim()).join('|'),
        security: securities.map((position) => cell(position).trim()).find((text) => text !== '') ?? '',
        currency: currencyOfWord(cell(currency))?.code ?? 'GBP',
        summary,
        cells,
      };
    });
  }
}

function figureIn(cell: string, mark: DecimalMark): Money | null {
  if (!isSomething(cell) && !/0/u.test(cell)) return null;
  const read = readNumber(cell, mark);
  return read.kind === 'number' && read.alternative === null ? parseExact<'pounds'>(read.text) : null;
}
