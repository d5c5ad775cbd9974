/** Reading in parts gives what reading at once gives, wherever the parts end. A failure prints its seed. */
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTable, type ParsedCsv } from '../../domain/csv/source/read-table.ts';
import { csvTools, parseInParts, readTableInParts } from './read-file.ts';
import { runs } from '../../tests/runs.ts';

const always = async (): Promise<boolean> => await Promise.resolve(true);
const unclosed = ({ errors }: ParsedCsv) => errors.filter(({ code }) => code === 'MissingQuotes').map(({ row }) => row);

describe('a text that is cut into rows part by part', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '10',
      'Café £5',
      '日本株',
      '👩‍👧 fund',
      '"a, ""b""; c"',
      '"two\nlines"',
      '"\n"',
      '""',
      '"open',
      'mid"dle',
      '"shut"x',
      '"spaces"  ',
    ),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', 'é', '👍', 'a', ' '), maxLength: 8 }),
  );
  const texts = fc
    .array(
      fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(',')),
      { maxLength: 12 },
    )
    .map((lines) => lines.join('\n'));

  it('is the same table for any length of part: quoted line breaks, stray quotation marks and characters of several units included', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom(',', ';'),
        fc.integer({ min: 1, max: 40 }),
        async (text, delimiter, partLength) => {
          const whole = csvTools.parse(text, delimiter);
          const inParts = await parseInParts(text, delimiter, always, partLength);
          expect(inParts?.data).toEqual(whole.data);
          expect(inParts === null ? null : unclosed(inParts)).toEqual(unclosed(whole));
        },
      ),
      runs(200, 20_000),
    );
  });

  it('reports the rows and characters so far, and stops when the report returns false', async () => {
    const steps: [rows: number, read: number][] = [];
    const stopped = await parseInParts(
      'a,b\nc,d\ne,f\ng,h',
      ',',
      async (rows, read) => {
        steps.push([rows, read]);
        return await Promise.resolve(steps.length < 2);
      },
      6,
    );
    expect(stopped).toBeNull();
    expect(steps).toEqual([
      [1, 4],
      [3, 12],
    ]);
  });

  it('fails when the receiver of its reports fails', async () => {
    await expect(parseInParts('a\nb', ',', async () => await Promise.reject(new Error('gone')), 1)).rejects.toThrow(
      'gone',
    );
  });

  it('takes time that grows with its length alone when a quotation mark is never closed', async () => {
    const text = `a,b\n1,2\n"${'x,y\n'.repeat(2_000_000)}`;
    const before = process.cpuUsage();
    const parsed = await parseInParts(text, ',', always, 64 * 1024);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
    expect(parsed === null ? null : [unclosed(parsed), parsed.data.length, parsed.data[2]?.[0]?.length]).toEqual([
      [2],
      3,
      8_000_000,
    ]);
  });
});

describe('a file that is read in parts', () => {
  const folder = new URL('../../tests/fixtures/', import.meta.url);
  const samples = [
    'samples/transactions-real.csv',
    ...['brokers/samples/', 'brokers/nasty/'].flatMap((path) =>
      readdirSync(new URL(path, folder))
        .filter((name) => /\.(?:csv|txt|tsv)$/u.test(name))
        .map((name) => path + name),
    ),
  ];

  it.each(samples)('is the same table or refusal as read at once: %s', async (path) => {
    const bytes = new Uint8Array(readFileSync(new URL(path, folder)));
    const whole = readTable(bytes, csvTools);
    // About 3,000 parts, whatever the file's size.
    for (const partLength of [Math.max(1, Math.ceil(bytes.length / 3000)), 8191])
      expect(await readTableInParts(bytes, { partLength })).toEqual(whole);
  });

  it('is the same table in every encoding, with characters of several bytes throughout', async () => {
    const text = `Date,Type,ISIN,Asset,Quantity,Consideration\r\n${'22/05/2025,Buy,GB00BH4HKS39,"Société é 👍\r\nfund",10,10\r\n'.repeat(200)}`;
    const units = `\uFEFF${text}`.split('').map((unit) => unit.charCodeAt(0));
    const utf16 = new Uint8Array(Uint16Array.from(units).buffer);
    for (const bytes of [new TextEncoder().encode(text), utf16]) {
      const whole = readTable(bytes, csvTools);
      for (let partLength = 1; partLength < 70; partLength += 4)
        expect(await readTableInParts(bytes, { partLength })).toEqual(whole);
      expect('rows' in whole && whole.rows[200]?.[3]).toBe('Société é 👍\nfund');
    }
  });
});
