/**
 * Vanguard UK (FORMATS 3.7): a cash table and an investment table in one sheet. The same trade is in both on different
 * days: its day comes from the investment table, its amount from the cash table. Rows only in the investment table are
 * also read.
 */
import { withoutNames, wrapperOfWord } from '../cells/wrapper-words.ts';
import type { BalanceLine } from '../tables/balance-lines.ts';
import { balanceLine } from './balance-columns.ts';
import { cashKindOf, isRefundWord } from './cash.ts';
import { cellOf, priceOf, sizeOf, toPenny, valueOf, type Figure } from './figures.ts';
import {
  cash,
  headerKey,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const CASH =
  /fee|interest|deposit|payment|withdrawal|transfer|cash|contribution|subscription|tax relief|top.?up|direct debit/iu;
const TRADE = /^(bought|sold)\s{1,9}([\d.,]{1,40})\s{1,9}(.*)$/iu;

/** The investment table states the day of each trade, which the user may not have copied. */
const PAID_DAY = 'Its date is that of its payment, which may be later than the trade.';
const NOT_IN_INVESTMENTS =
  'The investment table does not have this trade, so its date is that of its payment. Check it.';

interface Investment {
  readonly row: BrokerRow;
  readonly name: string;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: string;
  readonly price: string;
  readonly cost: string;
  /** Absent in older tables. */
  readonly details: string;
  readonly isNameChange: boolean;
  /** The details name the side, and the sign of the quantity must agree with it. */
  readonly isSideNamed: boolean;
}

/** The key of a trade in both tables: side, quantity, and name without punctuation. */
function tradeKey(side: string, quantity: Figure | null, name: string): string {
  return `${side}|${cellOf(quantity)}|${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim()}`;
}

function unitsKey(side: string, quantity: Figure | null): string {
  return `${side}|${cellOf(quantity)}`;
}

function securityOf(name: string): ProfileCells {
  const match = /^(.*\S)\s*\(([A-Z0-9.]{1,8})\)$/u.exec(name.trim());
  return match === null ? { assetName: name.trim() } : { assetName: match[1] ?? name, ticker: match[2] ?? '' };
}

function investmentOf(row: BrokerRow, positions: ReadonlyMap<string, number>): Investment {
  const cell = (heading: string): string => (row.cells[positions.get(heading) ?? -1] ?? '').trim();
  const details = cell('transactiondetails');
  const trade = TRADE.exec(details);
  const sold = trade === null ? cell('quantity').startsWith('-') : trade[1]?.toLowerCase() === 'sold';
  return {
    row,
    name: cell('investmentname'),
    side: sold ? 'SELL' : 'BUY',
    quantity: cell('quantity'),
    price: cell('price'),
    cost: cell('cost'),
    details,
    isNameChange: /name\s?change/iu.test(details),
    isSideNamed: trade !== null,
  };
}

function tradeOf(investment: Investment, amount: Figure | null): ProfileRow {
  const quantity = sizeOf(investment.quantity);
  const consideration = amount ?? sizeOf(investment.cost);
  const price = sizeOf(investment.price) ?? priceOf(consideration, quantity);
  return {
    kind: 'transaction',
    cells: {
      transactionDate: (investment.row.cells[0] ?? '').trim(),
      transactionType: investment.side,
      ...securityOf(investment.name),
      // In older tables only the sign shows the side.
      quantity: investment.isSideNamed ? investment.quantity.replaceAll(' ', '') : cellOf(quantity),
      price: cellOf(price),
      // The investment table does not round its products.
      consideration: cellOf(toPenny(consideration)),
    },
  };
}

function unknownDetails({ row, details, name, quantity, cost }: Investment): ProfileRow {
  return {
    kind: 'fault',
    message: `'${details}' is neither a purchase nor a sale. Choose a type for this row or leave it out.`,
    cells: {
      transactionDate: (row.cells[0] ?? '').trim(),
      ...securityOf(name),
      quantity: cellOf(sizeOf(quantity)),
      consideration: cellOf(toPenny(sizeOf(cost))),
    },
  };
}

/** A trade with the amount paid or received in its cash row. */
function withNet(read: ProfileRow, row: BrokerRow): ProfileRow {
  return read.kind === 'transaction' ? { ...read, proof: { net: row.get('amount') } } : read;
}

/** `VWRL.XLON.GB @ GBP 0.3725`, with the units where the rate leads to a whole number of them. */
function dividendOf(row: BrokerRow, text: string, amount: Figure | null): ProfileCells {
  const match = /^DIV:\s*([A-Z0-9]+)(?:\.([A-Z]{4}))?\S*\s*(?:@\s*[A-Z]{3}\s*([\d.]+))?/u.exec(text);
  const units = match?.[3] === undefined ? null : priceOf(amount, sizeOf(match[3]));
  const whole = units === null ? 0 : Math.round(Number(cellOf(units)));
  const fits =
    whole > 0 && match?.[3] !== undefined && Math.abs(whole * Number(match[3]) - Number(cellOf(amount))) < 0.01;
  return {
    transactionDate: (row.cells[0] ?? '').trim(),
    transactionType: 'DIVIDEND',
    ticker: match?.[1] ?? '',
    exchange: match?.[2] ?? '',
    quantity: fits ? String(whole) : '',
    consideration: cellOf(amount),
  };
}

class Sheet {
  private readonly investments: Investment[] = [];
  private readonly byTrade = new Map<string, Investment[]>();
  private readonly cashRows: BrokerRow[] = [];
  private readonly answers = new Map<BrokerRow, ProfileRow>();
  /** Lines of the trades in the cash table without a trade of that name in the investment table, by side and units. */
  private readonly unnamedTrades = new Map<string, number>();
  private hasInvestments = false;

  constructor(file: BrokerFile) {
    let positions: ReadonlyMap<string, number> | null = null;
    for (const row of file.rows) {
      const keys = row.cells.map(headerKey);
      // A file that was joined begins with a cash table again.
      if (isCashHeader(keys)) positions = null;
      if (keys.includes('investmentname')) {
        positions = new Map(keys.map((key, position) => [key, position]));
        this.hasInvestments = true;
        this.answers.set(row, { kind: 'ignored' });
      } else if (!/\d/u.test(row.cells[0] ?? '')) this.answers.set(row, { kind: 'ignored' });
      else if (positions === null) this.cashRows.push(row);
      else this.take(investmentOf(row, positions));
    }
  }

  private take(investment: Investment): void {
    if (investment.isNameChange) {
      this.answers.set(investment.row, { kind: 'ignored' });
      return;
    }
    this.investments.push(investment);
    const key = tradeKey(investment.side, sizeOf(investment.quantity), investment.name);
    const known = this.byTrade.get(key);
    if (known === undefined) this.byTrade.set(key, [investment]);
    else known.push(investment);
  }

  read(file: BrokerFile): readonly ProfileRow[] {
    for (const row of this.cashRows) this.answers.set(row, this.cash(row));
    for (const investment of this.investments)
      if (!this.answers.has(investment.row))
        this.answers.set(
          investment.row,
          investment.details === '' || investment.isSideNamed
            ? this.withoutCash(investment)
            : unknownDetails(investment),
        );
    return file.rows.map((row) => this.answers.get(row) ?? { kind: 'ignored' });
  }

  /** A sale that is missing from the cash table paid a fee in units, and moved no cash. */
  private withoutCash(investment: Investment): ProfileRow {
    const read = tradeOf(investment, null);
    const line = this.unnamedTrades.get(unitsKey(investment.side, sizeOf(investment.quantity)));
    if (read.kind !== 'transaction') return read;
    if (line !== undefined)
      return { ...read, note: `It may be the trade on line ${line}, which is of as many units. Check both.` };
    return investment.side === 'SELL' && this.cashRows.length > 0
      ? { ...read, cells: { ...read.cells, cashAmount: '0', cashCurrency: 'GBP' } }
      : read;
  }

  private cash(row: BrokerRow): ProfileRow {
    const details = row.get('details');
    const amount = sizeOf(row.get('amount'));
    const trade = TRADE.exec(details);
    if (trade !== null) {
      const [side, quantity, name] = [
        trade[1]?.toLowerCase() === 'sold' ? 'SELL' : 'BUY',
        trade[2] ?? '',
        trade[3] ?? '',
      ] as const;
      const investment = this.byTrade.get(tradeKey(side, sizeOf(quantity), name))?.shift();
      if (investment === undefined) {
        this.unnamedTrades.set(unitsKey(side, sizeOf(quantity)), row.line);
        const read = tradeOf(
          { row, name, side, quantity, price: '', cost: '', details, isNameChange: false, isSideNamed: true },
          amount,
        );
        const said = this.hasInvestments ? { note: NOT_IN_INVESTMENTS } : { remark: PAID_DAY };
        return withNet(read.kind === 'transaction' ? { ...read, ...said } : read, row);
      }
      this.answers.set(investment.row, { kind: 'joined', to: row.line });
      return withNet(tradeOf(investment, amount), row);
    }
    if (details.startsWith('DIV:'))
      return {
        kind: 'transaction',
        cells: dividendOf(row, details, amount),
        // A negative dividend is a reversal.
        isReversal: (valueOf(row.get('amount')) ?? 0n) < 0n,
      };
    if (CASH.test(details))
      return cash({
        kind: cashKindOf(details),
        date: row.get('date'),
        amount: valueOf(row.get('amount')),
        words: details,
        isRefund: isRefundWord(details),
      });
    return {
      kind: 'fault',
      message: `'${details}' is neither a trade nor a dividend. Choose a type for this row or leave it out.`,
      cells: { transactionDate: row.get('date'), consideration: cellOf(amount) },
    };
  }
}

function isCashHeader(keys: readonly string[]): boolean {
  return keys.includes('details') && keys.includes('balance');
}

/** The balances of each cash table: a file that was joined has several. */
function balanceLines({ rows }: BrokerFile): readonly BalanceLine[] {
  let [table, isCash] = [0, true];
  return rows.flatMap((row) => {
    const keys = row.cells.map(headerKey);
    if (isCashHeader(keys)) [table, isCash] = [table + 1, true];
    if (keys.includes('investmentname')) isCash = false;
    // Rows of an investment table have no amount under these headings.
    return isCash && /\d/u.test(row.cells[0] ?? '')
      ? [balanceLine(row, valueOf(row.get('amount')), valueOf(row.get('balance')), String(table))]
      : [];
  });
}

export const vanguard: Profile = {
  broker: 'Vanguard UK',
  accountOf: () => () => '',
  ragged: true,
  header: {
    all: ['date', 'details', 'amount', 'balance'],
    none: ['description', 'type', 'isin', 'currency'],
  },
  wrapperOf({ before }) {
    const title = before.flat().find((cell) => cell.trim() !== '') ?? '';
    const word = /\b(general|junior isa|isa|pension|sipp)\b/iu.exec(
      withoutNames(title.replace(/^.*['’]s\s/u, '')),
    )?.[1];
    return word === undefined ? null : wrapperOfWord(word);
  },
  // Vanguard's own funds are named without `Vanguard`.
  nameForms: (name) => [`Vanguard ${name}`],
  balance: balanceLines,
  read: (file) => new Sheet(file).read(file),
};
