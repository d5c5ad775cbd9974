/** A column of time zones in a file without a profile: the day in London may be another one. */
import { normaliseHeader } from '../tables/columns.ts';
import { isUtcHeader } from '../tables/heading-units.ts';

const HEADING = /^(?:(?:trade|execution|order|market) )?(?:time ?zone|tz)$/u;
const LONDON = /^(?:BST|WES?T|Europe\/(?:London|Belfast|Dublin|Lisbon|Jersey|Guernsey|Isle_of_Man))$/iu;
const UTC = /^(?:UTC|GMT|Z|Etc\/(?:UTC|GMT))$/iu;
const EUROPE = /^(?:CES?T|EES?T|Europe\/.+)$/iu;
const WEST = /^(?:America\/.+|US\/.+|[ECMP][SD]?T)$/iu;
const TIME = /(?:^|[ T])(\d{1,2}):\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?([AP]M))?/iu;

/** The hours at which the day in London may be another one, from and to. */
function otherDay(zone: string): readonly [number, number] {
  if (LONDON.test(zone)) return [24, 0];
  if (UTC.test(zone)) return [23, 24];
  if (EUROPE.test(zone)) return [0, 2];
  return WEST.test(zone) ? [16, 24] : [0, 24];
}

export class TimeZones {
  private readonly position: number;
  /** Columns of times in UTC. */
  private readonly utc: number[] = [];

  constructor(header: readonly string[]) {
    this.position = header.findIndex((cell) => HEADING.test(normaliseHeader(cell)));
  }

  /** Takes a column that is not read. */
  take(position: number, heading: string): void {
    if (/^(?:\w+ )?time(?: (?:utc|gmt))?$/u.test(normaliseHeader(heading)) && isUtcHeader(heading))
      this.utc.push(position);
  }

  /** What a time in UTC, just before midnight, says against the day of a row; null for nothing. */
  lateNote(cells: readonly string[]): string | null {
    return this.utc.some((position) => /^\s*23:/u.test(cells[position] ?? ''))
      ? 'The time is in UTC, so that the trade may be on the next day in London. Check the date.'
      : null;
  }

  /** What the zone says against the day of a row; null for nothing. */
  note(cells: readonly string[]): string | null {
    const zone = (cells[this.position] ?? '').trim();
    if (zone === '' || zone.length > 40) return null;
    const [, hours, half] = cells.map((cell) => TIME.exec(cell.slice(0, 60))).find((time) => time !== null) ?? [];
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
    const [from, to] = otherDay(zone);
    // A row without a time may be of any hour.
    const isOther = hours === undefined ? from < to : hour >= from && hour < to;
    return isOther
      ? `The time is that of ${zone}, so that the day in London may be another one. Check the date.`
      : null;
  }
}
