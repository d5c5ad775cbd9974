/** Trading 212 (FORMATS 3.1): three generations, columns by name; totals contain the charges; a split is two lines. */
import { divide, subtract, toText, type Exact } from '../../decimal.ts';
import { cellOf, grossOf, sizeOf, valueOf } from './figures.ts';
import type { BrokerRow, Profile, ProfileCells, ProfileRow } from './profile.ts';

const CASH = /^(?:deposit|withdrawal|card |spending cashback|currency conversion|new card cost|interest on cash|lending interest|result adjustment|dividend adjustment|tax adjustment)/u;

export const trading212: Profile = {
  id: 'trading212',
  broker: 'Trading 212',
  all: ['action', 'isin', 'ticker', 'no. of shares'],
  any: [['time', 'time (utc)'], ['total', 'total (gbp)', 'gross total', 'total (eur)']],
  none: ['recordtype'],
  read(row, next) {
    const action = row.get('action').toLowerCase();
    if (CASH.test(action)) return { kind: 'cash' };
    if (action.endsWith(' buy')) return trade(row, 'BUY');
    if (action.endsWith(' sell')) return trade(row, 'SELL');
    if (action.startsWith('dividend')) {
      return row.get('isin') === '' ? { kind: 'cash' } : { kind: 'transaction', cells: { ...common(row), transactionType: action.includes('interest') ? 'INTEREST' : 'DIVIDEND', consideration: cellOf(sizeOf(total(row))) } };
    }
    if (action === 'stock split close') return next?.get('action').toLowerCase() === 'stock split open' ? split(row, next) : { kind: 'fault', message: 'A stock split without its second line. Enter it by hand.' };
    if (action === 'stock split open') return { kind: 'ignored' };
    return { kind: 'fault', message: `Unrecognised Trading 212 action '${row.get('action')}'. Choose a type for this row or leave it out.` };
  },
};

function total(row: BrokerRow): string {
  return row.get('total', 'total (gbp)', 'gross total', 'total (eur)');
}

/** Instants are UTC: with an offset, or without any in older files. */
function day(row: BrokerRow): string {
  const time = row.get('time (utc)', 'time');
  return /(?:Z|[+-]\d{2}:?\d{2})$/u.test(time) ? time : `${time}Z`;
}

function common(row: BrokerRow): ProfileCells {
  const currency = row.get('currency (total)', 'currency (result)');
  return {
    transactionDate: day(row),
    isin: row.get('isin'),
    assetName: row.get('name'),
    quantity: row.get('no. of shares'),
    brokerDealReference: row.get('id'),
    currency: currency === '' && row.get('total (eur)') !== '' ? 'EUR' : currency,
  };
}

function trade(row: BrokerRow, side: 'BUY' | 'SELL'): ProfileRow {
  const stampDuty = sizeOf(row.get('stamp duty reserve tax', 'stamp duty reserve tax (gbp)', 'stamp duty', 'french transaction tax'));
  const fxCharge = sizeOf(row.get('currency conversion fee', 'currency conversion fee (gbp)'));
  const brokerCharge = sizeOf(row.get('transaction fee', 'transaction fee (gbp)', 'finra fee', 'finra fee (gbp)'));
  const price = row.get('price / share');
  const currency = row.get('currency (price / share)');
  return {
    kind: 'transaction',
    cells: {
      ...common(row),
      transactionType: side,
      price: price === '' ? '' : `${price} ${currency}`,
      localPrice: localPrice(price, currency, row.get('exchange rate')),
      consideration: cellOf(grossOf(side, sizeOf(total(row)), [stampDuty, fxCharge, brokerCharge])),
      stampDuty: cellOf(stampDuty), fxCharge: cellOf(fxCharge), brokerCharge: cellOf(brokerCharge),
    },
  };
}

/** Pounds per share by the file's own rate, which is units of the instrument's currency for one of the account's. */
function localPrice(price: string, currency: string, rate: string): string {
  const [value, perPound] = [valueOf(price), valueOf(rate)];
  if (value === null || perPound === null || perPound <= 0n || currency === 'GBP' || currency === 'GBX') return '';
  return toText(divide<'price'>(value, perPound as bigint as Exact<'rate'>)).slice(0, 14);
}

/** Closing 4 and opening 40 shares is one split by 36 more, 10 for 1; the ratio is told where it is a whole one. */
function split(close: BrokerRow, open: BrokerRow): ProfileRow {
  const [before, after] = [sizeOf(close.get('no. of shares')), sizeOf(open.get('no. of shares'))];
  if (before === null || after === null || before === 0n) return { kind: 'fault', message: 'A stock split without its numbers of shares. Enter it by hand.' };
  const [ratioNew, ratioOld] = after % before === 0n ? [after / before, 1n] : before % after === 0n ? [1n, before / after] : [null, null];
  return {
    kind: 'transaction',
    cells: {
      ...common(close), transactionType: 'SPLIT', quantity: toText(subtract(after, before)), consideration: '0', currency: '', brokerDealReference: '',
      ratioNew: ratioNew === null ? '' : String(ratioNew), ratioOld: ratioOld === null ? '' : String(ratioOld),
    },
  };
}
