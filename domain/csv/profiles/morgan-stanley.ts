/** Morgan Stanley StockPlan Connect (FORMATS 3.15): withdrawals are sales, releases are shares acquired at their value on vesting. */
import type { IsoDate } from '../../values/dates.ts';
import { absolute, negate } from '../../values/decimal.ts';
import { readDay } from '../cells/day-text.ts';
import { cellOf, chargeOf, currencyIn, productOf, sizeOf, statedCell, valueOf, type Figure } from './figures.ts';
import { cash, eachRow, joinNotes, unknownKind, type BrokerRow, type Profile, type ProfileRow } from './profile.ts';

/** Cash of the plan is sold at one dollar a unit, which means that it is paid out. */
function payout(row: BrokerRow, price: Figure | null): ProfileRow {
  const [amount, product] = [valueOf(row.get('net amount')), productOf(sizeOf(row.get('quantity')), price)];
  return cash({
    kind: 'withdrawal',
    date: row.get('execution date', 'vest date', 'date'),
    amount: amount === null ? null : negate(amount),
    currency: currencyIn(row.get('net amount')) || 'USD',
    words: `${row.get('type')} of cash`,
    reference: row.get('order number'),
    ...((amount === null ? null : absolute(amount)) !== product && {
      note: `Quantity x price is ${cellOf(product)}, but the amount is ${cellOf(amount)}. Check them.`,
    }),
  });
}

/** The last day before Alphabet's split of 20 for 1. */
const ALPHABET_SPLIT = '2022-07-15' as IsoDate;

/**
 * The warning on rows of Alphabet's plan before its split: the file's footer says that sales are stated in units of
 * their day and vests in units of today.
 */
function splitNote(plan: string, date: string): string | false {
  const day = /^GSU\b/iu.test(plan) ? readDay(date, 'dmy') : null;
  return (
    day !== null &&
    day <= ALPHABET_SPLIT &&
    'Up to 15 Jul 2022 Morgan Stanley states sales of Alphabet in units before its 20 for 1 split, and releases in units after it. Check units and price.'
  );
}

export const morganStanley: Profile = {
  broker: 'Morgan Stanley',
  dateOrder: null,
  readsStatus: true,
  orderReference: true,
  ragged: true,
  header: {
    all: ['order number', 'plan', 'type', 'price', 'quantity', 'tax payment method'],
    any: [['execution date', 'vest date', 'date']],
  },
  read: eachRow((row) => {
    const date = row.get('execution date', 'vest date', 'date');
    // The prose of a footer contains commas, but no price.
    if (!/^\d/u.test(date)) return { kind: 'ignored' };
    if (/^(?!complete)/iu.test(row.get('order status', 'status'))) return { kind: 'ignored' };
    const price = sizeOf(row.get('price'));
    const currency = currencyIn(row.get('price')) || 'USD';
    if (row.get('plan').toLowerCase() === 'cash') return payout(row, price);
    const released = row.get('vest date') !== '';
    const quantity = (released ? sizeOf(row.get('net share proceeds')) : null) ?? sizeOf(row.get('quantity'));
    const consideration = productOf(quantity, price);
    const cells = {
      transactionDate: date,
      assetName: row.get('plan'),
      currency,
      quantity: cellOf(quantity),
      price: statedCell(row.get('price'), currency),
      consideration: cellOf(consideration),
      brokerDealReference: row.get('order number'),
    };
    const unstated = released
      ? !row.has('net share proceeds') && 'The file does not state the shares left after tax. Check the units.'
      : row.get('net amount') === '' && 'The file does not state the net amount, so charges were left out. Check them.';
    const note = joinNotes(splitNote(row.get('plan'), date), unstated);
    if (released)
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'BUY', cashAmount: '0', cashCurrency: 'USD' },
        ...note,
      };
    if (/^sale/iu.test(row.get('type')))
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: 'SELL',
          brokerCharge: cellOf(chargeOf('SELL', consideration, sizeOf(row.get('net amount')))),
        },
        proof: { net: row.get('net amount') },
        ...note,
      };
    return unknownKind('Morgan Stanley', 'type', row.get('type'), cells);
  }),
};
