/** Facts that the operator of a server adds (income/RULES.md 4.9). */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Rate } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { excessIncomeTable } from './excess-income.ts';
import { NO_OPERATOR_FACTS, readOperatorFile, withOperatorRates, type OperatorFacts } from './operator-facts.ts';

const SOURCE = "the funds' own pages, read on 1 December 2026";
const HEADER = 'isin,periodEnd,currency,excessPerUnit,provider';
const GOOD = 'IE00B3XXRP09,2025-06-30,USD,0.1234,Vanguard';

const read = (text: string, known: OperatorFacts = NO_OPERATOR_FACTS) =>
  readOperatorFile(Papa.parse<string[]>(text).data, SOURCE, known);

function added(text: string, known?: OperatorFacts): OperatorFacts {
  const reading = read(text, known);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return reading.added;
}

const day = (text: string) => text as IsoDate;

describe('figures of funds', () => {
  it('have the columns of the shipped ones, and each line its source', () => {
    expect(added(`${HEADER}\r\n${GOOD}\r\n`).excessIncome).toEqual([
      {
        isin: 'IE00B3XXRP09',
        periodEnd: '2025-06-30',
        currency: 'USD',
        excessPerUnit: 0.1234,
        provider: 'Vanguard',
        source: SOURCE,
      },
    ]);
  });

  it.each([
    ['a currency that there is not', 'IE00B3XXRP09,2025-06-30,XYZ,0.1,x', 'currency'],
    ['a date that there is not', 'IE00B3XXRP09,2025-02-30,USD,0.1,x', 'periodEnd'],
    ['a negative excess', 'IE00B3XXRP09,2025-06-30,USD,-0.1,x', 'excessPerUnit'],
    ['a wrong check digit', 'IE00B3XXRP08,2025-06-30,USD,0.1,x', 'isin'],
    ['its period with another figure', 'IE00B3XXRP09,2025-06-30,USD,0.2,x', 'excessPerUnit'],
  ])('%s refuses the whole file and names the line', (_what, line, field) => {
    expect(read(`${HEADER}\n${GOOD}\n${line}\n`)).toMatchObject({ ok: false, faults: [{ line: 3, field }] });
  });

  it('a period that is there already is refused with another figure, and passed over with the same', () => {
    const known = added(`${HEADER}\n${GOOD}`);
    expect(read(`${HEADER}\nIE00B3XXRP09,2025-06-30,USD,0.2,x`, known)).toMatchObject({
      ok: false,
      faults: [{ line: 2, field: 'excessPerUnit', value: '0.2 USD' }],
    });
    expect(added(`${HEADER}\n${GOOD}\n${GOOD}`, known)).toEqual(NO_OPERATOR_FACTS);
    expect(added(`${HEADER}\n${GOOD}\n${GOOD}`).excessIncome).toHaveLength(1);
  });

  it("win over the shipped ones, and the user's own over both", () => {
    const row = (periodEnd: string, excessPerUnit: string) =>
      added(`${HEADER}\nIE00B3XXRP09,${periodEnd},USD,${excessPerUnit},x`).excessIncome;
    const years = ['2023-06-30', '2024-06-30', '2025-06-30'];
    const table = excessIncomeTable(
      years.flatMap((end) => row(end, '1')),
      row('2025-06-30', '3'),
      years.slice(1).flatMap((end) => row(end, '2')),
    );
    expect(table.get('IE00B3XXRP09')?.map(({ excessPerUnit, origin }) => [excessPerUnit, origin])).toEqual([
      [1, 'shipped'],
      [2, 'operator'],
      [3, 'own'],
    ]);
  });
});

describe('monthly rates', () => {
  it('have a month and currencies, and win over the shipped ones', () => {
    const { monthlyRates } = added('month,USD,EUR\n2026-10,1.31,\n2026-11,1.32,1.15\n');
    expect(monthlyRates.map(({ month, currency, perPound }) => `${month} ${currency} ${perPound}`)).toEqual([
      '2026-10 USD 1.31',
      '2026-11 USD 1.32',
      '2026-11 EUR 1.15',
    ]);
    const rates = withOperatorRates(
      (currency) => (currency === 'USD' || currency === 'EUR' ? { perPound: 9 as Rate, operatorSource: null } : null),
      monthlyRates,
    );
    expect(
      [
        rates('USD', day('2026-10-31')),
        rates('EUR', day('2026-10-31')),
        rates('EUR', day('2026-11-01')),
        rates('USD', day('2026-12-01')),
        rates('JPY', day('2026-11-01')),
      ].map((rate) => rate && [rate.perPound, rate.operatorSource]),
    ).toEqual([[1.31, SOURCE], [9, null], [1.15, SOURCE], [9, null], null]);
  });

  it.each([
    ['month,XYZ\n2026-10,1.3', 1, 'header'],
    ['month,GBP\n2026-10,1', 1, 'header'],
    ['month,USD,USD\n2026-10,1.3,1.4', 1, 'header'],
    ['month\n2026-10', 1, 'header'],
    ['month,USD\n2026-10,1.3\n2026-13,1.3', 3, 'month'],
    ['month,USD\n2026-10,1.3\n2026-10,1.4', 3, 'month'],
    ['month,USD\n2026-10,-1.3', 2, 'USD'],
    ['month,USD\n2026-10,1.3,2', 2, 'line'],
    ['day,USD\n2026-10,1.3', 1, 'header'],
  ])('%j is refused', (text, line, field) => {
    expect(read(text)).toMatchObject({ ok: false, faults: [{ line, field }] });
  });

  it('a month that is there already is refused with another rate, and passed over with the same', () => {
    const known = added('month,USD\n2026-10,1.3');
    expect(read('month,USD\n2026-09,1.2\n2026-10,1.4', known)).toMatchObject({
      ok: false,
      faults: [{ line: 3, field: 'USD', value: '1.4' }],
    });
    expect(added('month,USD,EUR\n2026-10,1.3,1.15', known).monthlyRates).toMatchObject([{ currency: 'EUR' }]);
  });
});
