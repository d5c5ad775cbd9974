/** The shipped facts agree with their index, and a faulty line refuses the whole file and is named by its number. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../values/dates.ts';
import { groupBy } from '../values/group-by.ts';
import {
  conflictsWithOwn,
  excessIncomeTable,
  isImplausible,
  readExcessIncome,
  type ExcessIncome,
} from './excess-income.ts';
import { shippedCells } from './fact-rows.ts';
import { FACTS_INDEX } from './facts-index.ts';
import { monthlyRateLookup, readMonthlyRates } from './monthly-rates.ts';
import { COVERED_PROVIDERS, providerOf } from './providers.ts';

const file = (name: string): string => readFileSync(new URL(`${name}.csv`, import.meta.url), 'utf8');

function rowsOf<T>(read: { ok: true; rows: readonly T[] } | { ok: false; faults: readonly unknown[] }): readonly T[] {
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.rows;
}

const HEADER = 'isin,periodEnd,currency,excessPerUnit,provider';
const cells = (text: string): string[][] => Papa.parse<string[]>(text).data;
const lines = (...rows: string[]) => readExcessIncome(cells([HEADER, ...rows].join('\n')));

describe('the shipped files', () => {
  it.each(Object.entries(FACTS_INDEX))('%s has the rows and the checksum of the index', (name, fact) => {
    const text = file(name);
    expect(text.trimEnd().split('\n').length - 1).toBe(fact.rows);
    expect(createHash('sha256').update(text).digest('hex')).toBe(fact.checksum);
    expect([fact.source, fact.licence].every((words) => words !== '')).toBe(true);
  });

  it('have 2,342 share classes, nil as a fact, and one figure that is implausible', () => {
    const rows = rowsOf(readExcessIncome(shippedCells(file('excess-income'))));
    expect([rows.length, excessIncomeTable(rows, []).size]).toEqual([8969, 2342]);
    expect(rows.filter(isImplausible)).toEqual([
      {
        isin: 'LU1423753034',
        periodEnd: '2021-05-31',
        currency: 'USD',
        excessPerUnit: 19_726.5429,
        provider: 'blackrock',
      },
    ]);
    expect(rows.filter(({ excessPerUnit }) => excessPerUnit === 0).length).toBeGreaterThan(1000);
  });

  it('have 26 currencies a month from January 2015, and no rate where the published one is wrong', () => {
    const months = rowsOf(readMonthlyRates(shippedCells(file('monthly-rates'))));
    const rate = monthlyRateLookup(months);
    expect([months[0]?.month, months.at(-1)?.month, months[0]?.rates.size]).toEqual(['2015-01', '2026-09', 26]);
    expect(rate('USD', '2015-01-31' as IsoDate)).toEqual({ perPound: 1.5562, operatorSource: null });
    expect(rate('BRL', '2019-04-01' as IsoDate)).toBeNull();
    expect(rate('USD', '2014-12-31' as IsoDate)).toBeNull();
    expect(rate('CNH', '2024-01-01' as IsoDate)).toBeNull();
  });
});

describe('providers', () => {
  it('cover the stated dates of each provider, which is recognised by whole words in the name of a fund', () => {
    const rows = rowsOf(readExcessIncome(shippedCells(file('excess-income'))));
    const ends = groupBy(rows, ({ provider }) => provider);
    expect(
      Object.fromEntries(
        [...ends].map(([provider, of]) => {
          const days = of.map(({ periodEnd }) => periodEnd).toSorted();
          return [provider, { first: days[0], last: days.at(-1) }];
        }),
      ),
    ).toEqual(Object.fromEntries(Object.entries(COVERED_PROVIDERS).map(([key, { covered }]) => [key, covered])));
    const names = ['Vanguard FTSE All-World', 'L&G Cyber Security', 'BNP PARIBAS Easy', 'Avanguardia'];
    expect(names.map((name) => providerOf(name)?.name)).toEqual(['Vanguard', 'L&G', 'BNP Paribas', undefined]);
  });
});

describe('lines of a user', () => {
  const good = 'IE00B3XXRP09,2024-06-30,USD,0.1234,vanguard';

  it('are read with quotes, carriage returns and a byte order mark', () => {
    const read = readExcessIncome(
      cells(`\uFEFF${HEADER}\r\n"IE00B3XXRP09","2024-06-30","USD","0.1234","my report"\r\n\r\n`),
    );
    expect(rowsOf(read)).toEqual([
      { isin: 'IE00B3XXRP09', periodEnd: '2024-06-30', currency: 'USD', excessPerUnit: 0.1234, provider: 'my report' },
    ]);
  });

  it('keep their source text, with its commas and quotes', () => {
    const read = rowsOf(lines('IE00B3XXRP09,2024-06-30,USD,0.5,"Vanguard, ""UK"" report, page 3"'));
    expect(read[0]?.provider).toBe('Vanguard, "UK" report, page 3');
    expect(excessIncomeTable([], read).get('IE00B3XXRP09')?.[0]).toMatchObject({
      origin: 'own',
      provider: 'Vanguard, "UK" report, page 3',
    });
  });

  it.each([
    ['IE00B3XXRP08,2024-06-30,USD,0.1,x', 'isin', 'IE00B3XXRP08'],
    ['IE00B3XXRP09,2024-06-31,USD,0.1,x', 'periodEnd', '2024-06-31'],
    ['IE00B3XXRP09,30/06/2024,USD,0.1,x', 'periodEnd', '30/06/2024'],
    ['IE00B3XXRP09,2024-06-30,XYZ,0.1,x', 'currency', 'XYZ'],
    ['IE00B3XXRP09,2024-06-30,USD,-0.1,x', 'excessPerUnit', '-0.1'],
    ['IE00B3XXRP09,2024-06-30,USD,,x', 'excessPerUnit', ''],
    ['IE00B3XXRP09,2024-06-30,"USD,0.1,x', 'line', 'IE00B3XXRP09,2024-06-30,USD,0.1,x'],
    ['IE00B3XXRP09,2024-06-30,USD,0.1,x,', 'line', 'IE00B3XXRP09,2024-06-30,USD,0.1,x,'],
    ['IE00B3XXRP09,2024-06-30,USD,0.1', 'line', 'IE00B3XXRP09,2024-06-30,USD,0.1'],
  ])('%s is refused, and with it the whole file', (line, field, value) => {
    expect(lines(good, line)).toMatchObject({ ok: false, faults: [{ line: 3, field, value }] });
  });

  it('a period with another figure is refused, in the file and beside what was added before; the same figure is not', () => {
    const other = 'IE00B3XXRP09,2024-06-30,USD,0.2,vanguard';
    expect(lines(good, good)).toMatchObject({ ok: true });
    expect(lines(good, other)).toMatchObject({ ok: false, faults: [{ line: 3, field: 'excessPerUnit' }] });
    const own = rowsOf(lines(other));
    expect(conflictsWithOwn(rowsOf(lines(good)), own)).toMatchObject([{ line: 2, value: '0.1234 USD' }]);
    expect(conflictsWithOwn(own, own)).toEqual([]);
  });

  it('another header is refused', () => {
    expect(readExcessIncome(cells('isin,period\n'))).toMatchObject({
      ok: false,
      faults: [{ line: 1, field: 'header' }],
    });
  });

  it('win over shipped ones', () => {
    const shipped: readonly ExcessIncome[] = rowsOf(lines(good, 'IE00B3XXRP09,2023-06-30,USD,0.1,vanguard'));
    const table = excessIncomeTable(shipped, rowsOf(lines('IE00B3XXRP09,2024-06-30,USD,0.5,me')));
    expect(table.get('IE00B3XXRP09')?.map(({ excessPerUnit, origin }) => [excessPerUnit, origin])).toEqual([
      [0.1, 'shipped'],
      [0.5, 'own'],
    ]);
  });
});

describe('rates', () => {
  it.each([
    ['month,USD\n2024-13,1.2', 'month'],
    ['month,USD\n2024-02,1.2\n2024-02,1.3', 'month'],
    ['month,USD\n2024-02,0', 'USD'],
    ['day,USD\n2024-02,1', 'header'],
  ])('%j is refused', (text, field) => {
    expect(readMonthlyRates(shippedCells(text))).toMatchObject({ ok: false, faults: [{ field }] });
  });
});
