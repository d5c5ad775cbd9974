/** The input of plans, from the records in memory. */
import type { GainsInput, GainsResult } from '../../domain/cgt/terms/gains.ts';
import type { Holding } from '../../domain/holdings/holdings.ts';
import type { Targets } from '../../domain/plans/own-targets.ts';
import type { PlanInput } from '../../domain/plans/plan-book.ts';
import { planPrices } from '../../domain/plans/plan-prices.ts';
import { recordablePrice } from '../../domain/cgt/planned-sale/recordable-price.ts';
import type { Account, TargetAllocation } from '../../domain/records/records.ts';
import type { Statements } from '../live/live-data.ts';

/** Everything except the assumptions, with the targets. */
export interface RecordedPlanInput extends Omit<PlanInput, 'assumptions'> {
  /** The server's targets. */
  readonly targets: Targets;
  /** Stated targets, by `household` or account id. */
  readonly ownTargets: ReadonlyMap<string, Targets>;
}

/** Prices are those at which the holdings are valued; a holding without a price has none here. */
export function planInputOf(
  basis: GainsInput & { readonly accounts: ReadonlyMap<string, Account> },
  found: {
    readonly gains: GainsResult;
    readonly holdings: readonly Holding[];
    readonly statements: Statements;
    readonly targets: readonly TargetAllocation[];
    readonly ownTargets: ReadonlyMap<string, Targets>;
  },
): RecordedPlanInput {
  const { asOf, transactions, assets, accounts, settings } = basis;
  const { gains, holdings, targets, ownTargets } = found;
  const { lossesBroughtForward } = found.statements;
  return {
    transactions,
    assets,
    accounts,
    ...(settings && { settings }),
    gains,
    date: asOf,
    statements: new Map([...lossesBroughtForward].map(([id, losses]) => [id, { lossesBroughtForward: losses }])),
    prices: planPrices(
      holdings.map(({ accountId, taxWrapper, isin, valuation }) => ({
        accountId,
        taxWrapper,
        isin,
        price: valuation.found ? { price: recordablePrice(valuation.price), date: valuation.priceDate } : null,
      })),
    ),
    targets: new Map(targets.map((target) => [target.assetCategory, target.targetPercentage])),
    ownTargets,
  };
}
