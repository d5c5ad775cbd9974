/** Saxo (FORMATS 3.15): quantity and price are in the event; the amount is the debit or credit of the account. */
import { multiply, ONE } from '../../decimal.ts';
import { decimalMarkOf } from '../cells/numbers.ts';
import { cashKindOf } from './cash.ts';
import { cellOf, chargeOf, pricedCell, sizeOf, toPenny, valueOf } from './figures.ts';
import {
  byHeadings,
  cash,
  unknownKind,
  type BrokerFile,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

/** `Sell 3 @ 139.74 USD` */
const EVENT = /^(buy|sell)\s+-?([\d.,]+)\s+@\s+([\d.,]+)\s*([A-Z]{3})?/iu;

function read({ rows }: BrokerFile): readonly ProfileRow[] {
  const mark = decimalMarkOf(rows.flatMap((row) => [row.get('amount'), EVENT.exec(row.get('event'))?.[3] ?? '']));
  // The file does not name the account's currency: only a conversion of pounds shows that it is another one.
  const isAbroad = rows.some((row) => {
    const [rate, currency] = [sizeOf(row.get('conversion rate'), mark), row.get('instrument currency')];
    return rate !== null && currency !== '' && (currency === 'GBP') !== (rate === ONE);
  });
  return rows.map((row): ProfileRow => {
    const [kind, event] = [row.get('type').toLowerCase(), row.get('event')];
    const amount = sizeOf(row.get('amount'), mark);
    const cells: ProfileCells = {
      transactionDate: row.get('trade date'),
      isin: row.get('instrument isin'),
      ticker: (row.get('instrument symbol').split(':')[0] ?? '').toUpperCase(),
      assetName: row.get('instrument'),
      consideration: cellOf(amount),
      brokerDealReference: row.get('order id'),
      settlementDate: row.get('value date'),
    };
    const rate = sizeOf(row.get('conversion rate'), mark);
    // The file does not name the account's currency, but the rate shows whether that is pounds.
    const converted = rate === null ? null : { currency: row.get('instrument currency'), rate: cellOf(rate) };
    const trade = EVENT.exec(event);
    if (trade !== null) {
      const side = trade[1]?.toLowerCase() === 'sell' ? 'SELL' : 'BUY';
      const [quantity, price] = [sizeOf(trade[2] ?? '', mark), sizeOf(trade[3] ?? '', mark)];
      const native = quantity === null || price === null ? null : multiply(quantity, price);
      const consideration = native === null ? null : toPenny(rate === null ? native : multiply(native, rate));
      const charge = chargeOf(side, consideration, amount);
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: side,
          quantity: cellOf(quantity),
          price: pricedCell(price, trade[4] ?? row.get('instrument currency')),
          consideration: cellOf(charge === null ? amount : consideration),
          brokerCharge: cellOf(charge),
        },
        proof: {
          net: cellOf(valueOf(row.get('amount'), mark)),
          isChargeDerived: true,
          converted,
        },
      };
    }
    if (/dividend/iu.test(event))
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', consideration: cellOf(valueOf(row.get('amount'), mark)) },
        proof: { converted },
      };
    if (row.get('instrument isin') === '' || /cash|deposit|withdraw|fee|interest/u.test(kind))
      return cash({
        kind: cashKindOf(event) === 'unknown' ? cashKindOf(kind) : cashKindOf(event),
        date: row.get('trade date'),
        amount: valueOf(row.get('amount'), mark),
        words: event || row.get('type'),
        reference: row.get('order id'),
        settlementDate: row.get('value date'),
        ...(isAbroad && {
          note: 'The file does not name the currency of this amount. It may not be pounds. Check it.',
        }),
      });
    return unknownKind('Saxo', 'event', event, cells);
  });
}

export const saxo: Profile = {
  broker: 'Saxo',
  readsCommas: true,
  orderReference: true,
  match: byHeadings({
    all: ['client id', 'trade date', 'value date', 'type', 'instrument', 'instrument isin', 'event', 'amount'],
  }),
  read,
};
