/**
 * Hargreaves Lansdown (FORMATS 3.3): the reference names the type, prices are in pence, the value includes the charges.
 */
import type { CashKind } from './cash.ts';
import { cellOf, isClose, sizeOf, splitNet, statedCell, valueOf, type Figure } from './figures.ts';
import { cash, eachRow, unknownKind, type Profile } from './profile.ts';

const DIVIDEND = /^(?:ST DIV|OVR CR|DRI|PDN CR|PDG CR)/u;
/** The kind of cash movement that a reference names; loyalty bonuses and refunds may be of fees or anything else. */
const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^INTEREST/u, 'interest'],
  [/^MA[NM]AGE FEE/u, 'fee'],
  [/^(?:FPC|CARD WEB|\d{6})/u, 'deposit'],
  [/^FPD/u, 'withdrawal'],
  [/^CHAPS/u, 'payment'],
  [/^TRANSFER/u, 'transfer'],
  [/^(?:SUB DR|FRC CR|REFUND|LOYALTY)/u, 'unknown'],
];

/** Warns about a description that ends with the units and the price of another trade. */
function otherTradeNote(
  description: string,
  quantity: Figure | null,
  price: Figure | null,
): { readonly note?: string } {
  const [, units = '', cost = ''] = /\s([\d.,]{1,40})\s{1,9}@\s{1,9}([\d.,]{1,40})$/u.exec(description) ?? [];
  const [ofUnits, ofCost] = [sizeOf(units, 'unknown'), sizeOf(cost, 'unknown')];
  if (quantity === null || price === null || ofUnits === null || ofCost === null) return {};
  return ofUnits === quantity || isClose(ofCost, price)
    ? {}
    : {
        note: `The description says ${units} at ${cost}, unlike the row's quantity and price. Check which security was traded.`,
      };
}

export const hargreavesLansdown: Profile = {
  broker: 'Hargreaves Lansdown',
  paysNegative: true,
  header: {
    all: ['trade date', 'reference', 'description', 'unit cost (p)', 'quantity', 'value (?)'],
    none: ['order date'],
  },
  // Funds are listed with the currency of their price after the name.
  nameForms: (name) => (name.endsWith(' (GBP)') ? [name.slice(0, -' (GBP)'.length)] : []),
  read: eachRow((row) => {
    const reference = row.get('reference');
    const key = reference.toUpperCase();
    const description = row.get('description');
    const value = sizeOf(row.get('value (?)'));
    // A letter may follow the number of a contract note that cancels another.
    if (/^[BS]\d+$/u.test(key) || (row.isReversed && /^[BS]\d+[A-Z]$/u.test(key))) {
      const side = key.startsWith('B') ? 'BUY' : 'SELL';
      const priceCell = `${row.get('unit cost (p)')}p`;
      const { consideration, charge } = splitNet(side, sizeOf(row.get('quantity')), priceCell, value);
      return {
        kind: 'transaction',
        cells: {
          transactionDate: row.get('trade date'),
          transactionType: side,
          assetName: description.replace(/\s{1,9}[\d.,]{1,40}\s{1,9}@\s{1,9}[\d.,]{1,40}$/u, ''),
          quantity: row.get('quantity'),
          price: statedCell(priceCell, 'GBP'),
          consideration,
          brokerCharge: charge,
          brokerDealReference: reference,
          settlementDate: row.get('settle date'),
        },
        proof: { net: row.get('value (?)'), isChargeDerived: true },
        ...otherTradeNote(description, sizeOf(row.get('quantity')), sizeOf(row.get('unit cost (p)'))),
      };
    }
    const income = {
      transactionDate: row.get('trade date'),
      settlementDate: row.get('settle date'),
      assetName: description.replace(/\s{1,9}(?:overseas )?(?:dividend|interest|distribution)(?: payment)?$/iu, ''),
      consideration: cellOf(valueOf(row.get('value (?)'))),
    };
    if (DIVIDEND.test(key)) return { kind: 'transaction', cells: { ...income, transactionType: 'DIVIDEND' } };
    if (key === 'INT CR') return { kind: 'transaction', cells: { ...income, transactionType: 'INTEREST' } };
    const kind = CASH.find(([pattern]) => pattern.test(key))?.[1];
    if (kind !== undefined)
      return cash({
        kind,
        date: row.get('trade date'),
        settlementDate: row.get('settle date'),
        amount: valueOf(row.get('value (?)')),
        words: description,
        // Words for a kind of row are not a reference; receipts have a number.
        reference: /^\d{6}/u.test(key) ? reference : '',
      });
    return unknownKind('Hargreaves Lansdown', 'reference', reference, {
      ...income,
      assetName: description,
      quantity: row.get('quantity'),
      brokerDealReference: reference,
    });
  }),
};
