/** DEGIRO, Account.csv (FORMATS 3.12): the cash ledger, for who has no Transactions.csv; fees and taxes are rows of their own. */
import { add } from '../../decimal.ts';
import { decimalMarkOf } from '../numbers.ts';
import { cellOf, pricedCell, sizeOf, sumOf, valueOf, type Figure } from './figures.ts';
import {
  byHeadings,
  unknownKind,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const TRADE = /^(buy|sell)\s+([\d.,]+)\s.*@\s*([\d.,]+)\s*([A-Z]{3})/iu;
const CASH =
  /^(?:fx (?:credit|debit)|deposit|.*deposit$|withdrawal|interest|flatex|degiro (?:connection|exchange)|exchange connection|promotion|transfer|processed flatex|iDEAL|sofort)/iu;

const cellAt = (row: BrokerRow, position: number): string => (row.cells[position] ?? '').trim();
/** The unnamed columns: the change's currency stands under its heading, the amount beside it. */
const [CURRENCY, AMOUNT] = [7, 8];

class Ledger {
  private readonly rows: readonly BrokerRow[];
  private readonly mark: ReturnType<typeof decimalMarkOf>;
  private readonly fees = new Map<string, BrokerRow[]>();
  private readonly taxes = new Map<string, BrokerRow[]>();
  private readonly joined = new Set<BrokerRow>();

  constructor({ rows }: BrokerFile) {
    this.rows = rows;
    this.mark = decimalMarkOf(rows.map((row) => cellAt(row, AMOUNT)));
    for (const row of rows) {
      const text = row.get('description');
      const [groups, key] = /^dividend tax/iu.test(text)
        ? [this.taxes, this.dividendKey(row)]
        : /fees?$|stamp duty/iu.test(text) && row.get('order id') !== ''
          ? [this.fees, row.get('order id')]
          : [null, ''];
      groups?.set(key, [...(groups.get(key) ?? []), row]);
    }
  }

  private dividendKey(row: BrokerRow): string {
    return `${row.get('date')}|${row.get('isin')}|${cellAt(row, CURRENCY)}`;
  }

  private amount(row: BrokerRow): Figure | null {
    return valueOf(cellAt(row, AMOUNT), this.mark);
  }

  read(): readonly ProfileRow[] {
    const answers = this.rows.map((row) => this.row(row));
    return answers.map((answer, index) =>
      this.joined.has(this.rows[index] as BrokerRow) ? { kind: 'joined' } : answer,
    );
  }

  private row(row: BrokerRow): ProfileRow {
    const text = row.get('description');
    const cells: ProfileCells = {
      transactionDate: row.get('date'),
      isin: row.get('isin'),
      assetName: row.get('product'),
      currency: cellAt(row, CURRENCY),
      brokerDealReference: row.get('order id'),
    };
    const trade = TRADE.exec(text);
    if (trade !== null) return this.trade(row, cells, trade);
    const size = sizeOf(cellAt(row, AMOUNT), this.mark);
    if (/^dividend$/iu.test(text)) {
      const taxes = this.taxes.get(this.dividendKey(row)) ?? [];
      this.taxes.delete(this.dividendKey(row));
      for (const tax of taxes) this.joined.add(tax);
      const net = taxes.reduce<Figure | null>(
        (total, tax) => (total === null ? null : add(total, this.amount(tax) ?? (0n as Figure))),
        this.amount(row),
      );
      return { kind: 'transaction', cells: { ...cells, transactionType: 'DIVIDEND', consideration: cellOf(net) } };
    }
    if (/cash sweep/iu.test(text)) return { kind: 'ignored' };
    if (CASH.test(text) || (row.get('isin') === '' && /fee|cost|tax/iu.test(text))) return { kind: 'cash' };
    return unknownKind('DEGIRO', 'description', text, { ...cells, consideration: cellOf(size) });
  }

  private trade(
    row: BrokerRow,
    cells: ProfileCells,
    [, side = '', quantity = '', price = '', priceCurrency = '']: readonly string[],
  ): ProfileRow {
    const fees = this.fees.get(row.get('order id')) ?? [];
    this.fees.delete(row.get('order id'));
    for (const fee of fees) this.joined.add(fee);
    const total = (stamp: boolean): Figure | null =>
      sumOf(
        ...fees
          .filter((fee) => /stamp duty/iu.test(fee.get('description')) === stamp)
          .map((fee) => sizeOf(cellAt(fee, AMOUNT), this.mark)),
      );
    const [feeCurrency] = fees.map((fee) => cellAt(fee, CURRENCY));
    return {
      kind: 'transaction',
      cells: {
        ...cells,
        transactionType: side.toUpperCase(),
        quantity: cellOf(sizeOf(quantity, this.mark)),
        price: pricedCell(sizeOf(price, this.mark), priceCurrency),
        consideration: cellOf(sizeOf(cellAt(row, AMOUNT), this.mark)),
        brokerCharge: pricedCell(total(false), feeCurrency ?? ''),
        stampDuty: pricedCell(total(true), feeCurrency ?? ''),
      },
    };
  }
}

export const degiroAccount: Profile = {
  broker: 'DEGIRO',
  ragged: true,
  match: byHeadings({
    all: ['date', 'time', 'value date', 'product', 'isin', 'description', 'fx', 'change', 'balance'],
    none: ['quantity'],
  }),
  read: (file) => new Ledger(file).read(),
};
