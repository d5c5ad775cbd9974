/**
 * The figures of a row: read cell by cell, then resolved together (signs, grouping, pence, currency, a missing
 * consideration).
 */
import { isAmount, parseAmount } from '../../values/amount.ts';
import { multiply, parseExact, round, toText, type Exact } from '../../values/decimal.ts';
import type { TransactionType } from '../../fields/enums.ts';
import { quantityRuleOf } from '../../records/transaction.ts';
import { readNumber, writtenDirection } from '../cells/numbers.ts';
import { isCutFigure } from '../cells/scientific-notation.ts';
import { isIncomeType } from '../cells/words.ts';
import { CHARGE_FIELDS } from '../tables/columns.ts';
import { CHARGES, SIGNED_FIELDS, signAgainst, marksReversal, type FigureField } from './figure-habits.ts';
import { takePoundsCharges } from './pounds-charges.ts';
import { proveAcquisition, proveIncome, proveTrade, statesCharges } from './row-proof.ts';
import type { FigureFault } from './row-words.ts';
import { doubtChargeCurrency, readInPounds } from './rated-amount.ts';
import { signDoubts } from './sign-doubts.ts';
import { doubtMixedMarks } from './unusual-figures.ts';
import { settleAmbiguous } from './ambiguous-figures.ts';
import { isNear, LEAST_PENCE, settlePence, type FiguresContext } from './settle-pence.ts';
import { doubtRate, usedRate, type UsedFileRate } from './stated-rate.ts';

/** A figure as plain decimal text, in pounds unless `currency` says otherwise. */
interface Figure {
  text: string;
  /** The file states the figure in pence. */
  inPence?: boolean;
  /** The other meaning of text such as `1,234`, until the row decides. */
  alternative: string | null;
  currency: string | null;
  /** The cell says so, as `5.00 DR` does. */
  direction?: 'paid' | 'received' | null;
}

/** Acquisitions that are not purchases, at an amount that quantity x price proves. */
const ACQUISITIONS: ReadonlySet<TransactionType> = new Set(['TRANSFER_IN', 'RIGHTS_ISSUE', 'DIVIDEND_REINVESTED']);

const AMOUNT_FIELDS = ['consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest'] as const;

export class RowFigures {
  private readonly figures: Partial<Record<FigureField, Figure>> = {};
  private readonly stated: Partial<Record<FigureField, string>> = {};
  private readonly faulty: FigureField[] = [];
  private readonly context: FiguresContext;
  /** A price in another currency, as the file states it. */
  foreignPrice: { readonly currency: string; readonly value: number } | null = null;
  private saidRate = false;
  /** A figure that may have lost digits. */
  private cut: { readonly field: FigureField; readonly cell: string } | null = null;
  /** The amount was calculated from a price that names no unit. */
  isUnitOpen = false;
  /** The signs mark the row as a reversal. */
  isReversal = false;

  constructor(context: FiguresContext) {
    this.context = context;
    if (context.cutFigure !== null) this.cut = { field: 'consideration', cell: context.cutFigure };
  }

  read(field: FigureField, cell: string): void {
    if (cell === '') return;
    if (!this.context.believe && isCutFigure(cell)) this.cut ??= { field, cell: cell.trim() };
    const read = readNumber(cell, this.context.mark);
    if (read.kind === 'number' && field === 'quantity' && read.currency !== null) this.refuse(field, 'notANumber');
    else if (read.kind === 'number') {
      const currency = read.currency ?? (this.context.inPounds.has(field) ? 'GBP' : null);
      const direction = field === 'consideration' ? writtenDirection(cell) : null;
      this.figures[field] = {
        text: read.text,
        alternative: read.alternative,
        currency,
        inPence: read.pence,
        direction,
      };
      if (currency !== null) this.stated[field] = currency;
    } else if (read.kind === 'fault') this.refuse(field, read.fault);
  }

  refuse(field: FigureField, fault: FigureFault, detail = ''): void {
    this.faulty.push(field);
    this.context.words.refuse(field, fault, detail);
  }

  /** Resolves what single cells leave open; to be called once, after all are read. */
  settle(): void {
    this.dropSigns();
    settleAmbiguous(this.figures);
    if (!this.context.believe) doubtMixedMarks(Object.values(this.figures), this.context);
    if (readInPounds(this.figures, this.priceField, this.context)) this.stated.consideration = 'GBP';
    settlePence(this.figures, this.context, this);
    this.refuseHundredfold();
    this.proveCut();
    const charges = this.context.believe ? {} : takePoundsCharges(this.figures, this.priceField, this.context);
    this.prove();
    doubtRate(this.figures.consideration?.currency ?? null, this.context);
    this.settleCurrency();
    Object.assign(this.figures, charges);
    this.computeConsideration();
  }

  /** The amount of a figure, or null when the row has none or it was refused. */
  amount(field: FigureField): number | null {
    const figure = this.figures[field];
    if (figure === undefined) return null;
    const value = parseAmount(figure.text);
    if (isAmount(value)) return value;
    this.refuse(field, value);
    return null;
  }

  /** The currency of a figure: beside it, in its heading or in the row's currency column; null when none names it. */
  currencyOf(field: FigureField): string | null {
    return this.stated[field] ?? this.context.declared?.code ?? null;
  }

  /** An amount in pounds at the rate of the row's other amounts; null where no rate is known. */
  inPounds(text: string, currency: string, places = 2): Exact<'pounds'> | null {
    const value = parseExact<'pounds'>(text);
    if (value === null || currency === 'GBP') return value;
    const factor = parseExact<'rate'>(this.rateOf(currency)?.text ?? '');
    return factor === null ? null : round(multiply(value, factor), places);
  }

  get priceField(): 'localPrice' | 'price' {
    return this.figures.localPrice === undefined ? 'price' : 'localPrice';
  }

  textOf(field: FigureField): string | null {
    return this.figures[field]?.text ?? null;
  }

  /**
   * The side comes from the type, not from signs, which brokers use differently. But a purchase of a negative quantity
   * or negative income is a reversal. Changes in units and accrued interest keep their signs, and so do charges until
   * they are proved.
   */
  private dropSigns(): void {
    const { type, believe } = this.context;
    const isTrade = type === 'BUY' || type === 'SELL';
    for (const field of SIGNED_FIELDS) {
      const figure = this.figures[field];
      if (figure === undefined || (isTrade && !believe && CHARGES.has(field))) continue;
      const negative = figure.text.startsWith('-');
      if (field === 'quantity' && type === 'SELL' && !believe) this.judgeSale(negative, figure.text);
      if (field === 'consideration' && isTrade && !believe) this.judgeAmount(negative, figure);
      if (!negative) continue;
      if (field === 'quantity' && (type === null || quantityRuleOf(type) === 'nonZero')) continue;
      if (!believe && type !== null && marksReversal(field, type)) this.isReversal = true;
      figure.text = figure.text.slice(1);
    }
    // Charges that a reversal returns are not rebates: the row describes the reversed trade.
    if (this.context.isReversal || this.isReversal)
      for (const charge of CHARGE_FIELDS.map((field) => this.figures[field]))
        if (charge !== undefined) charge.text = charge.text.replace(/^-/u, '');
  }

  /** A figure in scientific notation is accepted only if quantity x price proves it to the penny. */
  private proveCut(): void {
    const { cut } = this;
    if (cut === null) return;
    const { quantity, consideration } = this.figures;
    const product = Number(quantity?.text) * Number(this.figures[this.priceField]?.text);
    // A profile may have made one of these figures from the others.
    if (!this.context.isBrokerFile && Math.abs(product - Number(consideration?.text)) < 0.0151)
      this.context.words.remark(`${cut.cell} was read as a whole number, which quantity x price confirms.`);
    else this.refuse(cut.field, 'cut', cut.cell);
  }

  /**
   * A sale whose sign fewer sales of the file have is a reversal; where both signs are equally frequent, the row gets a
   * warning.
   */
  private judgeSale(negative: boolean, quantity: string): void {
    const against = signAgainst(this.context.habits.sold, negative);
    if (against === 'tie')
      this.context.words.doubt(
        `The quantity ${quantity} does not have the sign of other sales. Is this sale a reversal?`,
      );
    else if (against !== 'none') this.isReversal = true;
  }

  /** An amount whose sign says that money may have been returned; a broker's file has its own proof of that. */
  private judgeAmount(negative: boolean, { text: amount, direction = null }: Figure): void {
    const { type, isBrokerFile, habits, words, isReversal, proof } = this.context;
    if (isBrokerFile || proof?.isDirectionProved === true || isReversal || this.isReversal || !/[1-9]/u.test(amount))
      return;
    for (const doubt of signDoubts(type === 'BUY', negative, amount, habits, direction)) words.doubt(doubt);
  }

  /** The figures of every trade must prove each other, except in our own export. */
  private prove(): void {
    const { type, believe } = this.context;
    if (believe || type === null) return;
    const { context } = this;
    if (isIncomeType(type)) return proveIncome(this.figures, context);
    if (type === 'SPLIT') return this.doubtSplit();
    if (ACQUISITIONS.has(type)) return proveAcquisition(this.figures, this.priceField, context);
    if (type !== 'BUY' && type !== 'SELL') return;
    this.doubtWholeAmount();
    if (proveTrade(this.figures, this.priceField, context)) this.isReversal = true;
  }

  /** Amounts without pence may be in pence where nothing says that they are in pounds. */
  private doubtWholeAmount(): void {
    const { habits, declared, inPounds, words } = this.context;
    const amount = this.figures.consideration;
    const isNamed = inPounds.has('consideration') || (amount?.currency ?? null) !== null;
    const isPounds = declared === null || (declared.code === 'GBP' && !declared.pence);
    if (habits.hasWholeAmounts && amount !== undefined && isPounds && !isNamed)
      words.doubt(
        'No amount of the file has pence, although quantity x price does: they may be in pence, or rounded. Check them.',
      );
  }

  /** Files that are no broker's state the change in units, the new holding or the ratio: nothing shows which. */
  private doubtSplit(): void {
    const { quantity } = this.figures;
    const { isBrokerFile, hasRatio, proof, words } = this.context;
    if (quantity !== undefined && !isBrokerFile && !hasRatio && proof?.areUnitsProved !== true)
      words.doubt(`${quantity.text} was read as the change in units, not as the new holding or the ratio. Check it.`);
  }

  /**
   * Refuses a trade whose quantity x price and consideration in one currency still differ by a factor of 100: one
   * figure lacks its decimal point.
   */
  private refuseHundredfold(): void {
    const { type, declared, believe } = this.context;
    if (believe || (type !== 'BUY' && type !== 'SELL')) return;
    const price = this.figures[this.priceField];
    const { quantity: units, consideration } = this.figures;
    if (units === undefined || price === undefined || consideration === undefined) return;
    const declaredCode = declared?.code ?? 'GBP';
    if ((price.currency ?? declaredCode) !== (consideration.currency ?? declaredCode)) return;
    const quantity = Number(units.text);
    const product = quantity * Number(price.text);
    const stated = Number(consideration.text);
    if (isNear(product * 100, stated))
      this.refuse('consideration', 'hundredfold', `${product.toFixed(2)}, which is quantity x price`);
    else if (isNear(product, stated * 100))
      this.refuse(
        this.priceField,
        'hundredfold',
        `${(stated / quantity).toFixed(4)}, which is consideration / quantity`,
      );
  }

  private settleCurrency(): void {
    for (const field of ['price', 'localPrice'] as const) this.settlePriceCurrency(field);
    this.doubtNoCurrency();
    const amountCurrency = this.amountCurrency();
    if (amountCurrency === null || amountCurrency === 'GBP' || this.context.date === null) return;
    const rate = this.rateOf(amountCurrency);
    if (rate === null) {
      this.refuse('consideration', 'needsRate', amountCurrency);
      return;
    }
    for (const amount of AMOUNT_FIELDS) this.convert(amount, amountCurrency, 2);
    this.context.words.corrected({ kind: rate.kind, currency: amountCurrency });
  }

  /** True where nothing names the currency of a figure. */
  private isUnstated(field: 'price' | 'consideration'): boolean {
    const { declared, believe, inPounds, isCurrencyKnown, penceHeading } = this.context;
    const named = believe || isCurrencyKnown || declared !== null || inPounds.size > 0 || penceHeading;
    return !named && this.figures[field] !== undefined && this.figures[field].currency === null;
  }

  /** True where nothing names the currency of the amounts. */
  get isCurrencyOpen(): boolean {
    if (this.figures.localPrice !== undefined || (this.figures.price?.currency ?? null) !== null) return false;
    return this.isUnstated('consideration');
  }

  /** Warns about amounts without a currency in a file that names one for other rows. */
  private doubtNoCurrency(): void {
    const { consideration } = this.figures;
    const { declared, habits, believe, words, inPounds, isBrokerFile } = this.context;
    if (believe || isBrokerFile || declared !== null || !habits.namesAbroad || inPounds.has('consideration')) return;
    if (consideration !== undefined && consideration.currency === null && /[1-9]/u.test(consideration.text))
      words.doubt('The row names no currency, unlike others of the file: its amounts were read as pounds. Check them.');
  }

  /**
   * A price in another currency is kept as the native price; in pounds it is the file's own, or is converted at the
   * row's rate or the day's.
   */
  private settlePriceCurrency(field: 'price' | 'localPrice'): void {
    const price = this.figures[field];
    const currency = price?.currency ?? (field === 'price' ? this.context.declared?.code : null) ?? 'GBP';
    if (price === undefined || currency === 'GBP') return;
    const value = parseAmount(price.text);
    if (field === 'price') this.foreignPrice = isAmount(value) ? { currency, value } : null;
    this.convert(field, currency, 8);
  }

  /**
   * The currency of all the row's amounts; null after refusing a row with several. A currency column applies to a
   * consideration without one of its own; else it applies to the price, and charges have the consideration's currency.
   */
  private amountCurrency(): string | null {
    const { consideration } = this.figures;
    let only =
      consideration !== undefined && /[1-9]/u.test(consideration.text)
        ? (consideration.currency ?? this.context.declared?.code ?? null)
        : null;
    for (const field of AMOUNT_FIELDS) {
      const figure = this.figures[field];
      if (figure === undefined || figure.currency === null || !/[1-9]/u.test(figure.text)) continue;
      if (only !== null && only !== figure.currency) {
        this.refuse('consideration', 'mixedCurrencies', `${only} and ${figure.currency}`);
        return null;
      }
      only = figure.currency;
    }
    doubtChargeCurrency(consideration, only, this.context);
    const code = only ?? this.context.declared?.code ?? 'GBP';
    if (only !== null || code === 'GBP') return code;
    // Zero is the same in any currency and needs no rate.
    return AMOUNT_FIELDS.some((field) => /[1-9]/u.test(this.figures[field]?.text ?? '')) ? code : 'GBP';
  }

  /** The rate of a currency; null when none is known. A stated rate that is not used is mentioned once for the row. */
  private rateOf(currency: string): UsedFileRate | null {
    const ofAmounts = this.figures.consideration?.currency ?? this.context.declared?.code ?? 'GBP';
    // A price in another currency than amounts in pounds was converted at the row's rate.
    const applies = currency === ofAmounts ? 'amounts' : ofAmounts === 'GBP' ? 'price' : 'neither';
    const { rate, unused } = usedRate(currency, applies, this.context);
    if (unused !== null && !this.saidRate) {
      this.saidRate = true;
      this.context.words.doubt(unused);
    }
    return rate;
  }

  /** Converts a figure to pounds at the rate of the file or the day; without a rate the figure is removed. */
  private convert(field: FigureField, currency: string, places: number): void {
    const figure = this.figures[field];
    if (figure === undefined) return;
    const value = this.inPounds(figure.text, currency, places);
    if (value === null) delete this.figures[field];
    else figure.text = toText(value);
  }

  /** A missing consideration is quantity x price to the penny; the user is told. */
  private computeConsideration(): void {
    if (this.figures.consideration !== undefined || this.faulty.includes('consideration')) return;
    const { type, habits, isBrokerFile, proof, words } = this.context;
    const quantity = parseExact<'pounds'>(this.figures.quantity?.text ?? 'none');
    const price = parseExact<'price'>(this.figures[this.priceField]?.text ?? 'none');
    this.isUnitOpen = price !== null && this.isUnstated('price') && this.figures.localPrice === undefined;
    if (quantity === null || price === null || quantity <= 0n) {
      // A split and a transfer out have no consideration of their own.
      if (type === 'SPLIT' || type === 'TRANSFER_OUT' || type === 'ISIN_CHANGE')
        this.figures.consideration = { text: '0', alternative: null, currency: null };
      return;
    }
    this.figures.consideration = {
      text: toText(round(multiply(quantity, price), 2)),
      alternative: null,
      currency: null,
    };
    const isTrade = type === 'BUY' || type === 'SELL';
    const { stated, missing } = habits.amounts;
    if (isTrade && proof?.isChargeDerived === true)
      words.doubt('The row states no amount, so its charges are not known: quantity x price was used. Check it.');
    else if (isTrade && (stated > missing || (stated > 0 && !statesCharges(this.figures))))
      words.doubt('The row states no amount, unlike others of the file: quantity x price was used. Check it.');
    if (isTrade && this.figures.consideration.text === '0') words.doubt('The amount is 0. Check it.');
    const ownPrice = this.figures[this.priceField];
    if (
      !isBrokerFile &&
      !isIncomeType(type ?? 'BUY') &&
      ownPrice?.inPence === true &&
      Number(ownPrice.text) < LEAST_PENCE / 100
    )
      words.doubt('A price of so few pence is unusual: it may be in pounds. Check it.');
    words.corrected({ kind: 'computed' });
  }
}
