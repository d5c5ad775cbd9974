/** Which disposals a tax year shows, and how many its filters hide (001 §9). */
import { addDays, daysBetween, type IsoDate } from '../../values/dates.ts';
import type { AssetCategory, TaxWrapper } from '../../fields/enums.ts';
import { partitionPoint } from '../../values/partition-point.ts';
import { taxYearBounds, type TaxYear } from '../../values/tax-year.ts';
import type { AssetFacts } from '../terms/capacity.ts';
import { yearOfHiddenDisposal } from '../matching/data-health.ts';
import type { ClassGains, Disposal, GainsResult } from '../terms/gains.ts';
import { WINDOW_DAYS } from '../matching/identify.ts';

/** What the screen is asked to show; a missing or empty choice shows all. Filters never change a gain. */
export interface DisposalFilter {
  readonly accountId?: string | undefined;
  readonly taxWrapper?: TaxWrapper | '' | undefined;
  readonly assetCategory?: AssetCategory | '' | undefined;
}

/** Tax years with a disposal, or with a receipt that may be one but was left out (RULES 7.3), newest first. */
export function availableTaxYears(result: GainsResult): TaxYear[] {
  const years = new Set<TaxYear>();
  for (const gains of result.classes) {
    for (const { taxYear } of gains.disposals) years.add(taxYear);
    for (const taxYear of yearsOfHiddenDisposals(gains)) years.add(taxYear);
  }
  return [...years].toSorted().toReversed();
}

/** RULES 7.3: the tax years in which chargeable disposals of the class may have been left out. */
export function yearsOfHiddenDisposals(gains: ClassGains): TaxYear[] {
  return gains.issues.map((issue) => yearOfHiddenDisposal(issue, gains)).filter((taxYear) => taxYear !== null);
}

/** The disposals of a tax year that the filter shows: chargeable first, then the newest. */
export function taxYearDisposals(
  result: GainsResult,
  taxYear: TaxYear,
  filter: DisposalFilter = {},
  assets: ReadonlyMap<string, AssetFacts> = new Map(),
): Disposal[] {
  const shown: Disposal[] = [];
  for (const { disposals } of result.classes) {
    for (const disposal of disposalsOfYear(disposals, taxYear))
      if (passes(disposal, filter, assets)) shown.push(disposal);
  }
  return shown.toSorted(chargeableFirstThenNewest);
}

/** How many chargeable disposals of the year the filter does not show. */
export function hiddenByFilter(
  result: GainsResult,
  taxYear: TaxYear,
  filter: DisposalFilter,
  assets: ReadonlyMap<string, AssetFacts>,
): number {
  let hidden = 0;
  for (const { disposals } of result.classes) {
    for (const disposal of disposalsOfYear(disposals, taxYear))
      if (disposal.exempt === null && !passes(disposal, filter, assets)) hidden += 1;
  }
  return hidden;
}

/** Those of a tax year among the disposals of a class, which are in date order. */
export function disposalsOfYear(disposals: readonly Disposal[], taxYear: TaxYear): readonly Disposal[] {
  const { first, last } = taxYearBounds(taxYear);
  const from = partitionPoint(disposals, ({ date }) => date < first);
  return disposals.slice(
    from,
    partitionPoint(disposals, ({ date }) => date <= last, from),
  );
}

function passes(disposal: Disposal, filter: DisposalFilter, assets: ReadonlyMap<string, AssetFacts>): boolean {
  if (filter.accountId && filter.accountId !== disposal.accountId) return false;
  if (filter.taxWrapper && !disposal.wrappers.includes(filter.taxWrapper)) return false;
  return !filter.assetCategory || assets.get(disposal.isin)?.category === filter.assetCategory;
}

function chargeableFirstThenNewest(a: Disposal, b: Disposal): number {
  if ((a.exempt === null) !== (b.exempt === null)) return a.exempt === null ? -1 : 1;
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  if (a.isin !== b.isin) return a.isin < b.isin ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** RULES 3.2, 3.10: the last day on which a purchase would still change the disposal, as seen on `asOf`; null when it is settled. */
export function provisionalUntil(disposal: Disposal, asOf: IsoDate): IsoDate | null {
  if (!disposal.rematchable || daysBetween(disposal.date, asOf) > WINDOW_DAYS) return null;
  return addDays(disposal.date, WINDOW_DAYS);
}
