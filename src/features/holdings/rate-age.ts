/** How the exchange-rate line tells an age (001 §2.8). */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { millisecondsToHours } from 'date-fns/millisecondsToHours';
import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';

/** `Nd ago`, `Hh Mm ago`, `Mm ago` or `Just now` for an age in milliseconds. */
export function ageText(age: number): string {
  if (age >= millisecondsInDay) return `${Math.floor(age / millisecondsInDay)}d ago`;
  const minutes = millisecondsToMinutes(age % millisecondsInHour);
  if (age >= millisecondsInHour) return `${millisecondsToHours(age)}h ${minutes}m ago`;
  return minutes > 0 ? `${minutes}m ago` : 'Just now';
}
