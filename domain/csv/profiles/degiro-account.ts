/**
 * DEGIRO, Account.csv (FORMATS 3.12): the cash ledger, for users without Transactions.csv; fees and taxes have rows of
 * their own.
 */
import { absolute, add, multiply, ONE, subtract } from '../../values/decimal.ts';
import { decimalMarkOf } from '../cells/numbers.ts';
import { balanceLine } from './balance-columns.ts';
import { cashKindOf, isRefundWord, type CashKind, type CashRow } from './cash.ts';
import { isinChangeCells, splitCells } from './corporate-actions.ts';
import { inEnglish, isSweptInWords, matchTranslated } from './degiro-languages.ts';
import { taxedDividend, taxesOfDividends, type DividendTaxes } from './dividend-taxes.ts';
import { cellOf, costOf, pricedCell, priceOf, sizeOf, statedCell, sumOf, valueOf, type Figure } from './figures.ts';
import {
  cash,
  countHeadings,
  joinNotes,
  unknownKind,
  type BrokerFile,
  type BrokerRow,
  type Headings,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const TRADE = /^(buy|sell)\s+([\d.,]+)\s.*@\s*([\d.,]+)\s*([A-Z]{3})/iu;
const CASH =
  /^(?:deposit|.*deposit$|withdrawal|interest|flatex|degiro (?:connection|exchange)|exchange connection|promotion|transfer|processed flatex|iDEAL|sofort)/iu;
const DIVIDEND = /^dividend$/iu;
const CONVERSION = /^fx (credit|debit|withdrawal)/iu;

/** `STOCK SPLIT: Sell 10 APPLE INC@120 USD (US0378331005)`; its other side is another row. */
const ACTION = /^([a-z][a-z -]{3,30}):\s*(buy|sell)\s+([\d.,]+)\s/iu;

const cellAt = (row: BrokerRow, position: number): string => (row.cells[position] ?? '').trim();
/** The columns without a heading of their own: the change's currency is under the heading, the amount beside it. */
const [CURRENCY, AMOUNT] = [7, 8];

function actionKey(row: BrokerRow, kind: string): string {
  return `${row.get('date')}|${row.get('time')}|${kind.toLowerCase()}`;
}

function momentKey(row: BrokerRow): string {
  return [row.get('date'), row.get('time'), row.get('isin')].join('|');
}

/** Both sides of a conversion have this key; two conversions with the same key cannot be told apart. */
function conversionKey(row: BrokerRow): string {
  return [row.get('date'), row.get('time'), row.get('order id')].join('|');
}

/** Whether one amount is the other converted at the rate, in either direction, to the penny. */
function isConverted(a: Figure, b: Figure, rate: Figure): boolean {
  const [one, other] = [absolute(a), absolute(b)];
  const penny = (ONE / 100n) as Figure;
  const fits = (from: Figure, to: Figure): boolean =>
    absolute(subtract(multiply(from, rate), to)) <= add(penny, multiply(penny, rate));
  return fits(one, other) || fits(other, one);
}

class Ledger {
  private readonly rows: readonly BrokerRow[];
  private readonly mark: ReturnType<typeof decimalMarkOf>;
  private readonly fees = new Map<string, BrokerRow[]>();
  /** Fees of a security without an order, by their moment. */
  private readonly unordered = new Map<string, BrokerRow>();
  private readonly taxed: ReadonlyMap<BrokerRow, DividendTaxes<BrokerRow>>;
  private readonly actions = new Map<string, BrokerRow[]>();
  private readonly conversions = new Map<string, BrokerRow[]>();
  /** Lines of the rows that other rows are read together with. */
  private readonly joined = new Map<BrokerRow, number>();

  constructor({ rows }: BrokerFile) {
    this.rows = rows;
    this.mark = decimalMarkOf(rows.map((row) => cellAt(row, AMOUNT)));
    this.taxed = taxesOfDividends(rows, {
      isDividend: (row) => DIVIDEND.test(row.get('description')),
      isTax: (row) => /^dividend tax/iu.test(row.get('description')),
      keyOf: (row) => `${row.get('date')}|${row.get('isin')}`,
      amountOf: (row) => this.amount(row),
    });
    for (const row of rows) {
      const text = row.get('description');
      if (CONVERSION.test(text)) {
        const sides = this.conversions.get(conversionKey(row));
        if (sides === undefined) this.conversions.set(conversionKey(row), [row]);
        else if (sides.length < 3) sides.push(row);
      }
      const action = ACTION.exec(text);
      if (action !== null) {
        const group = this.actions.get(actionKey(row, action[1] ?? ''));
        // An action has at most a few lines; larger groups cannot be told apart.
        if (group === undefined) this.actions.set(actionKey(row, action[1] ?? ''), [row]);
        else if (group.length < 4) group.push(row);
      }
      const order = row.get('order id');
      if (/^dividend tax/iu.test(text) || !/fees?$|stamp duty/iu.test(text)) continue;
      if (order !== '') this.fees.set(order, [...(this.fees.get(order) ?? []), row]);
      else if (row.get('isin') !== '') this.unordered.set(momentKey(row), row);
    }
  }

  private amount(row: BrokerRow): Figure | null {
    return valueOf(cellAt(row, AMOUNT), this.mark);
  }

  read(): readonly ProfileRow[] {
    const answers = this.rows.map((row) => this.row(row));
    return answers.map((answer, index) => {
      const to = this.joined.get(this.rows[index] as BrokerRow);
      return to === undefined ? answer : { kind: 'joined', to };
    });
  }

  private row(row: BrokerRow): ProfileRow {
    const text = row.get('description');
    const cells: ProfileCells = {
      transactionDate: row.get('date'),
      isin: row.get('isin'),
      assetName: row.get('product'),
      currency: cellAt(row, CURRENCY),
      brokerDealReference: row.get('order id'),
      settlementDate: row.get('value date'),
    };
    const action = ACTION.exec(text);
    if (action !== null) return this.action(row, cells, action);
    const trade = TRADE.exec(text);
    if (trade !== null) return this.trade(row, cells, trade);
    const size = sizeOf(cellAt(row, AMOUNT), this.mark);
    if (DIVIDEND.test(text)) {
      const currencyOf = (one: BrokerRow): string => cellAt(one, CURRENCY);
      const taxed = taxedDividend(row, this.taxed.get(row), (one) => this.amount(one), { currencyOf });
      for (const tax of taxed.taxes) this.joined.set(tax, row.line);
      return {
        kind: 'transaction',
        cells: { ...cells, transactionType: 'DIVIDEND', ...taxed.cells },
        ...joinNotes(...taxed.notes),
      };
    }
    if (/cash sweep/iu.test(text) || isSweptInWords(row, cellAt(row, AMOUNT))) return { kind: 'ignored' };
    if (CONVERSION.test(text)) return this.conversion(row);
    if (CASH.test(text) || (row.get('isin') === '' && /fee|cost|tax/iu.test(text)))
      return this.moved(
        row,
        /^(?:iDEAL|sofort)/iu.test(text) ? 'deposit' : /connection|costs?$/iu.test(text) ? 'fee' : cashKindOf(text),
      );
    return unknownKind('DEGIRO', 'description', text, { ...cells, consideration: cellOf(size) });
  }

  private moved(row: BrokerRow, kind: CashKind, about: Partial<CashRow> = {}): ProfileRow {
    const [amount, currency] = [this.amount(row), cellAt(row, CURRENCY)];
    // Amounts in pence are converted to pounds.
    const isPence = /^(?:GBX|GBp)$/u.test(currency);
    return cash({
      kind,
      date: row.get('date'),
      amount: amount !== null && isPence ? ((amount / 100n) as Figure) : amount,
      currency: isPence ? 'GBP' : currency,
      words: row.get('description'),
      settlementDate: row.get('value date'),
      isRefund: isRefundWord(row.get('description')),
      ...about,
    });
  }

  /**
   * What a trade cost or brought in the account's own currency: the other side of the conversion of exactly its amount,
   * in the same order. Both sides then belong to the trade.
   */
  private convertedFor(trade: BrokerRow): { readonly size: Figure; readonly currency: string } | null {
    const sides = trade.get('order id') === '' ? [] : (this.conversions.get(conversionKey(trade)) ?? []);
    const [own, other] = [true, false].map((isOwn) =>
      sides.find((side) => (cellAt(side, CURRENCY) === cellAt(trade, CURRENCY)) === isOwn),
    );
    if (sides.length !== 2 || own === undefined || other === undefined || this.joined.has(own)) return null;
    const [paid, amount, size] = [this.amount(trade), this.amount(own), this.amount(other)];
    const rate = sizeOf(own.get('fx') || other.get('fx'), this.mark);
    if (paid === null || amount === null || size === null || rate === null) return null;
    if (add(paid, amount) !== 0n || size > 0n !== paid > 0n || !isConverted(amount, size, rate)) return null;
    for (const side of [own, other]) this.joined.set(side, trade.line);
    return { size: absolute(size), currency: cellAt(other, CURRENCY) };
  }

  /** The two sides of a conversion have the same date, time and order id; one of them has the rate. */
  private conversion(row: BrokerRow): ProfileRow {
    const sides = this.conversions.get(conversionKey(row)) ?? [];
    const other = sides.length === 2 ? sides.find((side) => side !== row) : undefined;
    const [amount, otherAmount] = [this.amount(row), other === undefined ? null : this.amount(other)];
    if (other === undefined || amount === null || otherAmount === null || amount > 0n === otherAmount > 0n)
      return this.moved(row, 'transfer');
    const rate = sizeOf(row.get('fx') || other.get('fx'), this.mark);
    const pair = `conversion ${Math.min(row.line, other.line)}`;
    return this.moved(row, 'transfer', {
      pair,
      ...(rate !== null &&
        !isConverted(amount, otherAmount, rate) && {
          note: `${cellOf(amount)} and ${cellOf(otherAmount)} do not match the rate of ${cellOf(rate)}. Check both.`,
        }),
    });
  }

  /** A split or change of ISIN is reported on the line of the old holding; any other action must be entered by hand. */
  private action(
    row: BrokerRow,
    cells: ProfileCells,
    [, kind = '', side = '', units = '']: readonly string[],
  ): ProfileRow {
    const isSold = side.toLowerCase() === 'sell';
    const other = this.actions
      .get(actionKey(row, kind))
      ?.find((candidate) => (ACTION.exec(candidate.get('description'))?.[2]?.toLowerCase() === 'sell') !== isSold);
    const [size, otherSize] = [
      sizeOf(units, this.mark),
      sizeOf(ACTION.exec(other?.get('description') ?? '')?.[3] ?? '', this.mark),
    ];
    const isSplit = /split|consolidation/iu.test(kind) && other?.get('isin') === row.get('isin');
    const isChange = /isin|product|name/iu.test(kind) && size === otherSize;
    if (other === undefined || size === null || otherSize === null || !(isSplit || isChange))
      return {
        kind: 'fault',
        message: `'${row.get('description')}' is a corporate action, not a ${isSold ? 'sale' : 'purchase'}. Enter it by hand.`,
        cells: { transactionDate: row.get('date'), isin: row.get('isin'), assetName: row.get('product') },
      };
    if (!isSold) return { kind: 'joined', to: other.line };
    return {
      kind: 'transaction',
      cells: isSplit ? splitCells(cells, size, otherSize) : isinChangeCells(cells, other.get('isin')),
    };
  }

  private trade(
    row: BrokerRow,
    cells: ProfileCells,
    [, side = '', quantity = '', price = '', priceCurrency = '']: readonly string[],
  ): ProfileRow {
    const fees = this.fees.get(row.get('order id')) ?? [];
    this.fees.delete(row.get('order id'));
    for (const fee of fees) this.joined.set(fee, row.line);
    const total = (stamp: boolean): Figure | null =>
      sumOf(
        ...fees
          .filter((fee) => /stamp duty/iu.test(fee.get('description')) === stamp)
          .map((fee) => costOf(cellAt(fee, AMOUNT), this.mark)),
      );
    const [feeCurrency] = fees.map((fee) => cellAt(fee, CURRENCY));
    const converted = this.convertedFor(row);
    const units = sizeOf(quantity, this.mark);
    const loose = this.unordered.get(momentKey(row));
    return {
      kind: 'transaction',
      ...(loose !== undefined && {
        note: `'${loose.get('description')}' on line ${loose.line} names no order. It may be a charge of this trade. Check it.`,
      }),
      cells: {
        ...cells,
        transactionType: side.toUpperCase(),
        quantity: cellOf(units),
        price: statedCell(price, priceCurrency, this.mark),
        ...(converted === null
          ? { consideration: cellOf(sizeOf(cellAt(row, AMOUNT), this.mark)) }
          : { consideration: cellOf(converted.size), currency: converted.currency }),
        brokerCharge: pricedCell(total(false), feeCurrency ?? ''),
        stampDuty: pricedCell(total(true), feeCurrency ?? ''),
      },
      ...(converted !== null && { proof: { price: cellOf(priceOf(converted.size, units)) } }),
    };
  }
}

const ENGLISH: Headings = {
  all: ['date', 'time', 'value date', 'product', 'isin', 'description', 'fx', 'change', 'balance'],
  none: ['quantity'],
};

function english(file: BrokerFile): BrokerFile {
  return matchTranslated({ cells: file.header }) === 0 ? file : inEnglish(file);
}

export const degiroAccount: Profile = {
  broker: 'DEGIRO',
  readsCommas: true,
  statesCurrency: true,
  orderReference: true,
  ragged: true,
  header: (row) => countHeadings(ENGLISH, row) || matchTranslated(row),
  balance: (file) => {
    const { rows } = english(file);
    const mark = decimalMarkOf(rows.map((row) => cellAt(row, AMOUNT)));
    const [currency, balance] = [9, 10];
    return rows.map((row) =>
      // A sweep moves cash between two banks: the balance includes it, the amount does not.
      balanceLine(
        row,
        /cash sweep/iu.test(row.get('description')) ? null : valueOf(cellAt(row, AMOUNT), mark),
        valueOf(cellAt(row, balance), mark),
        cellAt(row, currency),
      ),
    );
  },
  read: (file) => new Ledger(english(file)).read(),
};
