/** What an account holder gained in each tax year, as JSON numbers for a chart and the table behind it. */
import type { Pounds } from '../../values/amount.ts';
import { toAmount } from '../../values/decimal.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import type { TaxYearComputation } from './tax-computation.ts';

export interface YearOfGains {
  readonly taxYear: TaxYear;
  readonly gains: Pounds;
  /** A positive figure. */
  readonly losses: Pounds;
  readonly net: Pounds;
  /** Null, like the taxable gains, for a year whose rules are not known. */
  readonly exemptAmount: Pounds | null;
  readonly taxable: Pounds | null;
}

export interface HolderGains {
  readonly accountId: string;
  /** From the first year with a chargeable disposal to the last, oldest first; none without any. */
  readonly years: readonly YearOfGains[];
}

/** A holder's computed years from the first with a chargeable disposal to the last. */
export function toHolderGains(years: readonly TaxYearComputation[], accountId: string): HolderGains {
  const first = years.findIndex(({ disposals }) => disposals > 0);
  const last = years.findLastIndex(({ disposals }) => disposals > 0);
  return {
    accountId,
    years: first === -1 ? [] : years.slice(first, last + 1).map(toYearOfGains),
  };
}

function toYearOfGains({ taxYear, gains, losses, net, rules, taxable }: TaxYearComputation): YearOfGains {
  return {
    taxYear,
    gains: toAmount(gains),
    losses: toAmount(losses),
    net: toAmount(net),
    exemptAmount: rules === null ? null : (rules.annualExemptAmount as Pounds),
    taxable: rules === null ? null : toAmount(taxable),
  };
}
