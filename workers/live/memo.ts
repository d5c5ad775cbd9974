/** The last value, kept while its inputs are the same. */
export class Memo<T> {
  private made: { readonly from: readonly unknown[]; readonly value: T } | null = null;

  /** The kept value when every element of `from` is identical to the last call's, else the result of `make`. */
  get(from: readonly unknown[], make: () => T): T {
    const { made } = this;
    if (
      made !== null &&
      made.from.length === from.length &&
      made.from.every((part, index) => Object.is(part, from[index]))
    )
      return made.value;
    const value = make();
    this.made = { from, value };
    return value;
  }
}
