import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { millisecondsToHours } from 'date-fns/millisecondsToHours';
import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** How old the exchange rates are, in days, hours or minutes; 'N/A' when they were never updated (001 §2.11). */
export function rateAge(lastUpdate: string | null, now: number): string {
  const age = lastUpdate === null ? Number.NaN : Math.max(0, now - Date.parse(lastUpdate));
  if (Number.isNaN(age)) return 'N/A';
  if (age >= millisecondsInDay) return ago(Math.floor(age / millisecondsInDay), 'day');
  if (age >= millisecondsInHour) return ago(millisecondsToHours(age), 'hour');
  return ago(millisecondsToMinutes(age), 'minute');
}
