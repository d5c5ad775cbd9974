/** An expected failure is data with a code; its sentence is written once, in `issue-text.ts`. */

/** Why a field's value is refused. */
export type IssueCode =
  | 'required'
  | 'notAnOption'
  | 'notADate'
  | 'notANumber'
  | 'tooLarge'
  | 'tooPrecise'
  | 'notPositive'
  | 'negative'
  | 'zero'
  | 'notAllowed'
  | 'badIsin'
  | 'badSedol'
  | 'badCheckDigit'
  | 'tooLong'
  | 'notInteger'
  | 'outOfRange'
  | 'unknownReference'
  | 'sameAsOther'
  | 'controlCharacter'
  | 'notText'
  | 'badSortCode'
  | 'badAccountNumber'
  | 'tooManyDecimals';

/** One refused value: the field by its domain name, the value as it was given, and what was expected. */
export interface Issue {
  readonly field: string;
  readonly code: IssueCode;
  readonly value: string;
  /** What would be accepted, for example `GBP, USD or EUR`. */
  readonly expected: string;
}

/** A checked value, or all its issues. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };
