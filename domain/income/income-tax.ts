/** Income tax on savings and dividends in addition to other income (RULES 5). */
import type { Amount, Pounds } from '../values/amount.ts';
import { add, exact, round, share, subtract, zero, type Exact } from '../values/decimal.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import type { BandRates, IncomeRules } from '../tax-years/tax-year-rules.ts';
import type { MarriageAllowance } from './stated-income.ts';

type Money = Exact<'pounds'>;

/** Gross income of a year, in pounds. */
export interface IncomeParts {
  /** Pay, pensions, rents and property income distributions: everything except savings and dividends. */
  readonly other: Money;
  readonly savings: Money;
  readonly dividends: Money;
}

export interface IncomeTax {
  readonly tax: Money;
  readonly personalAllowance: Money;
  /** The part of the savings taxed at the starting rate of 0 %. */
  readonly startingRateBand: Money;
  readonly savingsAllowance: Money;
  /** The savings that the personal allowance does not cover. */
  readonly taxableSavings: Money;
  /** The dividends that it does not cover: only these use the dividend allowance (ITA s13A). */
  readonly taxableDividends: Money;
}

const NIL = zero<'pounds'>();
const PENNY = exact(0.01 as Pounds);
const HUNDRED = exact(100 as Amount<'percent'>);
/** The income for which the personal allowance falls by a pound. */
const TAPER_STEP = exact(2 as Pounds);

const pounds = (whole: number): Money => exact(whole as Pounds);
const least = (a: Money, b: Money): Money => (a < b ? a : b);
const atLeastNil = (value: Money): Money => (value < 0n ? NIL : value);
const less = (a: Money, b: Money): Money => atLeastNil(subtract(a, b));

/** RULES 5.2: reduced by 1 for each whole 2 over the limit. */
export function personalAllowanceOf(rules: IncomeRules, total: Money): Money {
  const over = less(total, pounds(rules.personalAllowance.taperFrom));
  return less(pounds(rules.personalAllowance.amount), ((over / TAPER_STEP) * pounds(1)) as Money);
}

/** RULES 5.1: 5,000 less the other income above the personal allowance. */
export function startingRateBandOf(rules: IncomeRules, taxableOther: Money): Money {
  return less(pounds(rules.savings.startingRateBand), taxableOther);
}

/** What the other income above the personal allowance leaves of the starting rate band (domain/allowances/RULES.md 4.3). */
export function startingRateLeft(rules: IncomeRules, other: Money, givesMarriageAllowance: boolean): Money {
  const { personalAllowance, marriageAllowance } = rules;
  const own = pounds(personalAllowance.amount - (givesMarriageAllowance ? marriageAllowance.amount : 0));
  return startingRateBandOf(rules, less(other, own));
}

/** The tax of a year in whole pence, with the personal allowance used as the year's rule requires. */
export function incomeTax(rules: IncomeRules, parts: IncomeParts, marriage: MarriageAllowance = 'none'): IncomeTax {
  const exactly = exactIncomeTax(rules, parts, marriage);
  return { ...exactly, tax: round(exactly.tax, PENNY_PLACES) };
}

function exactIncomeTax(rules: IncomeRules, parts: IncomeParts, marriage: MarriageAllowance): IncomeTax {
  const total = add(add(parts.other, parts.savings), parts.dividends);
  const transferred = pounds(rules.marriageAllowance.amount);
  const own = personalAllowanceOf(rules, total);
  const personalAllowance = marriage === 'given' ? less(own, transferred) : own;
  const reduction = marriage === 'received' ? atRate(transferred, rules.mainRates.basic) : NIL;
  const taxable = less(total, personalAllowance);
  const savingsAllowance = savingsAllowanceOf(rules, taxable);
  let best: { readonly tax: Money; readonly other: Money; readonly savings: Money } | null = null;
  for (const [other, savings] of settings(rules, parts, taxable, savingsAllowance, personalAllowance)) {
    const dividends = subtract(subtract(taxable, other), savings);
    const taxed = taxOn(rules, { other, savings, dividends }, savingsAllowance);
    // RULES 5.4: a taxpayer at the higher rate gets no reduction.
    const tax = taxed.reachesHigher ? taxed.total : less(taxed.total, reduction);
    // Of uses that save as much, the one that leaves most of the allowances for interest.
    if (best === null || tax < best.tax || (tax === best.tax && savings < best.savings)) best = { tax, other, savings };
  }
  return {
    tax: best?.tax ?? NIL,
    personalAllowance,
    startingRateBand: startingRateBandOf(rules, best?.other ?? NIL),
    savingsAllowance,
    taxableSavings: best?.savings ?? NIL,
    taxableDividends: best === null ? NIL : subtract(subtract(taxable, best.other), best.savings),
  };
}

function savingsAllowanceOf({ bands, savings }: IncomeRules, taxable: Money): Money {
  if (taxable > pounds(bands.additionalFrom)) return NIL;
  return pounds(taxable > pounds(bands.basic) ? savings.allowance.higher : savings.allowance.basic);
}

/**
 * The possible uses of the personal allowance, as the taxable rest of other income and of savings. The tax is linear
 * between the lines on which a band or an allowance ends, so the minimum is where two such lines meet.
 */
function settings(
  rules: IncomeRules,
  { other, savings, dividends }: IncomeParts,
  taxable: Money,
  savingsAllowance: Money,
  allowance: Money,
): (readonly [other: Money, savings: Money])[] {
  const { bands, allowanceOrder } = rules;
  // With one kind of income there is no choice.
  if (savings === 0n && dividends === 0n) return [[taxable, NIL]];
  const edges = [pounds(bands.basic), pounds(bands.additionalFrom)];
  const starting = pounds(rules.savings.startingRateBand);
  const nilDividends = pounds(rules.dividends.allowance);
  const others =
    allowanceOrder.order === 'otherIncomeFirst'
      ? [less(other, allowance)]
      : [NIL, other, starting, ...edges, ...edges.map((edge) => less(edge, savingsAllowance))];
  const saved = [NIL, savings, savingsAllowance];
  const sums = [
    taxable,
    less(taxable, dividends),
    less(taxable, nilDividends),
    starting,
    add(starting, savingsAllowance),
    ...edges,
    ...edges.map((edge) => less(edge, nilDividends)),
  ];
  const points: (readonly [Money, Money])[] = [];
  const consider = (a: Money, b: Money): void => {
    const rest = subtract(subtract(taxable, a), b);
    if (a >= 0n && a <= other && b >= 0n && b <= savings && rest >= 0n && rest <= dividends) points.push([a, b]);
  };
  for (const a of others) {
    for (const b of saved) consider(a, b);
    for (const total of sums) consider(a, subtract(total, a));
  }
  if (allowanceOrder.order === 'savesMost')
    for (const b of saved) for (const total of sums) consider(subtract(total, b), b);
  return points;
}

/** RULES 5.1: the tax on the taxable rest of each kind. */
function taxOn(rules: IncomeRules, { other, savings, dividends }: IncomeParts, savingsAllowance: Money): Bands {
  const bands = new Bands(rules);
  const nilSavings = least(savings, add(startingRateBandOf(rules, other), savingsAllowance));
  const nilDividends = least(dividends, pounds(rules.dividends.allowance));
  bands.tax(other, rules.mainRates);
  bands.pass(nilSavings);
  bands.tax(subtract(savings, nilSavings), rules.savings);
  bands.pass(nilDividends);
  bands.tax(subtract(dividends, nilDividends), rules.dividends);
  return bands;
}

function atRate(amount: Money, percent: number): Money {
  return share(amount, exact(percent as Amount<'percent'>), HUNDRED);
}

/** Fills the bands from below, one amount after another. */
class Bands {
  total = NIL;
  /** An amount is taxed above the basic rate. */
  reachesHigher = false;
  private used = NIL;
  private readonly edges: readonly Money[];

  constructor({ bands }: IncomeRules) {
    this.edges = [pounds(bands.basic), pounds(bands.additionalFrom)];
  }

  /** An amount at the nil rate uses up its band all the same. */
  pass(amount: Money): void {
    this.used = add(this.used, amount);
  }

  tax(amount: Money, { basic, higher, additional }: BandRates): void {
    let left = amount;
    for (const [index, rate] of [basic, higher, additional].entries()) {
      const edge = this.edges[index];
      const slice = edge === undefined ? left : least(left, less(edge, this.used));
      if (slice === 0n) continue;
      this.total = add(this.total, atRate(slice, rate));
      this.used = add(this.used, slice);
      this.reachesHigher ||= index > 0;
      left = subtract(left, slice);
    }
  }
}

/** RULES 5.3: the tax that savings and dividends add to the tax on the other income alone, rounded once; never negative. */
export function taxOfReceipts(rules: IncomeRules, parts: IncomeParts, marriage: MarriageAllowance = 'none'): Money {
  const alone = exactIncomeTax(rules, { other: parts.other, savings: NIL, dividends: NIL }, marriage);
  return round(less(exactIncomeTax(rules, parts, marriage).tax, alone.tax), PENNY_PLACES);
}

/** Other incomes next to one at which the personal allowance, with the receipts or without them, is about to fall by a pound. */
function taperSteps({ personalAllowance }: IncomeRules, other: Money, receipts: Money): Money[] {
  const from = pounds(personalAllowance.taperFrom);
  const to = add(from, pounds(2 * personalAllowance.amount + 2));
  if (add(other, receipts) < from || other > to) return [];
  return [NIL, receipts].flatMap((more) => {
    const last = subtract(other, (subtract(add(other, more), from) % TAPER_STEP) as Money);
    return [less(last, PENNY), less(add(last, TAPER_STEP), PENNY)];
  });
}

export interface TaxRange {
  readonly from: Money;
  readonly to: Money;
}

/**
 * RULES 5.3: the lowest and highest tax on the receipts for any other income of zero or more, and these marriage
 * allowances.
 */
export function taxRange(
  rules: IncomeRules,
  { savings, dividends }: Omit<IncomeParts, 'other'>,
  marriages: readonly MarriageAllowance[] = ['none'],
): TaxRange {
  const { personalAllowance, bands, marriageAllowance } = rules;
  // Dividends at the nil rate may be above the basic band without any tax at the higher rate.
  const paid = less(dividends, pounds(rules.dividends.allowance));
  const amounts = [savings, less(savings, pounds(rules.savings.allowance.basic)), NIL];
  const shifts = [...new Set(amounts.flatMap((a) => [dividends, paid, NIL].map((b) => add(a, b))))];
  const taperFrom = pounds(personalAllowance.taperFrom);
  const far = add(pounds(bands.additionalFrom), add(taperFrom, add(savings, dividends)));
  const taxes = marriages.flatMap((marriage) => {
    const transferred = pounds(marriageAllowance.amount);
    const full = pounds(personalAllowance.amount);
    const allowance = marriage === 'given' ? subtract(full, transferred) : full;
    const corners = [
      NIL,
      allowance,
      ...(marriage === 'received' ? [add(allowance, transferred)] : []),
      add(allowance, pounds(bands.basic)),
      taperFrom,
      add(taperFrom, (allowance * 2n) as Money),
      add(taperFrom, (full * 2n) as Money),
      pounds(bands.additionalFrom),
    ];
    const ends = corners.flatMap((corner) => shifts.map((shift) => less(corner, shift)));
    const others = [far, ...ends, ...ends.flatMap((end) => taperSteps(rules, end, add(savings, dividends)))];
    return [...new Set(others.flatMap((other) => [other, add(other, PENNY)]))].map((other) =>
      taxOfReceipts(rules, { other, savings, dividends }, marriage),
    );
  });
  const [first = NIL] = taxes;
  return taxes.reduce(({ from, to }, tax) => ({ from: least(from, tax), to: tax > to ? tax : to }), {
    from: first,
    to: first,
  });
}
