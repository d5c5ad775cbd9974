/** The name of a savings account in a sentence: `Coventry Cash ISA`. */
export function savingsAccountName(
  { accountType }: { readonly accountType: string },
  bankName: string | undefined,
): string {
  return bankName === undefined ? accountType : `${bankName} ${accountType}`;
}
