/** How the exchange-rate line tells an age (001 §2.8). */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `Nd ago`, `Hh Mm ago`, `Mm ago` or `Just now` for an age in milliseconds. */
export function ageText(age: number): string {
  if (age >= DAY) return `${Math.floor(age / DAY)}d ago`;
  const minutes = Math.floor((age % HOUR) / MINUTE);
  if (age >= HOUR) return `${Math.floor(age / HOUR)}h ${minutes}m ago`;
  return minutes > 0 ? `${minutes}m ago` : 'Just now';
}
