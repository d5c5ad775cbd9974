/**
 * Sharesight, All Trades report (FORMATS 3.15): the value is in pounds and includes the brokerage, except where the
 * price and the rate of a row make it without; prices are in the market's currency.
 */
import { absolute, divide, multiply, ONE, round, subtract, toText, type Exact } from '../../values/decimal.ts';
import {
  cellOf,
  grossOf,
  roundingAtRate,
  sizeOf,
  statedCell,
  toPenny,
  valueOf,
  type Figure,
  type Side,
} from './figures.ts';
import { eachRow, joinNotes, unknownKind, type BrokerRow, type Profile } from './profile.ts';

/** Whether the value of a trade is with or without its brokerage, by the units at their price and the row's rate. */
function valueKind(row: BrokerRow, value: Figure, charge: Figure, side: Side): 'before' | 'after' | 'unclear' {
  const [units, price, rate] = [
    sizeOf(row.get('quantity')),
    sizeOf(row.get('price *')),
    sizeOf(row.get('exchange rate')),
  ];
  if (units === null || price === null || rate === null || rate === 0n || charge === 0n) return 'after';
  const product = divide<'pounds'>(multiply(units, price), rate) as Figure;
  const rounding = roundingAtRate(product, rate, row.get('exchange rate'));
  const isProduct = (amount: Figure): boolean => absolute(subtract(amount, product)) <= rounding;
  if (!isProduct(value)) return 'after';
  return isProduct(grossOf(side, value, [charge]) ?? value) ? 'unclear' : 'before';
}

export const sharesight: Profile = {
  broker: 'Sharesight',
  header: {
    all: ['market', 'code', 'name', 'type', 'date', 'quantity', 'price *', 'brokerage *', 'currency', 'exchange rate'],
  },
  read: eachRow((row) => {
    if ((row.cells[0] ?? '').trim().startsWith('*')) return { kind: 'ignored', reason: 'A note, not a transaction.' };
    // A row of a trade that lost its day is one nevertheless.
    if (row.get('date') === '' && row.get('type') === '') return { kind: 'ignored' };
    const [price, rate, value] = [
      sizeOf(row.get('price *')),
      sizeOf(row.get('exchange rate')),
      sizeOf(row.get('value')),
    ];
    const brokerage = sizeOf(row.get('brokerage *'));
    const charge =
      brokerage === null || rate === null || rate === 0n
        ? brokerage
        : toPenny(divide<'pounds'>(brokerage, rate) as Figure);
    const cells = {
      transactionDate: row.get('date'),
      ticker: row.get('code'),
      exchange: row.get('market'),
      assetName: row.get('name'),
      quantity: cellOf(valueOf(row.get('quantity'))),
      price: statedCell(row.get('price *'), row.get('currency')),
      brokerCharge: cellOf(charge),
    };
    const side = row.get('type').toUpperCase();
    if (side === 'BUY' || side === 'SELL') {
      const kindOfValue = value === null || charge === null ? 'after' : valueKind(row, value, charge, side);
      const isGross = kindOfValue === 'before';
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: side,
          consideration: cellOf(isGross ? value : grossOf(side, value, [charge])),
        },
        ...joinNotes(
          row.get('currency') === '' && 'The price names no currency. Check it.',
          side === 'SELL' &&
            (valueOf(row.get('quantity')) ?? 0n) > 0n &&
            'A sale of units without a minus sign, unlike other sales. Check it.',
          kindOfValue === 'unclear' &&
            `The value may be with or without the brokerage of ${cellOf(charge)}: it was read as with it. Check it.`,
        ),
        proof: {
          ...(!isGross && { net: row.get('value') }),
          // The file does not name the portfolio's currency, but its rates show whether that is pounds.
          converted:
            rate === null || rate === 0n
              ? null
              : { currency: row.get('currency'), rate: toText(round(divide<'rate'>(ONE as Exact<'rate'>, rate), 12)) },
          price: price === null || rate === null || rate === 0n ? '' : cellOf(round(divide<'pounds'>(price, rate), 8)),
        },
      };
    }
    return unknownKind('Sharesight', 'type', row.get('type'), { ...cells, consideration: cellOf(value) });
  }),
};
