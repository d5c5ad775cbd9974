/**
 * What the columns that are not read say about a row of a file without a profile: an order that was not executed, a
 * cancellation, another kind of instrument, a charge or tax that is left out, or a net amount that disagrees.
 */
import { isCashEvent, type TransactionType } from '../../fields/enums.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import { asUtc } from '../cells/day-text.ts';
import { remembered } from '../cells/remembered.ts';
import { currencyOfWord, isIncomeType, typeOfWord } from '../cells/words.ts';
import {
  type ChargeField,
  isNetHeader,
  isPercentageHeader,
  normaliseHeader,
  PRICED_FIELDS,
  type TransactionField,
} from '../tables/columns.ts';
import { headingCurrency, isPoundsHeader, isUtcHeader } from '../tables/heading-units.ts';
import { AmountsInPounds } from './amounts-in-pounds.ts';
import { BaseCurrency } from './base-currency.ts';
import { ChargeCurrencies } from './charge-currencies.ts';
import { chargeField, isSomething, isTaxHeading, sumOf, UNREADABLE } from './charge-columns.ts';
import {
  areCurrencies,
  codeOfHeading,
  isCopy,
  markOf,
  pricedField,
  withCurrency,
  type NamedColumn,
} from './column-cells.ts';
import { currencyNotes } from './currency-notes.ts';
import { IncludedCharges } from './included-charges.ts';
import { IncomePerUnit } from './income-per-unit.ts';
import { IncomeTaxes, isTaxRateHeading } from './income-taxes.ts';
import { NetAmounts, netNotes } from './net-amounts.ts';
import { isStatusHeading, OrderStatus } from './order-status.ts';
import { OrderUnits } from './order-units.ts';
import { isSettlementDay, OtherDays } from './other-days.ts';
import { OtherWords } from './other-words.ts';
import { provedNet } from './proved-charges.ts';
import { SeparateCharges } from './separate-charges.ts';
import { SignedSides } from './signed-sides.ts';
import { SummedRows } from './summed-rows.ts';
import { TimeZones } from './time-zones.ts';
import { TransferCost } from './transfer-cost.ts';
import { UnreadFigures } from './unread-figures.ts';

/** The fields of a row that are not those of shares whose cost another column states. */
const COSTED: ReadonlySet<TransactionField> = new Set(['consideration', 'price', 'localPrice']);

export class UnreadColumns {
  private readonly index: ReadonlyMap<TransactionField, number>;
  /** The columns of a charge field besides its own. */
  private readonly charges = new Map<ChargeField, number[]>();
  private readonly chargeCodes: ChargeCurrencies;
  private readonly status: OrderStatus;
  private readonly words: OtherWords;
  private readonly days: OtherDays;
  private readonly separate: SeparateCharges;
  private readonly sides: SignedSides;
  private readonly summed: SummedRows;
  private readonly zones: TimeZones;
  private readonly units = new OrderUnits();
  private readonly taxes: IncomeTaxes;
  private readonly perUnit: IncomePerUnit;
  private readonly base: BaseCurrency;
  private readonly pounds: AmountsInPounds;
  private readonly currencies: NamedColumn[] = [];
  /** The currency of a field by its heading, or the column that states it. */
  private readonly codes = new Map<TransactionField, string | number>();
  /** The fields whose cells are not the row's own as they stand. */
  private readonly changed: Set<TransactionField>;
  /** The columns of all other fields. */
  private readonly plain: ReadonlyMap<TransactionField, number>;
  private readonly isUtc: boolean;
  /** The column of days of payment. */
  private readonly paidOn: number | undefined;
  private readonly isInPounds: boolean;
  private settlement: number | null = null;
  private readonly net: NamedColumn | null;
  private readonly amounts: NetAmounts;
  private readonly figures: UnreadFigures;
  private readonly included: IncludedCharges;
  private readonly transferCost: TransferCost;
  private readonly sums = new Map<string, string>();
  private readonly types = new Map<string, TransactionType | null>();

  /** `balances` are columns whose meaning is proved. */
  constructor(
    header: readonly string[],
    index: ReadonlyMap<TransactionField, number>,
    rows: readonly (readonly string[])[],
    balances: ReadonlySet<number> = new Set(),
  ) {
    this.index = index;
    this.chargeCodes = new ChargeCurrencies(header, index);
    this.transferCost = new TransferCost(header, index);
    this.zones = new TimeZones(header);
    this.words = new OtherWords(index);
    const heading = (field: TransactionField): string => header[index.get(field) ?? -1] ?? '';
    this.paidOn = normaliseHeader(heading('incomeDate')) === 'pay date' ? index.get('incomeDate') : undefined;
    this.days = new OtherDays(index.get('transactionDate'), header, rows, this.paidOn);
    const read = new Set(index.values());
    this.status = new OrderStatus(header, read);
    const nets: NamedColumn[] = [];
    const figures: NamedColumn[] = [];
    const [taxes, rates] = [new Array<NamedColumn>(), new Array<NamedColumn>()];
    header.forEach((cell, position) => {
      const text = normaliseHeader(cell);
      if (read.has(position) || balances.has(position) || isStatusHeading(text) || isCopy(header, rows, position))
        return;
      const column = { position, heading: text === '' ? `Column ${position + 1}` : shorten(cleanText(cell), 40) };
      // Beside the currency of prices, that of settlement is the currency of amounts.
      const isSettlement = index.has('currency') && /^settle(?:ment|d) (?:currency|ccy)$/u.test(text);
      const priced = isSettlement ? 'consideration' : pricedField(text);
      const charge = chargeField(cell, header, index);
      if (priced !== null) {
        if (index.has(priced) && !this.codes.has(priced)) this.codes.set(priced, position);
        this.currencies.push(column);
      } else if (this.days.takes(column, text) || this.units.takes(column, text)) return;
      else if (/\b(?:currency|ccy)\b/u.test(text)) this.currencies.push(column);
      else if (charge !== null) {
        this.charges.set(charge, [...(this.charges.get(charge) ?? []), position]);
        this.chargeCodes.take(position, cell, column.heading);
      } else if (areCurrencies(rows, position)) this.currencies.push(column);
      else if (isTaxRateHeading(text, cell)) rates.push(column);
      else if (isTaxHeading(text)) taxes.push(column);
      else if (isNetHeader(cell)) nets.push(column);
      else if (isSettlementDay(text, rows, position)) this.settlement ??= position;
      else {
        this.zones.take(position, cell);
        this.words.take(column, text);
        if (!isPercentageHeader(cell)) figures.push(column);
      }
    });
    for (const field of PRICED_FIELDS) {
      const code = codeOfHeading(field, heading(field));
      if (code === 'GBX' || (code !== null && !this.codes.has(field))) this.codes.set(field, code);
    }
    // A price without a currency of its own is in that of the amount.
    const ofAmount = this.codes.get('consideration');
    if (typeof ofAmount === 'string' && ofAmount !== 'GBX' && !this.codes.has('price') && !index.has('currency'))
      this.codes.set('price', ofAmount);
    this.isUtc = isUtcHeader(heading('transactionDate'));
    this.isInPounds = isPoundsHeader(heading('consideration'));
    this.sides = new SignedSides(index, rows);
    const mark = markOf(index, [...figures, ...nets.slice(1)], rows);
    const { net, charge } = provedNet(nets, [...taxes, ...figures], rows, {
      currency: headingCurrency(heading('consideration')),
      typeOf: (cells) => this.typeOf(cells),
      amountsOf: (position) => new NetAmounts(index, this.charges, position, mark),
    });
    figures.push(...nets.filter((column) => column !== net));
    if (charge !== null) {
      const { column, field } = charge;
      this.charges.set(field, [...(this.charges.get(field) ?? []), column.position]);
      this.chargeCodes.take(column.position, header[column.position] ?? '', column.heading);
      for (const columns of [taxes, figures]) if (columns.includes(column)) columns.splice(columns.indexOf(column), 1);
    }
    this.amounts = new NetAmounts(index, this.charges, net?.position, mark);
    this.included = new IncludedCharges(header, index, this.charges, this.amounts, rows);
    this.net = net;
    this.changed = new Set<TransactionField>([...this.charges.keys(), ...this.codes.keys()]);
    if (this.sides.isUsed) this.changed.add('transactionType');
    if (this.isUtc || this.paidOn !== undefined) this.changed.add('transactionDate');
    if (this.settlement !== null && !index.has('settlementDate')) this.changed.add('settlementDate');
    if (net !== null) this.changed.add('consideration');
    if (this.transferCost.position !== -1) for (const field of COSTED) this.changed.add(field);
    this.taxes = new IncomeTaxes(taxes, rates, net, index, this.amounts);
    this.perUnit = new IncomePerUnit(header, index, this.amounts, rows, taxes.length > 0 || index.has('taxWithheld'));
    this.base = new BaseCurrency(header, index, rows, this.amounts, (cells) => this.typeOf(cells));
    this.pounds = new AmountsInPounds(net === null ? figures : [...figures, net], net, index, this.amounts);
    if (this.pounds.mayProve) this.changed.add('exchangeRate');
    if (this.pounds.mayProveCurrency) this.changed.add('consideration');
    if (this.taxes.mayProve && !index.has('taxWithheld')) this.changed.add('taxWithheld');
    this.plain = new Map([...index].filter(([field]) => !this.changed.has(field)));
    this.figures = new UnreadFigures(index, this.amounts, heading, this.pounds);
    for (const column of figures) this.figures.take(column, normaliseHeader(header[column.position] ?? ''));
    this.separate = new SeparateCharges(index, rows);
    this.summed = new SummedRows(index, rows, figures, heading('brokerDealReference'));
  }

  /** A field's cell with its currency, with all charges of its kind, or in UTC. */
  cell(field: TransactionField, cells: readonly string[]): string {
    const plain = this.plain.get(field);
    if (plain !== undefined) return cells[plain] ?? '';
    if (!this.changed.has(field)) return '';
    // The settlement day is not read, but shows the order of day and month.
    if (field === 'settlementDate' && !this.index.has(field)) return cells[this.settlement ?? -1] ?? '';
    if (field === 'transactionType') return this.typeCell(cells);
    if (field === 'exchangeRate') return this.isAbroad(cells) ? this.pounds.rateOf(cells) : '';
    if (COSTED.has(field) && this.isMovedAtCost(cells))
      return field === 'consideration' ? (cells[this.transferCost.position] ?? '') : '';
    if (field === 'consideration' && this.isOnlyNet(cells)) return this.netCell(cells);
    const income = field === 'taxWithheld' || field === 'consideration' ? this.taxedIncome(cells) : null;
    if (field === 'taxWithheld') return income?.tax ?? '';
    const position = income === null ? this.index.get(field) : income.net;
    const others = this.charges.get(field as ChargeField);
    const own = position === undefined ? '' : (cells[position] ?? '');
    const cell = others === undefined ? own : this.sum([own, ...others.map((other) => this.chargeAt(cells, other))]);
    if (field === 'transactionDate') return this.dayOf(cells, cell);
    const proved = field === 'consideration' && this.pounds.isAbroad(cells) ? this.index.get('currency') : undefined;
    const code = proved ?? this.codes.get(field);
    return withCurrency(cell, typeof code === 'number' ? (cells[code] ?? '').trim() : (code ?? ''));
  }

  /** The day of a row: an income has that of its payment. */
  private dayOf(cells: readonly string[], cell: string): string {
    const type = this.paidOn === undefined ? null : this.typeOf(cells);
    const paid = type === 'DIVIDEND' || type === 'INTEREST' ? (cells[this.paidOn ?? -1] ?? '') : '';
    return paid.trim() === '' ? (this.isUtc ? asUtc(cell) : cell) : paid;
  }

  /** The word for the type, or the side that only the signs name. */
  private typeCell(cells: readonly string[]): string {
    const side = this.sides.isUsed ? this.sides.of(cells) : null;
    return side?.type ?? cells[this.index.get('transactionType') ?? -1] ?? '';
  }

  private typeOf(cells: readonly string[]): TransactionType | null {
    return remembered(this.types, this.typeCell(cells), typeOfWord);
  }

  /** Whether a column states what shares cost that were moved in; their price is that of the day. */
  private isMovedAtCost(cells: readonly string[]): boolean {
    return this.transferCost.states(cells) && this.typeOf(cells) === 'TRANSFER_IN';
  }

  /** The net amount and the tax of an income whose amount is their sum; null for any other row. */
  private taxedIncome(cells: readonly string[]): ReturnType<IncomeTaxes['of']> {
    const type = this.typeOf(cells);
    if ((type !== 'DIVIDEND' && type !== 'INTEREST') || !this.changed.has('taxWithheld')) return null;
    return this.taxes.of(cells);
  }

  /** Whether only the column of net amounts states what an income or a movement of cash was. */
  private isOnlyNet(cells: readonly string[]): boolean {
    if (this.net === null || isSomething(cells[this.index.get('consideration') ?? -1] ?? '')) return false;
    const type = this.typeOf(cells);
    return type !== null && (isCashEvent(type) || isIncomeType(type)) && isSomething(cells[this.net.position] ?? '');
  }

  private netCell(cells: readonly string[]): string {
    return withCurrency(cells[this.net?.position ?? -1] ?? '', headingCurrency(this.net?.heading ?? '') ?? '');
  }

  private chargeAt(cells: readonly string[], position: number): string {
    const { cell, code } = this.chargeCodes.charge(cells, position, this.amountCode(cells));
    return withCurrency(cell, code);
  }

  /** The currency of the amount. */
  private amountCode(cells: readonly string[]): string {
    const code = this.codes.get('consideration') ?? this.index.get('currency') ?? '';
    return currencyOfWord(typeof code === 'number' ? (cells[code] ?? '') : code)?.code ?? 'GBP';
  }

  /** Whether the amount is in another currency than pounds. */
  private isAbroad(cells: readonly string[]): boolean {
    const isPounds = this.isInPounds || (cells[this.index.get('consideration') ?? -1] ?? '').includes('£');
    return !isPounds && this.amountCode(cells) !== 'GBP';
  }

  private sum(cells: readonly string[]): string {
    return remembered(this.sums, cells.join('|'), () => sumOf(cells));
  }

  /** True for a field that only other columns state. */
  has(field: TransactionField): boolean {
    return this.charges.has(field as ChargeField) || (field === 'consideration' && this.transferCost.position !== -1);
  }

  /** Why a row is not a transaction, or null. */
  notExecuted(cells: readonly string[]): string | null {
    return this.status.notExecuted(cells);
  }

  /** What the columns that are not read say against the row, null for nothing, and whether it may reverse another. */
  doubts(cells: readonly string[]): { readonly note: string | null; readonly mayReverse: boolean } {
    const type = this.typeOf(cells);
    const isTrade = type === 'BUY' || type === 'SELL';
    const notes: string[] = [...this.status.notes(cells)];
    const side = this.sides.isUsed ? this.sides.of(cells) : null;
    const mayReverse = this.words.addNotes(notes, cells, type, side !== null);
    if (side !== null && side.note !== null) notes.push(side.note);
    const [separate, summed] = [this.separate.note(cells), this.summed.note(cells)];
    const said = [separate, summed, this.zones.note(cells), this.zones.lateNote(cells)];
    notes.push(
      ...said.filter((note) => note !== null),
      ...this.days.notes(cells, type),
      ...this.base.notes(cells, type),
    );
    const isTaxed = this.taxedIncome(cells) !== null;
    if (type !== null && this.isAbroad(cells)) notes.push(...this.pounds.notes(cells));
    const isIncome = type !== null && (isIncomeType(type) || type === 'CASH_INTEREST');
    if (!isTaxed && (isTrade || isIncome || (type !== null && isCashEvent(type))))
      notes.push(...this.taxes.notes(cells, isIncome));
    if (this.currencies.length > 0 && type !== null && (isTrade || isIncomeType(type) || isCashEvent(type)))
      notes.push(
        ...currencyNotes(cells, {
          columns: this.currencies,
          own: cells[this.index.get('currency') ?? -1] ?? '',
          isCode: (position) => [...this.codes.values()].includes(position),
          isProved: this.amounts.isProved(cells),
          isCash: isCashEvent(type),
        }),
      );
    if (type === 'TRANSFER_IN') notes.push(...this.transferCost.notes(cells, this.amounts));
    if (type === 'DIVIDEND_REINVESTED') notes.push(...this.figures.reinvestedNotes(cells));
    if (isTrade) {
      notes.push(...this.tradeNotes(cells, type));
      if (this.figures.hasColumns) notes.push(...this.figures.tradeNotes(cells, type));
    } else if (type !== null && isIncomeType(type))
      notes.push(
        ...(isTaxed ? [] : this.netNotes(cells, 'Check which was received.')),
        ...this.figures.incomeNotes(cells),
        ...this.perUnit.notes(cells),
      );
    else if (type !== null && !this.amounts.mayBeNet(cells)) notes.push(...this.netNotes(cells, 'Check both.'));
    if (type !== null && isCashEvent(type)) notes.push(...this.figures.cashNotes(cells));
    return { note: notes.length === 0 ? null : notes.join(' '), mayReverse };
  }

  private tradeNotes(cells: readonly string[], type: 'BUY' | 'SELL'): readonly string[] {
    const notes = [...this.units.notes(cells, this.index, this.amounts)];
    for (const [field, positions] of this.charges) {
      const own = cells[this.index.get(field) ?? -1] ?? '';
      if (this.sum([own, ...positions.map((position) => this.chargeAt(cells, position))]) === UNREADABLE)
        notes.push('The charges are in several columns that could not be added. Check them.');
    }
    const ofCodes = this.chargeCodes.notes(cells, this.amountCode(cells), (row) => this.amounts.chargesOf(row));
    notes.push(...ofCodes, ...this.included.notes(cells, type));
    const proof = this.amounts.proof(cells, type);
    if (this.net !== null && (proof === 'charged' || proof === 'differs'))
      notes.push(
        `${this.net.heading} is ${cleanText(cells[this.net.position] ?? '')}, which the amount and its charges do not make. Check them.`,
      );
    return notes;
  }

  /** Income, and cash that moved, is what was received or paid: the net amount, where a column states it. */
  private netNotes(cells: readonly string[], request: string): readonly string[] {
    return this.net === null || this.isOnlyNet(cells) ? [] : netNotes(this.net, this.amounts, cells, request);
  }
}
