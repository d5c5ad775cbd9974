/** How long ago something was fetched (001 §9). */
import { instantFormat } from './date-text.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayOf = instantFormat('dd MMM yyyy', 'Europe/London');

/** How long ago a price was fetched: 'N min ago', 'N hr(s) ago', from 24 hours on the day (001 §9). */
export function fetchAge(fetchedAt: string, now: number): string {
  const age = Math.max(0, now - Date.parse(fetchedAt));
  if (Number.isNaN(age)) return '';
  if (age < HOUR_MS) return `${Math.floor(age / 60_000)} min ago`;
  if (age >= DAY_MS) return dayOf(fetchedAt);
  const hours = Math.floor(age / HOUR_MS);
  return `${hours} ${hours === 1 ? 'hr' : 'hrs'} ago`;
}
