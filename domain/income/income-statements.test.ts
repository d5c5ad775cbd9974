/** What is kept is read as it was written, and what is nothing of the kind does not count. */
import { expect, it } from 'vitest';
import type { Amount } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import type { TaxYear } from '../tax-year.ts';
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
      provider: 'the fund’s report',
    },
  ];
  expect(readOwnExcess('IE00B3XXRP09', ownExcessValue(periods))).toEqual(periods);
});

it('what is no statement and no figure does not count', () => {
  expect(readNatureStatements({ statements: [{ nature: 'salary' }, { from: 'x', nature: 'ukDividend' }, 1] })).toEqual(
    [],
  );
  const good = { periodEnd: '2024-06-30', currency: 'USD', excessPerUnit: 1, provider: '' };
  const bad = [{ ...good, excessPerUnit: -1 }, { ...good, periodEnd: '2024-06-31' }, { ...good, currency: '' }, null];
  expect(readOwnExcess('IE00B3XXRP09', { periods: bad })).toEqual([]);
  expect(readOwnExcess('IE00B3XXRP09', {})).toEqual([]);
});
