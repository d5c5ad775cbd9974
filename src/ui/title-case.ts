/** 'savings accounts' as 'Savings Accounts', for titles. */
export function titleCase(words: string): string {
  return words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
