/** Writes a calendar of whole days by RFC 5545; the same days always give the same file. */
import { addDays, type IsoDate } from '../values/dates.ts';

export interface CalendarEvent {
  /** Stable, so that a calendar which reads the file again replaces the event with this key. */
  readonly key: string;
  readonly date: IsoDate;
  readonly summary: string;
  readonly description?: string;
}

export interface Calendar {
  readonly name: string;
  readonly events: readonly CalendarEvent[];
  /** When it was written, in UTC: `2026-11-23T14:05:00Z`, with or without milliseconds. */
  readonly writtenAt: string;
}

const PRODUCT = '-//Holdfast//Tax dates//EN';
/** The most octets of a line without its break (RFC 5545 3.1). */
const MOST_OCTETS = 75;

/** The whole file, with CR LF after every line. */
export function calendarFile({ name, events, writtenAt }: Calendar): string {
  const stamp = writtenAt.replace(/\.\d+/u, '').replaceAll(/[-:]/gu, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${textOf(name)}`,
    ...events.flatMap((event) => eventLines(event, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ key, date, summary, description }: CalendarEvent, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${textOf(key)}@holdfast`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(date)}`,
    // A whole day ends on the next day, which is not part of it.
    `DTEND;VALUE=DATE:${compact(addDays(date, 1))}`,
    `SUMMARY:${textOf(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${textOf(description)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function compact(date: IsoDate): string {
  return date.replaceAll('-', '');
}

/** RFC 5545 3.3.11; control characters are not allowed in a text. */
function textOf(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', String.raw`\;`)
    .replaceAll(',', String.raw`\,`)
    .replaceAll(/\r\n|\r|\n/gu, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '');
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
}

/** RFC 5545 3.1: lines of at most 75 octets, each continuation starting with a space; no character is split. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MOST_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
