/**
 * DEGIRO, Transactions.csv (FORMATS 3.12): the currency columns have no heading and the others are translated, so that
 * the file is recognised by its layout. The sign of the quantity is the side; a sale and a purchase of equal value
 * without order and fee are a change of ISIN.
 */
import { divide, round } from '../../values/decimal.ts';
import { decimalMarkOf, type DecimalMark } from '../cells/numbers.ts';
import { isinChangeCells, splitCells } from './corporate-actions.ts';
import { cellOf, costOf, isClose, sizeOf, statedCell, sumOf, valueOf, type Figure } from './figures.ts';
import {
  joinNotes,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';
import { lastFilled } from './source-row.ts';

interface Shape {
  readonly value: number;
  readonly autoFx: number | null;
  readonly fee: number;
  readonly rate: number;
  readonly total: number;
  readonly currency: (row: BrokerRow) => string;
}

const isBlank = (header: readonly string[], position: number): boolean => (header[position] ?? '').trim() === '';
const isNamed = (header: readonly string[], ...positions: readonly number[]): boolean =>
  positions.every((position) => !isBlank(header, position));
const OLDER = { value: 11, autoFx: null, fee: 14, rate: 13, total: 16 } as const;
const NEWER = { value: 11, autoFx: 13, fee: 14, rate: 12, total: 15 } as const;
const CURRENCY_AT_END = /\b([A-Z]{3})$/u;

/**
 * The older form names the account's currency beside each amount, the newer one in the headings of the value, the fee or
 * the total. Null for a file that lost a column or its currency: another column would be read in its place.
 */
function shapeOf(header: readonly string[]): Shape | null {
  if (isBlank(header, 12))
    return isNamed(header, 13, 14, 16) && isBlank(header, 15)
      ? { ...OLDER, currency: (row) => (row.cells[12] ?? '').trim() }
      : null;
  const currencies = new Set(
    [NEWER.value, NEWER.fee, NEWER.total].flatMap(
      (position) => CURRENCY_AT_END.exec((header[position] ?? '').trim())?.[1] ?? [],
    ),
  );
  const [currency, second] = currencies;
  return isNamed(header, 13, 14, 15, 16) && currency !== undefined && second === undefined
    ? { ...NEWER, currency: () => currency }
    : null;
}

interface Fill {
  readonly row: BrokerRow;
  readonly isin: string;
  readonly quantity: Figure | null;
  readonly size: Figure | null;
  readonly value: Figure | null;
  readonly fee: Figure | null;
  readonly autoFx: Figure | null;
  readonly order: string;
  /** The price in the amount's currency, at the file's own rate. */
  readonly proofPrice: string;
  /** The amount paid or received including all charges. */
  readonly net: string;
  readonly cells: ProfileCells;
}

function fillOf(row: BrokerRow, shape: Shape, mark: DecimalMark): Fill {
  const cell = (position: number): string => (row.cells[position] ?? '').trim();
  const quantity = valueOf(cell(6), mark);
  const [size, value, fee] = [sizeOf(cell(6), mark), sizeOf(cell(shape.value), mark), costOf(cell(shape.fee), mark)];
  const autoFx = shape.autoFx === null ? null : costOf(cell(shape.autoFx), mark);
  const order =
    row.cells
      .slice(shape.fee + 2)
      .map((text) => text.trim())
      .find((text) => /^[0-9a-f-]{8,}$/iu.test(text)) ?? '';
  const [price, rate] = [sizeOf(cell(7), mark), sizeOf(cell(shape.rate), mark)];
  const isOneCurrency = cell(8) === shape.currency(row) || (cell(8) === 'GBX' && shape.currency(row) === 'GBP');
  return {
    row,
    net: cellOf(valueOf(cell(shape.total), mark)),
    proofPrice:
      price === null || rate === null || rate === 0n || isOneCurrency
        ? ''
        : cellOf(round(divide<'pounds'>(price, rate), 8)),
    isin: cell(3),
    quantity,
    size,
    value,
    fee,
    autoFx,
    order,
    cells: {
      transactionDate: cell(0),
      isin: cell(3),
      assetName: cell(2),
      quantity: cellOf(size),
      price: statedCell(cell(7), cell(8), mark),
      consideration: cellOf(value),
      currency: shape.currency(row),
      brokerCharge: cellOf(fee),
      fxCharge: cellOf(autoFx),
      brokerDealReference: order,
    },
  };
}

/** Rows without order and fee: the investor paid for no trade. */
function isUnpaid(fill: Fill): boolean {
  return fill.order === '' && (sumOf(fill.fee, fill.autoFx) ?? 0n) === 0n && fill.quantity !== null;
}

function isSold(fill: Fill): boolean {
  return (fill.quantity ?? 0n) < 0n;
}

/**
 * The other side of a row: a sale and a purchase of the same minute without order and fee. Of one security, with about
 * the same value, they are a split; of two securities, with the same value, a change of ISIN. Two sides of one order
 * cancel each other.
 */
function pairsOf(fills: readonly Fill[]): ReadonlyMap<Fill, Fill> {
  const pairs = new Map<Fill, Fill>();
  const pairBy = (keyOf: (fill: Fill) => string, fits: (a: Fill, b: Fill) => boolean): void => {
    const open = new Map<string, Fill>();
    for (const fill of fills) {
      if (!isUnpaid(fill) || pairs.has(fill)) continue;
      const key = `${fill.row.cells.slice(0, 2).join('|')}|${keyOf(fill)}`;
      const other = open.get(key);
      if (other === undefined || isSold(other) === isSold(fill) || !fits(other, fill)) open.set(key, fill);
      else {
        pairs.set(fill, other).set(other, fill);
        open.delete(key);
      }
    }
  };
  pairBy(
    (fill) => fill.isin,
    (a, b) => a.value !== null && b.value !== null && (a.value === b.value || isClose(a.value, b.value)),
  );
  pairBy(
    (fill) => cellOf(fill.value),
    (a, b) => a.isin !== b.isin,
  );
  return pairs;
}

/** Of two fills of one order that differ only in their side, the later reverses the other. */
function cancelledFills(fills: readonly Fill[]): ReadonlySet<Fill> {
  const open = new Map<string, Fill[]>();
  const cancelled = new Set<Fill>();
  // The file lists the newest row first.
  for (const fill of fills.toReversed()) {
    if (fill.order === '') continue;
    const key = `${fill.order}|${fill.isin}|${cellOf(fill.size)}|${cellOf(fill.value)}`;
    const known = open.get(key) ?? [];
    const at = known.findIndex((other) => isSold(other) !== isSold(fill));
    if (at === -1) open.set(key, [...known, fill]);
    else {
      known.splice(at, 1);
      cancelled.add(fill);
    }
  }
  return cancelled;
}

function read({ header, rows }: BrokerFile): readonly ProfileRow[] {
  const shape = shapeOf(header);
  if (shape === null) return [];
  const mark = decimalMarkOf(
    rows.flatMap((row) => [6, 7, 9, shape.value, shape.fee].map((position) => (row.cells[position] ?? '').trim())),
  );
  const fills = rows.map((row) => fillOf(row, shape, mark));
  const pairs = pairsOf(fills);
  const cancelled = cancelledFills(fills);
  return fills.map((fill): ProfileRow => {
    if (fill.quantity === null || fill.quantity === 0n)
      return {
        kind: 'fault',
        message: `Quantity '${(fill.row.cells[6] ?? '').trim()}' is not a number of units.`,
        cells: fill.cells,
      };
    const pair = pairs.get(fill);
    if (pair !== undefined) return change(fill, pair);
    const isReversal = cancelled.has(fill);
    return {
      kind: 'transaction',
      // The reversal of a purchase is written as a sale.
      cells: { ...fill.cells, transactionType: fill.quantity < 0n === isReversal ? 'BUY' : 'SELL' },
      isReversal,
      ...notesOf(fill),
      proof: { price: fill.proofPrice, net: fill.net },
    };
  });
}

function notesOf(fill: Fill): { readonly note?: string } {
  return joinNotes(
    (fill.row.cells[8] ?? '').trim() === '' && 'The price names no currency. Check it.',
    isUnpaid(fill) && 'The row has neither order nor fee: it may be one side of a corporate action. Check it.',
  );
}

function change(fill: Fill, pair: Fill): ProfileRow {
  const [old, fresh] = isSold(fill) ? [fill, pair] : [pair, fill];
  const isSplit = old.isin === fresh.isin;
  if (old.size === null || fresh.size === null || (!isSplit && old.size !== fresh.size)) {
    return {
      kind: 'fault',
      message: `A corporate action (lines ${old.row.line} and ${fresh.row.line}: different units of a different ISIN), not a sale. Enter it by hand.`,
    };
  }
  if (fill !== old) return { kind: 'joined', to: old.row.line };
  const cells = isSplit ? splitCells(old.cells, old.size, fresh.size) : isinChangeCells(old.cells, fresh.isin);
  return { kind: 'transaction', cells };
}

export const degiroTransactions: Profile = {
  broker: 'DEGIRO',
  readsCommas: true,
  paysNegative: true,
  orderReference: true,
  ragged: true,
  header({ cells }) {
    const width = lastFilled(cells) + 1;
    const isNamedSo = width >= 17 && width <= 20 && /^(?:code )?isin$/iu.test((cells[3] ?? '').trim());
    const isLayout = isBlank(cells, 8) && isBlank(cells, 10) && isNamed(cells, 7, 9, 11);
    return isNamedSo && isLayout && shapeOf(cells) !== null ? width : 0;
  },
  read,
};
