/** RULES 4.2, 4.9: a typed figure is checked like a line of a file. */
import { expect, it } from 'vitest';
import { checkTypedFigure, type TypedFigure } from './typed-figure.ts';

const GOOD: TypedFigure = {
  isin: 'IE00B3XXRP09',
  periodEnd: '2024-06-30',
  currency: 'USD',
  excessPerUnit: '0.1234',
  provider: 'its report',
  distributionDate: '',
};

it('takes a figure, with an earlier distribution date where one is stated', () => {
  const row = {
    isin: 'IE00B3XXRP09',
    periodEnd: '2024-06-30',
    currency: 'USD',
    excessPerUnit: 0.1234,
    provider: 'its report',
  };
  expect(checkTypedFigure(GOOD)).toEqual({ row });
  expect(checkTypedFigure({ ...GOOD, distributionDate: '2024-10-31' })).toEqual({
    row: { ...row, distributionDate: '2024-10-31' },
  });
  expect(checkTypedFigure({ ...GOOD, excessPerUnit: '0' })).toMatchObject({ row: { excessPerUnit: 0 } });
});

it.each([
  [{ periodEnd: '31/06/2024' }, 'periodEnd'],
  [{ excessPerUnit: '' }, 'excessPerUnit'],
  [{ excessPerUnit: '-1' }, 'excessPerUnit'],
  [{ currency: 'XYZ' }, 'currency'],
  [{ distributionDate: '2024-06-30' }, 'distributionDate'],
  [{ distributionDate: '2024-12-31' }, 'distributionDate'],
  [{ distributionDate: 'soon' }, 'distributionDate'],
])('names the field of %j', (change, field) => {
  expect(checkTypedFigure({ ...GOOD, ...change })).toMatchObject({ field });
});
