/** The totals of tax years, as they are shown and stored. */
import type { Disposal, GainsResult } from '../../domain/cgt/terms/gains.ts';
import { availableTaxYears, taxYearDisposals } from '../../domain/cgt/views/tax-year-view.ts';
import { isFinal, totalsOf } from '../../domain/cgt/tax/year-totals.ts';
import { toAmount } from '../../domain/values/decimal.ts';
import type { Account, Asset } from '../../domain/records/records.ts';
import type { YearTotals } from '../../src/data/database/kept-rows.ts';
import type { CapitalGainsTotals } from '../api/figure-types.ts';
import type { ById } from '../live/live-data.ts';

/** The totals of disposals, in pounds as they are shown. */
export function shownTotals(disposals: readonly Disposal[]): CapitalGainsTotals {
  const { gains, losses, net } = totalsOf(disposals);
  return { totalGains: toAmount(gains), totalLosses: toAmount(losses), netGains: toAmount(net) };
}

/** The screen's filters when it opens, and no filter (001 §2.9). */
const KEPT_WRAPPERS = ['DEALING', ''] as const;

/** The totals of every year, over all accounts and for each of them. */
export function yearTotals(
  result: GainsResult,
  { accounts, assets }: { readonly accounts: ById<Account>; readonly assets: ById<Asset> },
): readonly YearTotals[] {
  return availableTaxYears(result).flatMap((taxYear) =>
    ['', ...accounts.keys()].flatMap((accountId) =>
      KEPT_WRAPPERS.map((taxWrapper) => ({
        taxYear,
        accountId,
        taxWrapper,
        ...shownTotals(taxYearDisposals(result, taxYear, { accountId, taxWrapper }, assets)),
        final: isFinal(result, taxYear, accountId === '' ? undefined : accountId),
      })),
    ),
  );
}
