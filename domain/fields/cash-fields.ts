/** A transaction's fields about the broker's cash and withheld tax; ours, and absent where nothing is known. */
import { CONTRIBUTION_KINDS, CURRENCY_OPTIONS } from './enums.ts';
import { choice, day, figure, optional, text } from './record-fields.ts';

export const CASH_FIELDS = {
  /**
   * In `cashCurrency`: what a cash event moves, and what a trade or income added to or took from the broker's cash where the
   * broker states it. Never negative; the type says which way.
   */
  cashAmount: optional(
    figure('money', { label: 'Amount', heading: 'Cash Amount', expected: 'an amount greater than 0' }),
  ),
  /** Of `cashAmount`. */
  cashCurrency: optional(
    choice(CURRENCY_OPTIONS, { label: 'Currency', heading: 'Cash Currency', expected: 'GBP, USD or EUR' }),
  ),
  /** The day on which the money moved, where the broker states another day than the trade's. */
  settlementDate: optional(day({ label: 'Settlement Date', heading: 'Cash Settlement Date' })),
  contributionKind: optional(
    choice(CONTRIBUTION_KINDS, {
      label: 'Contribution Kind',
      expected: `one of ${CONTRIBUTION_KINDS.map(({ label }) => label).join(', ')}`,
    }),
  ),
  /** Of a dividend or interest: before tax was withheld, in pounds. */
  grossIncome: optional(figure('pounds', { label: 'Gross Income', range: [0, Infinity] })),
  taxWithheld: optional(figure('pounds', { label: 'Tax Withheld', range: [0, Infinity] })),
  /** Whose tax was withheld: two letters (ISO 3166-1). */
  taxCountry: optional(
    text(2, {
      label: 'Country of Tax',
      heading: 'Tax Country',
      pattern: { shape: /^[A-Z]{2}$/u, code: 'notAnOption', expected: 'a country as two capital letters, such as US' },
    }),
  ),
};
