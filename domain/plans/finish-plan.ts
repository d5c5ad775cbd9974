/** Steps become a plan: recorded as they stand, worked out by the engine, with what breaks them (RULES 1, 4). */
import type { Pounds } from '../amount.ts';
import { provisionalUntil } from '../cgt/tax-year-view.ts';
import type { TaxYearComputation } from '../cgt/tax-computation.ts';
import { lastWindowDay, purchasesNear } from '../cgt/thirty-day-window.ts';
import { addDays, daysBetween, type IsoDate } from '../dates.ts';
import { add, exact, subtract, sum, toAmount, type Exact } from '../decimal.ts';
import { isTaxableWrapper } from '../enums.ts';
import type { Recorded, PlanBook } from './plan-book.ts';
import type { Breaker, HolderEffect, Plan, PlanNote, PlanStep, TradeStep } from './plan.ts';
import { acquisitionsAhead, expectedAcquisitions } from './positions.ts';
import { bearsStampDuty, rowIdOf, rowsOfSteps } from './steps.ts';
import { taxBetween } from './tax-range.ts';

export interface Finished {
  readonly plan: Plan;
  readonly recorded: Recorded;
}

/** The plan of some steps; `reached` and further notes are the caller's to say. */
export function finishPlan(
  book: PlanBook,
  steps: readonly PlanStep[],
  said: { readonly reached: boolean; readonly notes?: readonly PlanNote[] },
): Finished {
  const recorded = book.record(rowsOfSteps(steps));
  const withGains = gainsOfSteps(book, steps);
  const trades = withGains.filter((step): step is TradeStep => step.kind !== 'wait' && step.kind !== 'transfer');
  const breakers = breakersOf(book, steps, recorded);
  const holders = new Set(
    steps.flatMap((step) =>
      step.kind === 'wait' ? [] : step.kind === 'transfer' ? [step.accountId, step.toAccountId] : [step.accountId],
    ),
  );
  const plan: Plan = {
    steps: withGains,
    effects: [...holders].map((accountId) => effectOn(book, recorded, accountId)),
    proceeds: total(trades.filter(({ kind }) => kind === 'sell').map(({ consideration }) => consideration)),
    charges: total(trades.flatMap(({ charges, stampDuty }) => [charges, stampDuty])),
    movedIntoIsa: movedIntoIsa(trades),
    reached: said.reached,
    breakers: breakers.map(({ breaker }) => breaker),
    safeFrom: breakers.reduce<IsoDate | null>(
      (last, { safeFrom }) => (safeFrom === null || (last !== null && last >= safeFrom) ? last : safeFrom),
      null,
    ),
    notes: [...notesOf(book, trades), ...(said.notes ?? [])],
  };
  return { plan, recorded };
}

function total(amounts: readonly Pounds[]): Pounds {
  return toAmount(sum(amounts.map((amount) => exact(amount))));
}

/** Each step's part of the change, in the order of the steps: the parts add up to the whole. */
function gainsOfSteps(book: PlanBook, steps: readonly PlanStep[]): PlanStep[] {
  return steps.map((step, index) => {
    if (step.kind === 'wait' || step.kind === 'transfer' || !isTaxableWrapper(step.taxWrapper)) return step;
    const family = book.familyOf(step.isin);
    // Steps of other securities bear on none of this one's figures.
    const sameFamily = (other: PlanStep): boolean => other.kind === 'wait' || book.familyOf(other.isin) === family;
    const upTo = (end: number): Exact<'pounds'> => {
      const rows = rowsOfSteps(steps.map((other, at) => (at < end && sameFamily(other) ? other : LEFT_OUT)));
      return rows.length === 0 ? (0n as Exact<'pounds'>) : book.record(rows).netChange(step.accountId);
    };
    return { ...step, gain: toAmount(subtract(upTo(index + 1), upTo(index))) };
  });
}

/** Keeps the other steps' row ids as they are. */
const LEFT_OUT: PlanStep = { kind: 'wait', until: '1800-01-01' as IsoDate, reason: 'settlement' };

function movedIntoIsa(trades: readonly TradeStep[]): Pounds {
  const inIsa = (step: TradeStep): boolean => step.taxWrapper === 'ISA' || step.taxWrapper === 'LISA';
  const sold = trades.some((step) => step.kind === 'sell' && inIsa(step));
  // What an ISA sells and buys again was in it before.
  if (sold) return 0 as Pounds;
  return total(
    trades
      .filter((step) => step.kind === 'buy' && inIsa(step))
      .flatMap(({ consideration, charges, stampDuty }) => [consideration, charges, stampDuty]),
  );
}

function effectOn(book: PlanBook, recorded: Recorded, accountId: string): HolderEffect {
  const { before, after, changesEarlierYears } = recorded.years(accountId);
  const change = (of: (year: TaxYearComputation) => Exact<'pounds'>): Pounds =>
    toAmount(subtract(of(after), of(before)));
  const { rules } = after;
  return {
    accountId,
    taxYear: book.taxYear,
    gain: change(({ net }) => net),
    exemptAmountLeft:
      rules === null ? null : toAmount(subtract(exact(rules.annualExemptAmount as Pounds), after.exemptAmountUsed)),
    lossesCarriedForward: toAmount(after.lossesCarriedForward),
    tax: taxBetween(before, after),
    changesEarlierYears,
  };
}

/** RULES 4.1 to 4.4: one for each class that is sold where gains are taxed. */
function breakersOf(book: PlanBook, steps: readonly PlanStep[], recorded: Recorded) {
  const found = new Map<string, { breaker: Breaker; safeFrom: IsoDate | null }>();
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'sell' || !isTaxableWrapper(step.taxWrapper)) continue;
    const sold = recorded.disposalWith(rowIdOf(index));
    if (sold === null || sold.disposal.exempt !== null) continue;
    const { gains, disposal } = sold;
    const { accountId, isin, assetName, date } = step;
    const own = (id: string): boolean => id.startsWith('plan-');
    const ahead = acquisitionsAhead(book, step);
    const near = [
      ...purchasesNear(gains.transactions, step, disposal),
      // Those after the plan's day are not identified with it yet.
      ...purchasesNear(ahead, step, null),
    ].filter(({ transactionId }) => !own(transactionId));
    const until = provisionalUntil(disposal, date);
    found.set(`${accountId}|${gains.isin}`, {
      breaker: {
        accountId,
        isin,
        assetName,
        from: date,
        to: lastWindowDay(date),
        recorded: near,
        expected: expectedAcquisitions(gains.transactions, date),
      },
      safeFrom: until === null ? null : addDays(until, 1),
    });
  }
  return [...found.values()];
}

/** A price of yesterday is the last that markets have closed at. */
const FRESH_DAYS = 1;

function notesOf(book: PlanBook, trades: readonly TradeStep[]): PlanNote[] {
  const { date, assumptions } = book.input;
  const isins = new Map(trades.map((step) => [step.isin, step]));
  const brokers = new Set(trades.map(({ brokerId }) => brokerId));
  return [
    ...[...isins.values()].flatMap(({ isin, priceDate }): PlanNote[] => {
      if (priceDate === null) return [{ code: 'typedPrice', isin }];
      return daysBetween(priceDate, date) > FRESH_DAYS ? [{ code: 'oldPrice', isin, date: priceDate }] : [];
    }),
    ...[...brokers]
      .filter((brokerId) => !assumptions.charges.has(brokerId))
      .map((brokerId): PlanNote => ({ code: 'chargeUnknown', brokerId })),
    ...[...new Set(trades.filter(({ kind }) => kind === 'buy').map(({ isin }) => isin))]
      .filter((isin) => bearsStampDuty(book, isin))
      .map((isin): PlanNote => ({ code: 'stampDutyAssumed', isin })),
  ];
}

/** RULES 2.4: those that reach the goal, then fewest trades, least charges, most moved into an ISA, least sold. */
export function ranked(plans: readonly Plan[]): Plan[] {
  const trades = ({ steps }: Plan): number => steps.filter(({ kind }) => kind !== 'wait').length;
  const seen = new Set<string>();
  return plans
    .filter((plan) => {
      const text = JSON.stringify(plan.steps);
      return !seen.has(text) && seen.add(text);
    })
    .toSorted(
      (a, b) =>
        Number(b.reached) - Number(a.reached) ||
        trades(a) - trades(b) ||
        a.charges - b.charges ||
        b.movedIntoIsa - a.movedIntoIsa ||
        a.proceeds - b.proceeds,
    )
    .slice(0, MOST_PLANS);
}

/** More alternatives are not read. */
const MOST_PLANS = 5;

/** The sum of what a plan changes for all its holders. */
export function gainOf({ effects }: Plan): Pounds {
  return toAmount(effects.reduce((gain, effect) => add(gain, exact(effect.gain)), 0n as Exact<'pounds'>));
}
