/** Relief for foreign tax on income: by country and kind, like the lines of SA106 (RULES 5.5). */
import type { Amount } from '../values/amount.ts';
import { add, divide, exact, round, share, subtract, sum, zero, type Exact } from '../values/decimal.ts';
import { groupBy } from '../values/group-by.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import { treatyKey, type ForeignKind } from './stated-income.ts';
import type { IncomeParts } from './income-tax.ts';
import type { Receipt } from './receipts.ts';
import { TREATY_RATES } from './withheld-tax.ts';

type Money = Exact<'pounds'>;

/** The income of a country from which tax was withheld there. */
export interface ForeignLine {
  readonly country: string | null;
  readonly kind: ForeignKind;
  /** The gross income of rows with foreign tax. */
  readonly gross: Money;
  readonly foreignTax: Money;
  /** Percent; null where the treaty's rate is neither known nor stated. */
  readonly treatyRate: number | null;
  /** The foreign tax of each row, limited to the treaty's rate of that row; null without the rate. */
  readonly allowable: Money | null;
}

export interface ReliefLine extends ForeignLine {
  /** The UK tax on the income; null without `allowable`, and while that tax is not known. */
  readonly ukTax: Money | null;
  /** The lower of the two taxes. */
  readonly relief: Money | null;
}

const HUNDRED = exact(100 as Amount<'percent'>);

/** The lines with foreign tax of the counted receipts, most tax first. */
export function foreignLines(receipts: readonly Receipt[], stated: ReadonlyMap<string, number>): ForeignLine[] {
  const taxed = receipts.filter(
    ({ counts, nature, withheld }) =>
      counts && withheld > 0n && (nature === 'foreignDividend' || nature === 'foreignInterest'),
  );
  return [...groupBy(taxed, ({ country, nature }) => `${country ?? ''} ${nature ?? ''}`).values()]
    .flatMap((rows) => (rows[0] === undefined ? [] : [lineOf(rows[0], rows, stated)]))
    .toSorted((a, b) => most(a.foreignTax, b.foreignTax));
}

/** Sorts the larger first, and leaves equal ones in their order. */
function most(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1;
}

function lineOf(first: Receipt, rows: readonly Receipt[], stated: ReadonlyMap<string, number>): ForeignLine {
  const { country } = first;
  const kind: ForeignKind = first.nature === 'foreignInterest' ? 'interest' : 'dividend';
  const treatyRate = country === null ? null : treatyRateOf(country, kind, stated);
  const gross = sum(rows.map((row) => row.gross));
  const foreignTax = sum(rows.map(({ withheld }) => withheld));
  const allowable = treatyRate === null ? null : sum(rows.map((row) => allowableOf(row, treatyRate)));
  return { country, kind, gross, foreignTax, treatyRate, allowable };
}

function treatyRateOf(country: string, kind: ForeignKind, stated: ReadonlyMap<string, number>): number | null {
  const known = kind === 'dividend' ? TREATY_RATES[country] : undefined;
  return stated.get(treatyKey(country, kind)) ?? known ?? null;
}

/** RULES 5.5: what one payment bore above the treaty's rate is no relief for another. */
function allowableOf({ gross, withheld }: Receipt, treatyRate: number): Money {
  const atTreaty = round(share(gross, exact(treatyRate as Amount<'percent'>), HUNDRED), PENNY_PLACES);
  return atTreaty < withheld ? atTreaty : withheld;
}

/**
 * The relief of each line: the lower of the allowable foreign tax and the UK tax on the line's income. Lines are
 * deducted one after another, those with the highest foreign rate first.
 *
 * @param taxOf the year's tax of such parts
 */
export function foreignTaxRelief(
  lines: readonly ForeignLine[],
  parts: IncomeParts,
  taxOf: (parts: IncomeParts) => Money,
): ReliefLine[] {
  const rateOf = ({ allowable, gross }: ForeignLine): Exact<'rate'> =>
    allowable === null || gross === 0n ? zero<'rate'>() : divide<'rate'>(allowable, gross);
  const relieved = new Map<ForeignLine, ReliefLine>();
  let [left, tax] = [parts, taxOf(parts)];
  for (const line of lines.toSorted((a, b) => most(rateOf(a), rateOf(b)))) {
    const { allowable, kind, gross } = line;
    if (allowable === null) {
      relieved.set(line, { ...line, ukTax: null, relief: null });
      continue;
    }
    const without = withoutIncome(left, kind, gross);
    const taxWithout = taxOf(without);
    const ukTax = tax > taxWithout ? subtract(tax, taxWithout) : zero<'pounds'>();
    relieved.set(line, { ...line, ukTax, relief: allowable < ukTax ? allowable : ukTax });
    [left, tax] = [without, taxWithout];
  }
  return lines.flatMap((line) => relieved.get(line) ?? []);
}

function withoutIncome(parts: IncomeParts, kind: ForeignKind, gross: Money): IncomeParts {
  const of = kind === 'interest' ? 'savings' : 'dividends';
  const rest = subtract(parts[of], gross);
  return { ...parts, [of]: rest > 0n ? rest : zero<'pounds'>() };
}

/**
 * The lines under several assumptions, of which each has all the lines in the same order: a figure that depends on the
 * assumption is not known.
 */
export function sameRelief(assumed: readonly (readonly ReliefLine[])[]): readonly ReliefLine[] {
  const [first = [], ...others] = assumed;
  return first.map((line, index) => {
    const known = (key: 'ukTax' | 'relief'): Money | null =>
      others.every((lines) => lines[index]?.[key] === line[key]) ? line[key] : null;
    return { ...line, ukTax: known('ukTax'), relief: known('relief') };
  });
}

/** Zero where no line's relief is known. */
export function totalRelief(lines: readonly Pick<ReliefLine, 'relief'>[]): Money {
  return lines.reduce((total, { relief }) => (relief === null ? total : add(total, relief)), zero<'pounds'>());
}
