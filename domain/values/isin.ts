/** Security identifiers: ISIN (ISO 6166) and SEDOL check digits. */

const METALS: Readonly<Record<string, string>> = { XAU: 'Gold', XAG: 'Silver', XPT: 'Platinum' };

/** The display name of a metal by its code (000 §3.4), or null for another identifier. */
export function commodityName(isin: string): string | null {
  return METALS[isin] ?? null;
}

/**
 * The metal of a commodity (001 §9): by its code, else by a name that contains Gold, Silver or Platinum; null for
 * another.
 */
export function preciousMetal(isin: string, name: string): string | null {
  return (
    commodityName(isin) ??
    Object.values(METALS).find((metal) => name.toUpperCase().includes(metal.toUpperCase())) ??
    null
  );
}

const ISIN_LENGTH = 12;
/** Characters of the longest identifier: TEST and a time in milliseconds (002 §9). */
export const LONGEST_IDENTIFIER = 17;

/** True for the identifier of a test asset: TEST and at most 13 capital letters and digits (002 §9). */
export function isTestIdentifier(text: string): boolean {
  return /^TEST[A-Z0-9]{0,13}$/u.test(text);
}

/** The most characters of the identifier: an ISIN's 12, or more for a test asset's. */
export function identifierLimit(text: string): number {
  return isTestIdentifier(text) ? LONGEST_IDENTIFIER : ISIN_LENGTH;
}

/** Identifiers that are allowed instead of an ISIN: the three metals and test assets. */
function isSpecialIdentifier(text: string): boolean {
  return text in METALS || isTestIdentifier(text);
}

/** The value of a digit or capital letter by ISO 6166: letters are 10 to 35. */
function valueAt(code: string, index: number): number {
  const unit = code.charCodeAt(index);
  return unit <= 57 ? unit - 48 : unit - 55;
}

/**
 * True for a well-formed ISIN with a correct check digit (ISO 6166, modulus 10 double-add-double), or XAU, XAG, XPT,
 * TEST….
 */
export function isValidIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/u.test(text)) return isSpecialIdentifier(text);
  let total = 0;
  let isDoubled = false;
  for (let i = text.length - 1; i >= 0; i -= 1) {
    // A letter is two digits.
    for (let rest = valueAt(text, i), isFirst = true; isFirst || rest > 0; rest = Math.floor(rest / 10)) {
      const counted = isDoubled ? (rest % 10) * 2 : rest % 10;
      total += counted > 9 ? counted - 9 : counted;
      isDoubled = !isDoubled;
      isFirst = false;
    }
  }
  return total % 10 === 0 || isSpecialIdentifier(text);
}

/** True when the text has the form of an ISIN, whatever its check digit. */
export function isIsinShaped(text: string): boolean {
  return isSpecialIdentifier(text) || /^[A-Z]{2}[A-Z0-9]{9}\d$/u.test(text);
}

const SEDOL_WEIGHTS = [1, 3, 1, 7, 3, 9, 1];

/** True for a seven-character SEDOL whose weighted sum is a multiple of ten. */
export function isValidSedol(text: string): boolean {
  if (!/^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/u.test(text)) return false;
  const total = Array.from(text).reduce(
    (sum, character, index) => sum + parseInt(character, 36) * (SEDOL_WEIGHTS[index] ?? 0),
    0,
  );
  return total % 10 === 0;
}
