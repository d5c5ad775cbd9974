/** Exact figures as English text: £1,234.50. For screens that format themselves, use the JSON numbers instead. */
import { toFixed, type Exact } from './decimal.ts';

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
