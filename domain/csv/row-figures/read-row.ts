/**
 * Reads one row of a file as a transaction: every cell by its column's rules, every error with column, value and what
 * was expected.
 */
import { dayMonthYear, type IsoDate } from '../../values/dates.ts';
import { isCashEvent, type TaxWrapper, type TransactionType } from '../../fields/enums.ts';
import { cleanText, shorten, unguardFormula } from '../cells/cell-text.ts';
import { readDay } from '../cells/day-text.ts';
import type { AmountReading } from '../cells/figure-proof.ts';
import { plainNumber } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { contributionKindOfWord, expectedType, typeOfWord, reversedType } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { answeredCash, cashTypeQuestion } from '../questions/cash-type-question.ts';
import { amountReadingQuestion } from '../questions/figure-questions.ts';
import type { ImportAnswers, RowQuestion } from '../questions/import-question.ts';
import { isNetHeader, type TransactionField } from '../tables/columns.ts';
import { cashFieldsOf, isOfCash, mayDeliverUnits, mayMoveUnits } from './cash-row.ts';
import { declaredCurrency, type DeclaredContext } from './declared-currency.ts';
import { FIGURE_FIELDS, type FigureField } from './figure-habits.ts';
import { dayDoubts, type FileHabits } from './file-habits.ts';
import { NO_AMOUNTS, type RowAmounts } from './row-amounts.ts';
import { RowFigures } from './row-figures.ts';
import type { RowReading } from './row-reading.ts';
import { RowWords, type FileWords, type FigureCorrection } from './row-words.ts';
import type { PoundsRate } from './settle-pence.ts';
import { isStampAndLevy } from './stamp-and-levy.ts';
import { WrapperReader } from './row-wrapper.ts';
import { withheldTax, type WithheldTax } from './withheld-tax.ts';

/** What was changed or assumed, said once for the file. */
export type Correction = FigureCorrection | { readonly kind: 'sedol' | 'name' | 'chosen'; readonly text: string };

export const MAX_NAME_LENGTH = 255;

const EXTRA_FIGURES = [
  'valueAfter',
  'costFraction',
  'ratioNew',
  'ratioOld',
  'cashAmount',
  'grossIncome',
  'taxWithheld',
] as const;
const EXTRA_TEXTS = ['smallTreatment', 'transferId', 'cashCurrency', 'contributionKind', 'taxCountry'] as const;
const EXTRA_DAYS = ['incomeDate', 'settlementDate'] as const;

export interface ReaderOptions {
  readonly today: IsoDate;
  readonly defaultWrapper: TaxWrapper | null;
  readonly rate: PoundsRate;
  /** As `FiguresContext.monthlyRate`, for the holder's name in a row; empty for none. */
  readonly monthlyRate: (currency: string, day: IsoDate, accountName: string) => string | null;
  readonly corrected: (correction: Correction, line: number) => void;
  /** The user's answers. */
  readonly answers: () => ImportAnswers;
}

/** Reads the rows of one file. */
export class RowReader {
  private readonly source: SourceRows;
  private readonly habits: FileHabits;
  private readonly options: ReaderOptions;
  private readonly fileWords: FileWords;
  private readonly figureFields: readonly FigureField[];
  private readonly hasExtras: boolean;
  private readonly penceHeading: boolean;
  private readonly isStampAndLevy: boolean;
  private readonly inPounds: ReadonlySet<FigureField>;
  private readonly days = new Map<string, IsoDate | null>();
  private readonly types = new Map<string, TransactionType | null>();
  private readonly reversedTypes = new Map<string, TransactionType | null>();
  private readonly wrappers: WrapperReader;
  private readonly declaredContext: DeclaredContext;
  /** Whether amounts are gross or net by these answers. */
  private amountReading: { readonly answers: ImportAnswers; readonly reading: AmountReading | null } | null = null;

  constructor(source: SourceRows, habits: FileHabits, options: ReaderOptions) {
    this.source = source;
    this.habits = habits;
    this.options = options;
    this.fileWords = { source, corrected: options.corrected, answers: options.answers };
    this.figureFields = FIGURE_FIELDS.filter((field) => source.has(field));
    this.hasExtras = [...EXTRA_FIGURES, ...EXTRA_TEXTS, ...EXTRA_DAYS].some((field) => source.has(field));
    this.penceHeading = source.pence('price');
    this.isStampAndLevy = isStampAndLevy(source.heading('stampDuty'));
    this.wrappers = new WrapperReader(source, options.defaultWrapper);
    this.inPounds = new Set(this.figureFields.filter((field) => field !== 'quantity' && source.pounds(field)));
    this.declaredContext = { source, mark: habits.mark, inPounds: this.inPounds, answers: options.answers };
  }

  /** Reads a row; cells that cannot be read are listed in `errors` and left out. */
  read(row: SourceRow): RowReading {
    const words = new RowWords(this.fileWords, row);
    const trusted = row.fault === null;
    if (row.fault !== null) words.errors.push({ message: row.fault, field: null });
    const typeCell = row.get('transactionType');
    const reversed = trusted && !this.source.guarded ? remembered(this.reversedTypes, typeCell, reversedType) : null;
    const asked = trusted && typeCell === '' ? this.askCashType(row, words) : null;
    const answered = asked === null ? null : answeredCash(asked);
    const type =
      asked === null
        ? (reversed ?? (trusted ? this.type(row, words) : typeOfWord(typeCell)))
        : (answered?.type ?? null);
    const date = trusted ? this.date(row, words) : null;
    words.date = date;
    const isReversal = row.isReversal || reversed !== null;
    const isCash = asked !== null || (type !== null && isCashEvent(type));
    if (isCash && mayMoveUnits(row, this.source))
      words.doubt('The row states units: they may have been moved instead of money. Check its type.');
    const amounts = trusted && !isCash ? this.amounts(row, type, date, words, isReversal) : null;
    const extras = trusted && this.hasExtras ? this.extras(row, words) : null;
    const named = type === 'CONTRIBUTION' && !this.source.isBrokerFile ? contributionKindOfWord(typeCell) : null;
    const kind = answered?.contributionKind ?? named;
    const accountName = this.text(row, 'account');
    return {
      source: row,
      type,
      isCash,
      date,
      wrapper: trusted ? this.wrappers.of(this.text(row, 'taxWrapper'), accountName, words) : null,
      isinText: this.identifier(row, 'isin'),
      sedolText: this.identifier(row, 'sedol'),
      ticker: this.text(row, 'ticker'),
      assetName: this.name(row, words),
      accountName,
      brokerName: this.text(row, 'broker'),
      reference: this.text(row, 'brokerDealReference'),
      relatedIsin: this.identifier(row, 'relatedIsin'),
      figures: amounts?.figures ?? NO_AMOUNTS,
      extras:
        trusted && isCash
          ? { ...this.cash(row, type, words), ...extras, ...(kind !== null && { contributionKind: kind }) }
          : amounts?.withheld === undefined
            ? extras
            : { ...extras, ...amounts.withheld },
      errors: words.errors,
      questions: words.questions,
      notes: words.notes,
      remarks: words.remarks,
      isReversal: isReversal || amounts?.isReversal === true,
    };
  }

  /** A text cell; in our own export it is exactly the stored text. */
  private text(row: SourceRow, field: TransactionField): string {
    const cell = row.get(field);
    if (cell === '') return '';
    return this.source.guarded ? unguardFormula(cell) : cleanText(cell);
  }

  private identifier(row: SourceRow, field: TransactionField): string {
    const text = this.text(row, field);
    return text === '' ? '' : text.replace(/\s/gu, '').toUpperCase();
  }

  private type(row: SourceRow, words: RowWords): TransactionType | null {
    const text = this.text(row, 'transactionType');
    const isUnclear = mayDeliverUnits(row, text) || this.habits.figures.unclearLetters.has(text.toUpperCase());
    const type = isUnclear ? null : remembered(this.types, text, typeOfWord);
    if (type === null)
      words.refuseCell('transactionType', text === '' ? 'required' : 'notAnOption', expectedType(text));
    if (type !== 'INTEREST' || this.source.isBrokerFile || this.source.guarded || !isOfCash(row)) return type;
    words.remark('The row names no security, so its interest was read as interest on cash.');
    if (/[1-9]/u.test(row.get('taxWithheld')))
      words.doubt(
        `Tax of ${this.text(row, 'taxWithheld')} was taken from the interest. Enter the interest before tax, and the tax as a row of its own.`,
      );
    return 'CASH_INTEREST';
  }

  private date(row: SourceRow, words: RowWords): IsoDate | null {
    const cell = row.get('transactionDate');
    if (cell.trim() === '') {
      words.refuseCell('transactionDate', 'required', 'the date of the trade');
      return null;
    }
    const day = this.dayOf(cell);
    if (day === null)
      words.refuseCell(
        'transactionDate',
        'notADate',
        this.habits.dateOrder === 'mdy' ? 'a date as month/day/year' : 'a date such as 22/05/2025 or 2025-05-22',
      );
    else if (day > this.options.today) {
      words.refuseCell(
        'transactionDate',
        'outOfRange',
        `a date that is not in the future (today is ${dayMonthYear(this.options.today)})`,
      );
      return null;
    }
    for (const doubt of day === null ? [] : dayDoubts(this.habits, row, day, this.source.guarded)) words.doubt(doubt);
    return day;
  }

  private dayOf(cell: string): IsoDate | null {
    return cell.length > 60 ? null : remembered(this.days, cell, () => readDay(cell, this.habits.dateOrder));
  }

  private name(row: SourceRow, words: RowWords): string {
    const raw = row.get('assetName');
    if (raw.length <= MAX_NAME_LENGTH) return this.text(row, 'assetName');
    words.refuseCell('assetName', 'tooLong', `at most ${MAX_NAME_LENGTH} characters`);
    return shorten(raw);
  }

  private figuresOf(
    row: SourceRow,
    type: TransactionType | null,
    date: IsoDate | null,
    words: RowWords,
    isReversal = false,
  ): RowFigures {
    const declared = declaredCurrency(row, words, this.declaredContext);
    return new RowFigures({
      currency: declared?.code ?? 'GBP',
      habits: this.habits.figures,
      proof: row.proof,
      isReversal,
      cutFigure: row.cutFigure,
      hasRatio: row.get('ratioNew') !== '' && row.get('ratioOld') !== '',
      statedRate: plainNumber(this.text(row, 'exchangeRate'), this.habits.mark),
      reading: this.reading(),
      words,
      mark: this.habits.mark,
      type,
      date,
      penceHeading: this.penceHeading,
      isStampAndLevy: this.isStampAndLevy,
      isBrokerFile: this.source.isBrokerFile,
      isCurrencyKnown: this.source.isCurrencyKnown,
      inPounds: this.inPounds,
      rate: this.options.rate,
      monthlyRate: (currency, day) => this.options.monthlyRate(currency, day, this.text(row, 'account')),
      believe: this.source.guarded,
      declared,
    });
  }

  private amounts(
    row: SourceRow,
    type: TransactionType | null,
    date: IsoDate | null,
    words: RowWords,
    isReversal: boolean,
  ): { readonly figures: RowAmounts; readonly isReversal: boolean; readonly withheld?: WithheldTax } {
    const figures = this.figuresOf(row, type, date, words, isReversal);
    for (const field of this.figureFields) figures.read(field, row.get(field));
    figures.settle();
    const { priceField, isCurrencyOpen } = figures;
    const amounts = {
      quantity: figures.amount('quantity'),
      nativePrice: figures.amount('nativePrice'),
      localPrice: figures.amount(priceField),
      consideration: figures.amount('consideration'),
      brokerCharge: figures.amount('brokerCharge'),
      stampDuty: figures.amount('stampDuty'),
      fxCharge: figures.amount('fxCharge'),
      accruedInterest: figures.amount('accruedInterest'),
      priceInPounds: figures.textOf(priceField),
      foreignPrice: figures.foreignPrice,
      isUnitOpen: figures.isUnitOpen,
      isCurrencyOpen,
      priceCurrency: figures.currencyOf(priceField),
      amountCurrency: figures.currencyOf('consideration'),
    };
    const country = this.text(row, 'taxCountry');
    const stated = { tax: row.get('taxWithheld'), country, currency: figures.currencyOf('consideration') ?? 'GBP' };
    // In a file without a profile, a column of tax that is not read as one is proved by gross and net amount.
    const isProved = this.source.isBrokerFile || !this.source.has('taxWithheld');
    const withheld = isProved ? withheldTax(stated, type, figures) : null;
    return { figures: amounts, isReversal: figures.isReversal, ...(withheld !== null && { withheld }) };
  }

  private askCashType(row: SourceRow, words: RowWords): RowQuestion | null {
    if (row.unknownCash === undefined) return null;
    const question = cashTypeQuestion(row.unknownCash, this.options.answers());
    words.questions.push(question);
    return question;
  }

  private reading(): AmountReading | null {
    const answers = this.options.answers();
    if (this.amountReading?.answers !== answers)
      this.amountReading = { answers, reading: this.amountReadingBy(answers) };
    return this.amountReading.reading;
  }

  /** Whether amounts are gross or net by the user's answer, the rows, the running balance or the heading. */
  private amountReadingBy(answers: ImportAnswers): AmountReading | null {
    const { answer } = amountReadingQuestion('', answers);
    if (answer === 'gross' || answer === 'net') return answer;
    const { amount, evidence } = this.habits.figures;
    if (amount !== null) return amount;
    if (this.source.amountReading !== null) return this.source.amountReading;
    const heading = this.source.heading('consideration');
    if (isNetHeader(heading) && evidence.net > 0 && evidence.gross === 0) return 'net';
    return !isNetHeader(heading) && /gross|consideration/iu.test(heading) ? 'gross' : null;
  }

  /** A cash event's movement; our own export has columns for it. */
  private cash(row: SourceRow, type: TransactionType | null, words: RowWords): Readonly<Record<string, unknown>> {
    const { source } = this;
    return source.guarded
      ? {}
      : cashFieldsOf(row, type, { habits: this.habits, words, source, answers: this.options.answers() });
  }

  private extras(row: SourceRow, words: RowWords): Readonly<Record<string, unknown>> {
    const extras: Record<string, unknown> = {};
    const own = new RowWords(this.fileWords, row);
    const figures = this.figuresOf(row, null, null, own);
    for (const field of EXTRA_FIGURES) {
      // In a broker's file, withheld tax is read together with the other figures.
      if (field === 'taxWithheld' && (this.source.isBrokerFile || !this.source.has(field))) continue;
      figures.read(field, row.get(field));
      const value = figures.amount(field);
      if (value !== null) extras[field] = value;
    }
    for (const field of EXTRA_TEXTS) {
      if (field === 'taxCountry' && this.source.isBrokerFile) continue;
      const text = this.text(row, field);
      if (text !== '') extras[field] = text;
    }
    for (const field of EXTRA_DAYS) {
      if (!this.source.has(field)) continue;
      const day = this.text(row, field);
      const read = day === '' ? null : this.dayOf(day);
      // A broker's settlement day that is not known yet is left out; other text in a user's own file is refused by
      // name.
      if (read !== null || (day !== '' && !this.source.isBrokerFile)) extras[field] = read ?? day;
    }
    // These figures raise no question, but their errors are the row's.
    words.errors.push(...own.errors);
    return extras;
  }
}
