/** Lightyear (FORMATS 3.15): native amounts with their currency, the charge in a column of its own. */
import { cellOf, sizeOf, valueOf } from './figures.ts';
import { byHeadings, eachRow, unknownKind, type Profile } from './profile.ts';

const CASH = new Set(['deposit', 'withdrawal', 'conversion', 'interest', 'reward']);

export const lightyear: Profile = {
  broker: 'Lightyear',
  statesCurrency: true,
  match: byHeadings({ all: ['date', 'reference', 'ticker', 'isin', 'type', 'quantity', 'ccy', 'gross amount'] }),
  read: eachRow((row) => {
    const type = row.get('type').toLowerCase();
    if (CASH.has(type) && row.get('isin') === '') return { kind: 'cash' };
    const common = {
      transactionDate: row.get('date'),
      isin: row.get('isin'),
      assetName: row.get('ticker'),
      quantity: row.get('quantity'),
      currency: row.get('ccy'),
      brokerDealReference: row.get('reference'),
    };
    if (type === 'dividend' || type === 'distribution') {
      return {
        kind: 'transaction',
        cells: { ...common, transactionType: 'DIVIDEND', consideration: cellOf(valueOf(row.get('net amt.'))) },
      };
    }
    if (type === 'buy' || type === 'sell') {
      return {
        kind: 'transaction',
        cells: {
          ...common,
          transactionType: type.toUpperCase(),
          price: row.get('price/share'),
          consideration: cellOf(sizeOf(row.get('gross amount'))),
          brokerCharge: cellOf(valueOf(row.get('fee'))),
        },
        proof: { net: row.get('net amt.') },
      };
    }
    return unknownKind('Lightyear', 'type', row.get('type'), {
      ...common,
      consideration: cellOf(sizeOf(row.get('gross amount'))),
    });
  }),
};
