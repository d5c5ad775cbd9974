/**
 * interactive investor (FORMATS 3.5): Debit or Credit shows the side, never a word of the name; amounts include the
 * charges and are in the account's currency.
 */
import { negate } from '../../values/decimal.ts';
import { ledgerBalance } from './balance-columns.ts';
import { cashKindOf, isRefundWord } from './cash.ts';
import { cellOf, currencyIn, isProduct, sizeOf, splitNet, type Figure } from './figures.ts';
import {
  cash,
  eachRow,
  joinNotes,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const REVERSAL = /\b(?:cancel(?:led|lation|ed)?|reversal|reversed|contra)\b/iu;

/** Units that leave an account for one in another tax wrapper, whatever money stands beside them. */
const ELSEWHERE =
  /\b(?:conversion|converted|moved?) (?:to|from|into) (?:an? |my |your )?(?:isa|sipp|gia|trading|pension|jisa)\b/iu;

/**
 * Shares that move without money are not a trade, whichever ledger column is empty: they are a transfer, or the user
 * must choose the type.
 */
function movedShares(
  row: BrokerRow,
  debit: Figure | null,
  credit: Figure | null,
  cells: ProfileCells,
): ProfileRow | null {
  const description = row.get('description');
  const isTransfer = /\btransfer(?:red)?\b/iu.test(description);
  if (ELSEWHERE.test(description))
    return {
      kind: 'fault',
      message: `'${description}' moves units to another account or wrapper. Choose a type for this row or leave it out.`,
      cells,
    };
  if (!isTransfer && ((debit ?? 0n) !== 0n || (credit ?? 0n) !== 0n)) return null;
  if (!isTransfer)
    return {
      kind: 'fault',
      message: `'${description}' moves units without money. Choose a type for this row or leave it out.`,
      cells,
    };
  const isOut = /\btransfer(?:red)? out\b/iu.test(description) || row.get('quantity').startsWith('-');
  return {
    kind: 'transaction',
    cells: {
      ...cells,
      transactionType: isOut ? 'TRANSFER_OUT' : 'TRANSFER_IN',
      assetName: description.replace(/\btransfer(?:red)?(?: (?:in|out))?\b/iu, '').trim(),
      consideration: isOut ? '0' : '',
    },
    note: isOut
      ? 'Shares that were moved out: check the row before you import it.'
      : 'Shares that were moved in: state their cost as consideration before you import them.',
  };
}

/** A currency conversion such as `7637 U.S. DOLLARS .75` looks like a trade but names no security. */
const CONVERSION = /^[\d.,]+ .*(?:dollars?|euros?|sterling|pounds?|francs?|yen|kron[aeor]+)\b/iu;

/** A cash row; the other side of a conversion is in the other currency's file. */
function cashOf(row: BrokerRow, debit: Figure | null, credit: Figure | null): ProfileRow {
  const description = row.get('description');
  const quantity = sizeOf(row.get('quantity'));
  const isOut = debit !== null && debit !== 0n;
  const size = isOut ? debit : credit;
  const isDifferent = quantity !== null && size !== null && !isProduct(quantity, row.get('price'), size);
  const note = [
    isOut && (credit ?? 0n) !== 0n ? 'Both Debit and Credit have an amount: check which is right.' : '',
    isDifferent ? `${row.get('quantity')} x ${row.get('price')} is not the amount of ${cellOf(size)}. Check them.` : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
  return cash({
    kind: CONVERSION.test(description) ? 'transfer' : cashKindOf(description),
    date: row.get('date'),
    amount: size === null ? null : isOut ? negate(size) : size,
    currency: currencyIn(row.get(isOut ? 'debit' : 'credit')),
    words: description.replace(/\s+/gu, ' '),
    reference: row.get('reference'),
    settlementDate: row.get('settlement date'),
    isRefund: isRefundWord(description),
    ...(note !== '' && { note }),
  });
}

export const interactiveInvestor: Profile = {
  broker: 'interactive investor',
  header: { all: ['date', 'symbol', 'sedol', 'quantity', 'price', 'description', 'debit', 'credit'] },
  balance: ledgerBalance('credit', 'debit', 'running balance'),
  read: eachRow((row) => {
    const [debit, credit, quantity] = [
      sizeOf(row.get('debit')),
      sizeOf(row.get('credit')),
      sizeOf(row.get('quantity')),
    ];
    const [isin, sedol] = [row.get('isin'), row.get('sedol')];
    const description = row.get('description');
    const side = debit === null || debit === 0n ? 'SELL' : 'BUY';
    const [net, currency] =
      side === 'BUY' ? [debit, currencyIn(row.get('debit'))] : [credit, currencyIn(row.get('credit'))];
    const common = {
      transactionDate: row.get('date'),
      isin,
      sedol,
      currency,
      settlementDate: row.get('settlement date'),
      brokerDealReference: row.get('reference'),
    };
    if (sedol === '' && isin === '') return cashOf(row, debit, credit);
    const income = cellOf(credit !== null && credit !== 0n ? credit : debit === null ? null : negate(debit));
    // A dividend may state the units for which it was paid.
    if (quantity === null || /^(?:div(?:idend)?|int|gross interest)\b/iu.test(description)) {
      if (/^(?:int|gross interest)\b/iu.test(description))
        return {
          kind: 'transaction',
          cells: {
            ...common,
            transactionType: 'INTEREST',
            assetName: description,
            consideration: income,
          },
        };
      if (!/^div(?:idend)?\b/iu.test(description))
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
          assetName: description.replace(/^div(?:idend)?\s+(?:payment\s+)?/iu, ''),
          consideration: income,
        },
      };
    }
    const moved = movedShares(row, debit, credit, { ...common, currency: '', quantity: cellOf(quantity) });
    if (moved !== null) return moved;
    const priceCurrency = currencyIn(row.get('price'));
    // A price in another currency than the amount does not show the charges.
    const isOneCurrency = priceCurrency === '' || currency === '' || priceCurrency === currency;
    const isReversal = row.isReversed || REVERSAL.test(description);
    const { consideration, charge } = isOneCurrency
      ? splitNet(isReversal ? (side === 'BUY' ? 'SELL' : 'BUY') : side, quantity, row.get('price'), net)
      : { consideration: cellOf(net), charge: '' };
    return {
      kind: 'transaction',
      cells: {
        ...common,
        assetName: description.replace(/^[\d.,]+\s+/u, '').replace(/\s{1,9}[\d.,]{0,40}\d\s{1,9}S Date .*$/u, ''),
        // A reversed trade is on the other side of the ledger.
        transactionType: isReversal ? (side === 'BUY' ? 'SELL' : 'BUY') : side,
        quantity: row.get('quantity'),
        price: row.get('price'),
        consideration,
        brokerCharge: charge,
      },
      isReversal,
      proof: { isChargeDerived: isOneCurrency },
      ...joinNotes(
        (debit ?? 0n) !== 0n && (credit ?? 0n) !== 0n && 'Both Debit and Credit have an amount: check which is right.',
        !isOneCurrency &&
          `The price is in ${priceCurrency}, so the amount may include charges and a currency fee that the file does not state. Enter them from the contract note.`,
      ),
    };
  }),
};
