import { MAX_DECIMAL_PLACES, MAX_SIGNIFICANT_DIGITS, parseAmount } from '../../../domain/values/amount.ts';

/** What is wrong with a typed figure: that it has too many digits, or else that it is not what was expected. */
export function amountFaultText(label: string, text: string, expected: string): string {
  const amount = parseAmount(text);
  return amount === 'tooPrecise' || amount === 'tooLarge'
    ? `${label} can have at most ${MAX_SIGNIFICANT_DIGITS} digits, ${MAX_DECIMAL_PLACES} of them decimals.`
    : `${label} "${text}" is not valid: expected ${expected}.`;
}
