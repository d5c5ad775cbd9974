/** Converts figures between records (JSON numbers of at most 15 digits) and columns (exact decimal text or numeric). */
import type { Amount, Unit } from '../../../domain/values/amount.ts';
import { numberText } from '../../../domain/values/decimal.ts';

/** The exact decimal text of a figure, for a column. */
export const figureText: (value: Amount<Unit>) => string = numberText;

/**
 * A column's decimal text as a record's number: it has at most 15 digits, so the nearest double represents it exactly.
 */
export function figureOf<U extends Unit>(text: string): Amount<U> {
  return Number(text) as Amount<U>;
}

export function nullableFigureOf<U extends Unit>(text: string | null): Amount<U> | null {
  return text === null ? null : figureOf<U>(text);
}
