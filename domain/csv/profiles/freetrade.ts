/** Freetrade (FORMATS 3.2): amounts are always positive; totals include stamp duty and the FX fee. */
import { asUtc } from '../cells/day-text.ts';
import { absolute, add, multiply, ONE, subtract } from '../../values/decimal.ts';
import { directedByWords, type CashKind } from './cash.ts';
import { splitCells } from './corporate-actions.ts';
import { cellOf, grossOf, sizeOf, toPenny, valueOf, type Figure } from './figures.ts';
import {
  cash,
  eachRow,
  unknownKind,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const CASH: Readonly<Record<string, CashKind>> = {
  TOP_UP: 'deposit',
  WITHDRAWAL: 'withdrawal',
  INTERNAL_TRANSFER: 'transfer',
  INTEREST_FROM_CASH: 'interest',
};
const IGNORED = /^(?:MONTHLY_.*STATEMENT|TAX_CERTIFICATE)$/u;
const DIVIDENDS = new Set(['DIVIDEND', 'SPECIAL_DIVIDEND', 'PROPERTY']);

export const freetrade: Profile = {
  broker: 'Freetrade',
  dateOrder: null,
  statesCurrency: true,
  orderReference: true,
  header: {
    all: ['title', 'type', 'timestamp', 'account currency', 'buy / sell', 'isin'],
    any: [['total amount', 'total amount in account currency']],
  },
  read: eachRow((row) => {
    const type = row.get('type').toUpperCase();
    const kind = CASH[type];
    if (kind !== undefined) return moved(row, kind);
    if (IGNORED.test(type)) return { kind: 'ignored' };
    if (type === 'ORDER') return order(row);
    if (type === 'FREESHARE_ORDER')
      return { ...order(row), note: 'A free share: state its value on the day as consideration before you import it.' };
    if (DIVIDENDS.has(type)) {
      return {
        kind: 'transaction',
        cells: {
          ...common(row),
          transactionType: 'DIVIDEND',
          quantity: row.get('dividend eligible quantity', 'quantity'),
          consideration: cellOf(valueOf(total(row))),
          ...withheld(row, type),
        },
        ...withheldNote(row),
        proof: {
          price:
            row.get('instrument currency') === row.get('account currency') ? row.get('dividend amount per share') : '',
        },
      };
    }
    if (type === 'STOCK_SPLIT') return split(row);
    return unknownKind('Freetrade', 'type', row.get('type'), {
      ...common(row),
      consideration: cellOf(sizeOf(total(row))),
    });
  }),
};

/** Amounts have no sign; only the title may name the direction of an internal transfer. */
function moved(row: BrokerRow, kind: CashKind): ProfileRow {
  const words = row.get('title') || row.get('type');
  const size = valueOf(total(row));
  // A negative amount contradicts the rest of the file.
  const directed =
    size !== null && size < 0n ? { amount: size, note: 'Amounts in this file have no sign. Check this one.' } : {};
  return cash({
    kind,
    date: asUtc(row.get('timestamp')),
    ...directedByWords(kind, size, words),
    // The title names the other account, but not the account of the file.
    ...(kind === 'transfer' && { amount: size, isDirectionOpen: true }),
    ...directed,
    currency: row.get('account currency'),
    words,
    reference: row.get('order id'),
  });
}

/** The withheld tax in pounds, at the rate that the file states for the dividend. */
function taxOf(row: BrokerRow): Figure | null {
  const tax = sizeOf(row.get('dividend withheld tax amount'));
  if (tax === null || tax === 0n) return null;
  if (row.get('instrument currency') === row.get('account currency')) return tax;
  const rate = sizeOf(row.get('base fx rate'));
  return rate === null ? null : toPenny(multiply(tax, rate));
}

/** Tax on a property income distribution is United Kingdom tax. */
function withheld(row: BrokerRow, type: string): ProfileCells {
  const tax = taxOf(row);
  return tax === null ? {} : { taxWithheld: cellOf(tax), taxCountry: type === 'PROPERTY' ? 'GB' : '' };
}

/** The tax is the stated percentage of the gross dividend, to two pence. */
function withheldNote(row: BrokerRow): { readonly note?: string } {
  const stated = sizeOf(row.get('dividend withheld tax amount')) ?? 0n;
  if (stated !== 0n && taxOf(row) === null)
    return {
      note: `Tax of ${row.get('dividend withheld tax amount')} names no currency, or no rate to pounds. Check it.`,
    };
  const [tax, received, percentage] = [
    taxOf(row),
    sizeOf(total(row)),
    sizeOf(row.get('dividend withheld tax percentage')),
  ];
  if (tax === null || received === null || percentage === null) return {};
  const expected = (multiply(add(tax, received), percentage) / 100n) as Figure;
  return absolute(subtract(expected, tax)) * 50n <= ONE
    ? {}
    : { note: `Tax of ${cellOf(tax)} is not ${cellOf(percentage)} % of the dividend. Check both.` };
}

function total(row: BrokerRow): string {
  return row.get('total amount', 'total amount in account currency');
}

function common(row: BrokerRow): ProfileCells {
  return {
    transactionDate: asUtc(row.get('timestamp')),
    isin: row.get('isin'),
    assetName: row.get('title'),
    quantity: row.get('quantity'),
    brokerDealReference: row.get('order id'),
    currency: row.get('account currency'),
  };
}

function order(row: BrokerRow): ProfileRow {
  const side = row.get('buy / sell').toUpperCase();
  if (side !== 'BUY' && side !== 'SELL')
    return unknownKind('Freetrade', 'side', row.get('buy / sell'), {
      ...common(row),
      consideration: cellOf(sizeOf(total(row))),
    });
  const [stampDuty, fxCharge] = [sizeOf(row.get('stamp duty')), sizeOf(row.get('fx fee amount'))];
  const native = row.get('price per share');
  return {
    kind: 'transaction',
    cells: {
      ...common(row),
      transactionType: side,
      localPrice: row.get('price per share in account currency'),
      price: native === '' ? '' : `${native} ${row.get('instrument currency')}`,
      consideration: cellOf(grossOf(side, sizeOf(total(row)), [stampDuty, fxCharge])),
      stampDuty: cellOf(stampDuty),
      fxCharge: cellOf(fxCharge),
    },
  };
}

function split(row: BrokerRow): ProfileRow {
  const [from, to] = [
    row.get('stock split rate of share outturn from'),
    row.get('stock split rate of share outturn to'),
  ];
  if (from === '' || to === '')
    return {
      kind: 'fault',
      message: 'A stock split without its ratio. Enter it by hand.',
      cells: { ...common(row), transactionType: 'SPLIT', consideration: '0', currency: '' },
    };
  const [fresh, ratioNew, ratioOld] = [sizeOf(row.get('stock split new share quantity')), sizeOf(to), sizeOf(from)];
  const newIsin = row.get('stock split new isin');
  if (newIsin !== '' && newIsin !== row.get('isin'))
    return {
      kind: 'fault',
      message: `A stock split into ${newIsin}. Enter it by hand with a change of ISIN.`,
      cells: { ...common(row), transactionType: 'SPLIT', consideration: '0', currency: '' },
    };
  if (fresh !== null && ratioNew !== null && ratioOld !== null && ratioNew !== 0n) {
    const old = (fresh * ratioOld) / ratioNew;
    return {
      kind: 'transaction',
      cells: { ...splitCells(common(row), old as Figure, fresh), ratioNew: to, ratioOld: from },
    };
  }
  return {
    kind: 'transaction',
    cells: { ...common(row), transactionType: 'SPLIT', consideration: '0', currency: '', ratioNew: to, ratioOld: from },
  };
}
