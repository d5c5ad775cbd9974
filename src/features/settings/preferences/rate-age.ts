import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { millisecondsToHours } from 'date-fns/millisecondsToHours';
import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';

/** How old the exchange rates are: 'N day(s) ago', 'N hour(s) ago' or 'N minute(s) ago'; 'N/A' when they were never updated (001 §2.11). */
export function rateAge(lastUpdate: string | null, now: number): string {
  const age = lastUpdate === null ? Number.NaN : Math.max(0, now - Date.parse(lastUpdate));
  if (Number.isNaN(age)) return 'N/A';
  if (age >= millisecondsInDay) return `${Math.floor(age / millisecondsInDay)} day(s) ago`;
  if (age >= millisecondsInHour) return `${millisecondsToHours(age)} hour(s) ago`;
  return `${millisecondsToMinutes(age)} minute(s) ago`;
}
