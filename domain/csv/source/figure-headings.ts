/** What headings say of columns of figures that are not read, in a file without a profile. */
import { fieldOfHeader, isDividendHeader } from '../tables/columns.ts';
import { includesCharges } from './charge-columns.ts';

/** `others` have a heading that says nothing; `books` state what units cost, of which a purchase may be all or a part. */
export type FigureKind =
  | 'money'
  | 'prices'
  | 'inclusive'
  | 'units'
  | 'factors'
  | 'more'
  | 'capital'
  | 'dividends'
  | 'gains'
  | 'books'
  | 'others';

const MONEY =
  /\b(?:total|net|paid|payable|payments?|received?|receipts?|receivable|cost|proceeds|value|amount|cash|money|invested|debits?|credits?|settlement|consideration|sum|outlay|spent|in|out|equivalent|sterling|pounds|gbp|base|booked|commission|fees?|charges?|levy|duty)\b/u;
const PRICE = /\b(?:price|nav|average|avg|per (?:share|unit))\b/u;
/** What a position has gained. */
const GAIN = /\b(?:gain|loss|profit|p l|pnl)\b/u;
/** What a security is worth, was worth or may cost, and figures of several trades together. */
const NO_TRADE =
  /\b(?:market|current|last|close|closing|latest|today|day|previous|limit|stop|target|high|low|bid|ask|offer|book|basis|balance|running|cumulative|gain|loss|profit|p l|pnl|percent(?:age)?|change|rate|weight|allocation|dividends?|income|date|currency|ccy|reference|id|year)\b|%/u;
/** Figures that are not money. */
const NO_MONEY = /\b(?:yield|days?|duration|score|version|points?|held|holding|remaining|after|account|time|hours?)\b/u;
const FACTOR = /\b(?:multiplier|contract size|lot size|price factor|divisor)\b/u;
/** Movements of cash by their kind. */
const FLOW =
  /^(?:(?:total|net|gross|cash|money|amount) )?(?:contributions?|employer|employee|deposits?|deposited|withdrawals?|withdrawn|charges?|fees?|interest|paid in|paid out|money in|money out|in|out|subscriptions?|bonus|tax relief)(?: (?:amount|paid|received|value|in|out))?$/u;
/** Units that are given with those of the row. */
const MORE_UNITS =
  /\b(?:bonus|free|match(?:ing|ed)?|extra|additional|award(?:ed)?|reward|gift(?:ed)?|dividend|reinvested) (?:shares|units|stock)\b/u;
/** Parts of a payment that are not income. */
const NO_INCOME = /\b(?:equali[sz]ation|return of capital|capital (?:return|repayment|element|part|portion))\b/u;

/** `Order #`, `Deal No.`: numbers that name something. */
const IDENTIFIER = /#|\S (?:no\.?|number|id)$/iu;

/** Whether a column states movements of cash of a kind, also beside an amount that is read. */
export function isFlow(text: string): boolean {
  return FLOW.test(text);
}

/**
 * What a column holds by its heading, `text` as `normaliseHeader` returns it; null for what says nothing of a trade.
 * `hasPrice`: a column of prices, or of rates that this one may be, is read.
 */
export function kindOfFigures(heading: string, text: string, hasPrice: boolean): FigureKind | null {
  if (MORE_UNITS.test(text)) return 'more';
  if (NO_INCOME.test(text)) return 'capital';
  if (FACTOR.test(text)) return 'factors';
  if (fieldOfHeader(text) === 'quantity') return 'units';
  if (isDividendHeader(text)) return 'dividends';
  if (PRICE.test(text) && includesCharges(text)) return 'inclusive';
  if (/^rate(?: p| pence)?$/u.test(text) && !hasPrice) return 'prices';
  if (GAIN.test(text)) return 'gains';
  if (/\b(?:book|basis)\b/u.test(text)) return 'books';
  if (NO_TRADE.test(text) || IDENTIFIER.test(heading)) return null;
  // A plain price is not read only beside that of the trade.
  if (PRICE.test(text)) return text === 'price' ? null : 'prices';
  if (MONEY.test(text)) return 'money';
  return NO_MONEY.test(text) ? null : 'others';
}
