/** Charles Schwab (FORMATS 3.15): American days, dollars, and a dividend's tax in a separate row. */

import type { CashKind } from './cash.ts';
import { TAX_WITHOUT_DIVIDEND, taxedDividend, taxesOfDividends } from './dividend-taxes.ts';
import { cellOf, grossOf, productOf, sizeOf, statedCell, valueOf } from './figures.ts';
import {
  cash,
  joinNotes,
  unknownKind,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const TAX = /^(?:nra tax adj|nra withholding|foreign tax)/u;
const DIVIDEND =
  /^(?:qualified|cash|non-qualified|special|ordinary)\b.*div|^dividend|^pr yr .*div|^qual div|^reinvest dividend/u;
const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^(?:credit|bank) interest/u, 'interest'],
  [/^(?:atm|visa)/u, 'withdrawal'],
  [/^(?:moneylink|wire|funds? (?:received|paid))/u, 'payment'],
  [/^(?:service fee|adr mgmt fee|advisor fee)/u, 'fee'],
  [/^tax withholding/u, 'tax'],
  [/^(?:journal|transfer)/u, 'transfer'],
  [/^misc cash/u, 'unknown'],
];

const key = (row: BrokerRow): string => `${row.get('date')}|${row.get('symbol')}`;

/** Shares moved in or out; the file does not have their cost. */
function transferOf(row: BrokerRow, cells: ProfileCells): ProfileRow {
  const isOut = (valueOf(row.get('quantity')) ?? 0n) < 0n;
  return {
    kind: 'transaction',
    cells: {
      ...cells,
      transactionType: isOut ? 'TRANSFER_OUT' : 'TRANSFER_IN',
      price: '',
      consideration: isOut ? '0' : (cells.consideration ?? ''),
      currency: isOut ? '' : 'USD',
    },
    note: isOut
      ? 'Shares that were moved out: check the row before you import it.'
      : 'Shares that were moved in: state their cost as consideration before you import them.',
  };
}

/** Warns about words such as `Wire Received` that the sign contradicts. */
function wrongDirection(row: BrokerRow): { readonly note?: string } {
  const [action, amount] = [row.get('action'), valueOf(row.get('amount')) ?? 0n];
  const isWrong = (/received/iu.test(action) && amount < 0n) || (/\b(?:sent|paid)\b/iu.test(action) && amount > 0n);
  return isWrong ? { note: `'${action}' has an amount of ${row.get('amount')}. Check its sign.` } : {};
}

function read({ rows }: BrokerFile): readonly ProfileRow[] {
  const kindOf = (row: BrokerRow): string => row.get('action').toLowerCase();
  const taxed = taxesOfDividends(rows, {
    isDividend: (row) => DIVIDEND.test(kindOf(row)),
    isTax: (row) => TAX.test(kindOf(row)),
    keyOf: key,
    amountOf: (row) => valueOf(row.get('amount')),
  });
  const joined = new Map<BrokerRow, number>();
  const answers = rows.map((row): ProfileRow => {
    const kind = kindOf(row);
    if (/^transactions? total/iu.test(row.get('date'))) return { kind: 'ignored' };
    const [quantity, price, fee, amount] = [
      sizeOf(row.get('quantity')),
      sizeOf(row.get('price')),
      sizeOf(row.get('fees & comm')),
      sizeOf(row.get('amount')),
    ];
    const cells: ProfileCells = {
      transactionDate: row.get('date'),
      ticker: row.get('symbol'),
      assetName: row.get('description'),
      currency: 'USD',
      quantity: cellOf(quantity),
      price: statedCell(row.get('price'), 'USD'),
      consideration: cellOf(amount),
    };
    const trade = /^(?:(cancel(?:led|ed)?) )?(buy|sell|reinvest shares)(?: (?:cancel(?:led|ed)?|reversal))?$/u.exec(
      kind,
    );
    if (trade !== null) {
      const side = trade[2] === 'sell' ? 'SELL' : 'BUY';
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: side,
          consideration: cellOf(grossOf(side, amount, [fee]) ?? productOf(quantity, price)),
          brokerCharge: cellOf(fee),
        },
        isReversal: kind !== trade[2],
        proof: { net: kind === trade[2] ? row.get('amount') : '' },
      };
    }
    if (DIVIDEND.test(kind)) {
      const dividend = taxedDividend(row, taxed.get(row), (one) => valueOf(one.get('amount')), {
        currencyOf: () => 'USD',
        // Tax withheld from a non-resident is tax of the United States.
        countryOf: (taxes) => (taxes.every((tax) => kindOf(tax).startsWith('nra')) ? 'US' : ''),
      });
      for (const tax of dividend.taxes) joined.set(tax, row.line);
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', ...dividend.cells },
        ...joinNotes(...dividend.notes),
      };
    }
    if (kind === 'bond interest')
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: 'INTEREST',
          quantity: '',
          price: '',
          consideration: cellOf(valueOf(row.get('amount'))),
        },
      };
    if (kind === 'stock split')
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'SPLIT', price: '', currency: '', consideration: '0' },
      };
    if (kind === 'stock plan activity')
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'BUY', cashAmount: '0', cashCurrency: 'USD' },
        note: 'Shares from a stock plan: enter their market value on the day as consideration before you import them.',
      };
    if (/^journal|^security transfer|^internal transfer/u.test(kind) && quantity !== null && row.get('symbol') !== '')
      return transferOf(row, cells);
    const cashKind = CASH.find(([pattern]) => pattern.test(kind))?.[1];
    if (cashKind !== undefined)
      return cash({
        kind: cashKind,
        date: row.get('date'),
        amount: valueOf(row.get('amount')),
        currency: 'USD',
        words: [row.get('action'), row.get('description')].filter((text) => text !== '').join(': '),
        ...wrongDirection(row),
      });
    // A tax that names no security was withheld from interest of the account.
    if (TAX.test(kind) && row.get('symbol') === '')
      return cash({
        kind: 'tax',
        date: row.get('date'),
        amount: valueOf(row.get('amount')),
        currency: 'USD',
        words: [row.get('action'), row.get('description')].filter((text) => text !== '').join(': '),
      });
    if (TAX.test(kind))
      return {
        kind: 'fault',
        message: TAX_WITHOUT_DIVIDEND,
        cells,
      };
    return unknownKind('Schwab', 'action', row.get('action'), cells);
  });
  return answers.map((answer, index) => {
    const to = joined.get(rows[index] as BrokerRow);
    return to === undefined ? answer : { kind: 'joined', to };
  });
}

export const schwab: Profile = {
  broker: 'Charles Schwab',
  paysNegative: true,
  dateOrder: 'mdy',
  header: { all: ['date', 'action', 'symbol', 'description', 'quantity', 'price', 'fees & comm', 'amount'] },
  read,
};
