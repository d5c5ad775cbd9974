/**
 * AJ Bell's cash statement (FORMATS 3.4) is the only file with dividends; its trades are in the transaction history and
 * are skipped here.
 */
import { negate } from '../../values/decimal.ts';
import { ledgerBalance } from './balance-columns.ts';
import { cashKindOf, isRefundWord } from './cash.ts';
import { cellOf, sizeOf, valueOf } from './figures.ts';
import { cash, eachRow, type Profile } from './profile.ts';

/** Rows that are known to be neither dividend nor trade. */
const CASH =
  /^(?:gross interest|account charge|shares custody charge|fx charge|faster payment|debit card|subscription|transfer|cash withdrawal|withdrawal|contribution|tax relief|regular|bacs|chaps|income payment|custody|charge|fee|\* ?(?:funds?|cash))/iu;

/** The statement has neither price nor charges of a trade. */
const TRADE_ELSEWHERE = "A trade: import AJ Bell's transaction history as well, which has its price and charges.";

export const ajBellCash: Profile = {
  broker: 'AJ Bell',
  header: { all: ['date', 'description', 'receipt (gbp)', 'payment (gbp)', 'balance (gbp)'] },
  balance: ledgerBalance('receipt (gbp)', 'payment (gbp)', 'balance (gbp)'),
  read: eachRow((row) => {
    const description = row.get('description');
    const [receipt, payment] = [valueOf(row.get('receipt (gbp)')), sizeOf(row.get('payment (gbp)'))];
    // Payments are negative, whatever sign the column has.
    const amount = receipt !== null && receipt !== 0n ? receipt : payment === null ? null : negate(payment);
    const cells = {
      transactionDate: row.get('date'),
      assetName: description,
      brokerDealReference: row.get('reference'),
      settlementDate: row.get('settlement date'),
      consideration: cellOf(amount),
    };
    const dividend = /^dividend\s{1,9}(?:\d[\d,.]{0,40}\s{1,9})?(.*)$/iu.exec(description);
    if (dividend !== null)
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', assetName: dividend[1] ?? description },
      };
    if (/^\*.*balance|^balance [bc]\/f\b/iu.test(description)) return { kind: 'ignored' };
    if (/^(?:purchase|sale)\b/iu.test(description)) return { kind: 'ignored', reason: TRADE_ELSEWHERE };
    if (CASH.test(description))
      return cash({
        kind: cashKindOf(description),
        date: row.get('date'),
        amount,
        words: description,
        reference: row.get('reference'),
        settlementDate: row.get('settlement date'),
        isRefund: isRefundWord(description),
      });
    return {
      kind: 'fault',
      message: `'${description}' is neither a dividend nor a known movement of cash. Choose a type for this row or leave it out.`,
      cells,
    };
  }),
};
