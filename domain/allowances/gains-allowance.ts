/** The capital gains exempt amount of a year, as the engine works it out (RULES 4.1). */
import type { GainsResult } from '../cgt/terms/gains.ts';
import { shownResult } from '../cgt/views/shown-figures.ts';
import type { TaxYearComputation } from '../cgt/tax/tax-computation.ts';
import { disposalsOfYear } from '../cgt/views/tax-year-view.ts';
import type { Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { negate, toAmount } from '../values/decimal.ts';
import { allowanceOf, type Allowance, type AllowanceRow } from './allowance.ts';

/**
 * The rows are the shown gains and losses of the year and the used losses brought forward; their total above the exempt
 * amount is taxed.
 */
export function gainsAllowance(
  gains: GainsResult,
  accountId: string,
  year: TaxYearComputation,
  today: IsoDate,
): Allowance {
  const { taxYear, rules, lossesBroughtForwardUsed } = year;
  const disposals: AllowanceRow[] = gains.classes
    .filter((ofClass) => ofClass.accountId === accountId)
    .flatMap((ofClass) => disposalsOfYear(ofClass.disposals, taxYear))
    .filter(({ exempt }) => exempt === null)
    .map((disposal) => ({
      date: disposal.date,
      amount: toAmount(shownResult(disposal).gain),
      source: { kind: 'disposal', id: disposal.id },
    }));
  const broughtForward: AllowanceRow[] =
    lossesBroughtForwardUsed === 0n
      ? []
      : [
          {
            date: null,
            amount: toAmount(negate(lossesBroughtForwardUsed)),
            source: { kind: 'lossesBroughtForward', id: taxYear },
          },
        ];
  return allowanceOf(
    {
      kind: 'gains',
      accountId,
      taxYear,
      limit: rules === null ? null : (rules.annualExemptAmount as Pounds),
      rows: [...disposals.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1)), ...broughtForward],
      gaps: year.isFinal ? [] : ['notFinal'],
    },
    today,
    'taxed',
  );
}
