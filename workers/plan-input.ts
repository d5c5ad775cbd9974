/** What plans rest on, of the records in memory. */
import type { Percent } from '../domain/amount.ts';
import type { GainsInput, GainsResult } from '../domain/cgt/gains.ts';
import type { AssetCategory } from '../domain/enums.ts';
import type { Holding } from '../domain/holdings/holdings.ts';
import type { PlanInput } from '../domain/plans/plan-book.ts';
import { recordablePrice } from '../domain/plans/positions.ts';
import type { Account, TargetAllocation } from '../domain/records.ts';
import type { Statements } from './live-data.ts';

/** All but what is taken for granted, with the server's targets. */
export interface RecordedPlanInput extends Omit<PlanInput, 'assumptions'> {
  readonly targets: ReadonlyMap<AssetCategory, Percent>;
}

/** Prices are those that the holdings are valued at; a holding without one has none here. */
export function planInputOf(
  basis: GainsInput & { readonly accounts: ReadonlyMap<string, Account> },
  found: {
    readonly gains: GainsResult;
    readonly holdings: readonly Holding[];
    readonly statements: Statements;
    readonly targets: readonly TargetAllocation[];
  },
): RecordedPlanInput {
  const { asOf, transactions, assets, accounts, settings } = basis;
  const { gains, holdings, targets } = found;
  const { lossesBroughtForward } = found.statements;
  return {
    transactions,
    assets,
    accounts,
    ...(settings && { settings }),
    gains,
    date: asOf,
    statements: new Map([...lossesBroughtForward].map(([id, losses]) => [id, { lossesBroughtForward: losses }])),
    prices: new Map(
      holdings.flatMap(({ isin, valuation }) =>
        valuation.found
          ? [[isin, { price: recordablePrice(valuation.price), date: valuation.priceDate }] as const]
          : [],
      ),
    ),
    targets: new Map(targets.map((target) => [target.assetCategory, target.targetPercentage])),
  };
}
