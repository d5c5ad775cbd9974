/** A preview's values as text (000 §2.11); empty ones are '-'. */
import { exact, toText } from '../../../../domain/values/decimal.ts';
import type { Money, Percent } from '../../../../domain/values/amount.ts';
import { formatDate } from '../../../ui/texts/date-text.ts';
import { formatFigure, formatMoney, formatPercent, formatQuantity } from '../../../ui/texts/format.ts';
import type { CellKind } from '../entity/import-entity.ts';

/** The fewest decimals of an amount. */
const AMOUNT_PLACES = 2;
/** The most decimals of a quantity; a preview hides none. */
const QUANTITY_PLACES = 12;

/** Figures are right-aligned. */
export function isFigure(kind: CellKind): boolean {
  return kind === 'number' || kind === 'amount' || kind === 'currency' || kind === 'percent';
}

/** `currency` is that of a `currency` cell, pounds unless the row says otherwise. */
export function cellText(kind: CellKind, value: string | number | null, currency = 'GBP'): string {
  if (value === null || value === '') return '-';
  if (kind === 'date') return formatDate(String(value));
  if (kind === 'text' || kind === 'code' || typeof value === 'string') return String(value);
  if (kind === 'currency') return formatMoney(value, { currency });
  if (kind === 'percent') return formatPercent(wholePercent(value));
  if (kind === 'amount')
    return formatFigure(value, Math.max(AMOUNT_PLACES, toText(exact(value as Money)).split('.')[1]?.length ?? 0));
  return formatQuantity(value, QUANTITY_PLACES);
}

/** A value above 1 is a whole percent, 1 or less a fraction of one; returns the percent as exact text. */
function wholePercent(value: number): string {
  const amount = exact(value as Percent);
  return toText(value > 1 ? amount : ((amount * 100n) as typeof amount));
}
