/** RULES 1.5: withheld tax that is stated afterwards. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { row } from '../../tests/cgt/rows.ts';
import { runs } from '../../tests/runs.ts';
import type { Pounds } from '../values/amount.ts';
import type { Transaction } from '../records/records.ts';
import { checkTransaction } from '../records/transaction.ts';
import { recordedAs, taxAtRate, TREATY_RATES, withTaxWithheld } from './withheld-tax.ts';

const paid = (amount: number): Transaction => ({
  ...row('DIVIDEND', '2024-06-03', null, amount, { isin: 'US0378331005' }),
  brokerId: 'b',
});

it("the treaty's 15 % is of the gross, whichever of the two was recorded", () => {
  expect(TREATY_RATES['US']).toBe(15);
  expect([taxAtRate(200 as Pounds, 15, 'gross'), taxAtRate(170 as Pounds, 15, 'net')]).toEqual([30, 30]);
  expect(taxAtRate(0.1 as Pounds, 15, 'gross')).toBe(0.02);
});

it('keeps the recorded amount and works out the gross from it', () => {
  expect(withTaxWithheld(paid(170), 30 as Pounds, 'net')).toMatchObject({
    consideration: 170,
    grossIncome: 200,
    taxWithheld: 30,
  });
  const before = withTaxWithheld(paid(200), 30 as Pounds, 'gross');
  expect(before).toMatchObject({ consideration: 200, grossIncome: 200, taxWithheld: 30 });
  expect([recordedAs(before), recordedAs(paid(200))]).toEqual(['gross', 'net']);
  const { grossIncome, taxWithheld } = withTaxWithheld(before, 0 as Pounds, 'net');
  expect([grossIncome, taxWithheld]).toEqual([undefined, undefined]);
});

it('every stated tax makes a row that may be saved', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('gross' as const, 'net' as const),
      (pennies, part, as) => {
        const tax = (Math.floor(pennies * part) / 100) as Pounds;
        const saved = withTaxWithheld(paid(pennies / 100), tax, as);
        expect(checkTransaction(saved)).toMatchObject({ ok: true });
        if (tax > 0) expect(recordedAs(saved)).toBe(as);
      },
    ),
    runs(200, 2000),
  );
});
