/** EquatePlus employee share plans (FORMATS 3.15): only executed orders count. */
import { cellOf, chargeOf, currencyIn, productOf, sizeOf, valueOf, type Figure } from './figures.ts';
import { eachRow, unknownKind, type Profile, type ProfileCells, type ProfileRow } from './profile.ts';

/** Shares of a plan that were received: their cost is their value on the day. Nothing else of the row proves it. */
function vested(received: string, price: Figure | null, cells: ProfileCells): ProfileRow {
  const units = sizeOf(received);
  if (units === null || price === null)
    return {
      kind: 'fault',
      message: 'Shares of a plan without their net units or price. Leave it out, or enter both.',
      cells,
    };
  return {
    kind: 'transaction',
    cells: {
      ...cells,
      transactionType: 'BUY',
      quantity: cellOf(units),
      consideration: cellOf(productOf(units, price)),
      cashAmount: '0',
      cashCurrency: 'GBP',
    },
    note: 'Shares of a plan: check that the net units are those received, and the price their value on the day.',
  };
}

export const equatePlus: Profile = {
  broker: 'EquatePlus',
  dateOrder: null,
  hidesCurrency: true,
  orderReference: true,
  header: {
    all: ['order reference', 'date', 'order type', 'quantity', 'status', 'execution price', 'instrument'],
  },
  read: eachRow((row) => {
    const kind = row.get('order type').toLowerCase();
    const [quantity, price, fee, net, tax] = [
      sizeOf(row.get('quantity')),
      sizeOf(row.get('execution price')),
      sizeOf(row.get('fees')),
      sizeOf(row.get('net proceeds')),
      sizeOf(row.get('taxes withheld')),
    ];
    const consideration = productOf(quantity, price);
    const cells = {
      transactionDate: row.get('date'),
      assetName: row.get('instrument'),
      quantity: cellOf(quantity),
      price: row.get('execution price'),
      consideration: cellOf(consideration ?? net),
      currency: currencyIn(row.get('execution price')) || currencyIn(row.get('net proceeds')),
      brokerDealReference: row.get('order reference'),
    };
    if (kind.startsWith('dividend'))
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: 'DIVIDEND',
          consideration: cellOf(valueOf(row.get('net proceeds')) ?? consideration),
          taxWithheld: tax === null || tax === 0n ? '' : cellOf(tax),
        },
      };
    if (/^(?:withhold|vest|release)/u.test(kind)) return vested(row.get('net units'), price, cells);
    const side = kind.startsWith('sell') ? 'SELL' : /^(?:buy|purchase)/u.test(kind) ? 'BUY' : null;
    if (side === null) return unknownKind('EquatePlus', 'order type', row.get('order type'), cells);
    return {
      kind: 'transaction',
      cells: { ...cells, transactionType: side, brokerCharge: cellOf(fee ?? chargeOf(side, consideration, net)) },
      proof: { net: row.get('net proceeds') },
    };
  }),
};
