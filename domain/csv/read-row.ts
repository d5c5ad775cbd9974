/** One row of a file read as a transaction: every cell by its column's rules, every fault named with column, value and what was expected. */
import { isAmount, parseAmount } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import { multiply, parseExact, round, toText, type Exact } from '../decimal.ts';
import { TAX_WRAPPERS, type TaxWrapper, type TransactionType } from '../enums.ts';
import { issueText, type Issue, type IssueCode } from '../issue.ts';
import { quantityRuleOf } from '../transaction.ts';
import { cleanText, shorten, unguardFormula } from './cell-text.ts';
import type { TransactionField } from './columns.ts';
import { readDay } from './day-text.ts';
import type { FileHabits } from './file-habits.ts';
import { isBlankMarker, penceToPounds, poundsToPence, readNumber } from './numbers.ts';
import type { PreviewError } from './preview.ts';
import type { SourceRow, SourceRows } from './source-rows.ts';
import { currencyOfWord, typeOfWord, wrapperOfWord } from './words.ts';

/** A figure as plain decimal text in pounds (or in `currency`), and its other possible reading. */
interface Figure {
  text: string;
  readonly alternative: string | null;
}

/** What a row says, before accounts, brokers and assets are looked up. Figures are plain decimal text. */
export interface RowReading {
  readonly source: SourceRow;
  readonly type: TransactionType | null;
  readonly date: IsoDate | null;
  readonly wrapper: TaxWrapper | null;
  readonly isinText: string;
  readonly sedolText: string;
  readonly assetName: string;
  readonly accountName: string;
  readonly brokerName: string;
  readonly reference: string;
  readonly relatedIsin: string;
  readonly figures: Readonly<Partial<Record<FigureName, number>>>;
  /** The price as plain decimal text in pounds, for the asset's denomination. */
  readonly priceInPounds: string | null;
  readonly foreignPrice: { readonly currency: string; readonly value: number } | null;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly errors: PreviewError[];
  readonly corrections: readonly Correction[];
}

type FigureName = 'quantity' | 'nativePrice' | 'localPrice' | 'consideration' | 'brokerCharge' | 'stampDuty' | 'fxCharge' | 'accruedInterest';

/** What was changed or added on the way, said once for the file. */
export type Correction =
  | { readonly kind: 'pence' | 'computed' | 'converted' | 'defaultWrapper' | 'undeclaredPence' | 'sedol'; readonly text: string };

/** Pounds for one unit of a currency on a day, as exact decimal text, or null. */
export type PoundsRate = (currency: string, day: IsoDate) => string | null;

export interface ReadingContext {
  readonly source: SourceRows;
  readonly habits: FileHabits;
  readonly today: IsoDate;
  readonly defaultWrapper: TaxWrapper | null;
  readonly rate: PoundsRate;
}

export const MAX_NAME_LENGTH = 255;
const AMOUNT_FIELDS = ['consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest'] as const;

/** Reads a row; what cannot be read is in `errors` and left out. */
export function readRow(row: SourceRow, context: ReadingContext): RowReading {
  return new RowReader(row, context).read();
}

class RowReader {
  private readonly row: SourceRow;
  private readonly context: ReadingContext;
  private readonly errors: PreviewError[] = [];
  private readonly corrections: Correction[] = [];
  private readonly currencies = new Map<string, string>();
  private readonly figures = new Map<TransactionField, Figure>();

  constructor(row: SourceRow, context: ReadingContext) {
    this.row = row;
    this.context = context;
  }

  read(): RowReading {
    if (this.row.fault !== null) this.errors.push({ message: this.row.fault, field: null });
    const trusted = this.row.fault === null;
    const type = trusted ? this.type() : typeOfWord(this.row.get('transactionType'));
    const date = trusted ? this.date() : null;
    const wrapper = trusted ? this.wrapper() : null;
    const assetName = this.name();
    const amounts = trusted ? this.amounts(type, date) : { figures: {}, priceInPounds: null, foreignPrice: null };
    return {
      source: this.row,
      type, date, wrapper, assetName, ...amounts,
      isinText: this.identifier('isin'),
      sedolText: this.identifier('sedol'),
      accountName: this.label('account'),
      brokerName: this.label('broker'),
      reference: this.label('brokerDealReference'),
      relatedIsin: this.identifier('relatedIsin'),
      extras: trusted ? this.extras() : {},
      errors: this.errors,
      corrections: this.corrections,
    };
  }

  private text(field: TransactionField): string {
    const text = cleanText(this.row.get(field));
    return this.context.source.guarded ? unguardFormula(text) : text;
  }

  /** Text in which `n/a` and dashes mean nothing. */
  private label(field: TransactionField): string {
    const text = this.text(field);
    return isBlankMarker(text) ? '' : text;
  }

  private identifier(field: TransactionField): string {
    if (!this.context.source.has(field)) return '';
    return this.label(field).replace(/\s/gu, '').toUpperCase();
  }

  private refuse(field: TransactionField, code: IssueCode, expected: string, value: string = cleanText(this.row.get(field))): void {
    const issue: Issue = { field: this.context.source.heading(field), code, value: shorten(value), expected };
    this.errors.push({ message: issueText(issue), field });
  }

  private type(): TransactionType | null {
    const text = this.text('transactionType');
    const type = typeOfWord(text);
    if (type === null) this.refuse('transactionType', text === '' ? 'required' : 'notAnOption', 'a type such as Buy, Sell or Dividend');
    return type;
  }

  private date(): IsoDate | null {
    const cell = this.row.get('transactionDate');
    if (isBlankMarker(cell)) {
      this.refuse('transactionDate', 'required', 'the day of the trade', '');
      return null;
    }
    const day = cell.length > 60 ? null : readDay(cell, this.context.habits.dateOrder);
    if (day === null) this.refuse('transactionDate', 'notADate', this.context.habits.dateOrder === 'mdy' ? 'a day as month/day/year' : 'a day such as 22/05/2025 or 2025-05-22');
    else if (day > this.context.today) {
      this.refuse('transactionDate', 'outOfRange', `a day that is not in the future (today is ${this.context.today})`);
      return null;
    }
    return day;
  }

  private wrapper(): TaxWrapper | null {
    const text = this.label('taxWrapper');
    if (text === '') {
      if (this.context.defaultWrapper !== null) return this.context.defaultWrapper;
      if (this.context.source.has('taxWrapper')) this.refuse('taxWrapper', 'required', TAX_WRAPPERS.join(', '));
      else this.corrections.push({ kind: 'defaultWrapper', text: '' });
      return this.context.source.has('taxWrapper') ? null : 'DEALING';
    }
    const wrapper = wrapperOfWord(text);
    if (wrapper === null) this.refuse('taxWrapper', 'notAnOption', 'DEALING, SIPP, ISA, LISA or SPECULATIVE');
    return wrapper;
  }

  private name(): string {
    const raw = this.row.get('assetName');
    if (raw.length <= MAX_NAME_LENGTH) return this.text('assetName');
    this.refuse('assetName', 'tooLong', `at most ${MAX_NAME_LENGTH} characters`);
    return shorten(raw);
  }

  private figure(field: TransactionField): void {
    if (!this.context.source.has(field)) return;
    const cell = this.row.get(field);
    if (cell === '') return;
    const read = readNumber(cell, this.context.habits.mark);
    if (read.kind === 'blank') return;
    if (read.kind === 'fault') {
      this.refuse(field, 'notANumber', read.fault === 'spreadsheetError' ? 'a number, not a spreadsheet error' : 'a number');
      return;
    }
    if (read.currency !== null) this.currencies.set(field, read.currency);
    this.figures.set(field, { text: read.text, alternative: read.alternative });
  }

  private amounts(type: TransactionType | null, date: IsoDate | null): Pick<RowReading, 'figures' | 'priceInPounds' | 'foreignPrice'> {
    for (const field of ['quantity', 'price', 'localPrice', 'nativePrice', ...AMOUNT_FIELDS] as const) this.figure(field);
    this.dropSigns(type);
    this.settleAmbiguous();
    const declared = currencyOfWord(this.text('currency'));
    this.settlePence(declared?.pence === true);
    const priceField = this.figures.has('localPrice') ? 'localPrice' : 'price';
    const amountCurrency = this.amountCurrency(declared?.code ?? null);
    const priceCurrency = this.currencies.get(priceField) ?? declared?.code ?? 'GBP';
    const foreignPrice = priceCurrency === 'GBP' ? null : this.foreign(priceField, priceCurrency);
    if (amountCurrency !== null && amountCurrency !== 'GBP') this.convert(amountCurrency, date);
    if (priceCurrency !== 'GBP') this.convertFigure(priceField, priceCurrency, date, null);
    this.computeConsideration();
    const figures: Partial<Record<FigureName, number>> = {};
    for (const name of ['quantity', 'nativePrice', ...AMOUNT_FIELDS] as const) {
      const value = this.amount(name);
      if (value !== null) figures[name] = value;
    }
    const local = this.amount(priceField);
    if (local !== null) figures.localPrice = local;
    return { figures, priceInPounds: this.figures.get(priceField)?.text ?? null, foreignPrice };
  }

  /** The side comes from the type, not from signs: brokers sign differently. Changes in units and accrued interest keep theirs. */
  private dropSigns(type: TransactionType | null): void {
    for (const [field, figure] of this.figures) {
      const signed = field === 'accruedInterest' || (field === 'quantity' && (type === null || quantityRuleOf(type) !== 'positive'));
      if (!signed && figure.text.startsWith('-')) figure.text = figure.text.slice(1);
    }
  }

  /** Where `1,234` may be 1234 or 1.234, quantity x price against the consideration decides. */
  private settleAmbiguous(): void {
    const parts = (['quantity', 'price', 'consideration'] as const).map((field) => this.figures.get(field));
    const [quantity, price, consideration] = parts;
    if (quantity === undefined || price === undefined || consideration === undefined || parts.every((part) => part?.alternative === null)) return;
    const readings = (figure: Figure): readonly string[] => (figure.alternative === null ? [figure.text] : [figure.text, figure.alternative]);
    for (const q of readings(quantity)) {
      for (const p of readings(price)) {
        for (const c of readings(consideration)) {
          if (!isNear(Number(q) * Number(p), Number(c))) continue;
          [quantity.text, price.text, consideration.text] = [q, p, c];
          return;
        }
      }
    }
  }

  /** Pence by the heading or currency, or because quantity x price is 100 times the consideration; charges are always pounds. */
  private settlePence(declaredByCurrency: boolean): void {
    const price = this.figures.get('price');
    if (price === undefined) return;
    const quantity = Number(this.figures.get('quantity')?.text ?? Number.NaN);
    const consideration = this.figures.get('consideration');
    const product = Math.abs(quantity * Number(price.text));
    const stated = Number(consideration?.text ?? Number.NaN);
    const declared = declaredByCurrency || this.context.source.pence('price');
    if (!declared && !(product > 0 && isNear(product, stated * 100))) return;
    if (declared && declaredByCurrency && consideration !== undefined && isNear(product, stated)) consideration.text = penceToPounds(consideration.text) ?? consideration.text;
    const pounds = penceToPounds(price.text) ?? price.text;
    if (declared) this.corrections.push({ kind: 'pence', text: '' });
    else {
      this.corrections.push({
        kind: 'undeclaredPence',
        text: `Line ${this.row.line}: the price looks like pence (${quantity.toLocaleString('en-GB', { maximumFractionDigits: 6 })} x ${price.text} is 100 times ${stated.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}) and was changed to ${pounds}.`,
      });
    }
    price.text = pounds;
  }

  /** The one currency of the row's amounts; null after refusing a row that has several. */
  private amountCurrency(declared: string | null): string | null {
    const named = new Set(AMOUNT_FIELDS.flatMap((field) => {
      const currency = this.currencies.get(field);
      return currency === undefined || !/[1-9]/u.test(this.figures.get(field)?.text ?? '') ? [] : [currency];
    }));
    if (named.size > 1) {
      this.errors.push({ message: `Amounts on this line are in more than one currency (${[...named].join(' and ')}): expected one.`, field: 'consideration' });
      return null;
    }
    const [only] = named;
    return only ?? declared ?? 'GBP';
  }

  private foreign(field: TransactionField, currency: string): { currency: string; value: number } | null {
    const figure = this.figures.get(field);
    const value = figure === undefined ? null : parseAmount(figure.text);
    return value === null || !isAmount(value) ? null : { currency, value };
  }

  private convert(currency: string, date: IsoDate | null): void {
    const rate = date === null ? null : this.context.rate(currency, date);
    if (rate === null) {
      if (date !== null) this.refuse('consideration', 'notAllowed', `pounds: ${currency} needs a GBP rate for ${date}`);
      return;
    }
    for (const field of AMOUNT_FIELDS) this.convertFigure(field, currency, date, 2);
    this.corrections.push({ kind: 'converted', text: currency });
  }

  private convertFigure(field: TransactionField, currency: string, date: IsoDate | null, places: number | null): void {
    const figure = this.figures.get(field);
    if (figure === undefined) return;
    const rate = date === null ? null : this.context.rate(currency, date);
    const value = parseExact<'pounds'>(figure.text);
    const factor = rate === null ? null : parseExact<'rate'>(rate);
    if (value === null || factor === null) {
      this.figures.delete(field);
      return;
    }
    figure.text = toText(round(multiply(value, factor), places ?? 8));
  }

  /** A missing consideration is quantity x price to the penny, and said. */
  private computeConsideration(): void {
    if (this.figures.has('consideration') || this.errors.some((error) => error.field === 'consideration')) return;
    const price = this.figures.get('localPrice') ?? this.figures.get('price');
    const quantity = parseExact<'pounds'>(this.figures.get('quantity')?.text ?? 'none');
    const unit: Exact<'price'> | null = parseExact<'price'>(price?.text ?? 'none');
    if (quantity === null || unit === null || quantity <= 0n) return;
    this.figures.set('consideration', { text: toText(round(multiply(quantity, unit), 2)), alternative: null });
    this.corrections.push({ kind: 'computed', text: '' });
  }

  private amount(field: TransactionField): number | null {
    const figure = this.figures.get(field);
    if (figure === undefined) return null;
    const value = parseAmount(figure.text);
    if (isAmount(value)) return value;
    this.refuse(field, value, value === 'tooLarge' ? 'a number below 1,000,000,000,000,000' : 'at most 15 significant digits and 12 decimal places');
    return null;
  }

  private extras(): Record<string, unknown> {
    const extras: Record<string, unknown> = {};
    for (const field of ['ratioNew', 'ratioOld', 'valueAfter', 'costFraction'] as const) {
      this.figure(field);
      const value = this.amount(field);
      if (value !== null) extras[field] = value;
    }
    for (const field of ['smallTreatment', 'transferId'] as const) {
      const text = this.label(field);
      if (text !== '') extras[field] = text;
    }
    const incomeDate = this.label('incomeDate');
    if (incomeDate !== '') extras['incomeDate'] = readDay(incomeDate, this.context.habits.dateOrder) ?? incomeDate;
    return extras;
  }
}

/** The price in the asset's denomination, where pounds settle it: GBX is pence. Null otherwise. */
export function nativePriceOf(reading: RowReading, denomination: string): number | null {
  if (reading.figures.nativePrice !== undefined) return reading.figures.nativePrice;
  if (reading.foreignPrice !== null) return reading.foreignPrice.currency === denomination ? reading.foreignPrice.value : null;
  if (reading.priceInPounds === null) return null;
  if (denomination === 'GBP') return reading.figures.localPrice ?? null;
  const pence = denomination === 'GBX' ? poundsToPence(reading.priceInPounds) : null;
  const value = pence === null ? null : parseAmount(pence);
  return value === null || !isAmount(value) ? null : value;
}

/** Within 1 %: enough to tell a factor of 100, or of 1000, from rounding and charges. */
function isNear(a: number, b: number): boolean {
  return a > 0 && b > 0 && Math.abs(a - b) <= Math.max(a, b) * 0.01;
}

