import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCalendar } from '../../tests/calendar/parse-calendar.ts';
import { runs } from '../../tests/runs.ts';
import { buy, day, gainsOf, row, sell } from '../../tests/cgt/rows.ts';
import { addDays } from '../values/dates.ts';
import type { SavingsAccount } from '../records/records.ts';
import { calendarFile, type Calendar } from './calendar-file.ts';
import { taxDateEvent, taxDateText } from './tax-date-words.ts';
import { taxDates, type TaxDatesInput } from './tax-dates.ts';

const TODAY = day('2026-11-23');

function savingsOf(id: string, accountCloseDate: string | null): SavingsAccount {
  return { id, accountId: 'ann', accountCloseDate } as SavingsAccount;
}

function inputOf(change: Partial<TaxDatesInput> = {}): TaxDatesInput {
  return { today: TODAY, gains: gainsOf([]), transactions: [], savings: [], propertySales: [], ...change };
}

const shown = (input: TaxDatesInput, until: string) =>
  taxDates(input, day(until)).map(({ date, key, taxYear }) => `${date} ${key} ${taxYear}`);

describe('tax dates', () => {
  it('are those of every tax year, from today to the given day, in order', () => {
    expect(shown(inputOf(), '2027-11-23')).toEqual([
      '2027-01-31 onlineReturnBy-2025-26 2025-26',
      '2027-04-05 taxYearEnds-2026-27 2026-27',
      '2027-07-31 secondPaymentOnAccount-2026-27 2026-27',
      '2027-10-05 registerBy-2026-27 2026-27',
    ]);
    expect(shown(inputOf({ today: day('2027-01-31') }), '2027-01-31')).toEqual([
      '2027-01-31 onlineReturnBy-2025-26 2025-26',
    ]);
    expect(shown(inputOf({ today: day('2027-02-01') }), '2027-04-04')).toEqual([]);
  });

  it('are the ends of 30-day windows, while a purchase would still change the sale', () => {
    const rows = [
      buy('2024-01-10', 100, 1000),
      sell('2026-10-24', 5, 90, { id: 'day30' }),
      sell('2026-10-23', 5, 90, { id: 'past' }),
      sell('2026-11-23', 5, 90, { id: 'today' }),
      buy('2024-01-10', 100, 1000, { wrapper: 'ISA' }),
      sell('2026-11-20', 5, 90, { id: 'isa', wrapper: 'ISA' }),
    ];
    const gains = gainsOf(rows, { asOf: TODAY });
    expect(shown(inputOf({ gains }), '2027-01-30')).toEqual([
      '2026-11-23 window-day30 2026-27',
      '2026-12-23 window-today 2026-27',
    ]);
  });

  it('are the closing days of savings, property reports after 60 days, and distributions ahead', () => {
    const input = inputOf({
      savings: [savingsOf('open', null), savingsOf('ahead', '2027-01-02'), savingsOf('closed', '2026-11-22')],
      propertySales: [{ propertyId: 'flat', accountId: 'ann', completion: day('2026-11-20') }],
      transactions: [
        { ...row('ACCUMULATION', '2026-06-30', null, 12, { id: 'eri' }), incomeDate: day('2026-12-31') },
        row('ACCUMULATION', '2026-12-30', null, 12),
      ],
    });
    expect(shown(input, '2027-01-30')).toEqual([
      '2026-12-31 distribution-eri 2026-27',
      '2027-01-02 savings-ahead 2026-27',
      '2027-01-19 property-flat 2026-27',
    ]);
  });

  it.each(['ISA', 'LISA', 'JISA', 'SIPP'] as const)(
    'have no distribution in a wrapper of which no row counts (income/RULES 1.1: %s)',
    (wrapper) => {
      const rows = [
        { ...row('ACCUMULATION', '2026-06-30', null, 12, { id: 'eri', wrapper }), incomeDate: day('2026-12-31') },
      ];
      expect(shown(inputOf({ transactions: rows }), '2027-01-30')).toEqual([]);
    },
  );

  it('contain no names unless names are asked for', () => {
    const gains = gainsOf([buy('2024-01-10', 100, 1000), sell('2026-11-23', 5, 98.76, { id: 's' })], { asOf: TODAY });
    const [date] = taxDates(inputOf({ gains }), day('2026-12-31'));
    if (date === undefined) throw new Error('no date');
    expect(taxDateText(date)).toBe('Last day of a 30-day window after a sale');
    expect(JSON.stringify(taxDateEvent(date, null))).not.toMatch(/ann|TEST|98/u);
    const names = { holderOf: () => 'Ann Smith', recordOf: () => 'Test plc' };
    expect(taxDateEvent(date, names).summary).toBe('Last day of a 30-day window after a sale (Test plc, Ann Smith)');
  });
});

describe('a calendar file (RFC 5545)', () => {
  const CALENDAR: Calendar = {
    name: 'Tax dates',
    writtenAt: '2026-11-23T14:05:09.123Z',
    events: [
      {
        key: 'taxYearEnds-2026-27',
        date: day('2027-04-05'),
        summary: 'Tax year 2026-27 ends; use, or lose\nit \\ now',
      },
    ],
  };

  it('has whole days, stable names and escaped texts', () => {
    expect(calendarFile(CALENDAR)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Holdfast//Tax dates//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'X-WR-CALNAME:Tax dates',
        'BEGIN:VEVENT',
        'UID:taxYearEnds-2026-27@holdfast',
        'DTSTAMP:20261123T140509Z',
        'DTSTART;VALUE=DATE:20270405',
        'DTEND;VALUE=DATE:20270406',
        String.raw`SUMMARY:Tax year 2026-27 ends\; use\, or lose\nit \\ now`,
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('folds lines at 75 octets without cutting a character, and they unfold to the text', () => {
    const summary = `${'Sparkonto für Übergänge 🏦 '.repeat(12)}end`;
    const file = calendarFile({
      ...CALENDAR,
      events: [{ key: 'k', date: day('2026-12-31'), summary, description: 'Über' }],
    });
    const lines = file.split('\r\n');
    expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(3);
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  });

  it('is read by a reader written from the grammar, whatever the texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const days = fc.integer({ min: 0, max: 20_000 }).map((number) => addDays(day('2000-01-01'), number));
    const events = fc.uniqueArray(fc.record({ key: fc.uuid(), date: days, summary: text }), {
      selector: ({ key }) => key,
      maxLength: 5,
    });
    fc.assert(
      fc.property(events, text, (all, name) => {
        expect(
          parseCalendar(calendarFile({ name, events: all, writtenAt: CALENDAR.writtenAt })).map(
            ({ uid, start, end, summary }) => [uid, start, end, summary],
          ),
        ).toEqual(
          all.map(({ key, date, summary }) => [
            `${key}@holdfast`,
            date,
            addDays(date, 1),
            summary.replaceAll(/\r\n|\r/gu, '\n').replaceAll(/[^\P{Cc}\n]/gu, ''),
          ]),
        );
      }),
      runs(200, 5000),
    );
  });

  it('is valid without any days, and leaves out control characters', () => {
    expect(calendarFile({ ...CALENDAR, events: [] })).not.toContain('VEVENT');
    const events = [{ key: 'k', date: day('2026-12-31'), summary: 'a\u0007b' }];
    expect(calendarFile({ ...CALENDAR, events })).toContain('SUMMARY:ab\r\n');
  });
});
