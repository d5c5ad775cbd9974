/** Signs of dollars that name their country, as in `US$` or `HK$`. */
const CODES: Readonly<Record<string, string>> = {
  US: 'USD',
  C: 'CAD',
  CA: 'CAD',
  A: 'AUD',
  AU: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  S: 'SGD',
  SG: 'SGD',
};

/** The part of a pattern that is such a sign; without regard to case. */
export const DOLLAR_SIGN = '(?:US|CA?|AU?|NZ|HK|SG?)\\$';

/** The code of the currency of a sign of dollars; `USD` for a bare `$`. */
export function dollarCode(sign: string): string {
  return CODES[sign.replace('$', '').toUpperCase()] ?? 'USD';
}
