/**
 * The columns of a file without a profile that state the cash after each row. Their arithmetic finds them: from row to
 * row they change by what the row paid or received, which proves its amount, its sign and whether it includes charges.
 */
import { absolute, add, negate, parseExact, subtract, type Exact } from '../../values/decimal.ts';
import { cashEventOf, isCashEvent, type TransactionType } from '../../fields/enums.ts';
import type { AmountReading } from '../cells/figure-proof.ts';
import { decimalMarkOf, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { currencyOfWord, typeOfWord } from '../cells/words.ts';
import { isChargeField, isNetHeader, normaliseHeader, type TransactionField } from '../tables/columns.ts';
import { headingCurrency, isPenceHeader, isPoundsHeader } from '../tables/heading-units.ts';
import { proveBalance, type BalanceLine, type ProvedLines } from '../tables/running-balance.ts';
import type { Table } from '../tables/table.ts';
import { chargeField, isSomething } from './charge-columns.ts';

type Money = Exact<'pounds'>;

/** What the running balances of a file prove. */
export interface BalanceColumns extends ProvedLines {
  readonly positions: ReadonlySet<number>;
  /** The lines whose money moved in the direction of their type. */
  readonly directedLines: ReadonlySet<number>;
  /** Whether the signs of the amounts are those of cash. */
  readonly isSigned: boolean;
  /** Whether the amounts include the charges; null where no row with charges shows it. */
  readonly amount: AmountReading | null;
}

const ZERO = 0n as Money;
/** The rows that show how the balance is made, before all are followed. */
const SAMPLE_ROWS = 300;
/** The beginning of the time after a day. */
const TIME = /[T\s]\d{1,2}:\d{2}/u;
const NAMED = /\b(?:balance|bal)\b/u;
/** The fewest rows that prove a column with another heading, and its breaks for each of them. */
const FEWEST_UNNAMED = 3;
const MOST_BREAKS = 0.25;

const IN: ReadonlySet<TransactionType> = new Set([
  'SELL',
  'DIVIDEND',
  'INTEREST',
  'EQUALISATION',
  'RETURN_OF_CAPITAL',
  'MERGER',
]);
const OUT: ReadonlySet<TransactionType> = new Set(['BUY', 'RIGHTS_ISSUE']);

/** The direction in which a type moves cash: 1 in, -1 out, 0 for none. */
function directionOf(type: TransactionType): 1 | 0 | -1 {
  if (isCashEvent(type)) return cashEventOf(type)?.cash === 'in' ? 1 : -1;
  return IN.has(type) ? 1 : OUT.has(type) ? -1 : 0;
}

/** A row's figures as far as they may change a balance; null for a cell that is no figure. */
interface CashRow {
  readonly line: number;
  readonly day: string;
  readonly direction: 1 | 0 | -1 | null;
  readonly amount: Money | null;
  readonly net: Money | null;
  readonly charges: Money;
  readonly owner: string;
  readonly currency: string;
  readonly cells: readonly string[];
}

/** How a row changes the balance: by which figure, with its own sign or that of its type. */
interface Way {
  readonly figure: 'amount' | 'charged' | 'net';
  readonly isSigned: boolean;
  /** One balance of all rows, one of each currency, only of the file's main currency, or of that in the heading. */
  readonly currencies: 'joint' | 'each' | 'main' | 'own';
  readonly hasOwners: boolean;
}

/** Finds the running balances of a table, `body` being the positions of its rows; null where it has none. */
export function balanceColumns(
  table: Table,
  body: readonly number[],
  fields: readonly (TransactionField | null)[],
): BalanceColumns | null {
  const header = table.rows[table.headerIndex] ?? [];
  const file = new BalanceFinder(table, body, fields);
  const candidates = header.flatMap((_cell, position) => (file.mayBeBalance(position) ? [position] : []));
  if (candidates.length === 0) return null;
  const sample = file.rows(body.slice(0, SAMPLE_ROWS));
  const found = candidates.flatMap((position) => file.wayOf(position, sample) ?? []);
  // A file has one balance, or one column for the balance of each currency.
  const best = new Map<string, (typeof found)[number]>();
  for (const one of found) if (one.score > (best.get(one.currency)?.score ?? 0)) best.set(one.currency, one);
  if (best.size === 0) return null;
  const rows = sample.length < body.length ? file.rows(body) : sample;
  const proofs = [...best.values()].flatMap(({ position, way }) => file.prove(position, way, rows) ?? []);
  return proofs.length > 1 ? joined(proofs) : (proofs[0] ?? null);
}

function joined(proofs: readonly BalanceColumns[]): BalanceColumns {
  const readings = new Set(proofs.map(({ amount }) => amount).filter((amount) => amount !== null));
  const provedLines = new Set(proofs.flatMap((proof) => [...proof.provedLines]));
  return {
    agreeing: provedLines.size,
    breaks: proofs.flatMap(({ breaks }) => breaks).toSorted((a, b) => a.line - b.line),
    provedLines,
    positions: new Set(proofs.flatMap(({ positions }) => [...positions])),
    directedLines: new Set(proofs.flatMap(({ directedLines }) => [...directedLines])),
    isSigned: proofs.every(({ isSigned }) => isSigned),
    amount: readings.size === 1 ? ([...readings][0] ?? null) : null,
  };
}

class BalanceFinder {
  private readonly table: Table;
  private readonly header: readonly string[];
  private readonly fields: readonly (TransactionField | null)[];
  private readonly charges: readonly number[];
  private readonly net: number;
  private readonly first: readonly (readonly string[])[];
  private readonly marks = new Map<number, DecimalMark>();
  private readonly types = new Map<string, TransactionType | null>();

  constructor(table: Table, body: readonly number[], fields: readonly (TransactionField | null)[]) {
    const header = table.rows[table.headerIndex] ?? [];
    this.table = table;
    this.header = header;
    this.first = body.slice(0, SAMPLE_ROWS).map((at) => table.rows[at] ?? []);
    this.fields = fields;
    const index = new Map(fields.flatMap((field, position) => (field === null ? [] : [[field, position] as const])));
    this.charges = header.flatMap((cell, position) => {
      const field = fields[position] ?? null;
      return isChargeField(field === null ? chargeField(cell, header, index) : field) ? [position] : [];
    });
    this.net = header.findIndex((cell, position) => (fields[position] ?? null) === null && isNetHeader(cell));
  }

  private at(field: TransactionField): number {
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
    const known = this.marks.get(position) ?? decimalMarkOf(this.first.map((cells) => cells[position] ?? ''));
    this.marks.set(position, known);
    return known;
  }

  /** The figure of a cell in pounds or another currency's unit. */
  private figureAt(cells: readonly string[], position: number): Money | null {
    const figure = figureIn(cells[position] ?? '', this.markOf(position));
    return figure !== null && isPenceHeader(this.header[position] ?? '') ? ((figure / 100n) as Money) : figure;
  }

  rows(body: readonly number[]): readonly CashRow[] {
    const [date, type, currency] = [this.at('transactionDate'), this.at('transactionType'), this.at('currency')];
    const owners = [this.at('account'), this.at('taxWrapper')].filter((position) => position !== -1);
    return body.map((at): CashRow => {
      const cells = this.table.rows[at] ?? [];
      const cell = (position: number): string => cells[position] ?? '';
      const figure = (position: number): Money | null => (position === -1 ? null : this.figureAt(cells, position));
      const known = remembered(this.types, cell(type), typeOfWord);
      return {
        line: this.table.lines[at] ?? 0,
        day: (cell(date).split(TIME, 1)[0] ?? '').trim(),
        direction: known === null ? null : directionOf(known),
        amount: figure(this.at('consideration')),
        net: figure(this.net),
        charges: this.charges.reduce((sum, position) => add(sum, absolute(figure(position) ?? ZERO)), ZERO),
        owner: owners.map((position) => cell(position).trim()).join('|'),
        currency: currencyOfWord(cell(currency))?.code ?? 'GBP',
        cells,
      };
    });
  }

  /**
   * The way in which a column agrees most often with the rows, and the currency if it has only rows of one; null for a
   * column that is no balance.
   */
  wayOf(
    position: number,
    rows: readonly CashRow[],
  ): { readonly position: number; readonly way: Way; readonly score: number; readonly currency: string } | null {
    const currency = this.currencyOf(position);
    const codes = new Set(rows.map((row) => row.currency)).size;
    const hasCharges = rows.some(({ charges }) => charges > 0n);
    const hasSigns = rows.some(({ amount, net }) => (amount ?? 0n) < 0n || (net ?? 0n) < 0n);
    const figures = ['amount', ...(hasCharges ? ['charged'] : []), ...(this.net === -1 ? [] : ['net'])] as const;
    const splits = codes > 1 ? (['joint', 'each', 'main', ...(currency === '' ? [] : ['own'])] as const) : ['joint'];
    const owners = new Set(rows.map(({ owner }) => owner)).size > 1 ? [false, true] : [false];
    let best: { readonly way: Way; readonly score: number } | null = null;
    for (const figure of figures as readonly Way['figure'][])
      for (const isSigned of hasSigns ? [false, true] : [false])
        for (const currencies of splits as readonly Way['currencies'][])
          for (const hasOwners of owners) {
            const way = { figure, isSigned, currencies, hasOwners };
            const score = this.scoreOf(position, way, rows);
            if (score > (best?.score ?? 0)) best = { way, score };
          }
    return best === null ? null : { position, currency: best.way.currencies === 'own' ? currency : '', ...best };
  }

  private currencyOf(position: number): string {
    const heading = this.header[position] ?? '';
    return isPoundsHeader(heading) ? 'GBP' : (headingCurrency(heading)?.replace(/^\$$/u, 'USD') ?? '');
  }

  /** How many more rows agree than break; 0 for a column that is no balance. */
  private scoreOf(position: number, way: Way, rows: readonly CashRow[]): number {
    const lines = this.linesOf(position, way, rows);
    const proof = proveBalance(lines);
    if (proof === null) return 0;
    const moved = lines.filter(({ line, change }) => change !== null && change !== 0n && proof.provedLines.has(line));
    const isNamed = NAMED.test(normaliseHeader(this.header[position] ?? ''));
    const isProved =
      moved.length > 0 &&
      (isNamed || (moved.length >= FEWEST_UNNAMED && proof.breaks.length <= moved.length * MOST_BREAKS));
    return isProved ? Math.max(0, moved.length * 2 - proof.breaks.length) : 0;
  }

  private linesOf(position: number, way: Way, rows: readonly CashRow[]): readonly BalanceLine[] {
    const own = way.currencies === 'own' ? this.currencyOf(position) : way.currencies === 'main' ? mainOf(rows) : null;
    return rows.map((row) => {
      const isOther = own !== null && row.currency !== own;
      return {
        line: row.line,
        day: row.day,
        change: isOther ? (way.currencies === 'own' ? ZERO : null) : changeOf(row, way),
        balance: this.figureAt(row.cells, position),
        account: `${way.hasOwners ? row.owner : ''}|${way.currencies === 'each' ? row.currency : ''}`,
      };
    });
  }

  prove(position: number, way: Way, rows: readonly CashRow[]): BalanceColumns | null {
    const lines = this.linesOf(position, way, rows);
    const proof = proveBalance(lines);
    if (proof === null) return null;
    const directed = new Set<number>();
    const counts = { charged: 0, signed: 0, unsigned: 0 };
    rows.forEach((row, index) => {
      const change = lines[index]?.change ?? 0n;
      if (change === 0n || !proof.provedLines.has(row.line)) return;
      if (row.charges > 0n) counts.charged += 1;
      const stated = (way.figure === 'net' ? row.net : row.amount) ?? 0n;
      counts[stated < 0n === change < 0n ? 'signed' : 'unsigned'] += 1;
      if (row.direction === (change > 0n ? 1 : -1)) directed.add(row.line);
    });
    return {
      ...proof,
      positions: new Set([position]),
      directedLines: directed,
      isSigned: counts.signed > 0 && counts.unsigned * 10 <= counts.signed,
      amount: counts.charged === 0 || way.figure === 'net' ? null : way.figure === 'charged' ? 'gross' : 'net',
    };
  }
}

/** What a row adds to the balance; null where it does not state it. */
function changeOf({ amount, net, charges, direction }: CashRow, { figure, isSigned }: Way): Money | null {
  if (!isSigned && direction === 0) return ZERO;
  const stated = figure === 'net' ? net : amount;
  if (stated === null) return direction === 0 ? ZERO : null;
  if (!isSigned && direction === null) return null;
  const moved = isSigned ? stated : direction === 1 ? absolute(stated) : negate(absolute(stated));
  return figure === 'charged' ? subtract(moved, charges) : moved;
}

/** The currency of most rows. */
function mainOf(rows: readonly CashRow[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of rows) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'GBP';
}

function figureIn(cell: string, mark: DecimalMark): Money | null {
  if (!isSomething(cell) && !/0/u.test(cell)) return null;
  const read = readNumber(cell, mark);
  return read.kind === 'number' && read.alternative === null ? parseExact<'pounds'>(read.text) : null;
}
