/**
 * IG share dealing (FORMATS 3.15): prices are in pence although the currency says GBP, so the price is consideration /
 * quantity.
 */
import { readDay } from '../cells/day-text.ts';
import { multiply, negate, subtract } from '../../values/decimal.ts';
import { cashKindOf } from './cash.ts';
import { cellOf, priceOf, pricedCell, sizeOf, sumOf, toPenny, valueOf, type Figure } from './figures.ts';
import { cash, eachRow, unknownKind, type BrokerRow, type Profile } from './profile.ts';
import { isStampDuty, leviesOn } from './stamp-duty.ts';

/** The part of the charges on a UK purchase that is stamp duty, alone or beside the levy; null for none. */
function stampDutyOf(charges: Figure, consideration: Figure, day: string): Figure | null {
  const duties = [charges, ...leviesOn(readDay(day, 'dmy')).map((levy) => subtract(charges, levy))];
  return duties.find((duty) => isStampDuty(duty, consideration)) ?? null;
}

/** The file's own price in pounds; it is in pence where the currency says GBP. */
function poundsPerUnit(
  row: BrokerRow,
  currency: string,
  rate: Figure | null,
  consideration: Figure | null,
): Figure | null {
  const [price, quantity] = [sizeOf(row.get('price')), sizeOf(row.get('quantity'))];
  if (price === null || quantity === null || consideration === null) return null;
  if (currency !== 'GBP') return rate === null ? null : multiply(price, rate);
  return (price / 100n) as Figure;
}

export const ig: Profile = {
  broker: 'IG',
  paysNegative: true,
  orderReference: true,
  header: {
    all: ['textdate', 'time', 'activity', 'market', 'direction', 'quantity', 'price', 'consideration'],
  },
  read: eachRow((row) => {
    const activity = row.get('activity').toUpperCase();
    const rate = sizeOf(row.get('conversion rate'));
    const currency = row.get('currency').toUpperCase();
    const inPounds = (heading: string): Figure | null => {
      const amount = sizeOf(row.get(heading));
      return amount === null || rate === null || currency === 'GBP' ? amount : toPenny(multiply(amount, rate));
    };
    const [quantity, stated, consideration] = [
      sizeOf(row.get('quantity')),
      sizeOf(row.get('consideration')),
      inPounds('consideration'),
    ];
    const signed = (heading: string): Figure | null => {
      const [value, size] = [valueOf(row.get(heading)), inPounds(heading)];
      return value === null || size === null || value >= 0n ? size : negate(size);
    };
    const cost = (heading: string): Figure | null => {
      const value = signed(heading);
      return value === null ? null : negate(value);
    };
    const cells = {
      transactionDate: row.get('textdate'),
      assetName: row.get('market'),
      quantity: row.get('quantity'),
      brokerDealReference: row.get('order id'),
      settlementDate: row.get('settlement date'),
    };
    const converted = currency === 'GBP' || rate === null ? null : { currency, rate: cellOf(rate) };
    const side = row.get('direction').toUpperCase();
    if (activity === 'DIVIDEND')
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', consideration: cellOf(signed('cost/proceeds')) },
        proof: { converted },
      };
    if (activity === 'TRADE' && (side === 'BUY' || side === 'SELL')) {
      const [commission, charges] = [cost('commission'), cost('charges')];
      const isPurchase = side === 'BUY' && currency === 'GBP' && charges !== null && consideration !== null;
      const stampDuty = isPurchase && charges !== 0n ? stampDutyOf(charges, consideration, row.get('textdate')) : null;
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: side,
          consideration: cellOf(consideration),
          localPrice: cellOf(priceOf(consideration, quantity)),
          price: currency === 'GBP' ? '' : pricedCell(priceOf(stated, quantity), currency),
          brokerCharge: cellOf(sumOf(commission, charges, stampDuty === null ? null : negate(stampDuty))),
          stampDuty: cellOf(stampDuty),
        },
        ...(side === 'SELL' &&
          (valueOf(row.get('quantity')) ?? 0n) > 0n && {
            note: 'A sale of units without a minus sign, unlike other sales. Check it.',
          }),
        proof: {
          net: cellOf(signed('cost/proceeds')),
          price: cellOf(poundsPerUnit(row, currency, rate, consideration)),
          converted,
        },
      };
    }
    if (/^(?:deposit|withdrawal|interest|fee|transfer|cash)/iu.test(activity)) {
      const words = [row.get('activity'), row.get('market')].filter((text) => text !== '').join(': ');
      return cash({
        kind: cashKindOf(activity),
        date: row.get('textdate'),
        amount: valueOf(row.get('cost/proceeds')) ?? valueOf(row.get('consideration')),
        currency,
        words,
        reference: row.get('order id'),
        settlementDate: row.get('settlement date'),
      });
    }
    return unknownKind('IG', 'activity', row.get('activity'), {
      ...cells,
      consideration: cellOf(inPounds('cost/proceeds')),
    });
  }),
};
