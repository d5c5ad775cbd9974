import { expect, it } from 'vitest';
import { isTotalsLine, proveTotals, totalsNotice } from './file-totals.ts';
import type { Table } from './table.ts';

function table(...lines: readonly string[]): Table {
  const rows = lines.map((line) => line.split(';'));
  return {
    rows,
    lines: rows.map((_row, index) => index + 1),
    headerIndex: 0,
    preamble: 0,
  } as unknown as Table;
}
const HEADER = 'Date;Type;Quantity;Price;Amount;Fee';

it('agrees where the rows add up to it, signed or not, and names the columns', () => {
  const proof = proveTotals(
    table(
      HEADER,
      '01/05/2025;Buy;10;1.00;-10.00;1.50',
      '02/05/2025;Sell;5;2.00;10.00;1.25',
      'Total;;;3.00;0.00;£2.75',
      ';;;;;',
      '* in pounds;;;;;',
    ),
  );
  // Prices are not added up.
  expect(proof).toEqual({ agreeing: ['Amount', 'Fee'], breaks: [] });
  expect(totalsNotice(proof ?? { agreeing: [], breaks: [] })).toBe(
    "The file's own totals agree with its rows: Amount, Fee.",
  );
  expect(
    proveTotals(table(HEADER, '01/05/2025;Buy;10;1;-10;1', '02/05/2025;Sell;5;2;10;1', 'Totals;;;;20.00;2')),
  ).toEqual({ agreeing: ['Amount', 'Fee'], breaks: [] });
});

it('agrees where it takes the sales off the purchases, or the purchases off the sales', () => {
  const rows = ['01/05/2025;Buy;10;1.00;10.00;1', '02/05/2025;Sell;5;2.00;12.00;1'];
  for (const stated of ['-2.00', '2.00'])
    expect(proveTotals(table(HEADER, ...rows, `Total;;;;${stated};2`))?.breaks).toEqual([]);
  expect(proveTotals(table(HEADER, ...rows, 'Total;;;;3.00;2'))?.breaks).toHaveLength(1);
});

it('says by how much a row is missing or wrong', () => {
  const proof = proveTotals(
    table(HEADER, '01/05/2025;Buy;10;1;10.00;1', '02/05/2025;Buy;5;2;10.01;1', 'Total;;;;20.00;2'),
  );
  expect(proof).toEqual({
    agreeing: ['Fee'],
    breaks: [{ line: 4, heading: 'Amount', expected: '20.01', stated: '20.00' }],
  });
  expect(proof === null ? '' : totalsNotice(proof)).toBe(
    "The file's own total of Amount on line 4 disagrees: its rows add up to 20.01, but it states 20.00. A row is missing, or a figure is wrong.",
  );
});

it('adds up each part between subtotals, and all of it for the total', () => {
  const lines = ['01/05/2025;Buy;1;1;10;1', 'Sub-total;;;;10;1', '02/05/2025;Buy;1;1;5;1', 'Subtotal;;;;5;1'];
  expect(proveTotals(table(HEADER, ...lines, 'Grand total;;;;15;2'))?.breaks).toEqual([]);
  expect(proveTotals(table(HEADER, ...lines, 'Grand total;;;;14;2'))?.breaks).toMatchObject([
    { line: 6, stated: '14.00' },
  ]);
});

it('a total is not read across currencies, from an unreadable column, or from a company called Total', () => {
  const several = proveTotals(table('Date;Amount;Currency', '01/05/2025;10;GBP', '02/05/2025;5;USD', 'Total;15;'));
  expect(several).toBeNull();
  expect(proveTotals(table('Date;Amount', '01/05/2025;1,234', '02/05/2025;5', 'Total;1,239'))).toBeNull();
  expect(proveTotals(table('Date;Amount', '01/05/2025;see note 4', 'Total;15'))).toBeNull();
  expect(isTotalsLine(['Total SE', 'BUY', '10'])).toBe(false);
  expect(isTotalsLine(['TotalEnergies', '10'])).toBe(false);
  expect(isTotalsLine(['Total'])).toBe(false);
  expect(isTotalsLine(['', 'Total (GBP)', '', '10.00', 'GBP'])).toBe(true);
});
