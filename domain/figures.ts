/** Exact figures as English text: £1,234.50 and 1,234.5. For screens that format themselves, use the JSON numbers instead. */
import { toFixed, toText, type Exact } from './decimal.ts';

/** Thousands separators in plain decimal text. */
function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const separated = whole.replace(/\B(?=(?:\d{3})+$)/gu, ',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

/** Pounds with the given number of decimals; the sign stands before the pound sign. */
export function poundsText(value: Exact<'pounds' | 'price'>, places = 2): string {
  const text = grouped(toFixed(value, places));
  return text.startsWith('-') ? `-£${text.slice(1)}` : `£${text}`;
}

/** A quantity with as many decimals as it has, ten at most. */
export function quantityText(value: Exact<'quantity'>): string {
  const text = toText(value);
  const places = text.split('.')[1]?.length ?? 0;
  return grouped(places <= 10 ? text : toFixed(value, 10));
}
