/** Reads the fields of an input of unknown types one by one; every check of a record is built on it. */
import { checkAmount, isAmount, type Amount, type AmountFault, type Unit } from '../values/amount.ts';
import { parseIsoDate, type IsoDate } from '../values/dates.ts';
import { isOptionOf, type Option } from './enums.ts';
import type { Issue, IssueCode } from './issue.ts';
import { identifierLimit, isIsinShaped, isValidIsin } from '../values/isin.ts';

const FAULT_WORDS: Readonly<Record<AmountFault, string>> = {
  notANumber: 'a number',
  tooLarge: 'a number below 1,000,000,000,000,000',
  tooPrecise: 'at most 15 significant digits and 12 decimal places',
};

// A single surrogate is refused as well: it would be stored as another text than was given.
// oxlint-disable-next-line no-control-regex -- control characters are just what is refused
export const CONTROL = /[\u0000-\u001F\u007F\p{Surrogate}]/u;
// oxlint-disable-next-line no-control-regex -- control characters are just what is refused
export const CONTROL_BUT_BREAKS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Surrogate}]/u;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z$/u;

/** Collects issues while fields are read one by one, so that all errors of a row are named at once. */
export class FieldReader<F extends string> {
  readonly issues: Issue[] = [];
  private readonly input: { readonly [K in F]?: unknown };

  constructor(input: { readonly [K in F]?: unknown }) {
    this.input = input;
  }

  hasRefused(field: F): boolean {
    return this.issues.some((issue) => issue.field === field);
  }

  refuse(field: F, code: IssueCode, expected: string): void {
    const value = this.input[field];
    this.issues.push({
      field,
      code,
      expected,
      value: typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? '').replace(/^""$/u, ''),
    });
  }

  /** One line of text, trimmed; `expected` names the required text where it may not be empty. */
  text(field: F, limit: number, expected: string | null): string {
    return this.checkedText(field, limit, expected, CONTROL);
  }

  /** Text of several lines, such as notes; empty when there is none. */
  multiline(field: F, limit: number): string {
    return this.checkedText(field, limit, null, CONTROL_BUT_BREAKS);
  }

  private checkedText(field: F, limit: number, expected: string | null, refused: RegExp): string {
    const value = this.input[field];
    const text = typeof value === 'string' ? value.trim() : '';
    if (typeof value !== 'string' && value !== undefined && value !== null)
      this.refuse(field, 'notText', expected ?? 'text');
    else if (text === '' && expected !== null) this.refuse(field, 'required', expected);
    else if (text.length > limit) this.refuse(field, 'tooLong', `at most ${limit} characters`);
    else if (refused.test(text)) this.refuse(field, 'controlCharacter', 'text without control characters');
    return text;
  }

  /** A value of a closed list, or null when it is missing or not in the list. */
  option<V extends string>(field: F, options: readonly Option<V>[], expected: string): V | null {
    const value = this.input[field];
    const text = typeof value === 'string' ? value : '';
    if (isOptionOf(options, text)) return text;
    this.refuse(field, text === '' ? 'required' : 'notAnOption', expected);
    return null;
  }

  amount<U extends Unit>(field: F): Amount<U> | null {
    const value = this.input[field];
    if (value === undefined || value === null || value === '') return null;
    const read = typeof value === 'number' ? checkAmount<U>(value) : 'notANumber';
    if (isAmount(read)) return read;
    this.refuse(field, read, FAULT_WORDS[read]);
    return null;
  }

  /** `nonNegative` for a required figure. */
  requiredNonNegative<U extends Unit>(field: F, expected: string): Amount<U> | null {
    return this.given(field, expected) ? this.nonNegative<U>(field) : null;
  }

  /** Whether the input has a value for the field. */
  isGiven(field: F): boolean {
    const value = this.input[field];
    return value !== undefined && value !== null && value !== '';
  }

  private given(field: F, expected: string): boolean {
    if (this.isGiven(field)) return true;
    this.refuse(field, 'required', expected);
    return false;
  }

  nonNegative<U extends Unit>(field: F): Amount<U> | null {
    const value = this.amount<U>(field);
    if (value !== null && value < 0) {
      this.refuse(field, 'negative', 'a number of 0 or more');
      return null;
    }
    return value;
  }

  day(field: F, required: boolean): IsoDate | null {
    const value = this.input[field];
    if (value === undefined || value === null || value === '') {
      if (required) this.refuse(field, 'required', 'a date as yyyy-MM-dd');
      return null;
    }
    const date = typeof value === 'string' ? parseIsoDate(value) : null;
    if (date === null) this.refuse(field, 'notADate', 'a date as yyyy-MM-dd, from 1800 to 2200');
    return date;
  }

  /** A figure of at least `lowest` and at most `highest`. */
  between<U extends Unit>(field: F, lowest: number, highest: number, expected: string): Amount<U> | null {
    const value = this.amount<U>(field);
    if (value === null || (value >= lowest && value <= highest)) return value;
    this.refuse(field, 'outOfRange', expected);
    return null;
  }

  /** `between` for a required figure. */
  requiredBetween<U extends Unit>(field: F, lowest: number, highest: number, expected: string): Amount<U> | null {
    return this.given(field, expected) ? this.between<U>(field, lowest, highest, expected) : null;
  }

  /** True or false; `fallback` when there is no value. */
  flag(field: F, fallback: boolean): boolean {
    const value = this.input[field] ?? fallback;
    if (typeof value === 'boolean') return value;
    this.refuse(field, 'notAnOption', 'true or false');
    return fallback;
  }

  /** A JSON object; `fault` returns what is expected instead, or null. */
  object(
    field: F,
    fault: (value: Readonly<Record<string, unknown>>) => string | null,
    expected: string,
  ): Readonly<Record<string, unknown>> | null {
    const value = this.input[field];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.refuse(field, 'notAllowed', expected);
      return null;
    }
    const wanted = fault(value as Readonly<Record<string, unknown>>);
    if (wanted !== null) this.refuse(field, 'notAllowed', wanted);
    return value as Readonly<Record<string, unknown>>;
  }

  isin(field: F): string {
    const given = this.input[field];
    const limit = identifierLimit(typeof given === 'string' ? given.trim() : '');
    const text = this.text(field, limit, 'the ISIN of an asset');
    if (text !== '' && text.length <= limit && !isValidIsin(text)) {
      this.refuse(
        field,
        isIsinShaped(text) ? 'badCheckDigit' : 'badIsin',
        isIsinShaped(text)
          ? 'an ISIN with a correct check digit'
          : 'two letters, nine letters or digits and a check digit, or XAU, XAG or XPT',
      );
    }
    return text;
  }

  /** A whole number of at least `lowest` and at most `highest`. */
  whole(field: F, lowest: number, highest: number): number | null {
    const value = this.input[field];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= lowest && value <= highest) return value;
    this.refuse(
      field,
      'notInteger',
      `a whole number from ${lowest.toLocaleString('en-GB')} to ${highest.toLocaleString('en-GB')}`,
    );
    return null;
  }

  instant(field: F, expected: string): string | null {
    const value = this.input[field];
    if (typeof value === 'string' && INSTANT.test(value) && parseIsoDate(value.slice(0, 10)) !== null) return value;
    this.refuse(field, 'notADate', expected);
    return null;
  }
}
