interface Pair {
  readonly fromCurrency: string;
  readonly toCurrency: string;
}

/** The rates of which either currency contains the term, whatever its case; all of them for an empty term. */
export function ratesMatching<R extends Pair>(rates: readonly R[], term: string): readonly R[] {
  const wanted = term.toUpperCase();
  return wanted === ''
    ? rates
    : rates.filter(
        ({ fromCurrency, toCurrency }) =>
          fromCurrency.toUpperCase().includes(wanted) || toCurrency.toUpperCase().includes(wanted),
      );
}
