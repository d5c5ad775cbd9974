/** Days and instants as text for people; a day is never put through a clock or a time zone. */
import { dateFromParts, type IsoDate, parseIsoDate } from '../../domain/dates.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2024-03-03` as `3 Mar 2024`; other text comes back unchanged. */
export function formatDate(date: string): string {
  const day = parseIsoDate(date.slice(0, 10));
  if (day === null) return date;
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;
}

/** `2024-03-03` as `03/03/2024`, the form in which dates are typed; other text comes back unchanged. */
export function typedDate(value: string): string {
  const day = parseIsoDate(value);
  return day === null ? value : `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** Reads a typed day (3/3/2024, 03-03-2024, 3.3.24, 03032024, 2024-03-03, 3 Mar 2024) as `yyyy-MM-dd`; other text comes back trimmed. */
export function readTypedDate(typed: string): string {
  const text = typed.trim();
  return parseIsoDate(text) ?? readNumeric(text) ?? readNamedMonth(text) ?? text;
}

function readNumeric(text: string): IsoDate | null {
  const match = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/u.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/u.exec(text);
  return match === null ? null : dateFromParts(fullYear(match[3] ?? ''), Number(match[2]), Number(match[1]));
}

function readNamedMonth(text: string): IsoDate | null {
  const match = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4}|\d{2})$/iu.exec(text);
  if (match === null) return null;
  const month = MONTHS.findIndex((name) => name.toLowerCase() === match[2]?.toLowerCase());
  return month === -1 ? null : dateFromParts(fullYear(match[3] ?? ''), month + 1, Number(match[1]));
}

/** A year of two digits is of this century: nobody types trades of the last one that way. */
function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/**
 * Makes a writer of ISO instants as en-GB days, `03 Mar 2024`, and what else is asked for, in the reader's time zone or
 * the one that is named. Text that is no instant comes back unchanged.
 */
export function instantFormat(options: Intl.DateTimeFormatOptions = {}): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', ...options });
  return (instant) => {
    const time = Date.parse(instant);
    // The browser's own en-GB has one month of four letters.
    return Number.isNaN(time) ? instant : format.format(time).replace('Sept', 'Sep');
  };
}

/** An ISO instant in the reader's own time zone: `03 Mar 2024, 14:02:11`. Text that is no instant comes back unchanged. */
export const formatInstant = instantFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
