/**
 * DEGIRO, Transactions.csv (FORMATS 3.12): the currency columns have no name and the words of the header are translated, so it is
 * read by its shape. The quantity's sign is the side; a sale and a purchase of equal value without order and fee are a change of ISIN.
 */
import { decimalMarkOf, type DecimalMark } from '../numbers.ts';
import { cellOf, pricedCell, sizeOf, sumOf, valueOf, type Figure } from './figures.ts';
import type { BrokerFile, BrokerRow, Profile, ProfileCells, ProfileRow } from './profile.ts';

interface Shape {
  readonly value: number;
  readonly autoFx: number | null;
  readonly fee: number;
  readonly currency: (row: BrokerRow) => string;
}

/** The older form names the account's currency beside each amount, the newer one in the headings. */
function shapeOf(header: readonly string[]): Shape {
  const cell = (row: BrokerRow, position: number): string => (row.cells[position] ?? '').trim();
  if ((header[12] ?? '').trim() === '') return { value: 11, autoFx: null, fee: 14, currency: (row) => cell(row, 12) };
  const currency = /\b([A-Z]{3})$/u.exec((header[11] ?? '').trim())?.[1] ?? '';
  return { value: 11, autoFx: 13, fee: 14, currency: () => currency };
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
  readonly cells: ProfileCells;
}

function fillOf(row: BrokerRow, shape: Shape, mark: DecimalMark): Fill {
  const cell = (position: number): string => (row.cells[position] ?? '').trim();
  const quantity = valueOf(cell(6), mark);
  const [size, value, fee] = [sizeOf(cell(6), mark), sizeOf(cell(shape.value), mark), sizeOf(cell(shape.fee), mark)];
  const autoFx = shape.autoFx === null ? null : sizeOf(cell(shape.autoFx), mark);
  const order =
    row.cells
      .slice(shape.fee + 2)
      .map((text) => text.trim())
      .find((text) => /^[0-9a-f-]{8,}$/iu.test(text)) ?? '';
  return {
    row,
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
      price: pricedCell(sizeOf(cell(7), mark), cell(8)),
      consideration: cellOf(value),
      currency: shape.currency(row),
      brokerCharge: cellOf(fee),
      fxCharge: cellOf(autoFx),
      brokerDealReference: order,
    },
  };
}

/** Rows without order and fee of one minute and value: two sides of a change of ISIN stand together. */
function pairKey(fill: Fill): string | null {
  if (fill.order !== '' || sumOf(fill.fee, fill.autoFx) !== null || fill.quantity === null) return null;
  return `${fill.row.cells.slice(0, 2).join('|')}|${cellOf(fill.value)}`;
}

/** The row's other side: no order, no fee, the same minute and value, the other sign and another ISIN. */
function pairsOf(fills: readonly Fill[]): ReadonlyMap<Fill, Fill> {
  const open = new Map<string, Fill>();
  const pairs = new Map<Fill, Fill>();
  for (const fill of fills) {
    const key = pairKey(fill);
    if (key === null) continue;
    const other = open.get(key);
    if (other === undefined || other.isin === fill.isin || (other.quantity ?? 0n) < 0n === (fill.quantity ?? 0n) < 0n)
      open.set(key, fill);
    else {
      pairs.set(fill, other).set(other, fill);
      open.delete(key);
    }
  }
  return pairs;
}

function read({ header, rows }: BrokerFile): readonly ProfileRow[] {
  const shape = shapeOf(header);
  const mark = decimalMarkOf(
    rows.flatMap((row) => [6, 7, 9, shape.value, shape.fee].map((position) => (row.cells[position] ?? '').trim())),
  );
  const fills = rows.map((row) => fillOf(row, shape, mark));
  const pairs = pairsOf(fills);
  return fills.map((fill): ProfileRow => {
    if (fill.quantity === null || fill.quantity === 0n)
      return {
        kind: 'fault',
        message: `Quantity '${(fill.row.cells[6] ?? '').trim()}' is not a number of units.`,
        cells: fill.cells,
      };
    const pair = pairs.get(fill);
    if (pair !== undefined) return change(fill, pair);
    return { kind: 'transaction', cells: { ...fill.cells, transactionType: fill.quantity < 0n ? 'SELL' : 'BUY' } };
  });
}

function change(fill: Fill, pair: Fill): ProfileRow {
  const [old, fresh] = (fill.quantity ?? 0n) < 0n ? [fill, pair] : [pair, fill];
  if (old.size !== fresh.size) {
    return {
      kind: 'fault',
      message: `A corporate action (line ${old.row.line} and line ${fresh.row.line}: other units of another ISIN), no sale. Enter it by hand.`,
    };
  }
  if (fill !== old) return { kind: 'joined' };
  const { transactionDate = '', isin = '', assetName = '' } = old.cells;
  return {
    kind: 'transaction',
    cells: {
      transactionDate,
      isin,
      assetName,
      transactionType: 'ISIN_CHANGE',
      relatedIsin: fresh.isin,
      consideration: '0',
    },
  };
}

export const degiroTransactions: Profile = {
  broker: 'DEGIRO',
  ragged: true,
  match({ cells }) {
    const named = cells.length >= 17 && cells.length <= 20 && cells[3]?.trim().toUpperCase() === 'ISIN';
    const blank = (position: number): boolean => (cells[position] ?? '').trim() === '';
    return named && blank(8) && blank(10) && !blank(7) && !blank(9) && !blank(11) ? cells.length : 0;
  },
  read,
};
