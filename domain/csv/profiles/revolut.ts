/**
 * Revolut trading (FORMATS 3.14): the difference between the total and quantity x price is the fee; a split states the
 * extra shares. `FX Rate` is units of the row's currency for one of the account's, which no column names.
 */
import { asUtc } from '../cells/day-text.ts';
import type { CashKind } from './cash.ts';
import { cellOf, currencyIn, sizeOf, splitNet, statedCell, valueOf } from './figures.ts';
import { cash, eachRow, unknownKind, type Profile } from './profile.ts';

const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^CASH TOP-?UP/u, 'deposit'],
  [/^CASH WITHDRAWAL/u, 'withdrawal'],
  [/^(?:CUSTODY FEE|ROBO)/u, 'fee'],
  [/^INTEREST/u, 'interest'],
  [/^CASH/u, 'unknown'],
];

/** Older files write `$7,507.92` without quotation marks, so that it becomes two cells. */
function mend(cells: readonly string[]): readonly string[] {
  const at =
    cells.length === 9
      ? cells.findIndex(
          (cell, index) =>
            /^-?[$£€]\d{1,3}$/u.test(cell.trim()) && /^\d{3}(?:\.\d+)?$/u.test((cells[index + 1] ?? '').trim()),
        )
      : -1;
  return at === -1
    ? cells
    : [...cells.slice(0, at), `${cells[at] ?? ''},${cells[at + 1] ?? ''}`, ...cells.slice(at + 2)];
}

export const revolut: Profile = {
  broker: 'Revolut',
  readsCommas: true,
  dateOrder: null,
  statesCurrency: true,
  header: {
    all: ['date', 'ticker', 'type', 'quantity', 'price per share', 'total amount', 'currency', 'fx rate'],
    none: ['isin'],
  },
  mend,
  read: eachRow((row) => {
    const kind = row.get('type').toUpperCase();
    const [quantity, total] = [sizeOf(row.get('quantity'), 'unknown'), sizeOf(row.get('total amount'))];
    const cells = {
      transactionDate: asUtc(row.get('date')),
      ticker: row.get('ticker'),
      quantity: cellOf(quantity),
      currency: row.get('currency'),
      consideration: cellOf(total),
    };
    const accountRate = row.get('fx rate').replace(',', '.');
    const side = /^(BUY|SELL)\b/u.exec(kind)?.[1];
    if (side === 'BUY' || side === 'SELL') {
      const { consideration, charge } = splitNet(side, quantity, statedCell(row.get('price per share'), ''), total);
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: side,
          price: statedCell(row.get('price per share'), row.get('currency')),
          quantity: cellOf(valueOf(row.get('quantity'), 'unknown')),
          consideration,
          brokerCharge: charge,
        },
        proof: { net: row.get('total amount'), isChargeDerived: true, accountRate },
      };
    }
    if (/^DIVIDEND(?! TAX)/u.test(kind)) {
      const amount = valueOf(row.get('total amount'));
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', consideration: cellOf(amount) },
        proof: { accountRate },
        ...(kind.includes('CORRECTION') &&
          (amount ?? 0n) >= 0n && { note: 'A correction: choose it if it adds to the dividend.' }),
      };
    }
    if (kind.startsWith('STOCK SPLIT'))
      return {
        kind: 'transaction',
        ...((valueOf(row.get('quantity'), 'unknown') ?? 0n) < 0n && {
          note: 'Fewer shares: check whether they were consolidated or a split was reversed.',
        }),
        cells: {
          ...cells,
          transactionType: 'SPLIT',
          // A consolidation states a negative number of shares.
          quantity: cellOf(valueOf(row.get('quantity'), 'unknown')),
          consideration: '0',
        },
      };
    if (kind.startsWith('TRANSFER FROM'))
      return { kind: 'ignored', reason: 'A move between companies of the broker, which changes nothing.' };
    const cashKind = CASH.find(([pattern]) => pattern.test(kind))?.[1];
    if (cashKind !== undefined)
      return cash({
        kind: cashKind,
        date: asUtc(row.get('date')),
        amount: valueOf(row.get('total amount')),
        currency: currencyIn(row.get('total amount')) || row.get('currency'),
        words: row.get('type'),
        ...(currencyIn(row.get('total amount')) !== '' &&
          currencyIn(row.get('total amount')) !== row.get('currency') && {
            note: `The amount of ${row.get('total amount')} is not in ${row.get('currency') || 'a currency that the row names'}. Check it.`,
          }),
      });
    return unknownKind('Revolut', 'type', row.get('type'), cells);
  }),
};
