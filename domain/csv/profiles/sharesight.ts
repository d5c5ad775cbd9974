/**
 * Sharesight, All Trades report (FORMATS 3.15): the value is in pounds and includes the brokerage, prices are in the
 * market's currency.
 */
import { divide, ONE, round, toText, type Exact } from '../../values/decimal.ts';
import { cellOf, grossOf, sizeOf, statedCell, toPenny, valueOf, type Figure } from './figures.ts';
import { byHeadings, eachRow, unknownKind, type Profile } from './profile.ts';

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
    if (side === 'BUY' || side === 'SELL')
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: side, consideration: cellOf(grossOf(side, value, [charge])) },
        ...(row.get('currency') === '' && { note: 'The price names no currency. Check it.' }),
        ...(side === 'SELL' &&
          (valueOf(row.get('quantity')) ?? 0n) > 0n && {
            note: 'A sale of units without a minus sign, unlike other sales. Check it.',
          }),
        proof: {
          net: row.get('value'),
          // The file does not name the portfolio's currency, but its rates show whether that is pounds.
          converted:
            rate === null || rate === 0n
              ? null
              : { currency: row.get('currency'), rate: toText(round(divide<'rate'>(ONE as Exact<'rate'>, rate), 12)) },
          price: price === null || rate === null || rate === 0n ? '' : cellOf(round(divide<'pounds'>(price, rate), 8)),
        },
      };
    return unknownKind('Sharesight', 'type', row.get('type'), { ...cells, consideration: cellOf(value) });
  }),
};
