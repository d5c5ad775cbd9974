/**
 * eToro, Account Activity (FORMATS 3.13): all amounts are in dollars, brackets mean negative; contracts for difference
 * are not holdings.
 */
import { negate } from '../../values/decimal.ts';
import { balanceLine } from './balance-columns.ts';
import type { CashKind } from './cash.ts';
import { splitTerms } from './corporate-actions.ts';
import { cellOf, costOf, priceOf, pricedCell, sizeOf, sumOf, valueOf } from './figures.ts';
import {
  cash,
  joinNotes,
  unknownKind,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^deposit$|^deposit\b(?!.*fee)/u, 'deposit'],
  [/fee$|^conversion fee/u, 'fee'],
  [/^withdraw/u, 'withdrawal'],
  [/^transfer/u, 'transfer'],
  [/^interest/u, 'interest'],
  [/^(?:card|payment)/u, 'payment'],
  [/^(?:adjustment|refund|start copy|stop copy|currency conversion|refer|edit stop)/u, 'unknown'],
];

/** The heading of the units, in earlier years and now. */
const UNITS = ['units', 'units / contracts'] as const;

function kindOf(row: BrokerRow): string {
  return row.get('type').toLowerCase();
}

/** `VOD.L/GBX` is the ticker VOD.L, `AAPL/USD` is AAPL. */
function tickerOf(details: string): string {
  return (details.split('/')[0] ?? '').trim();
}

/** A fee that leaves the equity unchanged is part of another row, such as the withdrawal that was converted. */
function equityNote(row: BrokerRow): { readonly note?: string } {
  const [amount, change] = [valueOf(row.get('amount')), valueOf(row.get('realized equity change'))];
  return amount === null || change === null || amount === change
    ? {}
    : {
        note: `The amount is ${row.get('amount')}, but the equity changed by ${row.get('realized equity change')}: it may be part of another row. Check it.`,
      };
}

/** Amounts of trades have no sign; a closed position that lost more than it cost is a contract for difference. */
function signNote(row: BrokerRow): string | false {
  return (
    (valueOf(row.get('amount')) ?? 0n) < 0n &&
    `The amount of this trade is ${row.get('amount')}: other trades have no minus sign. Check the row.`
  );
}

/** The day of a row and what was traded. */
function dayKey(row: BrokerRow): string {
  return `${row.get('date').slice(0, 10)}|${row.get('details')}`;
}

const PRICE_DERIVED = { isPriceDerived: true } as const;

function read({ rows }: BrokerFile): readonly ProfileRow[] {
  const stamps = new Map<string, BrokerRow[]>();
  // Without its position, stamp duty belongs to no row.
  for (const row of rows)
    if (kindOf(row) === 'sdrt' && row.get('position id') !== '')
      stamps.set(row.get('position id'), [...(stamps.get(row.get('position id')) ?? []), row]);
  const opened = new Map(
    rows.filter((row) => kindOf(row) === 'open position').map((row) => [row.get('position id'), row.line]),
  );
  const unassigned = new Map(
    rows
      .filter((row) => kindOf(row) === 'sdrt' && !opened.has(row.get('position id') || '-'))
      .map((row) => [dayKey(row), row.line]),
  );
  const doubtsOf = (row: BrokerRow): { readonly note?: string } => {
    const stamp = unassigned.get(dayKey(row));
    return joinNotes(
      signNote(row),
      !row.has('asset type') &&
        "The file has no column 'Asset type': this may be a contract for difference, which is not a holding. Check it.",
      kindOf(row) === 'open position' &&
        stamp !== undefined &&
        `Stamp duty on line ${stamp} names no position. It may belong to this purchase. Check it.`,
    );
  };
  return rows.map((row): ProfileRow => {
    const kind = kindOf(row);
    if (row.get('asset type').toUpperCase() === 'CFD' || kind === 'overnight fee')
      return { kind: 'ignored', reason: 'A contract for difference, which is not a holding of a security.' };
    const [amount, quantity] = [sizeOf(row.get('amount')), sizeOf(row.get(...UNITS))];
    const cells: ProfileCells = {
      transactionDate: row.get('date'),
      ticker: tickerOf(row.get('details')),
      currency: 'USD',
      quantity: cellOf(valueOf(row.get(...UNITS))),
      price: pricedCell(priceOf(amount, quantity), 'USD'),
      consideration: cellOf(amount),
      brokerDealReference: row.get('position id').replace(/^-$/u, ''),
    };
    if (kind === 'open position') {
      const stampDuty = sumOf(
        ...(stamps.get(row.get('position id')) ?? []).map((stamp) => costOf(stamp.get('amount'))),
      );
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'BUY', stampDuty: cellOf(stampDuty) },
        proof: PRICE_DERIVED,
        ...doubtsOf(row),
      };
    }
    if (kind === 'position closed')
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'SELL' },
        proof: PRICE_DERIVED,
        ...doubtsOf(row),
      };
    if (kind === 'dividend')
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: 'DIVIDEND',
          quantity: '',
          price: '',
          consideration: cellOf(valueOf(row.get('amount'))),
        },
      };
    const opening = stamps.get(row.get('position id'))?.includes(row) ? opened.get(row.get('position id')) : undefined;
    if (opening !== undefined) return { kind: 'joined', to: opening };
    if (/split/u.test(kind))
      return {
        kind: 'transaction',
        cells: {
          transactionDate: row.get('date'),
          ticker: tickerOf(row.get('details')),
          transactionType: 'SPLIT',
          quantity: cellOf(valueOf(row.get(...UNITS))),
          consideration: '0',
          ...splitTerms(`${row.get('details')} ${row.get('type')}`),
        },
        note: 'A split: check its change in units before you import it.',
      };
    const cashKind = CASH.find(([pattern]) => pattern.test(kind))?.[1];
    if (cashKind !== undefined)
      return cash({
        kind: cashKind,
        date: row.get('date'),
        amount: valueOf(row.get('amount')),
        currency: 'USD',
        words: row.get('type'),
        ...equityNote(row),
      });
    return unknownKind('eToro', 'type', row.get('type'), cells);
  });
}

export const eToro: Profile = {
  broker: 'eToro',
  orderReference: true,
  header: {
    all: ['date', 'type', 'details', 'amount', 'realized equity change', 'realized equity'],
    any: [UNITS],
  },
  balance: ({ rows }) =>
    rows.map((row) => {
      const amount = valueOf(row.get('amount'));
      const change = amount !== null && kindOf(row) === 'open position' ? negate(amount) : amount;
      return balanceLine(row, change, valueOf(row.get('balance')));
    }),
  read,
};
