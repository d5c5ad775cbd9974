const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** How old the exchange rates are, in days, hours or minutes; 'N/A' when they were never updated (001 §2.11). */
export function rateAge(lastUpdate: string | null, now: number): string {
  const age = lastUpdate === null ? Number.NaN : Math.max(0, now - Date.parse(lastUpdate));
  if (Number.isNaN(age)) return 'N/A';
  if (age >= DAY) return ago(Math.floor(age / DAY), 'day');
  if (age >= HOUR) return ago(Math.floor(age / HOUR), 'hour');
  return ago(Math.floor(age / MINUTE), 'minute');
}
