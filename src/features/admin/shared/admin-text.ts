/** How the admin portal writes instants and durations (002 §9). */
import { formatInstant } from '../../../ui/texts/date-text.ts';

/** `3 Mar 2024, 14:02:11`, or 'Never'. */
export function adminInstant(instant: string | null): string {
  return instant === null ? 'Never' : formatInstant(instant);
}

/** A duration `d.hh:mm:ss` or `hh:mm:ss` as `Nd Nh Nm`; 'N/A' when it is missing or none. */
export function durationText(duration: string | null): string {
  const match = /^(?:(\d+)\.)?(\d{1,2}):(\d{2}):(\d{2})(?:\.\d+)?$/u.exec(duration ?? '');
  if (match === null) return 'N/A';
  const [, days = '0', hours = '0', minutes = '0'] = match;
  return `${Number(days)}d ${Number(hours)}h ${Number(minutes)}m`;
}
