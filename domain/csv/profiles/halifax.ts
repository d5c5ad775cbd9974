/** Halifax, iWeb, Lloyds, Bank of Scotland and Scottish Widows Share Dealing (FORMATS 3.9): pence, own codes, net amounts. */
import { cellOf, priceOf, sizeOf, splitNet, statedCell, valueOf } from './figures.ts';
import { eachRow, unknownKind, type Profile } from './profile.ts';

const BROKER = 'Halifax / iWeb / Lloyds';

export const halifax: Profile = {
  broker: BROKER,
  header: {
    all: [
      'date',
      'type',
      'company code',
      'listed on market',
      'quantity',
      'executed price (p)',
      'net consideration (?)',
    ],
  },
  read: eachRow((row) => {
    const side = row.get('type').toUpperCase();
    const priceCell = `${row.get('executed price (p)')}p`;
    const [quantity, net] = [sizeOf(row.get('quantity')), sizeOf(row.get('net consideration (?)'))];
    const cells = {
      transactionDate: row.get('date'),
      ticker: row.get('company code'),
      exchange: row.get('listed on market'),
      quantity: row.get('quantity'),
      price: statedCell(priceCell, 'GBP'),
      brokerDealReference: row.get('reference'),
    };
    if (side !== 'BUY' && side !== 'SELL')
      return unknownKind(BROKER, 'type', row.get('type'), { ...cells, consideration: cellOf(net) });
    const { consideration, charge } = splitNet(side, quantity, priceCell, net);
    return {
      kind: 'transaction',
      cells: { ...cells, transactionType: side, consideration, brokerCharge: charge },
      proof: { net: row.get('net consideration (?)'), isChargeDerived: true },
    };
  }),
};

export const halifaxDividends: Profile = {
  broker: BROKER,
  header: { all: ['issue date', 'stock', 'xd date', 'amount payable'] },
  read: eachRow((row) => {
    const [amount, quantity] = [valueOf(row.get('amount payable')), sizeOf(row.get('shares held on xd date'))];
    return {
      kind: 'transaction',
      cells: {
        transactionDate: row.get('issue date'),
        transactionType: 'DIVIDEND',
        ticker: row.get('stock'),
        quantity: cellOf(quantity),
        price: cellOf(priceOf(amount, quantity)),
        consideration: cellOf(amount),
      },
    };
  }),
};
