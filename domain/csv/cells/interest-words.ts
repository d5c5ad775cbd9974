/** Words about interest on cash, which name no security. */

const CASH_INTEREST_WORDS =
  /^(?:interest|on|in|for|from|to|the|your|uninvested|client|available|credit|gross|net|paid|earned|received|daily|weekly|monthly|quarterly|annual|cash|money|balances?|account|deposit|isa|sipp|gia|bank|period|ending|\d{1,4}|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)$/iu;

/** True for a text of nothing but such words, such as `Daily interest` or `Interest on uninvested cash, June 2024`. */
export function saysOnlyCashInterest(text: string): boolean {
  return (
    text.length <= 120 &&
    text
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .every((word) => CASH_INTEREST_WORDS.test(word))
  );
}
