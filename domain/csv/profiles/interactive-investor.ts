/** interactive investor (FORMATS 3.5): Debit or Credit tells the side, never a word of the name; amounts contain the charges. */
import { cellOf, sizeOf, splitNet } from './figures.ts';
import type { Profile } from './profile.ts';

export const interactiveInvestor: Profile = {
  id: 'ii',
  broker: 'interactive investor',
  all: ['date', 'settlement date', 'symbol', 'sedol', 'quantity', 'price', 'description', 'debit', 'credit'],
  read(row) {
    const [debit, credit, quantity] = [sizeOf(row.get('debit')), sizeOf(row.get('credit')), sizeOf(row.get('quantity'))];
    const sedol = row.get('sedol').replace(/^n\/a$/iu, '');
    const description = row.get('description');
    const common = { transactionDate: row.get('date'), isin: row.get('isin'), sedol, brokerDealReference: row.get('reference') };
    // A currency conversion looks like a trade but names no security.
    if (sedol === '' && row.get('isin') === '') return { kind: 'cash' };
    if (quantity === null) {
      if (!/^div\b/iu.test(description)) return { kind: 'fault', message: `'${description}' is neither a trade nor a dividend. Choose a type for this row or leave it out.` };
      return { kind: 'transaction', cells: { ...common, transactionType: 'DIVIDEND', assetName: description.replace(/^div\s+/iu, ''), consideration: cellOf(credit ?? debit) } };
    }
    const side = debit === null ? 'SELL' : 'BUY';
    const { consideration, charge } = splitNet(side, quantity, sizeOf(row.get('price')), debit ?? credit);
    return {
      kind: 'transaction',
      cells: {
        ...common, transactionType: side, assetName: description.replace(/^[\d.,]+\s+/u, '').replace(/\s+[\d.,]*\d\s+S Date .*$/u, ''), quantity: cellOf(quantity), price: row.get('price'),
        consideration, brokerCharge: charge,
      },
    };
  },
};
