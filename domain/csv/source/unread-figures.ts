/**
 * Columns of figures that are not read, compared with those that are: in a file without a profile they may hold what was
 * paid, the price or the units of a trade, or show that an income is more than income.
 */
import { isPlausibleCharge } from '../cells/figure-proof.ts';
import { cleanText } from '../cells/cell-text.ts';
import { currencyOfWord } from '../cells/words.ts';
import { normaliseHeader, withoutCurrency, type TransactionField } from '../tables/columns.ts';
import { headingCurrency, isPenceHeader } from '../tables/heading-units.ts';
import type { AmountsInPounds } from './amounts-in-pounds.ts';
import type { NamedColumn } from './column-cells.ts';
import { isSomething } from './charge-columns.ts';
import { type FigureKind, isFlow, kindOfFigures } from './figure-headings.ts';
import type { NetAmounts, TradeSums } from './net-amounts.ts';
import { priceNotes } from './unread-prices.ts';

/** Money that was paid or received. */
const MOVED = /\b(?:proceeds|cash|paid|received|payable|receivable|settlement|outlay|spent)\b/iu;

export class UnreadFigures {
  private readonly index: ReadonlyMap<TransactionField, number>;
  private readonly amounts: NetAmounts;
  private readonly pounds: AmountsInPounds;
  private readonly isPence: boolean;
  private readonly isInPounds: boolean;
  private readonly amountWords: string;
  private readonly columns: Readonly<Record<FigureKind, NamedColumn[]>> = {
    money: [],
    prices: [],
    inclusive: [],
    units: [],
    factors: [],
    more: [],
    capital: [],
    dividends: [],
    gains: [],
    books: [],
    others: [],
  };
  private readonly flows: NamedColumn[] = [];

  /** `heading` returns the heading of a field that is read; it may name pence or pounds. */
  constructor(
    index: ReadonlyMap<TransactionField, number>,
    amounts: NetAmounts,
    heading: (field: TransactionField) => string,
    pounds: AmountsInPounds,
  ) {
    this.index = index;
    this.amounts = amounts;
    this.pounds = pounds;
    this.isPence = isPenceHeader(heading('localPrice') || heading('price'));
    this.isInPounds = headingCurrency(heading('consideration')) === 'GBP';
    this.amountWords = wordsOf(heading('consideration'));
  }

  /** Takes a column that is not read; `text` is its heading as `normaliseHeader` returns it. */
  take(column: NamedColumn, text: string): void {
    if (isFlow(text)) this.flows.push(column);
    const kind = kindOfFigures(column.heading, text, this.isPriced || this.index.has('exchangeRate'));
    if (kind !== null) this.columns[kind].push(column);
  }

  private get isPriced(): boolean {
    return this.index.has('price') || this.index.has('localPrice');
  }

  /** Whether any column may say something against a trade. */
  get hasColumns(): boolean {
    return Object.values(this.columns).some(({ length }) => length > 0);
  }

  /** What the columns say against a trade. Where quantity x price is the amount, only a charge may be missing. */
  tradeNotes(cells: readonly string[], type: 'BUY' | 'SELL'): readonly string[] {
    const notes = this.columns.money.flatMap((column) => this.moneyNote(column, cells, type, true) ?? []);
    notes.push(...priceNotes(cells, type, this.columns, this.index, this.amounts));
    if (type === 'BUY')
      notes.push(
        ...this.columns.books.flatMap(
          (column) => this.moneyNote(column, cells, type, !this.index.has('consideration')) ?? [],
        ),
      );
    for (const { position, heading } of this.columns.dividends)
      if (isSomething(cells[position] ?? ''))
        notes.push(`${heading} of ${cleanText(cells[position] ?? '')} was not read. Enter it as a row of its own.`);
    for (const { position, heading } of this.columns.inclusive)
      if (isSomething(cells[position] ?? ''))
        notes.push(`${heading} is ${cleanText(cells[position] ?? '')}: the amount may include charges. Check them.`);
    notes.push(...this.moreNotes(cells), ...this.nominalNotes(cells));
    if (this.columns.others.length > 0 && this.amounts.proof(cells, type) !== 'fits')
      notes.push(
        ...this.columns.others.flatMap(
          (column) => this.moneyNote(column, cells, type, false) ?? this.chargeNote(column, cells) ?? [],
        ),
      );
    if (
      this.columns.prices.length + this.columns.units.length + this.columns.factors.length === 0 ||
      this.amounts.isProved(cells)
    )
      return notes;
    for (const { position, heading } of this.columns.factors) {
      const factor = this.amounts.sizeAt(cells, position);
      if (factor !== null && factor !== 1) notes.push(`${heading} of ${factor} was not read. Check the amount.`);
    }
    notes.push(...this.differing(this.columns.units, cells, 'quantity', () => true));
    if (this.index.has('consideration')) return notes;
    const read = this.index.has('localPrice') ? 'localPrice' : 'price';
    return [
      ...notes,
      ...this.differing(this.columns.prices, cells, read, (price, own) => price > own * 0.8 && price < own * 1.25),
    ];
  }

  /** Units that came with the row, and which its quantity does not contain. */
  private moreNotes(cells: readonly string[]): readonly string[] {
    return this.columns.more.flatMap(({ position, heading }) => {
      const cell = cells[position] ?? '';
      return isSomething(cell)
        ? [`${heading}: ${cleanText(cell)}. They are not in the quantity. Add them with their value.`]
        : [];
    });
  }

  /** Another number of units, 100 times as many or as few: a bond is priced for a nominal 100. */
  private nominalNotes(cells: readonly string[]): readonly string[] {
    const own = this.amounts.sizeAt(cells, this.index.get('quantity')) ?? 0;
    return this.columns.units.flatMap(({ position, heading }) => {
      const units = this.amounts.sizeAt(cells, position) ?? 0;
      return own > 0 && (units === own * 100 || own === units * 100)
        ? [`${heading} is ${units}, but the quantity was read as ${own}. Check which is the nominal.`]
        : [];
    });
  }

  /** What the columns say against a movement of cash: another one, beside an amount that may be a balance. */
  cashNotes(cells: readonly string[]): readonly string[] {
    const amount = this.amounts.of(cells);
    return this.flows.flatMap(({ position, heading }) => {
      const stated = this.amounts.sizeAt(cells, position) ?? 0;
      return stated === 0 || amount === null || Math.abs(stated - amount) <= PENNIES
        ? []
        : [
            `${heading} is ${cleanText(cells[position] ?? '')}, but ${amount} was read as the amount. Check which was moved.`,
          ];
    });
  }

  /** What the columns say against an income: parts that are not income, or another amount that was received. */
  incomeNotes(cells: readonly string[]): readonly string[] {
    const notes: string[] = [];
    for (const { position, heading } of this.columns.capital)
      if (isSomething(cells[position] ?? ''))
        notes.push(
          `${heading} of ${cleanText(cells[position] ?? '')} was not read. It is not income. Check the amount.`,
        );
    notes.push(...this.moreNotes(cells));
    const [amount, units] = [this.amounts.of(cells), this.amounts.sizeAt(cells, this.index.get('quantity'))];
    if (amount === null || amount === 0) return notes;
    for (const { position, heading } of this.columns.money) {
      const stated = this.amounts.sizeAt(cells, position) ?? 0;
      if (this.isSameAbroad(heading, cells) || (!this.isInPounds && this.pounds.isConverted(cells, position))) continue;
      const converted = this.isInPounds ? this.convertedAt(cells, stated) : [];
      if (converted.some((pounds) => Math.abs(pounds - amount) <= PENNIES + amount * RATE_ROUNDING)) continue;
      if (converted.length > 0 && Math.abs(stated - amount) <= PENNIES)
        notes.push(`${heading} is ${stated} in another currency, and the amount in pounds is the same. Check both.`);
      else if (units !== null && units > 1 && Math.abs(stated - units * amount) <= stated * 0.01 + 0.0051 && stated > 0)
        notes.push(`${heading} is ${stated}: the amount of ${amount} is that of one unit. Check which was received.`);
      else if (stated > 0 && Math.abs(stated - amount) > PENNIES)
        notes.push(`${heading} is ${stated}, but the amount was read as ${amount}. Check which was received.`);
    }
    return notes;
  }

  /** What the columns say against a reinvested dividend: a dividend of another amount, of which a part was left. */
  reinvestedNotes(cells: readonly string[]): readonly string[] {
    const amount = this.amounts.of(cells);
    return this.columns.dividends.flatMap(({ position, heading }) => {
      const stated = this.amounts.sizeAt(cells, position) ?? 0;
      return stated === 0 || amount === null || Math.abs(stated - amount) <= PENNIES
        ? []
        : [`${heading} is ${stated}, but ${amount} was reinvested. Check that all of the income is recorded.`];
    });
  }

  /** Whether a column states the amount that was read in pounds in the row's own currency, at a rate that is not stated. */
  private isSameAbroad(heading: string, cells: readonly string[]): boolean {
    if (!this.isInPounds || wordsOf(heading) !== this.amountWords || this.index.has('exchangeRate')) return false;
    const own = currencyOfWord(cells[this.index.get('currency') ?? -1] ?? '')?.code ?? 'GBP';
    return own !== 'GBP' && headingCurrency(heading) !== 'GBP';
  }

  /** Whether a heading names pounds beside an amount that is in pounds too, so that no rate is between them. */
  private isInPoundsTwice(heading: string, cells: readonly string[]): boolean {
    const own = currencyOfWord(cells[this.index.get('currency') ?? -1] ?? '')?.code ?? 'GBP';
    return own === 'GBP' && headingCurrency(heading) === 'GBP';
  }

  /** An amount at the row's rate, which may be stated in either direction; none for a row in pounds or without a rate. */
  private convertedAt(cells: readonly string[], stated: number): readonly number[] {
    const rate = this.amounts.sizeAt(cells, this.index.get('exchangeRate')) ?? 0;
    const code = currencyOfWord(cells[this.index.get('currency') ?? -1] ?? '')?.code ?? 'GBP';
    return rate === 0 || rate === 1 || code === 'GBP' ? [] : [stated * rate, stated / rate];
  }

  /** Whether a row's price is in pence by its heading, its currency or its cell. */
  private namesPence(cells: readonly string[]): boolean {
    const cellOf = (field: TransactionField): string => (cells[this.index.get(field) ?? -1] ?? '').trim();
    const price = cellOf('localPrice') || cellOf('price');
    return this.isPence || currencyOfWord(cellOf('currency'))?.pence === true || /(?:p|GBX|pence)$/iu.test(price);
  }

  /** `isNamed`: the heading speaks of money, so that what the row's other figures do not make is to be checked. */
  private moneyNote(
    { position, heading }: NamedColumn,
    cells: readonly string[],
    type: 'BUY' | 'SELL',
    isNamed: boolean,
  ): string | null {
    const stated = this.amounts.sizeAt(cells, position);
    if (stated === null || stated === 0) return null;
    if (TOTAL_CHARGES.test(wordsOf(heading)) && stated < (this.amounts.of(cells) ?? 0) / 2) {
      const read = this.amounts.chargesOf(cells);
      return Math.abs(stated - read) <= PENNIES
        ? null
        : `${heading} is ${cleanText(cells[position] ?? '')}, but charges of ${read.toFixed(2)} were read. Check them.`;
    }
    const sums = this.amounts.sums(cells, type, stated);
    if (sums === null || sums.gross === 0) return null;
    const { gross, net, isComputed, isInPence, rounding } = sums;
    if (isInPence && !this.namesPence(cells) && stated > gross / 2 && stated < gross * 2)
      return `${heading} is ${cleanText(cells[position] ?? '')}, which is quantity x price in pence. Check the amount.`;
    const isMade = [gross, net].some((sum) => Math.abs(stated - sum) <= Math.max(PENNIES, isNamed ? rounding : 0));
    if (isMade || (isNamed && this.isOtherwiseMade(cells, stated, sums, position, heading))) return null;
    const charge = type === 'BUY' ? stated - gross : gross - stated;
    if (/\bcosts?\b/iu.test(heading) && stated < gross / 2 && isPlausibleCharge(stated, gross))
      return unreadCharge(heading, cells[position] ?? '');
    const isCharged = charge > 0 && isPlausibleCharge(charge, gross) && stated > gross / 2;
    // A sale's amount may be what its units cost, and a purchase's what they are worth.
    const isOther = type === 'SELL' ? /\bproceeds\b/iu.test(heading) : this.isOtherCost(heading, cells, stated);
    const isMoved = isComputed || isOther || (MOVED.test(heading) && !this.amounts.isProved(cells));
    const isStrict = isNamed && !(type === 'SELL' && /\bcosts?\b/iu.test(heading));
    return isStrict || isCharged || isOther || (isMoved && stated > gross / 2 && stated < gross * 2)
      ? `${heading} is ${cleanText(cells[position] ?? '')}, which the amount and its charges do not make. Check them.`
      : null;
  }

  /** Whether a figure is another one of the row: its charges, its price, its units, or an amount in another currency. */
  private isOtherwiseMade(
    cells: readonly string[],
    stated: number,
    { gross, net }: TradeSums,
    position: number,
    heading: string,
  ): boolean {
    const own = (['quantity', 'price', 'localPrice'] as const).map((field) =>
      this.amounts.sizeAt(cells, this.index.get(field)),
    );
    const units = own[0] ?? 0;
    return (
      own.includes(stated) ||
      Math.abs(stated - Math.abs(net - gross)) <= PENNIES ||
      Math.abs(stated * units - gross) <= gross * 0.01 ||
      this.isSameAbroad(heading, cells) ||
      (this.pounds.isConverted(cells, position) && !this.isInPoundsTwice(heading, cells)) ||
      this.pounds.showsRate(cells, position) ||
      [gross, net].some((sum) =>
        this.convertedAt(cells, stated).some((pounds) => Math.abs(pounds - sum) <= PENNIES + sum * RATE_ROUNDING),
      )
    );
  }

  /** Whether a purchase cost something else than an amount that no price proves, which may be what its units are worth. */
  private isOtherCost(heading: string, cells: readonly string[], stated: number): boolean {
    const amount = this.amounts.of(cells) ?? 0;
    const units = this.amounts.sizeAt(cells, this.index.get('quantity')) ?? 1;
    const isOfOne = Math.abs(stated * units - amount) <= amount * 0.01;
    return /\bcost\b/iu.test(heading) && !this.amounts.isProved(cells) && !isOfOne;
  }

  /** A figure under a heading that says nothing, as large as the price or a charge may be. */
  private chargeNote({ position, heading }: NamedColumn, cells: readonly string[]): string | null {
    const cell = cells[position] ?? '';
    const stated = /\d[.,]\d/u.test(cell) ? this.amounts.sizeAt(cells, position) : null;
    const gross = stated === null || stated === 0 ? 0 : (this.amounts.of(cells) ?? 0);
    if (stated === null || gross === 0) return null;
    const units = this.amounts.sizeAt(cells, this.index.get('quantity')) ?? 0;
    const isPrice = [stated, stated / 100].some((price) => isPlausibleCharge(Math.abs(price * units - gross), gross));
    // Half of a small trade's amount may be a charge.
    if (!this.isPriced && units > 1 && isPrice && stated * units > gross / 2)
      return `${heading} of ${cleanText(cell)} was not read. It may be the price. Check the amount and its charges.`;
    return /[.,]\d{1,2}\D*$/u.test(cell) && stated < gross / 2 && isPlausibleCharge(stated, gross)
      ? unreadCharge(heading, cell)
      : null;
  }

  /** Figures beside the one that was read. */
  private differing(
    columns: readonly NamedColumn[],
    cells: readonly string[],
    field: 'quantity' | 'price' | 'localPrice',
    isAlike: (figure: number, own: number) => boolean,
  ): readonly string[] {
    const own = this.amounts.sizeAt(cells, this.index.get(field));
    if (own === null) return [];
    return columns.flatMap(({ position, heading }) => {
      const figure = this.amounts.sizeAt(cells, position);
      return figure !== null && figure !== 0 && figure !== own && isAlike(figure, own)
        ? [
            `${heading} is ${figure}, but the ${field === 'quantity' ? 'quantity' : 'price'} was read as ${own}. Check it.`,
          ]
        : [];
    });
  }
}

/** The sum of the charges of a row. */
const TOTAL_CHARGES = /^total (?:(?:dealing|trading|transaction) )?(?:charges|fees|costs|commissions?)$/u;

/** A heading's words without its currency. */
function wordsOf(heading: string): string {
  return withoutCurrency(normaliseHeader(heading));
}

function unreadCharge(heading: string, cell: string): string {
  return `${heading} of ${cleanText(cell)} was not read. It may be a charge. Check it.`;
}

/** Half of the fourth digit of a rate near 1. */
const RATE_ROUNDING = 0.0001;
/** Two amounts to the penny. */
const PENNIES = 0.0151;
