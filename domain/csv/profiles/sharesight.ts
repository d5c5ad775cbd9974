/**
 * Sharesight, All Trades report (FORMATS 3.15): the value is in pounds and includes the brokerage, except where the
 * price and the rate of a row make it without; prices are in the market's currency.
 */
import { absolute, divide, multiply, ONE, round, subtract, toText, type Exact } from '../../values/decimal.ts';
import { cellOf, grossOf, sizeOf, statedCell, toPenny, valueOf, type Figure, type Side } from './figures.ts';
import { byHeadings, eachRow, unknownKind, type Profile } from './profile.ts';

/** Whether two amounts are the same to the penny. */
function isSame(a: Figure, b: Figure): boolean {
  return absolute(subtract(a, b)) * 100n <= ONE;
}

/** Whether the value is the price of the units at the row's rate, without the brokerage that is stated beside it. */
function isBeforeBrokerage(value: Figure, product: Figure, side: Side, charge: Figure): boolean {
  return isSame(value, product) && !isSame(grossOf(side, value, [charge]) ?? value, product);
}

export const sharesight: Profile = {
  broker: 'Sharesight',
  match: byHeadings({
    all: ['market', 'code', 'name', 'type', 'date', 'quantity', 'price *', 'brokerage *', 'currency', 'exchange rate'],
  }),
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
      const units = sizeOf(row.get('quantity'));
      const product =
        units === null || price === null || rate === null || rate === 0n
          ? null
          : (divide<'pounds'>(multiply(units, price), rate) as Figure);
      const isGross =
        value !== null && product !== null && charge !== null && isBeforeBrokerage(value, product, side, charge);
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: side,
          consideration: cellOf(isGross ? value : grossOf(side, value, [charge])),
        },
        ...(row.get('currency') === '' && { note: 'The price names no currency. Check it.' }),
        ...(side === 'SELL' &&
          (valueOf(row.get('quantity')) ?? 0n) > 0n && {
            note: 'A sale of units without a minus sign, unlike other sales. Check it.',
          }),
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
