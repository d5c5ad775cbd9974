/**
 * Trading 212 (FORMATS 3.1): three generations of files, columns by name; totals include the charges; a split is two
 * lines.
 */
import { asUtc } from '../cells/day-text.ts';
import { absolute, multiply, negate } from '../../values/decimal.ts';
import type { CashKind } from './cash.ts';
import { splitCells } from './corporate-actions.ts';
import { cellOf, grossOf, isClose, sizeOf, valueOf, type Figure } from './figures.ts';
import {
  cash,
  headerKey,
  joinNotes,
  unknownKind,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';
import { tradeCharges } from './trading212-charges.ts';
import {
  accountCurrency,
  dividendPerShare,
  localPrice,
  perShare,
  perShareAbroad,
  TAX,
  TAX_CURRENCY,
  totalOf,
  withheldTax,
} from './trading212-prices.ts';

const BROKER = 'Trading 212';
const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^deposit/u, 'deposit'],
  [/^withdrawal/u, 'withdrawal'],
  [/^card debit/u, 'withdrawal'],
  [/^card (?:credit|refund)/u, 'deposit'],
  [/^card /u, 'unknown'],
  [/^new card cost/u, 'fee'],
  [/^(?:interest on cash|lending interest)/u, 'interest'],
  [/^spending cashback/u, 'unknown'],
];
const ADJUSTMENT = /^(?:result|dividend|tax) adjustment/u;
const GIVEN = /^(?:stock distribution|spin.?off|gift card|free share|stock dividend|scrip)/u;
/** `100.00 GBP -> 115.20 EUR`, in the notes of older files. */
const NOTED_CONVERSION = /^([\d.,]{1,20}) ([A-Z]{3}) -> ([\d.,]{1,20}) ([A-Z]{3})$/u;

export const trading212: Profile = {
  broker: BROKER,
  dateOrder: null,
  // A heading such as `Total (GBP)` names it in older files.
  statesCurrency: ({ header }) => {
    const keys = header.map(headerKey);
    return !keys.some((key) => key.startsWith('total (')) || keys.includes('currency (total)');
  },
  orderReference: true,
  header: {
    all: ['action', 'isin', 'ticker', 'no. of shares'],
    any: [
      ['time', 'time (utc)'],
      ['total', 'total (gbp)', 'gross total', 'total (eur)'],
    ],
    none: ['recordtype'],
  },
  read: ({ rows }) => {
    const splits = splitsOf(rows);
    const hasSigns = rows.some((row) => (valueOf(totalOf(row)) ?? 0n) < 0n);
    return rows.map((row) => read(row, splits.get(row) ?? null, hasSigns));
  },
};

function read(row: BrokerRow, otherSide: BrokerRow | null, hasSigns: boolean): ProfileRow {
  const action = row.get('action').toLowerCase();
  if (action.startsWith('currency conversion')) return conversion(row);
  const kind = CASH.find(([pattern]) => pattern.test(action))?.[1];
  if (kind !== undefined) return moved(row, kind, kind === 'withdrawal' && !hasSigns);
  if (action.endsWith(' buy')) return trade(row, 'BUY');
  if (action.endsWith(' sell')) return trade(row, 'SELL');
  if (ADJUSTMENT.test(action)) return adjustment(row);
  if (action.startsWith('dividend')) {
    const isInterest = action.includes('interest');
    return row.get('isin') === '' ? moved(row, isInterest ? 'interest' : 'unknown') : dividend(row, action);
  }
  if (/^stock split (?:close|open)$/u.test(action)) {
    if (otherSide === null)
      return { kind: 'fault', message: 'A stock split without its second line. Enter it by hand.', cells: common(row) };
    return action.endsWith('close') ? split(row, otherSide) : { kind: 'joined', to: otherSide.line };
  }
  if (GIVEN.test(action))
    return {
      ...trade(row, 'BUY'),
      note: 'Shares that were given: state their value on the day as consideration before you import them.',
    };
  if (/^transfer (?:in|out)/u.test(action)) {
    const cells = {
      ...common(row),
      transactionType: action.startsWith('transfer in') ? 'TRANSFER_IN' : 'TRANSFER_OUT',
      consideration: cellOf(sizeOf(totalOf(row))),
    };
    return { kind: 'transaction', cells, note: 'A transfer: check its cost before you import it.' };
  }
  return unknownKind(BROKER, 'action', row.get('action'), {
    ...common(row),
    consideration: cellOf(sizeOf(totalOf(row))),
  });
}

function dividend(row: BrokerRow, action: string): ProfileRow {
  const cells = {
    ...common(row),
    transactionType: action.includes('interest') ? 'INTEREST' : 'DIVIDEND',
    consideration: cellOf(valueOf(totalOf(row))),
    taxWithheld: withheldTax(row),
  };
  const proof = { price: dividendPerShare(row), perUnitAbroad: perShareAbroad(row) };
  const isTaxOpen = (sizeOf(row.get(...TAX)) ?? 0n) !== 0n && row.get(...TAX_CURRENCY) === '';
  return action.includes('return of capital')
    ? {
        kind: 'transaction',
        cells,
        proof,
        note: 'A return of capital: it may lower the cost instead of being income. Choose its type before you import it.',
      }
    : {
        kind: 'transaction',
        cells,
        proof,
        ...(isTaxOpen && { note: 'The tax withheld names no currency. It was left out. Check it.' }),
      };
}

/** Notes explain an action whose kind is unknown; in other rows they are only transfer numbers. */
function wordsOf(row: BrokerRow, kind: CashKind): string {
  const detail = row.get('merchant name') || (kind === 'unknown' ? row.get('notes') : '');
  return detail === '' ? row.get('action') : `${row.get('action')}: ${detail}`;
}

/** A movement of the account's cash; in a file without any minus sign a payment may also be one that came back. */
function moved(row: BrokerRow, kind: CashKind, isUnsigned = false): ProfileRow {
  const stated = valueOf(totalOf(row));
  const amount = isUnsigned && stated !== null ? negate(stated) : stated;
  const charged = sizeOf(row.get('charge amount', 'charge amount (gbp)'));
  const fee = sizeOf(row.get('deposit fee', 'deposit fee (gbp)'));
  const isOtherAmount = charged !== null && stated !== null && charged !== absolute(stated);
  return cash({
    kind,
    date: day(row),
    amount,
    currency: accountCurrency(row),
    words: wordsOf(row, kind),
    reference: row.get('id'),
    ...joinNotes(
      isUnsigned && `'${row.get('action')}' has no minus sign, so it was read as money that went out. Check it.`,
      (isOtherAmount || (fee ?? 0n) !== 0n) &&
        `The file states a total of ${totalOf(row)}, ${cellOf(charged)} that was charged and a fee of ${cellOf(fee)}. Check which was received.`,
    ),
  });
}

/**
 * Both sides of a conversion. The file does not say whether its fee was charged in addition, so the fee has a warning.
 */
function conversion(row: BrokerRow): ProfileRow {
  const side = (of: 'from' | 'to'): { readonly size: Figure | null; readonly currency: string } => ({
    size: sizeOf(row.get(`currency conversion ${of} amount`)),
    currency: row.get(`currency (currency conversion ${of} amount)`),
  });
  const [, sold = '', soldIn = '', bought = '', boughtIn = ''] = NOTED_CONVERSION.exec(row.get('notes')) ?? [];
  const [from, to] =
    soldIn === ''
      ? [side('from'), side('to')]
      : [
          { size: sizeOf(sold), currency: soldIn },
          { size: sizeOf(bought), currency: boughtIn },
        ];
  if (from.size === null || to.size === null || from.currency === '' || to.currency === '')
    return moved(row, 'unknown');
  const fee = sizeOf(row.get('currency conversion fee'));
  const common = { date: day(row), reference: row.get('id') };
  const transfer = { ...common, kind: 'transfer', pair: `line ${row.line}` } as const;
  const words = row.get('action');
  return {
    kind: 'cash',
    moves: [
      { ...transfer, amount: negate(from.size), currency: from.currency, words: `${words} to ${to.currency}` },
      { ...transfer, amount: to.size, currency: to.currency, words: `${words} from ${from.currency}` },
      ...(fee === null || fee === 0n
        ? []
        : [
            {
              ...common,
              kind: 'fee' as const,
              amount: negate(fee),
              currency: row.get('currency (currency conversion fee)'),
              words: `${words}: fee`,
              note: 'The file does not say whether this fee is part of the amounts that were converted. Choose it only if it was charged in addition.',
            },
          ]),
    ],
  };
}

/** A signed correction, which the user must decide about. */
function adjustment(row: BrokerRow): ProfileRow {
  const amount = valueOf(totalOf(row));
  if (row.get('isin') === '' || amount === null) return moved(row, 'unknown');
  if (amount < 0n && /^dividend/iu.test(row.get('action')))
    return {
      kind: 'transaction',
      cells: { ...common(row), transactionType: 'DIVIDEND', consideration: cellOf(amount) },
      isReversal: true,
    };
  const cells = { ...common(row), transactionType: 'DIVIDEND', consideration: cellOf(sizeOf(totalOf(row))) };
  if (amount < 0n)
    return {
      kind: 'fault',
      message: `${row.get('action')} of ${totalOf(row)} reverses an earlier amount. Reduce that amount, or leave this row out.`,
      cells,
    };
  return { kind: 'transaction', cells, note: `${row.get('action')}: choose the row to add it as income.` };
}

/** Instants are UTC: with an offset, or without one in older files. */
function day(row: BrokerRow): string {
  const time = row.get('time (utc)', 'time');
  return time.includes(':') ? asUtc(time) : `${time}Z`;
}

function common(row: BrokerRow): ProfileCells {
  return {
    transactionDate: day(row),
    isin: row.get('isin'),
    assetName: row.get('name'),
    quantity: row.get('no. of shares'),
    brokerDealReference: row.get('id'),
    currency: accountCurrency(row),
  };
}

function trade(row: BrokerRow, side: 'BUY' | 'SELL'): ProfileRow & { readonly kind: 'transaction' } {
  const { stampDuty, fxCharge, brokerCharge } = tradeCharges(row, side);
  const net = grossOf(side, sizeOf(totalOf(row)), [stampDuty.size, fxCharge.size, brokerCharge.size]);
  const price = row.get('price / share');
  const currency = row.get('currency (price / share)');
  const isInPounds = /^(?:GBP)?$/u.test(accountCurrency(row));
  return {
    kind: 'transaction',
    cells: {
      ...common(row),
      transactionType: side,
      price: price === '' ? '' : `${price} ${currency}`,
      localPrice: isInPounds ? localPrice(price, currency, row.get('exchange rate')) : '',
      consideration: cellOf(sizeOf(row.get('gross total')) ?? net),
      stampDuty: stampDuty.cell,
      fxCharge: fxCharge.cell,
      brokerCharge: brokerCharge.cell,
    },
    proof: { net: totalOf(row), ...(isInPounds ? {} : { price: perShare(row) }) },
    ...joinNotes(
      [stampDuty, fxCharge, brokerCharge].some(({ isUnnamed }) => isUnnamed) &&
        'A charge names no currency, so it was read in that of the total. Check it.',
    ),
  };
}

/** Closing 4 shares and opening 40 is one split of 10 for 1, with 36 shares more. */
function split(close: BrokerRow, open: BrokerRow): ProfileRow {
  const [before, after] = [sizeOf(close.get('no. of shares')), sizeOf(open.get('no. of shares'))];
  return before === null || after === null || before === 0n || after === 0n
    ? { kind: 'fault', message: 'A stock split without its numbers of shares. Enter it by hand.' }
    : {
        kind: 'transaction',
        cells: splitCells(common(close), before, after),
        ...splitNote(before, after, close, open),
      };
}

/**
 * Terms that are not whole, or different values before and after, mean that a figure is wrong or that fractions were
 * paid out.
 */
function splitNote(before: Figure, after: Figure, close: BrokerRow, open: BrokerRow): { readonly note?: string } {
  const [priceBefore, priceAfter] = [sizeOf(close.get('price / share')), sizeOf(open.get('price / share'))];
  const isSameValue =
    priceBefore === null || priceAfter === null || isClose(multiply(before, priceBefore), multiply(after, priceAfter));
  const isSigned = [close, open].some((row) => row.get('no. of shares').startsWith('-'));
  if (isSameValue && !isSigned && splitCells({}, before, after).ratioNew !== '') return {};
  return { note: `${cellOf(before)} shares became ${cellOf(after)}: check the split before you import it.` };
}

/** The two lines of each split, by either of them: they have the same security and day and may be far apart. */
function splitsOf(rows: readonly BrokerRow[]): ReadonlyMap<BrokerRow, BrokerRow> {
  const open = new Map<string, BrokerRow>();
  const pairs = new Map<BrokerRow, BrokerRow>();
  for (const row of rows) {
    const side = /^stock split (close|open)$/u.exec(row.get('action').toLowerCase())?.[1];
    if (side === undefined) continue;
    const key = (of: string): string => `${of}|${row.get('isin')}|${row.get('time (utc)', 'time').slice(0, 10)}`;
    const other = open.get(key(side === 'open' ? 'close' : 'open'));
    if (other === undefined) open.set(key(side), row);
    else {
      pairs.set(row, other).set(other, row);
      open.delete(key(side === 'open' ? 'close' : 'open'));
    }
  }
  return pairs;
}
