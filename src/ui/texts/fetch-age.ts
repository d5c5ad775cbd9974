/** How long ago something was fetched (001 §9). */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { millisecondsToHours } from 'date-fns/millisecondsToHours';
import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';
import { instantFormat } from './date-text.ts';

const dayOf = instantFormat('dd MMM yyyy', 'Europe/London');

/** How long ago a price was fetched: 'N min ago', 'N hr(s) ago', from 24 hours on the day (001 §9). */
export function fetchAge(fetchedAt: string, now: number): string {
  const age = Math.max(0, now - Date.parse(fetchedAt));
  if (Number.isNaN(age)) return '';
  if (age < millisecondsInHour) return `${millisecondsToMinutes(age)} min ago`;
  if (age >= millisecondsInDay) return dayOf(fetchedAt);
  return `${millisecondsToHours(age)} hr(s) ago`;
}
