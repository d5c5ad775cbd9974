/** HSBC InvestDirect (FORMATS 3.15): a code like a SEDOL, and the settled amount including charges. */
import { isValidSedol } from '../../values/isin.ts';
import { cashKindOf, directedByWords } from './cash.ts';
import { cellOf, sizeOf, splitNet, statedCell, valueOf } from './figures.ts';
import { cash, eachRow, unknownKind, type Profile, type ProfileRow } from './profile.ts';

/** The currency in capitals; pence are returned as GBP. */
function poundsOf(currency: string): string {
  return /^(?:GBX|GBp|)$/u.test(currency) ? 'GBP' : currency.toUpperCase();
}

export const hsbc: Profile = {
  broker: 'HSBC',
  statesCurrency: true,
  header: {
    all: [
      'transaction date',
      'transaction description',
      'product short name',
      'product code',
      'no. of units',
      'deal price',
      'settled amount',
    ],
  },
  read: eachRow((row) => {
    const kind = row.get('transaction description').toLowerCase();
    const [quantity, amount] = [sizeOf(row.get('no. of units')), sizeOf(row.get('settled amount'))];
    const signed = cellOf(valueOf(row.get('settled amount')));
    const code = row.get('product code');
    const cells = {
      transactionDate: row.get('transaction date'),
      // A spreadsheet removes leading zeros, which the catalogue's SEDOLs prove.
      sedol: isValidSedol(code.padStart(7, '0')) ? code : '',
      assetName: row.get('product short name'),
      quantity: row.get('no. of units'),
      price: statedCell(row.get('deal price'), row.get('price currency')),
      consideration: cellOf(amount),
      currency: row.get('settlement currency'),
      brokerDealReference: row.get('transaction reference'),
    };
    const moved = (): ProfileRow => {
      const [words, value] = [row.get('transaction description'), valueOf(row.get('settled amount'))];
      const cashKind = cashKindOf(kind);
      // Amounts usually have no sign; one that has names the direction.
      const directed = value !== null && value < 0n ? { amount: value } : directedByWords(cashKind, amount, words);
      return cash({
        kind: cashKind,
        date: row.get('transaction date'),
        ...directed,
        currency: poundsOf(row.get('settlement currency')),
        words,
        reference: row.get('transaction reference'),
      });
    };
    const side = kind.startsWith('bought') ? 'BUY' : kind.startsWith('sold') ? 'SELL' : null;
    if (side !== null) {
      const [ofPrice, ofAmount] = [row.get('price currency'), row.get('settlement currency')];
      // A price in another currency than the amount does not show the charges.
      const isOneCurrency = poundsOf(ofPrice) === poundsOf(ofAmount);
      const { consideration, charge } = isOneCurrency
        ? splitNet(side, quantity, `${row.get('deal price')} ${ofPrice}`.trim(), amount)
        : { consideration: cellOf(amount), charge: '' };
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: side, consideration, brokerCharge: charge },
        proof: { net: row.get('settled amount'), isChargeDerived: true },
      };
    }
    if (/dividend/u.test(kind))
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', quantity: '', consideration: signed },
      };
    if (/interest/u.test(kind))
      return code === '' ? moved() : { kind: 'transaction', cells: { ...cells, transactionType: 'INTEREST' } };
    if (/deposit|withdrawal|fee|transfer of cash|cash/u.test(kind)) return moved();
    return unknownKind('HSBC', 'description', row.get('transaction description'), cells);
  }),
};
