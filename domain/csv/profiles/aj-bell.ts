/**
 * AJ Bell (FORMATS 3.4): the Transaction column names the type, prices are in pounds, the amount includes the charges.
 */
import { absolute } from '../../values/decimal.ts';
import { typeOfWord } from '../cells/words.ts';
import { cellOf, sizeOf, splitNet, valueOf } from './figures.ts';
import { eachRow, unknownKind, type Profile } from './profile.ts';

export const ajBell: Profile = {
  broker: 'AJ Bell',
  header: {
    all: ['date', 'transaction', 'description', 'quantity', 'amount (gbp)', 'reference'],
    none: ['receipt (gbp)'],
  },
  read: eachRow((row) => {
    const kind = row.get('transaction');
    const signed = valueOf(row.get('amount (gbp)'));
    const amount = signed === null ? null : absolute(signed);
    const common = {
      transactionDate: row.get('date'),
      assetName: row.get('description'),
      brokerDealReference: row.get('reference'),
    };
    if (kind === 'Purchase' || kind === 'Sale') {
      const side = kind === 'Purchase' ? 'BUY' : 'SELL';
      const { consideration, charge } = splitNet(side, sizeOf(row.get('quantity')), row.get('price'), amount);
      return {
        kind: 'transaction',
        cells: {
          ...common,
          transactionType: side,
          quantity: row.get('quantity'),
          price: row.get('price'),
          consideration,
          brokerCharge: charge,
        },
        proof: { net: row.get('amount (gbp)'), isChargeDerived: true },
      };
    }
    const whole = { ...common, quantity: row.get('quantity'), price: row.get('price'), consideration: cellOf(amount) };
    if (/^(?:accumulation|notional) distribution\b/iu.test(kind))
      return {
        kind: 'transaction',
        cells: { ...common, transactionType: 'ACCUMULATION', consideration: cellOf(signed) },
      };
    const named = typeOfWord(kind);
    const isIncome = named === 'DIVIDEND' || named === 'INTEREST';
    if (isIncome || /distribution$/iu.test(kind)) {
      const transactionType = isIncome ? named : /^interest\b/iu.test(kind) ? 'INTEREST' : 'DIVIDEND';
      return { kind: 'transaction', cells: { ...common, transactionType, consideration: cellOf(signed) } };
    }
    if (/^equalisation$/iu.test(kind))
      return {
        kind: 'transaction',
        cells: { ...common, transactionType: 'EQUALISATION', consideration: cellOf(signed) },
      };
    if (kind === '')
      return {
        kind: 'fault',
        message: 'The Transaction column is empty. Choose a type for this row or leave it out.',
        cells: whole,
      };
    return unknownKind('AJ Bell', 'transaction', kind, whole);
  }),
};
