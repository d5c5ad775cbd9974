/** XTB, cash operations (FORMATS 3.15): quantity and price are only in the comment. */
import { cashKindOf } from './cash.ts';
import { cellOf, sizeOf, valueOf } from './figures.ts';
import { byHeadings, cash, eachRow, unknownKind, type Profile } from './profile.ts';

/** `OPEN BUY 10 @ 84.1250`, `CLOSE BUY 1/10 @ 88.50`: the number before the slash was traded. */
const COMMENT = /^(open|close)\s+(?:buy|sell)\s+([\d.]+)(?:\/[\d.]+)?\s+@\s+([\d.]+)/iu;

export const xtb: Profile = {
  broker: 'XTB',
  hidesCurrency: true,
  match: byHeadings({ all: ['id', 'type', 'time', 'symbol', 'comment', 'amount'], none: ['isin'] }),
  read: eachRow((row) => {
    const kind = row.get('type').toLowerCase();
    const cells = {
      transactionDate: row.get('time'),
      ticker: row.get('symbol'),
      brokerDealReference: row.get('id'),
      consideration: cellOf(sizeOf(row.get('amount'))),
    };
    const trade = COMMENT.exec(row.get('comment'));
    if (trade !== null && /stocks?\/etf|stock (?:purchase|sale)/u.test(kind)) {
      const side = /sale|sell/u.test(kind) ? 'SELL' : 'BUY';
      const isOther = !(side === 'BUY' ? /^\s*open buy\b/iu : /^\s*close buy\b/iu).test(row.get('comment'));
      return {
        kind: 'transaction',
        ...(isOther && {
          note: `'${row.get('comment')}' does not fit '${row.get('type')}'. A sale of shares that are not held is not read. Check the row.`,
        }),
        cells: {
          ...cells,
          transactionType: side,
          quantity: trade[2] ?? '',
          price: trade[3] ?? '',
        },
        proof: { net: row.get('amount') },
      };
    }
    if (kind.startsWith('divid'))
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', consideration: cellOf(valueOf(row.get('amount'))) },
      };
    if (row.get('symbol') === '' || /^(?:deposit|withdrawal|free funds interest|transfer)/u.test(kind))
      return cash({
        kind: cashKindOf(kind),
        date: row.get('time'),
        amount: valueOf(row.get('amount')),
        words: row.get('type'),
        reference: row.get('id'),
      });
    return unknownKind('XTB', 'type', row.get('type'), cells);
  }),
};
