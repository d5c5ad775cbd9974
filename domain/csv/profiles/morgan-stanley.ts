/** Morgan Stanley StockPlan Connect (FORMATS 3.15): withdrawals are sales, releases are shares acquired at their value on vesting. */
import { cellOf, chargeOf, productOf, pricedCell, sizeOf } from './figures.ts';
import { byHeadings, eachRow, unknownKind, type Profile } from './profile.ts';

export const morganStanley: Profile = {
  broker: 'Morgan Stanley',
  orderReference: true,
  ragged: true,
  match: byHeadings({
    all: ['order number', 'plan', 'type', 'price', 'quantity', 'tax payment method'],
    any: [['execution date', 'vest date', 'date']],
  }),
  read: eachRow((row) => {
    const date = row.get('execution date', 'vest date', 'date');
    // A footer of prose has commas, but no price.
    if (!/^\d/u.test(date)) return { kind: 'ignored' };
    if (/^(?!complete)/iu.test(row.get('order status', 'status'))) return { kind: 'ignored' };
    if (row.get('plan').toLowerCase() === 'cash') return { kind: 'cash' };
    const price = sizeOf(row.get('price'));
    const released = row.get('vest date') !== '';
    const quantity = (released ? sizeOf(row.get('net share proceeds')) : null) ?? sizeOf(row.get('quantity'));
    const consideration = productOf(quantity, price);
    const cells = {
      transactionDate: date,
      assetName: row.get('plan'),
      currency: 'USD',
      quantity: cellOf(quantity),
      price: pricedCell(price, 'USD'),
      consideration: cellOf(consideration),
      brokerDealReference: row.get('order number'),
    };
    if (released) return { kind: 'transaction', cells: { ...cells, transactionType: 'BUY' } };
    if (/^sale/iu.test(row.get('type')))
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: 'SELL',
          brokerCharge: cellOf(chargeOf('SELL', consideration, sizeOf(row.get('net amount')))),
        },
        proof: { net: row.get('net amount') },
      };
    return unknownKind('Morgan Stanley', 'type', row.get('type'), cells);
  }),
};
