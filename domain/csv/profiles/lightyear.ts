/** Lightyear (FORMATS 3.15): native amounts with their currency, the charge in a column of its own. */
import { negate, subtract } from '../../values/decimal.ts';
import { groupBy } from '../../values/group-by.ts';
import type { CashKind, CashRow } from './cash.ts';
import { cellOf, isProduct, pricedCell, sizeOf, sumOf, valueOf, type Figure } from './figures.ts';
import { unknownKind, type BrokerRow, type Profile, type ProfileRow } from './profile.ts';

const CASH: Readonly<Record<string, CashKind>> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  interest: 'interest',
  reward: 'unknown',
};

/** The amount received; negative where one of the two amounts is, which marks a reversal of income. */
function incomeOf(row: BrokerRow): Figure | null {
  const [gross, net] = [valueOf(row.get('gross amount')), sizeOf(row.get('net amt.'))];
  const isBack = (gross ?? 0n) < 0n || row.get('net amt.').startsWith('-');
  return net !== null && isBack ? negate(net) : net;
}

export const lightyear: Profile = {
  broker: 'Lightyear',
  statesCurrency: true,
  header: { all: ['date', 'reference', 'ticker', 'isin', 'type', 'quantity', 'ccy', 'gross amount'] },
  read: (file) => {
    const conversions = conversionsOf(file.rows);
    return file.rows.map((row) => readRow(row, conversions.get(row)));
  },
};

function readRow(row: BrokerRow, otherSide: BrokerRow | undefined): ProfileRow {
  const type = row.get('type').toLowerCase();
  if (type === 'conversion') return conversion(row, otherSide);
  const kind = row.get('isin') === '' ? CASH[type] : undefined;
  if (kind !== undefined) return moved(row, kind);
  const common = {
    transactionDate: row.get('date'),
    isin: row.get('isin'),
    assetName: row.get('ticker'),
    quantity: row.get('quantity'),
    currency: row.get('ccy'),
    brokerDealReference: row.get('reference'),
  };
  if (type === 'dividend' || type === 'distribution') {
    return {
      kind: 'transaction',
      cells: {
        ...common,
        transactionType: 'DIVIDEND',
        consideration: cellOf(incomeOf(row)),
        taxWithheld: pricedCell(sizeOf(row.get('tax amt.')), row.get('ccy')),
      },
      ...netNote(row),
    };
  }
  if (type === 'buy' || type === 'sell') {
    return {
      kind: 'transaction',
      cells: {
        ...common,
        transactionType: type.toUpperCase(),
        price: row.get('price/share'),
        consideration: cellOf(sizeOf(row.get('gross amount'))),
        brokerCharge: cellOf(valueOf(row.get('fee'))),
        stampDuty: cellOf(valueOf(row.get('tax amt.'))),
      },
      proof: { net: row.get('net amt.') },
    };
  }
  return unknownKind('Lightyear', 'type', row.get('type'), {
    ...common,
    consideration: cellOf(sizeOf(row.get('gross amount'))),
  });
}

/**
 * The other side of each conversion: the same date, another currency and the opposite direction, where only one row
 * fits.
 */
function conversionsOf(rows: readonly BrokerRow[]): ReadonlyMap<BrokerRow, BrokerRow> {
  const pairs = new Map<BrokerRow, BrokerRow>();
  const conversions = rows.filter((row) => row.get('type').toLowerCase() === 'conversion');
  for (const [first, second, third] of groupBy(conversions, (row) => row.get('date')).values()) {
    if (first === undefined || second === undefined || third !== undefined) continue;
    if (first.get('ccy') === second.get('ccy')) continue;
    if (first.get('net amt.').startsWith('-') === second.get('net amt.').startsWith('-')) continue;
    pairs.set(first, second).set(second, first);
  }
  return pairs;
}

/** The net amount is what was received or paid; gross minus net must equal tax and fee. */
function netNote(row: BrokerRow): { readonly note?: string } {
  const [gross, net] = [sizeOf(row.get('gross amount')), sizeOf(row.get('net amt.'))];
  const taken = sumOf(sizeOf(row.get('fee')), sizeOf(row.get('tax amt.'))) ?? (0n as Figure);
  if ((gross === null || net === null) && taken === 0n) return {};
  if (gross === null || net === null)
    return { note: `Fee and tax of ${cellOf(taken)} are stated with only one of the two amounts. Check them.` };
  return subtract(gross, net) === taken
    ? {}
    : {
        note: `Fee and tax of ${cellOf(taken)} are not the difference between ${cellOf(gross)} and ${cellOf(net)}. Check them.`,
      };
}

function moved(row: BrokerRow, kind: CashKind, about: Partial<CashRow> = {}): ProfileRow {
  const tax = sizeOf(row.get('tax amt.'));
  const [isOut, isNetOut] = ['gross amount', 'net amt.'].map((heading) => row.get(heading).startsWith('-'));
  const signed = (heading: string): Figure | null => {
    const size = sizeOf(row.get(heading));
    return size !== null && isOut === true ? negate(size) : size;
  };
  const [gross, net, fee] = [signed('gross amount'), signed('net amt.'), sizeOf(row.get('fee'))];
  const common = {
    date: row.get('date'),
    currency: row.get('ccy'),
    reference: row.get('reference'),
    ...netNote(row),
    ...(isOut !== isNetOut && {
      note: 'Gross and net amount have different signs. Check whether money was paid or received.',
    }),
  };
  const words = row.get('type');
  // A receipt is the amount before fee and tax, a payment the amount after them.
  const isPlainlyIn = isOut === false && isNetOut === false && (fee ?? tax ?? 0n) !== 0n;
  const amount = isPlainlyIn ? (gross ?? net) : (net ?? gross);
  // A withdrawal may be stated without a sign.
  const moves = kind === 'withdrawal' && amount !== null && amount > 0n ? negate(amount) : amount;
  const taken = (what: 'fee' | 'tax', size: Figure | null): readonly CashRow[] =>
    size === null || size === 0n ? [] : [{ ...common, kind: what, amount: negate(size), words: `${words}: ${what}` }];
  return {
    kind: 'cash',
    moves: [{ ...common, kind, amount: moves, words, ...about }, ...taken('fee', fee), ...taken('tax', tax)],
  };
}

/** Both sides of a conversion, and the fee that was deducted from it. */
function conversion(row: BrokerRow, otherSide: BrokerRow | undefined): ProfileRow {
  if (otherSide === undefined) return moved(row, 'transfer');
  const [net, other, rate] = [sizeOf(row.get('net amt.')), sizeOf(otherSide.get('net amt.')), row.get('fx rate')];
  const isWrong = net !== null && other !== null && !isProduct(net, rate, other);
  return moved(row, 'transfer', {
    pair: `conversion ${Math.min(row.line, otherSide.line)}`,
    ...(isWrong && { note: `${cellOf(net)} at ${rate} is not ${cellOf(other)}. Check both sides.` }),
  });
}
