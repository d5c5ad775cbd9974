/** interactive investor (FORMATS 3.5): Debit or Credit tells the side, never a word of the name; amounts contain the charges, in the account's currency. */
import { cellOf, currencyIn, sizeOf, splitNet } from './figures.ts';
import { byHeadings, eachRow, type Profile } from './profile.ts';

export const interactiveInvestor: Profile = {
  broker: 'interactive investor',
  match: byHeadings({ all: ['date', 'symbol', 'sedol', 'quantity', 'price', 'description', 'debit', 'credit'] }),
  read: eachRow((row) => {
    const [debit, credit, quantity] = [
      sizeOf(row.get('debit')),
      sizeOf(row.get('credit')),
      sizeOf(row.get('quantity')),
    ];
    const sedol = row.get('sedol').replace(/^n\/a$/iu, '');
    const description = row.get('description');
    const side = debit === null || debit === 0n ? 'SELL' : 'BUY';
    const [net, currency] =
      side === 'BUY' ? [debit, currencyIn(row.get('debit'))] : [credit, currencyIn(row.get('credit'))];
    const common = {
      transactionDate: row.get('date'),
      isin: row.get('isin'),
      sedol,
      currency,
      brokerDealReference: row.get('reference'),
    };
    // A currency conversion looks like a trade but names no security.
    if (sedol === '' && row.get('isin') === '') return { kind: 'cash' };
    if (quantity === null) {
      if (/^(?:int|gross interest)\b/iu.test(description))
        return {
          kind: 'transaction',
          cells: {
            ...common,
            transactionType: 'INTEREST',
            assetName: description,
            consideration: cellOf(credit ?? debit),
          },
        };
      if (!/^div\b/iu.test(description))
        return {
          kind: 'fault',
          message: `'${description}' is neither a trade nor a dividend. Choose a type for this row or leave it out.`,
          cells: { ...common, assetName: description, consideration: cellOf(credit ?? debit) },
        };
      return {
        kind: 'transaction',
        cells: {
          ...common,
          transactionType: 'DIVIDEND',
          assetName: description.replace(/^div\s+/iu, ''),
          consideration: cellOf(credit ?? debit),
        },
      };
    }
    const priceCurrency = currencyIn(row.get('price'));
    // A price in another currency than the amount's tells nothing of the charges.
    const isOneCurrency = priceCurrency === '' || currency === '' || priceCurrency === currency;
    const { consideration, charge } = isOneCurrency
      ? splitNet(side, quantity, row.get('price'), net)
      : { consideration: cellOf(net), charge: '' };
    return {
      kind: 'transaction',
      cells: {
        ...common,
        transactionType: side,
        assetName: description.replace(/^[\d.,]+\s+/u, '').replace(/\s{1,9}[\d.,]{0,40}\d\s{1,9}S Date .*$/u, ''),
        quantity: cellOf(quantity),
        price: row.get('price'),
        consideration,
        brokerCharge: charge,
      },
    };
  }),
};
