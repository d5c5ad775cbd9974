/**
 * InvestEngine (FORMATS 3.8): name and ISIN share a cell, there are no charges, and a banner line precedes the header.
 */
import { wrapperOfAccount, wrapperOfWord } from '../cells/wrapper-words.ts';
import { eachRow, unknownKind, type Profile } from './profile.ts';

/** `(Portfolio: ISA 1 / Reference: IP1)` in the banner; its owner names it. */
const PORTFOLIO = /\bportfolio: ([^/)]{1,60}?) {0,3}[/)]/iu;

export const investEngine: Profile = {
  broker: 'InvestEngine',
  header: {
    all: ['security / isin', 'transaction type', 'quantity', 'share price', 'total trade value', 'trade date/time'],
  },
  wrapperOf: ({ before }, fileName) =>
    wrapperOfWord(/^(gia|isa|lisa|jisa|junior isa|sipp)[ _-]/iu.exec(fileName)?.[1] ?? '') ??
    wrapperOfAccount(PORTFOLIO.exec(before.flat().join(' '))?.[1] ?? ''),
  read: eachRow((row) => {
    const security = /^(.*?)\s{0,9}\/\s{0,9}ISIN\s{1,9}(\S+)$/iu.exec(row.get('security / isin'));
    const type = row.get('transaction type').toUpperCase();
    const cells = {
      transactionDate: row.get('trade date/time'),
      assetName: security?.[1] ?? row.get('security / isin'),
      isin: security?.[2] ?? '',
      settlementDate: row.get('settlement date'),
      quantity: row.get('quantity'),
      price: row.get('share price'),
      consideration: row.get('total trade value'),
    };
    if (type === 'BUY' || type === 'SELL') return { kind: 'transaction', cells: { ...cells, transactionType: type } };
    return unknownKind('InvestEngine', 'transaction type', row.get('transaction type'), cells);
  }),
};
