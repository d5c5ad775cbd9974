/**
 * Makes a plan of steps: calculated by the engine as recorded trades, with the purchases that would break it (RULES 1,
 * 4).
 */
import type { Pounds } from '../values/amount.ts';
import { provisionalUntil } from '../cgt/views/tax-year-view.ts';
import type { TaxYearComputation } from '../cgt/tax/tax-computation.ts';
import { type PurchaseWindow, purchaseWindow } from '../cgt/planned-sale/thirty-day-window.ts';
import { addDays, type IsoDate } from '../values/dates.ts';
import { add, exact, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper } from '../fields/enums.ts';
import type { Recorded, PlanBook } from './plan-book.ts';
import type { HolderEffect, Plan, PlanNote, PlanStep, TradeStep } from './plan.ts';
import { acquisitionsAhead } from './positions.ts';
import { daysOld } from './price-age.ts';
import { bearsStampDuty, isPlanRow, rowIdsOf, rowsOfSteps } from './steps.ts';
import { taxBetween } from './tax-range.ts';

/** A plan before its figures are calculated: its steps, whether they reach the goal, and further notes. */
export interface DraftPlan {
  readonly steps: readonly PlanStep[];
  readonly reached: boolean;
  readonly notes?: readonly PlanNote[];
}

/** The plan of a draft. */
export function finishPlan(book: PlanBook, { steps, reached, notes = [] }: DraftPlan): Plan {
  return finish(book, steps, book.record(rowsOfSteps(steps)), { reached, notes });
}

function finish(
  book: PlanBook,
  steps: readonly PlanStep[],
  recorded: Recorded,
  outcome: Pick<Plan, 'reached' | 'notes'>,
): Plan {
  const withGains = gainsOfSteps(book, steps, recorded);
  const breakers = breakersOf(book, steps, recorded);
  const holders = new Set(
    steps.flatMap((step) =>
      step.kind === 'wait' ? [] : step.kind === 'transfer' ? [step.accountId, step.toAccountId] : [step.accountId],
    ),
  );
  return {
    steps: withGains,
    effects: [...holders].map((accountId) => effectOn(book, recorded, accountId)),
    ...figuresOf(steps),
    reached: outcome.reached,
    breakers: breakers.map(({ breaker }) => breaker),
    safeFrom: breakers.reduce<IsoDate | null>(
      (last, { safeFrom }) => (safeFrom === null || (last !== null && last >= safeFrom) ? last : safeFrom),
      null,
    ),
    notes: [...notesOf(book, tradesOf(steps)), ...outcome.notes],
  };
}

function tradesOf(steps: readonly PlanStep[]): TradeStep[] {
  return steps.filter((step): step is TradeStep => step.kind === 'sell' || step.kind === 'buy');
}

/** The figures that follow from the steps alone. */
function figuresOf(steps: readonly PlanStep[]): Pick<Plan, 'proceeds' | 'charges' | 'movedIntoIsa'> {
  const trades = tradesOf(steps);
  return {
    proceeds: total(trades.filter(({ kind }) => kind === 'sell').map(({ consideration }) => consideration)),
    charges: total(trades.flatMap(({ charges, stampDuty }) => [charges, stampDuty])),
    movedIntoIsa: movedIntoIsa(trades),
  };
}

function total(amounts: readonly Pounds[]): Pounds {
  return toAmount(sum(amounts.map((amount) => exact(amount))));
}

/** Each step's part of the change, in the order of the steps: the parts add up to the whole. */
function gainsOfSteps(book: PlanBook, steps: readonly PlanStep[], recorded: Recorded): PlanStep[] {
  return steps.map((step, index) => {
    if (step.kind === 'wait' || step.kind === 'transfer' || !isTaxableWrapper(step.taxWrapper)) return step;
    const family = book.familyOf(step.isin);
    // Steps in other securities affect none of this one's figures.
    const near = steps.filter(
      (other) => other === step || (other.kind !== 'wait' && book.familyOf(other.isin) === family),
    );
    const isAlone = near.every(
      (other) =>
        other === step || (other.kind !== 'transfer' && other.kind !== 'wait' && !isTaxableWrapper(other.taxWrapper)),
    );
    if (isAlone) return { ...step, gain: toAmount(recorded.of(step.isin).netChange(step.accountId)) };
    const upTo = (end: number): Exact<'pounds'> => {
      const before = new Set(steps.slice(0, end));
      return book.changeBy(rowsOfSteps(near.filter((other) => before.has(other))), step.accountId);
    };
    return { ...step, gain: toAmount(subtract(upTo(index + 1), upTo(index))) };
  });
}

function movedIntoIsa(trades: readonly TradeStep[]): Pounds {
  const inIsa = (step: TradeStep): boolean => step.taxWrapper === 'ISA' || step.taxWrapper === 'LISA';
  const sold = trades.some((step) => step.kind === 'sell' && inIsa(step));
  // Sales and purchases within an ISA move no new money into it.
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
  const found = new Map<string, { breaker: PurchaseWindow; safeFrom: IsoDate | null }>();
  const ids = rowIdsOf(steps);
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'sell' || !isTaxableWrapper(step.taxWrapper)) continue;
    const sold = recorded.of(step.isin).disposalWith(ids[index] ?? '', step.accountId);
    if (sold === null || sold.disposal.exempt !== null) continue;
    const { gains, disposal } = sold;
    const rows = gains.transactions.filter(({ id }) => !isPlanRow(id));
    const breaker = purchaseWindow(step, rows, disposal, acquisitionsAhead(book, step));
    const until = provisionalUntil(disposal, step.date);
    found.set(`${step.accountId}|${gains.isin}`, {
      breaker,
      safeFrom: until === null ? null : addDays(until, 1),
    });
  }
  return [...found.values()];
}

function notesOf(book: PlanBook, trades: readonly TradeStep[]): PlanNote[] {
  const { date, assumptions } = book.input;
  const isins = new Map(trades.map((step) => [step.isin, step]));
  const brokers = new Set(trades.map(({ brokerId }) => brokerId));
  return [
    ...[...isins.values()].flatMap(({ isin, priceDate }): PlanNote[] => {
      if (priceDate === null) return [{ code: 'typedPrice', isin }];
      const days = daysOld(priceDate, date);
      return days === null ? [] : [{ code: 'oldPrice', isin, date: priceDate, days }];
    }),
    ...[...brokers]
      .filter((brokerId) => !assumptions.charges.has(brokerId))
      .map((brokerId): PlanNote => ({ code: 'chargeUnknown', brokerId })),
    ...[...new Set(trades.filter(({ kind }) => kind === 'buy').map(({ isin }) => isin))]
      .filter((isin) => bearsStampDuty(book, isin))
      .map((isin): PlanNote => ({ code: 'stampDutyAssumed', isin })),
  ];
}

/** Users do not read more alternatives. */
const MOST_PLANS = 5;

/**
 * RULES 2.4: plans that reach the goal first, then fewest trades, lowest charges, most moved into an ISA, least sold;
 * each once.
 */
export function finishBest(book: PlanBook, drafts: readonly DraftPlan[]): Plan[] {
  const seen = new Set<string>();
  return drafts
    .filter(({ steps }) => {
      const text = steps
        .map((step) => JSON.stringify(step))
        .toSorted()
        .join('');
      return steps.length > 0 && !seen.has(text) && seen.add(text);
    })
    .map((draft) => ({
      draft,
      trades: draft.steps.filter(({ kind }) => kind !== 'wait').length,
      ...figuresOf(draft.steps),
    }))
    .toSorted(
      (a, b) =>
        Number(b.draft.reached) - Number(a.draft.reached) ||
        a.trades - b.trades ||
        a.charges - b.charges ||
        b.movedIntoIsa - a.movedIntoIsa ||
        a.proceeds - b.proceeds,
    )
    .slice(0, MOST_PLANS)
    .map(({ draft }) => finishPlan(book, draft));
}

/** The sum of a plan's changes for all its holders. */
export function gainOf({ effects }: Plan): Pounds {
  return toAmount(effects.reduce((gain, effect) => add(gain, exact(effect.gain)), 0n as Exact<'pounds'>));
}
