/**
 * Numbers as brokers and spreadsheets write them. The grammar is strict: unknown text is a fault, never guessed, and no
 * digit passes through binary floating point before it is an amount.
 */
import { divide, multiply, parseExact, SCALE, toFixed, toText, type Exact } from '../../values/decimal.ts';
import { DOLLAR_SIGN, dollarCode } from './dollar-signs.ts';

/** The decimal mark that other cells of the file prove; `unknown` when none does, `mixed` when both are proved. */
export type DecimalMark = 'point' | 'comma' | 'unknown' | 'mixed';

/** Why a cell is not a number. */
export type NumberFault = 'notANumber' | 'spreadsheetError';

export interface ReadNumber {
  /** Plain decimal text, for example `-1234.56`; pence are already converted to pounds. */
  readonly text: string;
  /** The currency named in the cell, or null. */
  readonly currency: string | null;
  /** The cell is in pence; `text` is in pounds. */
  readonly pence: boolean;
  /** The other meaning of text such as `1,234`, when nothing in the file decides. */
  readonly alternative: string | null;
}

export type NumberReading =
  | { readonly kind: 'blank' }
  | { readonly kind: 'fault'; readonly fault: NumberFault }
  | ({ readonly kind: 'number' } & ReadNumber);

const BLANK: NumberReading = { kind: 'blank' };
const NOT_A_NUMBER: NumberReading = { kind: 'fault', fault: 'notANumber' };
const MAX_LENGTH = 40;

const PLAIN = /^-?\d+(?:\.\d+)?$/u;
const DASHES = /^[-‐‑–—−]{1,3}$/u;
const NO_VALUE = /^(?:n\/a|n\.a\.?|null|none|not (?:available|applicable))$/iu;
const CURRENCY_CODES = 'GBP|GBX|USD|EUR|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK|HKD|SGD|ZAR|PLN';
const LEADING_CURRENCY = new RegExp(`^(?:(${CURRENCY_CODES})|(${DOLLAR_SIGN}|\\$)|(£)|(€)|(\\uFFFD))\\s*`, 'iu');
const TRAILING_CURRENCY = new RegExp(
  `\\s*(?:(GBp)|(${CURRENCY_CODES})|(${DOLLAR_SIGN}|\\$)|(£)|(€)|(p(?:ence)?))$`,
  'iu',
);

/** True for a cell that states that there is no value, which is blank and never 0: `n/a`, `None`, a dash. */
export function isBlankMarker(cell: string): boolean {
  return !beginsAsValue(cell) && saysNoValue(withPlainSpaces(cell).trim());
}

/** True for a digit or a letter other than N, as nearly every cell begins: it says something, however it is cleaned. */
export function beginsAsValue(cell: string): boolean {
  const unit = cell.charCodeAt(0);
  if (unit >= 0x30 && unit <= 0x39) return true;
  const upper = unit & ~0x20;
  return upper >= 0x41 && upper <= 0x5a && upper !== 0x4e;
}

function saysNoValue(text: string): boolean {
  return text === '' || DASHES.test(text) || NO_VALUE.test(text);
}

function withPlainSpaces(cell: string): string {
  return cell.replace(/[\u00A0\u2007\u2009\u202F]/gu, ' ');
}

/** Removes Excel's `="…"` wrapper from a cell without evaluating anything. */
export function unwrapExcelText(cell: string): string {
  return cell.startsWith('="') && cell.endsWith('"') && cell.length > 2 ? cell.slice(2, -1) : cell;
}

/** Reads a cell as a number; `mark` is the decimal mark that the rest of the file proves. */
export function readNumber(cell: string, mark: DecimalMark): NumberReading {
  const isPlain = PLAIN.test(cell) && cell.length <= MAX_LENGTH;
  if (isPlain && (mark === 'point' || mark === 'unknown')) return numberOf(cell, null, false);
  const outer = strip(cell);
  if (outer === null) return BLANK;
  if (typeof outer !== 'object') return { kind: 'fault', fault: outer };
  const digits = readDigits(outer.digits, mark);
  if (digits === null) return NOT_A_NUMBER;
  const finish = (text: string): string | null => signed(text, outer.negative, outer.pence);
  const text = finish(digits.text);
  if (text === null) return NOT_A_NUMBER;
  return {
    kind: 'number',
    text,
    currency: outer.currency,
    pence: outer.pence,
    alternative: digits.alternative === null ? null : finish(digits.alternative),
  };
}

/** A cell that can be read in one way as plain decimal text; any other as it is. */
export function plainNumber(cell: string, mark: DecimalMark): string {
  const read = readNumber(cell, mark);
  return read.kind === 'number' && read.alternative === null && !read.pence ? read.text : cell;
}

const UNSIGNED = /^[\d.]*$/u;

/** Which way the money of an amount such as `5.00 DR` moved; null for an amount without such a word. */
export function writtenDirection(cell: string): 'paid' | 'received' | null {
  const word = /\d\s?([CD])R\.?\s*$/iu.exec(cell.slice(-12))?.[1];
  return word === undefined ? null : word.toUpperCase() === 'D' ? 'paid' : 'received';
}

/** True for a figure with a minus sign, in brackets or with DR. */
export function isNegative(cell: string): boolean {
  if (cell.length > 60 || UNSIGNED.test(cell)) return false;
  const text = cell.trim();
  return /^[^\d.,]*[-−–(]/u.test(text) || /[-−–]$|DR\.?$/iu.test(text);
}

/** The decimal mark that this cell alone proves, or null. */
export function decimalMarkProvedBy(cell: string): 'point' | 'comma' | null {
  if (!cell.includes(',') && !cell.includes('.')) return null;
  if (PLAIN.test(cell)) return couldGroup(cell.startsWith('-') ? cell.slice(1) : cell) ? null : 'point';
  const outer = strip(cell);
  if (outer === null || typeof outer !== 'object') return null;
  const digits = outer.digits;
  if (
    /^\d{1,3}(?:,\d{3})+\.\d*$/u.test(digits) ||
    /^\d{1,3}(?:,\d{3}){2,}$/u.test(digits) ||
    /^\d{1,3}(?:[ '’]\d{3})+\.\d+$/u.test(digits)
  )
    return 'point';
  if (
    /^\d{1,3}(?:\.\d{3})+,\d+$/u.test(digits) ||
    /^\d{1,3}(?:\.\d{3}){2,}$/u.test(digits) ||
    /^\d{1,3}(?:[ '’]\d{3})+,\d+$/u.test(digits)
  )
    return 'comma';
  if (/^\d*\.\d+$/u.test(digits)) return couldGroup(digits) ? null : 'point';
  if (/^\d+,\d+$/u.test(digits)) return couldGroup(digits) ? null : 'comma';
  return null;
}

/** Collects the decimal marks that cells prove. */
export class DecimalMarkEvidence {
  private readonly proved = new Set<'point' | 'comma'>();
  private readonly zeros = new Set<'point' | 'comma'>();

  note(cell: string): void {
    const mark = decimalMarkProvedBy(cell);
    // People and programs write 0.00 for nothing, whatever their decimal mark.
    if (mark !== null) (/[1-9]/u.test(cell) ? this.proved : this.zeros).add(mark);
  }

  get mark(): DecimalMark {
    const [mark = 'unknown', other] = this.proved.size > 0 ? this.proved : this.zeros;
    return other === undefined ? mark : 'mixed';
  }
}

/** The decimal mark that some cells prove. */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark {
  const evidence = new DecimalMarkEvidence();
  for (const cell of cells) evidence.note(cell);
  return evidence.mark;
}

/** The digits that a plain decimal text has after its point. */
export function printedPlaces(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/**
 * `text / 100`, exactly: pence as pounds, with every digit that is printed, zeros too, because they show how exact the
 * figure is. Null when the result needs more decimals than are stored.
 */
export function penceToPounds(text: string): string | null {
  const value = parseExact<'pounds'>(text);
  return value === null ? null : toFixed(divide(value, HUNDRED), Math.min(printedPlaces(text) + 2, SCALE));
}

const HUNDRED = (100n * 10n ** BigInt(SCALE)) as Exact<'quantity'>;

/** `text x 100`, exactly: pounds as pence. */
export function poundsToPence(text: string): string | null {
  const value = parseExact<'pounds'>(text);
  return value === null ? null : toText(multiply(value, HUNDRED));
}

function numberOf(text: string, currency: string | null, pence: boolean): NumberReading {
  return { kind: 'number', text, currency, pence, alternative: null };
}

interface Stripped {
  readonly digits: string;
  readonly negative: boolean;
  readonly currency: string | null;
  readonly pence: boolean;
}

/** Removes sign and currency; null for a blank, a fault for two signs or currencies or an error value. */
function strip(cell: string): Stripped | NumberFault | null {
  if (cell.length > 200) return 'notANumber';
  let text = withPlainSpaces(unwrapExcelText(cell.trim()))
    .replace(/^'/u, '')
    .replaceAll('Â£', '£')
    .replaceAll('Â ', ' ')
    .trim();
  // A ticker may be NA, but no figure is; spreadsheets write nothing as a dash beside a currency.
  if (saysNoValue(text) || text === 'NA' || DASHES.test(text.replace(/[£$€ ]/gu, ''))) return null;
  if (text.startsWith('#')) return 'spreadsheetError';
  if (text.length > MAX_LENGTH) return 'notANumber';
  let signs = 0;
  let negative = false;
  let currency: string | null = null;
  let pence = false;
  const takeCurrency = (name: string, isPence: boolean): boolean => {
    if (currency !== null) return false;
    currency = name;
    pence = isPence;
    return true;
  };
  for (let round = 0; round < 6; round += 1) {
    const before = text;
    if (text.startsWith('(') && text.endsWith(')')) {
      signs += 1;
      negative = true;
      text = text.slice(1, -1).trim();
    }
    const sign = /^[+−–-]|[−–-]$|\s?[CD]R\.?$/iu.exec(text);
    if (sign !== null && sign[0].length < text.length) {
      signs += 1;
      if (!/^\+$|CR\.?$/iu.test(sign[0])) negative = true;
      text = (sign.index === 0 ? text.slice(sign[0].length) : text.slice(0, sign.index)).trim();
    }
    const leading = LEADING_CURRENCY.exec(text);
    if (leading !== null) {
      if (
        !takeCurrency(
          currencyOf(leading[1], leading[2], leading[3], leading[4]),
          leading[1]?.toUpperCase() === 'GBX' || leading[1] === 'GBp',
        )
      )
        return 'notANumber';
      text = text.slice(leading[0].length);
    }
    const trailing = TRAILING_CURRENCY.exec(text);
    if (trailing !== null) {
      const code = trailing[1] ?? trailing[2];
      const isPence = code === 'GBp' || code?.toUpperCase() === 'GBX' || /^p(?:ence)?$|^P./u.test(trailing[6] ?? '');
      if (
        trailing[6] === 'P' ||
        !takeCurrency(isPence ? 'GBP' : currencyOf(code, trailing[3], trailing[4], trailing[5]), isPence)
      )
        return 'notANumber';
      text = text.slice(0, trailing.index).trim();
    }
    if (text === before) break;
  }
  if (signs > 1) return 'notANumber';
  return { digits: text, negative, currency: currency === '' ? null : currency, pence };
}

/** Currency code of the matched text; empty for a damaged sign, whose currency is unknown. */
function currencyOf(
  code: string | undefined,
  dollar: string | undefined,
  pound: string | undefined,
  euro: string | undefined,
): string {
  if (code !== undefined) return code.toUpperCase() === 'GBX' ? 'GBP' : code.toUpperCase();
  if (dollar !== undefined) return dollarCode(dollar);
  if (pound !== undefined) return 'GBP';
  return euro === undefined ? '' : 'EUR';
}

/**
 * True when the only mark may also separate thousands: one to three digits that do not start with 0, a mark, three
 * digits.
 */
function couldGroup(digits: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/u.test(digits);
}

function readDigits(digits: string, mark: DecimalMark): { text: string; alternative: string | null } | null {
  const plain = (text: string): { text: string; alternative: null } => ({
    text: text.startsWith('.') ? `0${text}` : text.replace(/\.$/u, ''),
    alternative: null,
  });
  if (/^\d+$/u.test(digits)) return plain(digits);
  // Nothing is written as 0.00 or 0,00 whatever the mark.
  const isNotZero = /[1-9]/u.test(digits);
  const exponent = /^(\d+(?:\.\d*)?|\.\d+)e([+-]?\d{1,2})$/iu.exec(digits);
  if (exponent !== null) {
    const value = parseExact<'pounds'>(digits);
    return value === null ? null : plain(toText(value));
  }
  const spaced = /^\d{1,3}(?:([ '’])\d{3})(?:\1\d{3})*(?:([.,])\d+)?$/u.exec(digits);
  if (spaced !== null) return plain(digits.replace(/[ '’]/gu, '').replace(',', '.'));
  if (/^\d{1,3}(?:,\d{3})+\.\d*$/u.test(digits) || /^\d{1,3}(?:,\d{3}){2,}$/u.test(digits))
    return plain(digits.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/u.test(digits) || /^\d{1,3}(?:\.\d{3}){2,}$/u.test(digits))
    return plain(digits.replaceAll('.', '').replace(',', '.'));
  if (/^(?:\d+\.\d*|\.\d+)$/u.test(digits)) {
    if (!couldGroup(digits)) return mark === 'comma' && isNotZero ? null : plain(digits);
    const grouped = digits.replace('.', '');
    if (mark === 'comma') return plain(grouped);
    return { text: digits, alternative: mark === 'point' ? null : grouped };
  }
  if (/^\d+,\d+$/u.test(digits)) {
    const decimal = digits.replace(',', '.');
    if (!couldGroup(digits)) return mark === 'point' && isNotZero ? null : plain(decimal);
    const grouped = digits.replace(',', '');
    if (mark === 'comma') return plain(decimal);
    return { text: grouped, alternative: mark === 'point' ? null : decimal };
  }
  return null;
}

function signed(text: string, negative: boolean, pence: boolean): string | null {
  const value = pence ? penceToPounds(text) : text;
  if (value === null) return null;
  return negative && /[1-9]/u.test(value) ? `-${value}` : value;
}
