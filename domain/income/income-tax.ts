/** Income tax on savings and dividends beside other income (RULES 5). */
import type { Amount, Pounds } from '../amount.ts';
import { add, exact, round, share, subtract, zero, type Exact } from '../decimal.ts';
import { PENNY_PLACES } from '../round-parts.ts';
import type { BandRates, IncomeRules } from '../tax-years/tax-year-rules.ts';

type Money = Exact<'pounds'>;

/** Gross income of a year, in pounds. */
export interface IncomeParts {
  /** Pay, pensions, rents, property income distributions: all that is neither savings nor dividends. */
  readonly other: Money;
  readonly savings: Money;
  readonly dividends: Money;
}

export interface IncomeTax {
  readonly tax: Money;
  readonly personalAllowance: Money;
  /** What of the savings is taxed at the starting rate of nil. */
  readonly startingRateBand: Money;
  readonly savingsAllowance: Money;
}

const NIL = zero<'pounds'>();
const HUNDRED = exact(100 as Amount<'percent'>);

const pounds = (whole: number): Money => exact(whole as Pounds);
const least = (a: Money, b: Money): Money => (a < b ? a : b);
const atLeastNil = (value: Money): Money => (value < 0n ? NIL : value);
const less = (a: Money, b: Money): Money => atLeastNil(subtract(a, b));

/** RULES 5.2: falls by 1 for each 2 over the limit. */
export function personalAllowanceOf(rules: IncomeRules, total: Money): Money {
  const over = less(total, pounds(rules.personalAllowance.taperFrom));
  return less(pounds(rules.personalAllowance.amount), (over / 2n) as Money);
}

/** RULES 5.1: 5,000 less the other income above the personal allowance. */
export function startingRateBandOf(rules: IncomeRules, taxableOther: Money): Money {
  return less(pounds(rules.savings.startingRateBand), taxableOther);
}

/** The tax of a year, the personal allowance set as the year's rule says. In whole pennies. */
export function incomeTax(rules: IncomeRules, parts: IncomeParts): IncomeTax {
  const total = add(add(parts.other, parts.savings), parts.dividends);
  const personalAllowance = personalAllowanceOf(rules, total);
  const taxable = less(total, personalAllowance);
  const savingsAllowance = savingsAllowanceOf(rules, taxable);
  let best: { readonly tax: Money; readonly other: Money } | null = null;
  for (const [other, savings] of settings(rules, parts, taxable, savingsAllowance, personalAllowance)) {
    const dividends = subtract(subtract(taxable, other), savings);
    const tax = taxOn(rules, { other, savings, dividends }, savingsAllowance);
    if (best === null || tax < best.tax) best = { tax, other };
  }
  return {
    tax: round(best?.tax ?? NIL, PENNY_PLACES),
    personalAllowance,
    startingRateBand: startingRateBandOf(rules, best?.other ?? NIL),
    savingsAllowance,
  };
}

function savingsAllowanceOf({ bands, savings }: IncomeRules, taxable: Money): Money {
  if (taxable > pounds(bands.additionalFrom)) return NIL;
  return pounds(taxable > pounds(bands.basic) ? savings.allowance.higher : savings.allowance.basic);
}

/**
 * The ways in which the personal allowance may be set: what is left taxable of other income and of savings. The tax is
 * linear between the lines on which a band or an allowance ends, so the least is where two of them meet.
 */
function settings(
  rules: IncomeRules,
  { other, savings, dividends }: IncomeParts,
  taxable: Money,
  savingsAllowance: Money,
  allowance: Money,
): (readonly [other: Money, savings: Money])[] {
  const { bands, allowanceOrder } = rules;
  // With one kind of income there is nothing to choose.
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

/** RULES 5.1: the tax on what is left taxable of each. */
function taxOn(rules: IncomeRules, { other, savings, dividends }: IncomeParts, savingsAllowance: Money): Money {
  const bands = new Bands(rules);
  const nilSavings = least(savings, add(startingRateBandOf(rules, other), savingsAllowance));
  const nilDividends = least(dividends, pounds(rules.dividends.allowance));
  bands.tax(other, rules.mainRates);
  bands.pass(nilSavings);
  bands.tax(subtract(savings, nilSavings), rules.savings);
  bands.pass(nilDividends);
  bands.tax(subtract(dividends, nilDividends), rules.dividends);
  return bands.total;
}

/** Fills the bands from below, slice by slice. */
class Bands {
  total = NIL;
  private used = NIL;
  private readonly edges: readonly Money[];

  constructor({ bands }: IncomeRules) {
    this.edges = [pounds(bands.basic), pounds(bands.additionalFrom)];
  }

  /** At nil: it uses up its band all the same. */
  pass(amount: Money): void {
    this.used = add(this.used, amount);
  }

  tax(amount: Money, { basic, higher, additional }: BandRates): void {
    let left = amount;
    for (const [index, rate] of [basic, higher].entries()) {
      const slice = least(left, less(this.edges[index] ?? NIL, this.used));
      this.add(slice, rate);
      left = subtract(left, slice);
    }
    this.add(left, additional);
  }

  private add(amount: Money, rate: number): void {
    this.total = add(this.total, share(amount, exact(rate as Amount<'percent'>), HUNDRED));
    this.used = add(this.used, amount);
  }
}

/** RULES 5.3: the tax that savings and dividends add to that on the other income alone; never below nil. */
export function taxOfReceipts(rules: IncomeRules, parts: IncomeParts): Money {
  const alone = incomeTax(rules, { other: parts.other, savings: NIL, dividends: NIL });
  return less(incomeTax(rules, parts).tax, alone.tax);
}

export interface TaxRange {
  readonly from: Money;
  readonly to: Money;
}

/** RULES 5.3: the least and the most that the receipts cost over every other income of nil or more. */
export function taxRange(rules: IncomeRules, { savings, dividends }: Omit<IncomeParts, 'other'>): TaxRange {
  const { personalAllowance, bands } = rules;
  const allowance = pounds(personalAllowance.amount);
  const taperFrom = pounds(personalAllowance.taperFrom);
  const taperTo = add(taperFrom, (allowance * 2n) as Money);
  const basic = pounds(bands.basic);
  const corners = [NIL, allowance, add(allowance, basic), taperFrom, taperTo, pounds(bands.additionalFrom)];
  const penny = exact(0.01 as Pounds);
  const shifts = [NIL, savings, dividends, add(savings, dividends)];
  const far = add(pounds(bands.additionalFrom), add(taperTo, add(savings, dividends)));
  let range: { from: Money; to: Money } | null = null;
  for (const corner of [...corners, far])
    for (const shift of shifts)
      for (const other of [less(corner, shift), add(less(corner, shift), penny)]) {
        const tax = taxOfReceipts(rules, { other, savings, dividends });
        range =
          range === null
            ? { from: tax, to: tax }
            : { from: least(range.from, tax), to: tax > range.to ? tax : range.to };
      }
  return range ?? { from: NIL, to: NIL };
}
