/** Losses, annual exempt amount and tax of a year, and what is carried to the next (RULES 11). */
import type { Pounds } from '../../values/amount.ts';
import { add, exact, round, subtract, sum, type Exact } from '../../values/decimal.ts';
import { addDays, type IsoDate } from '../../values/dates.ts';
import { PENNY_PLACES } from '../../values/round-parts.ts';
import { taxYearBounds, taxYearStarting, type TaxYear } from '../../values/tax-year.ts';
import type { GainsRules } from '../../tax-years/tax-year-rules.ts';
import { gainsRulesOf } from '../../tax-years/tax-years.ts';
import { allocate, type RatedGains } from './allocate.ts';
import type { Disposal, GainsResult } from '../terms/gains.ts';
import { reportingOf, type Reporting } from './reporting.ts';
import { NO_POUNDS } from '../pool/section-104.ts';
import { yearsOfHiddenDisposals } from '../views/tax-year-view.ts';
import { isFinal, totalsOf, type YearTotals } from './year-totals.ts';

/** A stretch of the year with rates of its own. */
interface RateSegment {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Percent. */
  readonly basicRate: number;
  readonly higherRate: number;
  /** Gains of the stretch, before any loss. */
  readonly gains: Exact<'pounds'>;
  /** What is left of them after losses and exempt amount. */
  readonly taxable: Exact<'pounds'>;
}

/** What the holder states beside the transactions. */
export interface HolderStatements {
  /** Allowable losses brought forward into a year; replaces what earlier years carry forward (RULES 11.2). */
  readonly lossesBroughtForward?: ReadonlyMap<TaxYear, Exact<'pounds'>>;
  /** What income leaves of the basic-rate band of a year. */
  readonly unusedBasicRateBand?: ReadonlyMap<TaxYear, Exact<'pounds'>>;
}

/**
 * The tax with all gains at the basic rate and with all at the higher rate; equal if both give the same tax or the
 * holder's income is stated.
 */
export interface TaxRange {
  readonly low: Pounds;
  readonly high: Pounds;
}

/** In whole pennies: it rests on the year's shown totals (RULES 4.7). */
export interface TaxYearComputation extends YearTotals {
  readonly taxYear: TaxYear;
  /** Null for a year whose rules are not known: then nothing below `lossesCarriedForward` is worked out. */
  readonly rules: GainsRules | null;
  readonly lossesBroughtForward: Exact<'pounds'>;
  readonly lossesBroughtForwardUsed: Exact<'pounds'>;
  readonly exemptAmountUsed: Exact<'pounds'>;
  readonly lossesCarriedForward: Exact<'pounds'>;
  /** The last day to claim the year's own losses (RULES 11.2); null when it has none. */
  readonly claimLossesBy: IsoDate | null;
  readonly taxable: Exact<'pounds'>;
  readonly segments: readonly RateSegment[];
  /** With the stated band; null when none is stated and it matters. */
  readonly tax: Exact<'pounds'> | null;
  /** Tax were all of it at the basic, and all at the higher, rate. */
  readonly taxAtBasicRate: Exact<'pounds'>;
  readonly taxAtHigherRate: Exact<'pounds'>;
  /** SA108 box 51 of 2024-25: what to add to the tax that the return works out by itself (RULES 11.7); null for other years, and when the tax is not known. */
  readonly taxAdjustment: Exact<'pounds'> | null;
  readonly reporting: Reporting | null;
  /** RULES 11.2: false while the losses brought forward come from a year that is not final. */
  readonly broughtForwardFinal: boolean;
  /** The year's own figures are final, and what is brought forward. */
  readonly isFinal: boolean;
}

/** What of a year can no longer change. */
interface Finality {
  readonly broughtForwardFinal: boolean;
  readonly disposalsFinal: boolean;
}

/**
 * RULES 11: every tax year of one account from its first chargeable disposal (also one that may have been left out), or stated loss, on, oldest first.
 *
 * @param asked a year that is worked out too where nothing happened in it: the exempt amount is there, and losses are carried through it
 */
export function computeTaxYears(
  result: GainsResult,
  accountId: string,
  statements: HolderStatements = {},
  asked?: TaxYear,
): TaxYearComputation[] {
  const byYear = new Map<TaxYear, Disposal[]>();
  const hidden: TaxYear[] = [];
  for (const gains of result.classes) {
    if (gains.accountId !== accountId) continue;
    hidden.push(...yearsOfHiddenDisposals(gains));
    for (const disposal of gains.disposals) {
      if (disposal.exempt !== null) continue;
      const ofYear = byYear.get(disposal.taxYear);
      if (ofYear === undefined) byYear.set(disposal.taxYear, [disposal]);
      else ofYear.push(disposal);
    }
  }
  const known = [
    ...byYear.keys(),
    ...hidden,
    ...(statements.lossesBroughtForward?.keys() ?? []),
    ...(asked === undefined ? [] : [asked]),
  ].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  const computed: TaxYearComputation[] = [];
  if (first === undefined || last === undefined) return computed;
  let carried = NO_POUNDS;
  let carriedFinal = true;
  for (let start = Number(first.slice(0, 4)); start <= Number(last.slice(0, 4)); start += 1) {
    const taxYear = taxYearStarting(start);
    const stated = statements.lossesBroughtForward?.get(taxYear);
    const year = computeTaxYear(
      taxYear,
      yearFiguresOf(taxYear, byYear.get(taxYear) ?? []),
      stated === undefined ? carried : toThePenny(stated),
      statements.unusedBasicRateBand?.get(taxYear),
      {
        broughtForwardFinal: stated !== undefined || carriedFinal,
        disposalsFinal: isFinal(result, taxYear, accountId),
      },
    );
    carried = year.lossesCarriedForward;
    carriedFinal = year.isFinal;
    computed.push(year);
  }
  return computed;
}

/** What a year's tax rests on of its chargeable disposals: figures of several lists of disposals add up to those of all. */
export interface YearFigures {
  readonly totals: YearTotals;
  /** Gains before losses in each stretch of the year with rates of its own, in their order. */
  readonly stretchGains: readonly Exact<'pounds'>[];
}

/** The figures of some disposals of a year; exempt ones are not counted. */
export function yearFiguresOf(taxYear: TaxYear, disposals: readonly Disposal[]): YearFigures {
  const totals = totalsOf(disposals);
  const stretches = stretchesOf(taxYear);
  if (stretches.length === 1) return { totals, stretchGains: [totals.gains] };
  const stretchGains = stretches.map(
    ({ from, to }) => totalsOf(disposals.filter((disposal) => disposal.date >= from && disposal.date <= to)).gains,
  );
  return { totals, stretchGains };
}

/** RULES 11: one year, of its figures, the losses brought forward into it and what income leaves of the basic-rate band. */
export function computeTaxYear(
  taxYear: TaxYear,
  { totals, stretchGains }: YearFigures,
  broughtForward: Exact<'pounds'>,
  band: Exact<'pounds'> | undefined,
  { broughtForwardFinal, disposalsFinal }: Finality,
): TaxYearComputation {
  const rules = gainsRulesOf(taxYear);
  const exemptAmount = rules === null ? NO_POUNDS : exact(rules.annualExemptAmount as Pounds);
  // The year's own losses come off in full, even where the exempt amount would have covered the gains (RULES 11.1).
  const afterLosses = totals.net > 0n ? totals.net : NO_POUNDS;
  const ownLossesLeft = totals.net < 0n ? subtract(NO_POUNDS, totals.net) : NO_POUNDS;
  const aboveExempt = afterLosses > exemptAmount ? subtract(afterLosses, exemptAmount) : NO_POUNDS;
  const used = rules === null ? NO_POUNDS : least(broughtForward, aboveExempt);
  const exemptAmountUsed = least(subtract(afterLosses, used), exemptAmount);
  const taxable = rules === null ? NO_POUNDS : subtract(subtract(afterLosses, used), exemptAmountUsed);
  const segments = stretchesOf(taxYear).map((stretch, index) => ({
    ...stretch,
    gains: stretchGains[index] ?? NO_POUNDS,
  }));
  const deductions = subtract(totals.gains, taxable);
  const rated = segments.map(({ gains, basicRate, higherRate }) => ({ gains, basic: basicRate, higher: higherRate }));
  const atHigher = allocate(rated, deductions, NO_POUNDS);
  const atBasic = allocate(rated, deductions, totals.gains);
  const chosen = band === undefined ? atHigher : allocate(rated, deductions, band);
  const oneAnswer = band !== undefined || atHigher.tax === atBasic.tax;
  const tax = rules !== null && oneAnswer ? toThePenny(chosen.tax) : null;
  const lossesCarriedForward = add(subtract(broughtForward, used), ownLossesLeft);
  return {
    ...totals,
    taxYear,
    rules,
    lossesBroughtForward: broughtForward,
    lossesBroughtForwardUsed: used,
    exemptAmountUsed,
    lossesCarriedForward,
    claimLossesBy: totals.losses > 0n ? taxYearBounds(taxYearStarting(Number(taxYear.slice(0, 4)) + 4)).last : null,
    taxable,
    segments: segments.map((segment, index) => ({ ...segment, taxable: chosen.taxable[index] ?? NO_POUNDS })),
    tax,
    taxAtBasicRate: toThePenny(atBasic.tax),
    taxAtHigherRate: toThePenny(atHigher.tax),
    taxAdjustment:
      tax === null || rules?.returnAtFirstRates !== true
        ? null
        : subtract(tax, toThePenny(allocate(atFirstRates(rated), deductions, band ?? NO_POUNDS).tax)),
    reporting:
      rules === null
        ? null
        : reportingOf(totals, rules, { taxable, lossesBroughtForwardUsed: used, lossesCarriedForward }),
    broughtForwardFinal,
    isFinal: broughtForwardFinal && disposalsFinal,
  };
}

/** RULES 11.7: the year's gains as one stretch at the rates with which it starts. */
function atFirstRates(segments: readonly RatedGains[]): RatedGains[] {
  const [first] = segments;
  return first === undefined ? [] : [{ ...first, gains: sum(segments.map(({ gains }) => gains)) }];
}

/** RULES 11.3: the periods of a year with different rates. */
function stretchesOf(taxYear: TaxYear): Omit<RateSegment, 'taxable' | 'gains'>[] {
  const rules = gainsRulesOf(taxYear);
  if (rules === null) return [];
  const { last } = taxYearBounds(taxYear);
  return rules.rates.map(({ from, basic, higher }, index) => {
    const next = rules.rates[index + 1];
    const to = next === undefined ? last : addDays(next.from, -1);
    return { from, to, basicRate: basic, higherRate: higher };
  });
}

/** RULES 4.7: what follows from whole pennies is in whole pennies. */
function toThePenny(amount: Exact<'pounds'>): Exact<'pounds'> {
  return round(amount, PENNY_PLACES);
}

function least(a: Exact<'pounds'>, b: Exact<'pounds'>): Exact<'pounds'> {
  return a < b ? a : b;
}
