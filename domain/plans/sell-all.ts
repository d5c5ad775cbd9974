/** The result of selling everything on the day: value, tax and the rest, for each holder and holding (RULES 9). */
import type { Pounds } from '../values/amount.ts';
import type { TaxRange } from '../cgt/tax/tax-computation.ts';
import type { IsoDate } from '../values/dates.ts';
import { exact, sum, toAmount, type Exact } from '../values/decimal.ts';
import type { TaxWrapper } from '../fields/enums.ts';
import { finishPlan } from './finish-plan.ts';
import type { PlanBook } from './plan-book.ts';
import type { Plan } from './plan.ts';
import { positionsOf, type SalePosition } from './positions.ts';
import { netProceeds, rowsOfSteps, tradeStep } from './steps.ts';
import { taxBetween } from './tax-range.ts';

/** How the proceeds are taxed: as a gain, not at all, or as pension income when drawn. */
export type TaxTreatment = 'gains' | 'untaxed' | 'taxedLater';

/** One holding with the result of its sale, together with all others and alone. */
export interface HoldingIfSold {
  readonly accountId: string;
  readonly isin: string;
  readonly assetName: string;
  readonly taxWrapper: TaxWrapper;
  /** The day of the price; null where it was typed. */
  readonly priceDate: IsoDate | null;
  readonly value: Pounds;
  readonly charges: Pounds;
  readonly treatment: TaxTreatment;
  /** Its part of the change in the holder's net gains; zero where it is not taxed as a gain. */
  readonly gain: Pounds;
  /** The additional tax on selling this holding alone. */
  readonly taxAlone: TaxRange | null;
}

export interface HolderIfSold {
  readonly accountId: string;
  /** The value of all holdings with a price, before charges. */
  readonly value: Pounds;
  readonly charges: Pounds;
  /** The part of `value` in pensions, which is taxed when drawn. */
  readonly taxedLater: Pounds;
  /** The additional tax of the year; null when the year's rules are not known. */
  readonly tax: TaxRange | null;
  /** Value less charges and tax, at the higher and at the lower tax. */
  readonly left: TaxRange | null;
  readonly holdings: readonly HoldingIfSold[];
  /** ISINs without a price, which no figure includes. */
  readonly unpriced: readonly string[];
  readonly plan: Plan;
}

function treatmentOf({ taxWrapper, isTaxable }: SalePosition): TaxTreatment {
  if (isTaxable) return 'gains';
  return taxWrapper === 'SIPP' ? 'taxedLater' : 'untaxed';
}

function total(amounts: readonly Pounds[]): Pounds {
  return toAmount(sum(amounts.map((amount) => exact(amount))));
}

/** RULES 9: for one holder. Null when no holding has a price. */
export function ifAllSold(book: PlanBook, accountId: string): HolderIfSold | null {
  const { priced, unpriced } = positionsOf(book, [accountId]);
  if (priced.length === 0) return null;
  const sales = priced.map((position) => tradeStep(book, 'sell', position, position.held));
  const plan = finishPlan(book, { steps: sales, reached: true });
  const recorded = book.record(rowsOfSteps(sales));
  const tax = plan.effects.find((effect) => effect.accountId === accountId)?.tax ?? null;
  const holdings = priced.map((position, index): HoldingIfSold => {
    const step = plan.steps[index];
    const sale = sales[index];
    if (step?.kind !== 'sell' || sale === undefined) throw new Error('every position has its sale');
    const treatment = treatmentOf(position);
    const isShared = priced.some(
      (other) => other !== position && other.isTaxable && book.familyOf(other.isin) === book.familyOf(position.isin),
    );
    // Sales of other securities affect no figure of this one.
    const alone = isShared ? book.record(rowsOfSteps([sale])) : recorded.of(position.isin);
    const { before, after } = alone.years(accountId);
    const nothing = { low: 0 as Pounds, high: 0 as Pounds };
    return {
      accountId,
      isin: position.isin,
      assetName: position.assetName,
      taxWrapper: position.taxWrapper,
      priceDate: sale.priceDate,
      value: sale.consideration,
      charges: sale.charges,
      treatment,
      gain: step.gain,
      taxAlone: treatment === 'gains' ? taxBetween(before, after) : nothing,
    };
  });
  const afterCharges = sum(sales.map(netProceeds));
  const lessTax = (amount: Pounds): Pounds => toAmount((afterCharges - exact(amount)) as Exact<'pounds'>);
  return {
    accountId,
    value: plan.proceeds,
    charges: plan.charges,
    taxedLater: total(holdings.filter(({ treatment }) => treatment === 'taxedLater').map(({ value }) => value)),
    tax,
    left: tax === null ? null : { low: lessTax(tax.high), high: lessTax(tax.low) },
    holdings,
    unpriced: unpriced.map(({ isin }) => isin),
    plan,
  };
}
