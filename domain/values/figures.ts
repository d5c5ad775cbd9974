/** Exact figures as English text: £1,234.50. Screens that format themselves use the JSON numbers instead. */
import { toFixed, type Exact } from './decimal.ts';

/** Thousands separators in plain decimal text. */
function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const groups: string[] = [];
  for (let end = whole.length; end > sign.length; end -= 3)
    groups.unshift(whole.slice(Math.max(sign.length, end - 3), end));
  const separated = sign + groups.join(',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

/** Pounds with the given number of decimals; the sign is before the pound sign. */
export function poundsText(value: Exact<'pounds' | 'price'>, places = 2): string {
  const text = grouped(toFixed(value, places));
  return text.startsWith('-') ? `-£${text.slice(1)}` : `£${text}`;
}
