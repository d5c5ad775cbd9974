/** Setting losses and the exempt amount against gains taxed at different rates, where they save most (RULES 11.3). */
import { divide, exact, multiply, type Exact } from '../../values/decimal.ts';
import type { Percent } from '../../values/amount.ts';
import { NO_POUNDS } from '../pool/section-104.ts';

/** Gains of a stretch of the year, and the rates of it in percent. */
export interface RatedGains {
  readonly gains: Exact<'pounds'>;
  readonly basic: number;
  readonly higher: number;
}

export interface Allocation {
  /** What is left of each stretch's gains to be taxed. */
  readonly taxable: readonly Exact<'pounds'>[];
  readonly tax: Exact<'pounds'>;
}

function least(a: Exact<'pounds'>, b: Exact<'pounds'>): Exact<'pounds'> {
  return a < b ? a : b;
}

function percentOf(amount: Exact<'pounds'>, percent: number): Exact<'pounds'> {
  return divide(multiply(amount, exact(percent as Percent)), exact(100 as Percent));
}

/** Tax when the band left at the basic rate goes first where it saves most (RULES 11.3). */
function taxOn(
  segments: readonly RatedGains[],
  taxable: readonly Exact<'pounds'>[],
  basicBand: Exact<'pounds'>,
): Exact<'pounds'> {
  let band = basicBand;
  let tax = NO_POUNDS;
  const bySaving = segments
    .map((segment, index) => ({ segment, amount: taxable[index] ?? NO_POUNDS }))
    .toSorted((a, b) => saving(b.segment) - saving(a.segment));
  for (const { segment, amount } of bySaving) {
    const atBasic = least(band, amount);
    band = (band - atBasic) as Exact<'pounds'>;
    tax = (tax +
      percentOf(atBasic, segment.basic) +
      percentOf((amount - atBasic) as Exact<'pounds'>, segment.higher)) as Exact<'pounds'>;
  }
  return tax;
}

function saving({ basic, higher }: RatedGains): number {
  return higher - basic;
}

/**
 * Takes `deductions` off the gains so that the tax is least; `basicBand` is what is left of the basic-rate band.
 * The deductions must not exceed the gains. Where it makes no difference the dearer, then the later, gains are relieved first.
 *
 * A year has at most two stretches. The tax is then a convex, piecewise linear function of what is taken off the first,
 * so the least is at an end or where the first or second stretch's taxable gains equal the band.
 */
export function allocate(
  segments: readonly RatedGains[],
  deductions: Exact<'pounds'>,
  basicBand: Exact<'pounds'>,
): Allocation {
  const [first, second] = segments;
  if (first === undefined) return { taxable: [], tax: NO_POUNDS };
  if (second === undefined) {
    const taxable = [(first.gains - deductions) as Exact<'pounds'>];
    return { taxable, tax: taxOn(segments, taxable, basicBand) };
  }
  const least1 = deductions > second.gains ? ((deductions - second.gains) as Exact<'pounds'>) : NO_POUNDS;
  const most1 = least(deductions, first.gains);
  const corners = [first.gains - basicBand, deductions - (second.gains - basicBand)].filter(
    (corner) => corner > least1 && corner < most1,
  ) as Exact<'pounds'>[];
  const dearerSecond = second.higher >= first.higher;
  const candidates = dearerSecond ? [least1, ...corners, most1] : [most1, ...corners, least1];
  let best: Allocation | null = null;
  for (const fromFirst of candidates) {
    const taxable = [
      (first.gains - fromFirst) as Exact<'pounds'>,
      (second.gains - (deductions - fromFirst)) as Exact<'pounds'>,
    ];
    const tax = taxOn(segments, taxable, basicBand);
    if (best === null || tax < best.tax) best = { taxable, tax };
  }
  return best ?? { taxable: [], tax: NO_POUNDS };
}
