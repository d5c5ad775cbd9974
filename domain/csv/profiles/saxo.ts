/** Saxo (FORMATS 3.15): quantity and price are in the event; the amount is the debit or credit of the account. */
import { multiply, ONE } from '../../values/decimal.ts';
import { decimalMarkOf, type DecimalMark } from '../cells/numbers.ts';
import { cashKindOf } from './cash.ts';
import { cellOf, sizeOf, splitNet, statedCell, valueOf, type Figure } from './figures.ts';
import {
  cash,
  unknownKind,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

/** `Sell 3 @ 139.74 USD` */
const EVENT = /^(buy|sell)\s+-?([\d.,]+)\s+@\s+([\d.,]+)\s*([A-Z]{3})?/iu;

function productCell(price: Figure | null, rate: Figure): string {
  return price === null ? '' : cellOf(multiply(price, rate));
}

const isDividend = (row: BrokerRow): boolean => /dividend/iu.test(row.get('event'));

const UNKNOWN_CURRENCY = 'The file does not name the currency of this amount. It may not be pounds. Check it.';

/**
 * The account's currency, which the file does not name: the one of which a unit is booked as exactly one; null where
 * rows show several, or that it is not pounds. The rate of a dividend is that of the currency in which it was declared,
 * which the file does not name either.
 */
function accountCurrency(rows: readonly BrokerRow[], mark: DecimalMark): string | null {
  const [own, converted] = [new Set<string>(), new Set<string>()];
  for (const row of rows) {
    const [rate, currency] = [sizeOf(row.get('conversion rate'), mark), row.get('instrument currency').toUpperCase()];
    if (rate !== null && currency !== '' && !isDividend(row)) (rate === ONE ? own : converted).add(currency);
  }
  if (own.size > 1) return null;
  return [...own][0] ?? (converted.has('GBP') ? null : 'GBP');
}

function read({ rows }: BrokerFile): readonly ProfileRow[] {
  const mark = decimalMarkOf(rows.flatMap((row) => [row.get('amount'), EVENT.exec(row.get('event'))?.[3] ?? '']));
  const account = accountCurrency(rows, mark);
  const unknown = account === null ? { note: UNKNOWN_CURRENCY } : {};
  return rows.map((row): ProfileRow => {
    const [kind, event] = [row.get('type').toLowerCase(), row.get('event')];
    const amount = sizeOf(row.get('amount'), mark);
    const cells: ProfileCells = {
      transactionDate: row.get('trade date'),
      isin: row.get('instrument isin'),
      ticker: (row.get('instrument symbol').split(':')[0] ?? '').toUpperCase(),
      assetName: row.get('instrument'),
      consideration: cellOf(amount),
      currency: account ?? '',
      brokerDealReference: row.get('order id'),
      settlementDate: row.get('value date'),
    };
    const rate = sizeOf(row.get('conversion rate'), mark);
    const currency = row.get('instrument currency').toUpperCase();
    // The day's rate shows whether an account without any row in its own currency is in pounds.
    const converted =
      rate === null || account !== 'GBP' || currency === 'GBP' ? null : { currency, rate: cellOf(rate) };
    const trade = EVENT.exec(event);
    if (trade !== null) {
      const side = trade[1]?.toLowerCase() === 'sell' ? 'SELL' : 'BUY';
      const [quantity, price] = [sizeOf(trade[2] ?? '', mark), sizeOf(trade[3] ?? '', mark)];
      const { consideration, charge } = splitNet(
        side,
        quantity,
        statedCell(trade[3] ?? '', '', mark),
        amount,
        rate === null ? '1' : cellOf(rate),
      );
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: side,
          quantity: cellOf(quantity),
          price: statedCell(trade[3] ?? '', trade[4] ?? row.get('instrument currency'), mark),
          consideration,
          brokerCharge: charge,
        },
        proof: {
          net: cellOf(valueOf(row.get('amount'), mark)),
          isChargeDerived: true,
          ...(account !== 'GBP' && rate !== null && rate !== ONE && { price: productCell(price, rate) }),
          converted,
        },
        ...unknown,
      };
    }
    if (isDividend(row))
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', consideration: cellOf(valueOf(row.get('amount'), mark)) },
        proof: { converted },
        ...unknown,
      };
    if (row.get('instrument isin') === '' || /cash|deposit|withdraw|fee|interest/u.test(kind))
      return cash({
        kind: cashKindOf(event) === 'unknown' ? cashKindOf(kind) : cashKindOf(event),
        date: row.get('trade date'),
        amount: valueOf(row.get('amount'), mark),
        words: event || row.get('type'),
        reference: row.get('order id'),
        settlementDate: row.get('value date'),
        currency: account ?? 'GBP',
        ...unknown,
      });
    return unknownKind('Saxo', 'event', event, cells);
  });
}

export const saxo: Profile = {
  broker: 'Saxo',
  dateOrder: null,
  readsCommas: true,
  orderReference: true,
  header: {
    all: ['client id', 'trade date', 'value date', 'type', 'instrument', 'instrument isin', 'event', 'amount'],
  },
  read,
};
