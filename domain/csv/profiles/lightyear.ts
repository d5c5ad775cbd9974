/** Lightyear (FORMATS 3.15): native amounts with their currency, the charge in a column of its own. */
import { negate } from '../../decimal.ts';
import { cellOf, sizeOf, valueOf, type Figure } from './figures.ts';
import { byHeadings, eachRow, unknownKind, type BrokerRow, type Profile } from './profile.ts';

const CASH = new Set(['deposit', 'withdrawal', 'conversion', 'interest', 'reward']);

/** What was received: negative where either of the amounts is, which takes income back. */
function incomeOf(row: BrokerRow): Figure | null {
  const [gross, net] = [valueOf(row.get('gross amount')), sizeOf(row.get('net amt.'))];
  const isBack = (gross ?? 0n) < 0n || row.get('net amt.').startsWith('-');
  return net !== null && isBack ? negate(net) : net;
}

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
        cells: { ...common, transactionType: 'DIVIDEND', consideration: cellOf(incomeOf(row)) },
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
