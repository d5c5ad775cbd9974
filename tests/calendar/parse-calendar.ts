/** Reads a calendar as RFC 5545 has it, written from its grammar alone: strict about what a file may hold. */

export interface ReadEvent {
  readonly uid: string;
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly lines: ReadonlyMap<string, string>;
}

const NAME = /^([A-Z-]+)((?:;[A-Z-]+=[^;:,"]+)*):(.*)$/su;

/** Throws at the first line that is not of the grammar. */
export function parseCalendar(file: string): ReadEvent[] {
  if (!file.endsWith('\r\n')) throw new Error('the last line has no break');
  const physical = file.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (/[\r\n]/u.test(line)) throw new Error(`a bare break in ${JSON.stringify(line)}`);
    if (new TextEncoder().encode(line).length > 75) throw new Error(`${line.length} characters in a line`);
    // Half a character would not come through UTF-8 and back.
    if (new TextDecoder().decode(new TextEncoder().encode(line)) !== line) throw new Error('a character is cut');
  }
  const lines = physical.join('\n').replaceAll('\n ', '').split('\n');
  if (lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR') throw new Error('not one calendar');
  const events: ReadEvent[] = [];
  let open: Map<string, string> | null = null;
  for (const line of lines.slice(1, -1)) {
    const match = NAME.exec(line);
    if (match === null) throw new Error(`not a content line: ${line}`);
    const [, name = '', parameters = '', value = ''] = match;
    if (line === 'BEGIN:VEVENT') open = new Map();
    else if (line === 'END:VEVENT') {
      if (open === null) throw new Error('an event ends that did not begin');
      events.push(eventOf(open));
      open = null;
    } else if (open?.has(name) === true) throw new Error(`${name} twice`);
    else open?.set(name, parameters.slice(1) === '' ? value : `${parameters.slice(1)} ${value}`);
  }
  return events;
}

function eventOf(lines: ReadonlyMap<string, string>): ReadEvent {
  const of = (name: string): string => {
    const value = lines.get(name);
    if (value === undefined) throw new Error(`no ${name}`);
    return value;
  };
  if (!/^\d{8}T\d{6}Z$/u.test(of('DTSTAMP'))) throw new Error(`DTSTAMP ${of('DTSTAMP')}`);
  return {
    uid: of('UID'),
    start: dayOf(of('DTSTART')),
    end: dayOf(of('DTEND')),
    summary: textOf(of('SUMMARY')),
    lines,
  };
}

function dayOf(value: string): string {
  const match = /^VALUE=DATE (\d{4})(\d{2})(\d{2})$/u.exec(value);
  if (match === null) throw new Error(`not a whole day: ${value}`);
  return match.slice(1).join('-');
}

/** RFC 5545 3.3.11: only these four are escaped, and none of them may stand alone. */
function textOf(value: string): string {
  if (/^(?:[^\\;,]|\\[\\;,nN])*$/u.test(value))
    return value.replaceAll(/\\(.)/gu, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one));
  throw new Error(`not a text: ${value}`);
}
