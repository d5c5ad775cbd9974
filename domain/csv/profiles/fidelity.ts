/**
 * Fidelity UK (FORMATS 3.6): cash is an asset of its own, and a trade's cash and charges are separate rows. The amount
 * of a purchase includes the charges and its price is rounded, so the consideration is taken from the cash row.
 */
import { absolute, add, negate, ONE, subtract } from '../../values/decimal.ts';
import { wrapperInWords } from '../cells/wrapper-words.ts';
import { isRefundWord, type CashKind } from './cash.ts';
import { cellOf, chargeOf, costOf, priceOf, sizeOf, sumOf, valueOf, type Figure, type Side } from './figures.ts';
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

/** `Buy`, `Buy From Regular Savings Plan`, `Sell For Switch`: what follows says why. */
const TRADE = /^(buy|sell)(?: (?:from|for) [a-z -]{1,40})?$/u;
const DIVIDENDS = new Set(['cash dividend', 'income received']);
const STAMP = /^stamp duty/u;
const CHARGE = /^(?:dealing fee|stamp duty|ptm levy|fx charge)/u;
const TRADE_CASH = /^cash (?:out for|in from) /u;
/** Rebates and adjustments may be of fees, income or anything else. */
const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^cash interest|^interest adjustment/u, 'interest'],
  [/^service fee/u, 'fee'],
  [/^tax on interest/u, 'tax'],
  [/^transfer (?:to|from|in|into|out)\b|^cash in (?:ring-fenced|for transfer)/u, 'transfer'],
  [/^withdrawal|^cash out (?:withdrawal|to bank)/u, 'withdrawal'],
  [/^deposit|^regular|^lump sum|^cash in (?:lump sum|regular|deposit)/u, 'deposit'],
  [/^stamp duty/u, 'tax'],
  [/^(?:dealing fee|ptm levy|fx charge)/u, 'fee'],
  [/^(?:cash |rebate|adjustment)/u, 'unknown'],
];

function kindOf(row: BrokerRow): string {
  return row.get('transaction type').toLowerCase();
}

function isCancelled(row: BrokerRow): boolean {
  return /^(?:cancel|reject|expired|fail)/iu.test(row.get('status'));
}

/** An order that is not completed may still change or be cancelled. */
function isOpen(row: BrokerRow): boolean {
  return !/^(?:completed?)?$/iu.test(row.get('status'));
}

/** The side of a row that trades a security or cash; null for any other. */
function tradeKind(row: BrokerRow): Side | null {
  const side = TRADE.exec(kindOf(row))?.[1];
  return side === undefined ? null : side === 'buy' ? 'BUY' : 'SELL';
}

function isCashAsset(row: BrokerRow): boolean {
  return row.get('investments').toLowerCase() === 'cash';
}

function sideOf(row: BrokerRow): Side | null {
  return isCancelled(row) || isCashAsset(row) ? null : tradeKind(row);
}

const CONTRA = 'Cash that was exchanged for cash, which changes nothing.';

/** Account, wrapper and day: a charge names no more about the trade that it belongs to. */
function dayKey(row: BrokerRow): string {
  return `${row.get('account number')}|${row.get('product wrapper')}|${row.get('order date')}`;
}

function looseKey(row: BrokerRow, amount = valueOf(row.get('amount'))): string {
  return `${dayKey(row)}|${cellOf(amount)}`;
}

/** The rows that belong to trades: their cash rows, and charges where the account has one trade on the day. */
class TradeParts {
  private readonly legs = new Map<string, BrokerRow[]>();
  private readonly charges = new Map<string, BrokerRow[]>();
  private readonly found = new Map<BrokerRow, BrokerRow[]>();
  /** Cash of each day that names no trade, by its signed amount. */
  private readonly loose = new Map<string, BrokerRow[]>();
  private readonly tradesOfDay = new Map<string, number>();
  private readonly contained = new Map<string, Figure>();
  /** The line of the trade that each row belongs to. */
  readonly used = new Map<BrokerRow, number>();

  constructor(rows: readonly BrokerRow[]) {
    for (const row of rows) {
      if (isCancelled(row)) continue;
      const key = dayKey(row);
      if (sideOf(row) !== null) this.tradesOfDay.set(key, (this.tradesOfDay.get(key) ?? 0) + 1);
      else if (TRADE_CASH.test(kindOf(row)) && row.get('source investment') !== '')
        push(this.legs, `${key}|${row.get('source investment')}`, row);
      else if (CHARGE.test(kindOf(row))) push(this.charges, key, row);
      else if (/^cash (?:in|out)(?: from sell| for buy)?$/u.test(kindOf(row))) push(this.loose, looseKey(row), row);
    }
  }

  /**
   * The other side of a purchase or sale of cash itself, which changes nothing: cash of the same account, day and amount
   * that moves in the other direction.
   */
  contraOf(row: BrokerRow): BrokerRow | null {
    if (!isCashAsset(row) || tradeKind(row) === null) return null;
    const amount = valueOf(row.get('amount'));
    const contra = amount === null ? undefined : this.looseCash(row, negate(amount));
    if (contra !== undefined) this.used.set(contra, row.line);
    return contra ?? null;
  }

  private looseCash(row: BrokerRow, amount: Figure): BrokerRow | undefined {
    return this.loose.get(looseKey(row, amount))?.find((one) => !this.used.has(one));
  }

  /** Adds the charge that a trade's amount includes, found as the difference to its cash row. */
  addContained(trade: BrokerRow, charge: Figure | null): void {
    const key = dayKey(trade);
    if (charge !== null) this.contained.set(key, add(this.contained.get(key) ?? (0n as Figure), charge));
  }

  /** Whether the amounts of a day's several trades include a charge of that day; null where that is unknown. */
  isContained(charge: BrokerRow): boolean | null {
    const key = dayKey(charge);
    if (!CHARGE.test(kindOf(charge)) || (this.tradesOfDay.get(key) ?? 0) === 0) return false;
    const stated = sumOf(...(this.charges.get(key) ?? []).map((row) => costOf(row.get('amount'))));
    return stated === this.contained.get(key) ? true : null;
  }

  /** True for a trade on a day with charges, whichever trade they belong to. */
  hasCharges(trade: BrokerRow): boolean {
    return this.charges.has(dayKey(trade));
  }

  /** The rows that belong to a trade. */
  rowsOf(trade: BrokerRow): readonly BrokerRow[] {
    return this.found.get(trade) ?? [];
  }

  private take(row: BrokerRow, trade: BrokerRow): void {
    this.used.set(row, trade.line);
    push(this.found, trade, row);
  }

  cashOf(trade: BrokerRow): Figure | null {
    const amount = sizeOf(trade.get('amount'));
    const leg =
      this.legs.get(`${dayKey(trade)}|${trade.get('investments')}`)?.find((row) => !this.used.has(row)) ??
      (amount === null ? undefined : this.looseCash(trade, tradeKind(trade) === 'BUY' ? negate(amount) : amount));
    if (leg === undefined) return null;
    this.take(leg, trade);
    return sizeOf(leg.get('amount'));
  }

  chargesOf(trade: BrokerRow): { readonly stampDuty: Figure | null; readonly other: Figure | null } | null {
    const rows = this.charges.get(dayKey(trade)) ?? [];
    if (rows.length === 0 || this.tradesOfDay.get(dayKey(trade)) !== 1) return null;
    for (const row of rows) this.take(row, trade);
    const total = (wanted: boolean): Figure | null =>
      sumOf(...rows.filter((row) => STAMP.test(kindOf(row)) === wanted).map((row) => costOf(row.get('amount'))));
    return { stampDuty: total(true), other: total(false) };
  }
}

function push<K, T>(groups: Map<K, T[]>, key: K, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** Name and ticker of `BAE SYSTEMS, ORD GBP0.025 (BA.)`; funds have no ticker. */
function securityOf(name: string): { readonly assetName: string; readonly ticker: string } {
  const match = /^(.*\S)\s*\(([A-Z0-9.]{1,8})\)$/u.exec(name);
  return match === null ? { assetName: name, ticker: '' } : { assetName: match[1] ?? name, ticker: match[2] ?? '' };
}

function common(row: BrokerRow, security: string): ProfileCells {
  return {
    transactionDate: row.get('order date'),
    // A pending order has no completion date.
    settlementDate: /\d/u.test(row.get('completion date')) ? row.get('completion date') : '',
    ...securityOf(security),
    brokerDealReference: row.get('reference number'),
    taxWrapper: wrapperInWords(row.get('product wrapper')) ?? '',
  };
}

function trade(row: BrokerRow, side: Side, parts: TradeParts): ProfileRow {
  const [quantity, amount] = [sizeOf(row.get('quantity')), sizeOf(row.get('amount'))];
  const cash = parts.cashOf(row);
  const charges = parts.chargesOf(row);
  const consideration = cash ?? amount;
  const derived = charges === null && cash !== null && side === 'BUY' ? chargeOf('BUY', cash, amount) : null;
  parts.addContained(row, derived);
  return {
    kind: 'transaction',
    cells: {
      ...common(row, row.get('investments')),
      transactionType: side,
      quantity: row.get('quantity'),
      price: cellOf(priceOf(consideration, quantity)),
      consideration: cellOf(consideration),
      brokerCharge: cellOf(charges?.other ?? derived),
      stampDuty: cellOf(charges?.stampDuty ?? null),
    },
    // The file's price is rounded to pence, but reveals a figure without its decimal point.
    proof: { price: row.get('price per unit') },
    ...joinNotes(
      isOpen(row) && `The order's status is '${row.get('status')}'. Check that the trade took place as stated.`,
      unitsNote(parts.rowsOf(row)).note,
      amountNote(side, amount, cash, charges).note,
    ),
    ...(charges === null &&
      parts.hasCharges(row) && {
        remark: 'The charges of the day belong to several trades. Only a charge included in this amount was read.',
      }),
  };
}

/**
 * Cash is an asset with a price of one pound, so its units equal its amount unless one of them lacks its decimal point;
 * rows of taxes have no units.
 */
function unitsNote(rows: readonly BrokerRow[]): { readonly note?: string } {
  const odd = rows.find((row) => {
    const units = sizeOf(row.get('quantity'));
    return units !== 0n && units !== sizeOf(row.get('amount'));
  });
  return odd === undefined
    ? {}
    : {
        note: `Amount ${odd.get('amount')} and quantity ${odd.get('quantity')} of cash on line ${odd.line} differ. Check both.`,
      };
}

/** The amount of a purchase includes its charges, that of a sale does not; both must agree with the cash row. */
function amountNote(
  side: Side,
  amount: Figure | null,
  cash: Figure | null,
  charges: { readonly stampDuty: Figure | null; readonly other: Figure | null } | null,
): { readonly note?: string } {
  if (amount === null || cash === null) return {};
  const charged = sumOf(charges?.stampDuty ?? null, charges?.other ?? null);
  const isEqual = (a: Figure, b: Figure): boolean => absolute(subtract(a, b)) * 100n <= ONE;
  if (isEqual(amount, cash) || (side === 'BUY' && charges === null)) return {};
  if (side === 'BUY' && charged !== null && isEqual(amount, add(cash, charged))) return {};
  return {
    note: `The amount is ${cellOf(amount)}, but its cash is ${cellOf(cash)} and its charges are ${cellOf(charged) || '0'}. Check them.`,
  };
}

/** The day on which cash moved; empty while the order is pending. */
function settledDay(row: BrokerRow): string {
  const completed = row.get('completion date');
  return /\d/u.test(completed) ? completed : row.get('order date');
}

/** A cash row; a charge that the amounts of its day's trades include is not counted again. */
function moved(row: BrokerRow, parts: TradeParts): ProfileRow {
  const kind = kindOf(row);
  if (TRADE_CASH.test(kind))
    return { kind: 'ignored', reason: 'The cash side of a trade that was not found in this file.' };
  const isContained = parts.isContained(row);
  if (isContained === true)
    return { kind: 'ignored', reason: "A charge of the day's trades, which their amounts include." };
  const amount = valueOf(row.get('amount'));
  const wrapper = row.get('product wrapper');
  const words = row.get('transaction type');
  return cash({
    // The file does not say what a trade in cash itself is for.
    kind: tradeKind(row) === null ? (CASH.find(([pattern]) => pattern.test(kind))?.[1] ?? 'unknown') : 'unknown',
    date: settledDay(row),
    amount,
    words: isCashAsset(row) && tradeKind(row) !== null ? `${words} of cash` : words,
    reference: row.get('reference number'),
    taxWrapper: wrapperInWords(wrapper) ?? '',
    place: `${row.get('account number')}|${wrapper}`,
    isRefund: isRefundWord(kind),
    ...(isContained === null
      ? { note: "This charge may be part of the amounts of the day's trades. Choose it only if it is not." }
      : unitsNote([row])),
  });
}

function other(row: BrokerRow, parts: TradeParts): ProfileRow {
  const kind = kindOf(row);
  const [quantity, amount] = [sizeOf(row.get('quantity')), sizeOf(row.get('amount'))];
  const whole: ProfileCells = {
    ...common(row, row.get('investments')),
    quantity: row.get('quantity'),
    consideration: cellOf(amount),
    price: cellOf(priceOf(amount, quantity)),
  };
  if (isCancelled(row)) return { kind: 'ignored' };
  const source = row.get('source investment');
  if (DIVIDENDS.has(kind) && source !== '' && source.toLowerCase() !== 'cash') {
    return {
      kind: 'transaction',
      cells: { ...common(row, source), transactionType: 'DIVIDEND', consideration: cellOf(valueOf(row.get('amount'))) },
      ...unitsNote([row]),
    };
  }
  if (kind === 'reinvestment from income')
    return { kind: 'transaction', cells: { ...whole, transactionType: 'DIVIDEND_REINVESTED' } };
  if (kind === 'transfer in' && !isCashAsset(row))
    return {
      kind: 'transaction',
      cells: { ...whole, transactionType: 'TRANSFER_IN' },
      note: 'A transfer in: check its cost before you import it.',
    };
  if (isCashAsset(row) || CASH.some(([pattern]) => pattern.test(kind))) return moved(row, parts);
  return unknownKind('Fidelity UK', 'transaction type', row.get('transaction type'), whole);
}

function read({ rows }: BrokerFile): readonly ProfileRow[] {
  const parts = new TradeParts(rows);
  const trades = rows.map((row) => {
    const side = sideOf(row);
    return side === null ? null : trade(row, side, parts);
  });
  const contras = new Set(rows.filter((row) => parts.contraOf(row) !== null));
  // The remaining charges and cash rows are known once all trades are read.
  const read = trades.map((answer, index): ProfileRow => {
    const row = rows[index] as BrokerRow;
    if (contras.has(row)) return { kind: 'ignored', reason: CONTRA };
    return answer ?? other(row, parts);
  });
  return read.map((answer, index) => {
    const to = parts.used.get(rows[index] as BrokerRow);
    return to === undefined ? answer : { kind: 'joined', to };
  });
}

export const fidelity: Profile = {
  broker: 'Fidelity UK',
  dateOrder: null,
  accountOf: () => () => '',
  readsStatus: true,
  header: {
    all: [
      'order date',
      'completion date',
      'transaction type',
      'investments',
      'product wrapper',
      'amount',
      'quantity',
      'status',
    ],
  },
  read,
};
