/** The boxes of SA100, SA101 and SA106, added up again from the CSV of a year alone, are those of the screen (RULES 3.3). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Money, Pounds } from '../../domain/values/amount.ts';
import { incomeCsv, incomeFileName } from '../../domain/csv/exports/export-income.ts';
import { divide, exact } from '../../domain/values/decimal.ts';
import { incomeYear, type IncomeYear } from '../../domain/income/income-year.ts';
import { BOX_LABELS, natureLabel, NATURE_LABELS } from '../../domain/income/labels.ts';
import type { Nature, NatureStatement, PayerFacts } from '../../domain/income/nature.ts';
import { receiptsOf } from '../../domain/income/receipts.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { taxYearOf, type TaxYear } from '../../domain/values/tax-year.ts';
import { boxTitle } from '../../src/features/income/income-words.ts';
import { formatMoney } from '../../src/ui/texts/format.ts';
import { histories } from '../cgt/histories.ts';
import { row } from '../cgt/rows.ts';
import { runs } from '../runs.ts';
import { csvLines, readIncomeCsv } from './read-income-csv.ts';

const GILT = 'GB00B16NNR78';
const TYPES: ReadonlyMap<string, PayerFacts['type']> = new Map([
  ['GB00BH4HKS39', 'EQUITY'],
  ['US0378331005', 'EQUITY'],
  ['FR0000120271', 'EQUITY'],
  ['JE00B4T3BW64', 'EQUITY'],
  ['IE00B3XXRP09', 'ETF'],
  ['LU1423753034', 'FUND'],
  ['GB00B3X7QG63', 'FUND'],
  ['XS0000000009', 'BOND'],
]);
const ISINS = [...TYPES.keys(), GILT, 'DE0005933931'];
const NAMES = ['Plain plc', 'A, B & "C"', '=SUM(A1:A9)', 'two\r\nlines', 'Ærø £', '-5'];

const year = (start: number) => `${start}-${String(start + 1).slice(2)}` as TaxYear;

/** What makes one row more than plain: crumbs of a penny, tax withheld, another country, another year. */
const spices = fc.record({
  crumb: fc.constantFrom(0, 0, 0, 0.005, 0.0049),
  /** Percent of the income. */
  tax: fc.constantFrom(null, null, 0, 15, 20, 100),
  country: fc.constantFrom(null, null, 'NL'),
  years: fc.constantFrom(0, 0, 0, 1, -9),
  times: fc.constantFrom(1, 1, 1, 2),
});

type Spice = typeof spices extends fc.Arbitrary<infer T> ? T : never;

function spiced(one: Transaction, { crumb, tax, country, years }: Spice, scale: number): Transaction {
  const income = Number((one.consideration * scale + crumb).toFixed(4));
  return {
    ...one,
    consideration: income as Pounds,
    transactionDate:
      `${Number(one.transactionDate.slice(0, 4)) + years}${one.transactionDate.slice(4).replace('-02-29', '-02-28')}` as Transaction['transactionDate'],
    ...(tax !== null && {
      grossIncome: income as Pounds,
      taxWithheld: Number(((income * tax) / 100).toFixed(4)) as Pounds,
    }),
    ...(country !== null && { taxCountry: country }),
  };
}

const cashInterest = fc
  .record({
    offset: fc.integer({ min: 0, max: 9 }),
    cents: fc.integer({ min: 1, max: 400_000 }),
    currency: fc.constantFrom('GBP' as const, 'USD' as const, 'EUR' as const),
  })
  .map(({ offset, cents, currency }, index = 0): Transaction => ({
    ...row('CASH_INTEREST', `2024-${String(offset + 1).padStart(2, '0')}-11`, null, 0, { isin: '' }),
    id: `cash-${index}-${offset}-${cents}`,
    cashAmount: (cents / 100) as Money,
    cashCurrency: currency,
  }));

const worlds = fc
  .record({
    bare: histories({
      types: ['DIVIDEND', 'DIVIDEND', 'INTEREST', 'DIVIDEND_REINVESTED', 'ACCUMULATION', 'BUY'],
      wrappers: ['DEALING', 'DEALING', 'SPECULATIVE', 'ISA', 'LISA', 'JISA', 'SIPP'],
      accounts: ['ann', 'ann', 'bob'],
      isins: ISINS,
      maxRows: 40,
      days: 500,
    }),
    spice: fc.array(spices, { minLength: 1, maxLength: 40 }),
    /** Small incomes too: some foreign interest has a box of its own up to £2,000. */
    scale: fc.constantFrom(1, 0.01),
    cash: fc.array(cashInterest, { maxLength: 4 }),
    stated: fc.array(
      fc.tuple(
        fc.constantFrom(...ISINS),
        fc.constantFrom(...(Object.keys(NATURE_LABELS) as Nature[]), 'propertyIncome' as const),
      ),
      { maxLength: 5 },
    ),
    names: fc.array(fc.constantFrom(...NAMES), { minLength: ISINS.length, maxLength: ISINS.length }),
  })
  .map(({ bare, spice, scale, cash, stated, names }) => ({
    transactions: [
      ...bare.flatMap((one, at) => {
        const next = spice[at % spice.length];
        if (next === undefined) return [];
        return Array.from({ length: next.times }, (_, index) => ({
          ...spiced(one, next, scale),
          id: `${one.id}-${index}`,
        }));
      }),
      ...cash,
    ],
    natures: new Map(
      stated.map(([isin, nature]): [string, NatureStatement[]] => [isin, [{ from: null, nature, country: null }]]),
    ),
    names: new Map(ISINS.map((isin, index) => [isin, names[index] ?? ''])),
  }));

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

function yearOf({ transactions, natures, names }: World, taxYear: TaxYear): IncomeYear {
  const assets = new Map(
    [...TYPES].map(([isin, type]): [string, PayerFacts] => [
      isin,
      { name: names.get(isin) ?? '', type, category: isin.startsWith('LU') ? 'LT_BONDS' : 'US_TSM' },
    ]),
  );
  const receipts = receiptsOf(
    {
      transactions,
      assets,
      natures,
      inPounds: (amount, currency) =>
        currency === 'EUR' ? null : divide<'pounds'>(amount, exact((currency === 'USD' ? 1.2345 : 1) as never)),
    },
    'ann',
    taxYear,
  );
  return incomeYear(receipts, 'ann', taxYear, (isin) => names.get(isin) ?? 'Cash at broker');
}

/** The figures as the screen has them. */
function shown({ boxes, totals, byNature, apart, lines }: IncomeYear) {
  const figures = (of: IncomeYear['totals']) => [of.gross, of.withheld, of.net].map((each) => formatMoney(each));
  return {
    boxes: boxes
      .map(
        (box) =>
          `${boxTitle(box)} ${formatMoney(box.amount)}, on the return ${formatMoney(box.wholePounds, { places: 0 })}`,
      )
      .toSorted(),
    totals: figures(totals),
    natures: byNature.map((of) => [natureLabel(of.nature), ...figures(of)].join(' ')).toSorted(),
    apart: apart.map(({ wrapper, gross }) => `${wrapper} ${formatMoney(gross)}`).toSorted(),
    receipts: lines.length,
    faults: [],
  };
}

describe('3.3: the boxes, read again from the CSV', () => {
  it('are those of the screen, with its totals, its natures and what is apart', () => {
    const filled = new Set<string>();
    fc.assert(
      fc.property(worlds, (world) => {
        const years = new Set([year(2024), ...world.transactions.map((one) => taxYearOf(one.transactionDate))]);
        for (const taxYear of years) {
          const found = yearOf(world, taxYear);
          const csv = incomeCsv([{ year: found, accountName: 'Ann, Jr' }]);
          expect(readIncomeCsv(csv, { hasNumbers: taxYear >= '2016-17' })).toEqual(shown(found));
          for (const { name } of found.boxes) filled.add(name);
        }
      }),
      runs(200, 5000),
    );
    expect(incomeFileName(year(2024))).toBe('income-2024-25.csv');
    expect([...filled].toSorted()).toEqual(Object.keys(BOX_LABELS).toSorted());
  });

  it('show a file in which a line was changed, lost or doubled', () => {
    const [first, second] = ['2024-06-03', '2024-07-01'].map((date) => ({
      ...row('DIVIDEND', date, null, 100, { isin: 'US0378331005' }),
      grossIncome: 100 as Pounds,
      taxWithheld: 15 as Pounds,
    }));
    if (first === undefined || second === undefined) throw new Error('no rows');
    const world = { transactions: [first, second], natures: new Map(), names: new Map([['US0378331005', 'Apple']]) };
    const text = incomeCsv([{ year: yearOf(world, year(2024)), accountName: 'Ann' }]);
    const read = (changed: string) => readIncomeCsv(changed, { hasNumbers: true });
    expect(read(text)).toMatchObject({
      boxes: [
        'SA106, US: Foreign dividends £200.00, on the return £200',
        'SA106, US: Foreign tax on dividends £30.00, on the return £30',
      ],
      faults: [],
    });
    const lines = text.split('\r\n');
    expect(read(lines.toSpliced(2, 1).join('\r\n')).faults).not.toEqual([]);
    expect(read(lines.toSpliced(2, 0, lines[2] ?? '').join('\r\n')).faults).not.toEqual([]);
    expect(read(text.replace('tax on dividends,15.00', 'tax on dividends,16.00')).faults).not.toEqual([]);
    expect(read(text.replace('85.00', '84.00')).faults).not.toEqual([]);
    expect(() => csvLines(text.slice(0, -4))).toThrow('the file ends within a line');
  });
});
