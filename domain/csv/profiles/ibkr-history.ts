/**
 * Interactive Brokers, Transaction History (FORMATS 3.11): sections marked in the first cell; amounts are in the base
 * currency, and a dividend's tax and a gilt's accrued interest are separate rows. A gilt's price is per 100 of nominal.
 */
import { absolute, multiply } from '../../values/decimal.ts';
import type { CashKind } from './cash.ts';
import { TAX_WITHOUT_DIVIDEND, taxedDividend, taxesOfDividends, type DividendTaxes } from './dividend-taxes.ts';
import {
  cellOf,
  costOf,
  isClose,
  priceOf,
  sizeOf,
  statedCell,
  sumOf,
  toPenny,
  valueOf,
  type Figure,
} from './figures.ts';
import {
  cash,
  countHeadings,
  joinNotes,
  unknownKind,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const SECTION = 'Transaction History';
const netOf = (row?: BrokerRow): Figure | null => valueOf(row?.get('net amount') ?? '');
/**
 * The cash rows by their words. A forex trade component is the cost of a conversion whose sides the file does not have.
 */
const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^(?:credit|debit) interest/iu, 'interest'],
  [/^deposit/iu, 'deposit'],
  [/^withdrawal/iu, 'withdrawal'],
  [/^electronic fund transfer/iu, 'payment'],
  [/^cash transfer/iu, 'transfer'],
  [/^(?:other fee|commission adjustment)/iu, 'fee'],
  [/^sales tax/iu, 'tax'],
  [/^(?:forex trade component|adjustment)/iu, 'unknown'],
];
const DIVIDEND = /^(?:dividend|payment in lieu)/iu;
const ACCRUED = /^(?:purchase|sell|sale) accrued interest/iu;

function kindOf(row: BrokerRow): string {
  return row.get('transaction type');
}

function key(row: BrokerRow): string {
  return `${row.get('date')}|${row.get('symbol')}`;
}

/** The ISIN in a dividend's text: `AAPL(US0378331005) Cash Dividend …`. */
export function isinInText(text: string): string {
  return /\(([A-Z]{2}[A-Z0-9]{9}\d)\)/u.exec(text)?.[1] ?? '';
}

/** The country in the text of a tax: `… per Share - US Tax`. */
export function countryInText(text: string): string {
  return / - ([A-Z]{2}) (?:Tax|TAX)\b/u.exec(text.slice(0, 300))?.[1] ?? '';
}

/** `Withholding @ 20% on Credit Interest for Feb-2025`, and the row that cancels it, name no security. */
function isTaxOnInterest(row: BrokerRow): boolean {
  return /^-?$/u.test(row.get('symbol')) && /\bon credit interest\b/iu.test(row.get('description'));
}

/**
 * Older files do not name the price's currency: an amount may be right when it differs by an exchange rate, or by the
 * 100 of a bond's price.
 */
function isPlausible(quantity: Figure | null, price: Figure | null, amount: Figure | null): boolean {
  if (quantity === null || price === null || amount === null) return true;
  const factor = Number(cellOf(multiply(quantity, price))) / Number(cellOf(amount));
  return (factor > 0.25 && factor < 4) || (factor > 95 && factor < 105);
}

class Statement {
  private readonly base: string;
  private readonly taxed: ReadonlyMap<BrokerRow, DividendTaxes<BrokerRow>>;
  private readonly accrued = new Map<string, BrokerRow[]>();
  /** Lines of the rows that other rows are read together with. */
  private readonly joined = new Map<BrokerRow, number>();
  private readonly rows: readonly BrokerRow[];

  constructor({ before, rows }: BrokerFile) {
    this.rows = rows;
    this.base =
      before
        .find((cells) => (cells[2] ?? '').trim().toLowerCase() === 'base currency')?.[3]
        ?.trim()
        .toUpperCase() ?? 'GBP';
    this.taxed = taxesOfDividends(rows, {
      isDividend: (row) => DIVIDEND.test(kindOf(row)),
      isTax: (row) => /withholding/iu.test(kindOf(row)),
      keyOf: key,
      amountOf: (row) => valueOf(row.get('gross amount')),
    });
    for (const row of rows) {
      if (!/withholding/iu.test(kindOf(row)) && ACCRUED.test(row.get('description')))
        this.accrued.set(key(row), [...(this.accrued.get(key(row)) ?? []), row]);
    }
  }

  read(): readonly ProfileRow[] {
    const answers = this.rows.map((row) => this.row(row));
    return answers.map((answer, index) => {
      const to = this.joined.get(this.rows[index] as BrokerRow);
      return to === undefined ? answer : { kind: 'joined', to };
    });
  }

  private common(row: BrokerRow): ProfileCells {
    const description = row.get('description');
    return {
      transactionDate: row.get('date'),
      ticker: row.get('symbol'),
      assetName: isinInText(description) === '' ? description : '',
      isin: isinInText(description),
      currency: this.base,
    };
  }

  private row(row: BrokerRow): ProfileRow {
    if ((row.cells[0] ?? '').trim() !== SECTION || (row.cells[1] ?? '').trim() !== 'Data') return { kind: 'ignored' };
    const kind = kindOf(row);
    const gross = valueOf(row.get('gross amount'));
    if (/^(?:buy|sell|assignment)/iu.test(kind)) return this.trade(row, gross);
    if (DIVIDEND.test(kind)) {
      const taxed = taxedDividend(row, this.taxed.get(row), (one) => valueOf(one.get('gross amount')), {
        currencyOf: () => this.base,
        countryOf: (taxes) => countryInText(taxes[0]?.get('description') ?? ''),
      });
      for (const tax of taxed.taxes) this.joined.set(tax, row.line);
      return {
        kind: 'transaction',
        cells: { ...this.common(row), transactionType: 'DIVIDEND', ...taxed.cells },
        ...joinNotes(...taxed.notes),
      };
    }
    const cashKind = CASH.find(([pattern]) => pattern.test(kind))?.[1];
    if (cashKind !== undefined) return this.moved(row, cashKind);
    const whole = { ...this.common(row), consideration: cellOf(gross === null ? null : absolute(gross)) };
    if (/^investment interest received/iu.test(kind) && !ACCRUED.test(row.get('description')))
      return { kind: 'transaction', cells: { ...whole, transactionType: 'INTEREST' } };
    if (/withholding/iu.test(kind) && isTaxOnInterest(row)) return this.moved(row, 'tax');
    if (/withholding/iu.test(kind))
      return {
        kind: 'fault',
        message: TAX_WITHOUT_DIVIDEND,
        cells: whole,
      };
    if (ACCRUED.test(row.get('description')))
      return {
        kind: 'fault',
        message: 'Accrued interest without its trade in this file. Leave it out, or enter it with the trade.',
        cells: whole,
      };
    return unknownKind('Interactive Brokers', 'transaction type', kind, whole);
  }

  private moved(row: BrokerRow, kind: CashKind): ProfileRow {
    const [gross, net] = [toPenny(valueOf(row.get('gross amount'))), toPenny(valueOf(row.get('net amount')))];
    return cash({
      // Debit interest is a charge, as its own name says.
      kind,
      date: row.get('date'),
      amount: net ?? gross,
      currency: this.base,
      words: row.get('description') || kindOf(row),
      isRefund: /^debit interest|adjustment/iu.test(kindOf(row)),
      ...(gross !== net && {
        note: `The gross amount is ${cellOf(gross)}, but the net amount is ${cellOf(net)}. Check both.`,
      }),
    });
  }

  private trade(row: BrokerRow, gross: Figure | null): ProfileRow {
    const signed = valueOf(row.get('quantity')) ?? 0n;
    const bySign = signed < 0n ? 'SELL' : 'BUY';
    // An assignment may be either side; a purchase of a negative quantity is a reversal.
    const side = /^sell/iu.test(kindOf(row)) ? 'SELL' : /^buy/iu.test(kindOf(row)) ? 'BUY' : bySign;
    const [quantity, price] = [sizeOf(row.get('quantity')), sizeOf(row.get('price'))];
    const amount = gross === null ? null : absolute(gross);
    const accrued = this.accrued.get(key(row))?.shift();
    if (accrued !== undefined) this.joined.set(accrued, row.line);
    const own = price !== null && quantity !== null && amount !== null && isClose(multiply(quantity, price), amount);
    const currency = row.get('price currency');
    const rate = sizeOf(row.get('exchange rate'));
    const proofPrice = own
      ? statedCell(row.get('price'), '')
      : rate === null || price === null
        ? ''
        : cellOf(multiply(price, rate));
    const unproved = proofPrice === '' && !isPlausible(quantity, price, amount);
    return {
      kind: 'transaction',
      cells: {
        ...this.common(row),
        transactionType: side,
        quantity: cellOf(quantity),
        consideration: cellOf(amount),
        brokerCharge: cellOf(costOf(row.get('commission'))),
        price: own || currency === '' || currency === this.base ? '' : statedCell(row.get('price'), currency),
        localPrice:
          this.base !== 'GBP' ? '' : own ? statedCell(row.get('price'), '') : cellOf(priceOf(amount, quantity)),
        accruedInterest: accrued === undefined ? '' : cellOf(sizeOf(accrued.get('gross amount'))),
      },
      proof: { net: cellOf(sumOf(...[row, accrued].map(netOf))), price: proofPrice },
      ...(side !== bySign && { isReversal: true }),
      ...(unproved && { note: `Quantity x price is not the amount of ${row.get('gross amount')}. Check them.` }),
    };
  }
}

export const ibkrHistory: Profile = {
  broker: 'Interactive Brokers',
  dateOrder: null,
  ragged: true,
  header: (row) =>
    row.cells[0]?.trim() === SECTION && row.cells[1]?.trim() === 'Header'
      ? countHeadings(
          { all: ['date', 'description', 'transaction type', 'symbol', 'quantity', 'price', 'gross amount'] },
          row,
        )
      : 0,
  read: (file) => new Statement(file).read(),
};
