/** Stored statements are read as they were written, and invalid ones are ignored. */
import { expect, it } from 'vitest';
import type { Amount } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { readStatedIncome, withCircumstances, withTreatyRate } from './stated-income.ts';
import { natureStatementsValue, ownExcessValue, readNatureStatements, readOwnExcess } from './income-statements.ts';

it('statements of a nature and figures of a fund are read as they were written', () => {
  const statements = [
    { from: null, nature: 'ukDividend', country: null },
    { from: '2024-25' as TaxYear, nature: 'foreignDividend', country: 'CH' },
  ] as const;
  expect(readNatureStatements(natureStatementsValue(statements))).toEqual(statements);
  const periods = [
    {
      isin: 'IE00B3XXRP09',
      periodEnd: '2024-06-30' as IsoDate,
      currency: 'USD',
      excessPerUnit: 0.1234 as Amount<'money'>,
      provider: "the fund's report",
    },
  ];
  expect(readOwnExcess('IE00B3XXRP09', ownExcessValue(periods))).toEqual(periods);
});

it('ignores values that are neither a statement nor a figure', () => {
  expect(readNatureStatements({ statements: [{ nature: 'salary' }, { from: 'x', nature: 'ukDividend' }, 1] })).toEqual(
    [],
  );
  const good = { periodEnd: '2024-06-30', currency: 'USD', excessPerUnit: 1, provider: '' };
  const bad = [{ ...good, excessPerUnit: -1 }, { ...good, periodEnd: '2024-06-31' }, { ...good, currency: '' }, null];
  expect(readOwnExcess('IE00B3XXRP09', { periods: bad })).toEqual([]);
  expect(readOwnExcess('IE00B3XXRP09', {})).toEqual([]);
});

it('a statement for one year changes no other statement', () => {
  const year = '2024-25' as TaxYear;
  const first = withTreatyRate({ '2023-24': 1000 }, 'FR-dividend', 12.8);
  const value = withCircumstances(withCircumstances(first, year, { residence: 'scotland' }), year, {
    marriageAllowance: 'given',
  });
  const { otherIncome, circumstances, treatyRates } = readStatedIncome(value);
  expect([otherIncome.size, circumstances.get(year), treatyRates.get('FR-dividend')]).toEqual([
    1,
    { marriageAllowance: 'given', residence: 'scotland' },
    12.8,
  ]);
  expect(readStatedIncome(withTreatyRate(value, 'FR-dividend', null)).treatyRates.size).toBe(0);
  const bad = {
    circumstances: { x: {}, '2024-25': { residence: 1 } },
    treatyRates: { FR: 1, 'FR-dividend': 101, 'DE-interest': '1' },
  };
  expect(readStatedIncome(bad).treatyRates.size).toBe(0);
  expect([...readStatedIncome(bad).circumstances.values()]).toEqual([{ marriageAllowance: null, residence: null }]);
});
