/** Prices and amounts in pence: by a heading, by the currency, or because quantity x price is 100 times the amount. */
import type { IsoDate } from '../../values/dates.ts';
import type { TransactionType } from '../../fields/enums.ts';
import type { AmountReading } from '../cells/figure-proof.ts';
import { penceToPounds, type DecimalMark } from '../cells/numbers.ts';
import { isIncomeType } from '../cells/words.ts';
import type { RowProof } from '../profiles/source-row.ts';
import { CHARGE_FIELDS } from '../tables/columns.ts';
import type { FigureField, FigureHabits } from './figure-habits.ts';
import type { RowWords } from './row-words.ts';

/** Pounds for one unit of a currency on a day, as exact decimal text, or null. */
export type PoundsRate = (currency: string, day: IsoDate) => string | null;

export interface FiguresContext {
  readonly mark: DecimalMark;
  readonly type: TransactionType | null;
  readonly date: IsoDate | null;
  /** The currency of figures that name none. */
  readonly currency: string;
  /** The contents of the currency column. */
  readonly declared: { readonly code: string; readonly pence: boolean } | null;
  /** The price column's heading names pence. */
  readonly penceHeading: boolean;
  /** As `ProofContext.isStampAndLevy`. */
  readonly isStampAndLevy: boolean;
  /** A broker's own file, whose currency column is known to apply to the amounts. */
  readonly isBrokerFile: boolean;
  /** As `SourceRows.isCurrencyKnown`. */
  readonly isCurrencyKnown: boolean;
  /** The columns whose heading names pounds. */
  readonly inPounds: ReadonlySet<FigureField>;
  readonly rate: PoundsRate;
  /** HMRC's monthly rate where the row's holder uses it for amounts without pounds, else null. */
  readonly monthlyRate: PoundsRate;
  /** The figures of our own export are used without proof. */
  readonly believe: boolean;
  readonly habits: FigureHabits;
  readonly proof: RowProof | null;
  /** The row's own words, or its profile, mark it as a reversal. */
  readonly isReversal: boolean;
  /** As `SourceRow.cutFigure`. */
  readonly cutFigure: string | null;
  /** The row states the ratio of a split. */
  readonly hasRatio: boolean;
  /** The row's stated exchange rate; empty for none. */
  readonly statedRate: string;
  /** Whether amounts are gross or net by the user's answer, the rows or the heading. */
  readonly reading: AmountReading | null;
  readonly words: Pick<RowWords, 'askReading' | 'doubt' | 'remark' | 'corrected' | 'refuse'>;
}

interface PenceFigure {
  text: string;
  inPence?: boolean;
  readonly currency: string | null;
}
type PenceFigures = Partial<Record<FigureField, PenceFigure>>;

type PenceContext = Pick<FiguresContext, 'type' | 'declared' | 'penceHeading' | 'isBrokerFile' | 'habits' | 'words'>;
interface RefusePence {
  refuse(field: FigureField, fault: 'unknownUnit'): void;
}

/** A price of fewer pence is rarer than a wrong quantity or amount. */
export const LEAST_PENCE = 5;

/**
 * A price is in pence by its heading (unless quantity x price disproves it), by its currency, or because quantity x
 * price is 100 times the consideration. Charges are always in pounds.
 */
export function settlePence(figures: PenceFigures, context: PenceContext, refused: RefusePence): void {
  const { price, consideration } = figures;
  if (context.declared?.pence === true) settleConsiderationInPence(figures, context, refused);
  if (price === undefined) return;
  const quantity = Number(figures.quantity?.text ?? Number.NaN);
  const product = Math.abs(quantity * Number(price.text));
  const stated = Number(consideration?.text ?? Number.NaN);
  // A price that names its unit was converted to pounds before.
  const byCurrency = context.declared?.pence === true && price.currency === null;
  const byHeading = context.penceHeading && price.currency === null;
  const declared = byCurrency || byHeading;
  if (!byCurrency && context.penceHeading && isNear(product, stated)) {
    if (context.habits.arePricesPence)
      context.words.doubt(
        `The heading says pence, as other rows do, but quantity x the price ${price.text} is the amount in pounds. Check units, price and amount.`,
      );
    context.words.corrected({ kind: 'notPence' });
    return;
  }
  if (context.penceHeading && price.currency === 'GBP' && price.inPence !== true)
    context.words.doubt('The price is in pounds, and its heading names pence. Check it.');
  const isInPounds = (price.currency ?? context.declared?.code ?? 'GBP') === 'GBP';
  // One that was converted is not divided again.
  if (!declared && price.inPence === true) return;
  if (!declared && !(isInPounds && product > 0 && isHundredfold(product, stated, figures))) return;
  const pounds = penceToPounds(price.text) ?? price.text;
  const isInSign = price.currency === 'GBP' && !context.isBrokerFile;
  // A dividend of few pence is as usual as one of many, where it makes the income to the penny.
  const isOdd = isIncome(context.type) ? Math.abs(product / 100 - stated) > 0.0051 : Number(price.text) < LEAST_PENCE;
  if (!declared && (isInSign || isOdd))
    context.words.doubt(
      `Quantity x price is 100 times the amount, so the price ${price.text} was read as pence. Check quantity and amount.`,
    );
  else if (!declared) context.words.remark(`The price ${price.text} was read as pence, which quantity x price shows.`);
  context.words.corrected(
    declared ? { kind: 'pence' } : { kind: 'undeclaredPence', quantity, price: price.text, stated, pounds },
  );
  price.text = pounds;
  price.inPence = true;
}

function isIncome(type: TransactionType | null): boolean {
  return type !== null && isIncomeType(type);
}

/** True where quantity x price is 100 times the amount, with or without the charges. */
function isHundredfold(product: number, stated: number, figures: PenceFigures): boolean {
  if (!(product > stated * 20)) return false;
  const charged = CHARGE_FIELDS.reduce((sum, field) => sum + Math.abs(Number(figures[field]?.text ?? 0)), 0);
  return [stated, stated + charged, stated - charged].some((amount) => isNear(product, amount * 100));
}

/**
 * A currency column with pence may apply to the price alone: quantity x price decides about the consideration. Where it
 * does not, a broker's column applies to the amount, and any other file's row is refused.
 */
function settleConsiderationInPence(figures: PenceFigures, context: PenceContext, refused: RefusePence): void {
  const { price, consideration } = figures;
  const stated = Number(consideration?.text ?? Number.NaN);
  if (consideration === undefined || consideration.currency !== null || !(stated > 0)) return;
  const inPounds =
    Math.abs(Number(figures.quantity?.text ?? Number.NaN) * Number(price?.text ?? Number.NaN)) /
    (price?.currency === null ? 100 : 1);
  // The amount may include charges, but charges are never the greater part of a trade.
  if (stated > inPounds / 5 && stated < inPounds * 5) return;
  const isPence = stated > inPounds * 20 && stated < inPounds * 500;
  const isFew = (price?.currency ?? null) === null && Number(price?.text) < LEAST_PENCE;
  if ((!isPence || isFew) && !context.isBrokerFile) return refused.refuse('consideration', 'unknownUnit');
  consideration.text = penceToPounds(consideration.text) ?? consideration.text;
  context.words.corrected({ kind: 'pence' });
}

/** Within 1 %: enough to distinguish a factor of 100 or 1000 from rounding and charges. */
export function isNear(a: number, b: number): boolean {
  return a > 0 && b > 0 && Math.abs(a - b) <= Math.max(a, b) * 0.01;
}
