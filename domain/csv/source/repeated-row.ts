/** What is said of a row that equals an earlier one of its file. */

/** The remark on a row that counts beside the earlier one. */
export function separateRow(earlier: number): string {
  return `Identical to row ${earlier}. Read as a separate transaction.`;
}

/** The note on a row with rows of other days before it. */
export function rowAfterOtherDays(earlier: number): string {
  return `Identical to row ${earlier}, with rows of other days between them: the file may state it twice. Check it.`;
}

/** The note on a row below the header of another file. */
export function rowOfJoinedFile(earlier: number): string {
  return `Identical to row ${earlier}, above a later header: files that were joined may both state it. Check it.`;
}
