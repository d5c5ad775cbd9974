/** Barclays Smart Investor (FORMATS 3.10): no price, identifier or charges; the cost includes the charges. */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { executionOf } from '../cells/status-words.ts';
import { wrapperInWords } from '../cells/wrapper-words.ts';
import { cellOf, priceOf, sizeOf } from './figures.ts';
import { eachRow, unknownKind, type Profile } from './profile.ts';

export const barclays: Profile = {
  broker: 'Barclays Smart Investor',
  accountOf: () => () => '',
  readsStatus: true,
  header: {
    all: ['investment', 'date', 'order status', 'account', 'buy/sell', 'quantity', 'cost/proceeds'],
    none: ['textdate'],
  },
  read: eachRow((row) => {
    const status = row.get('order status');
    const isReversed = /^revers/iu.test(status);
    const outcome = isReversed ? 'executed' : executionOf(status);
    if (outcome === 'notExecuted')
      return { kind: 'ignored', reason: `Order Status is '${shorten(cleanText(status), 40)}': nothing was traded.` };
    const side = row.get('buy/sell').toUpperCase();
    const [quantity, amount] = [sizeOf(row.get('quantity')), sizeOf(row.get('cost/proceeds'))];
    const cells = {
      transactionDate: row.get('date'),
      assetName: row.get('investment'),
      taxWrapper: wrapperInWords(row.get('account')) ?? '',
      quantity: row.get('quantity'),
      price: cellOf(priceOf(amount, quantity)),
      consideration: cellOf(amount),
    };
    return side === 'BUY' || side === 'SELL'
      ? {
          kind: 'transaction',
          cells: { ...cells, transactionType: side },
          isReversal: isReversed,
          ...(outcome === 'unknown' && {
            note: `Order Status is '${shorten(cleanText(status), 40)}'. Check that the trade took place as stated.`,
          }),
          proof: { net: isReversed ? '' : row.get('cost/proceeds') },
        }
      : unknownKind('Barclays', 'order', row.get('buy/sell'), cells);
  }),
};
