/** The scope of a return: positions chosen by holder, place and security (RULES 1). */
import type { Pricing } from '../../holdings/pricing.ts';
import type { AssetCategory, TaxWrapper } from '../../fields/enums.ts';

/**
 * The smallest unit that has a return: one security, or the cash of one currency, of an account at a broker in a
 * wrapper (RULES 1.1).
 */
export interface ReturnsCell {
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  /** The security's present ISIN; null for cash. */
  readonly isin: string | null;
  /** Null for a security that the catalogue lacks. */
  readonly category: AssetCategory | null;
  /** By which prices its units are valued; null for cash. */
  readonly pricing: Pricing | null;
  /** The currency whose exchange rate effect is measured (RULES 5.4). */
  readonly currency: string;
}

/** Every given field must match; an empty scope is the whole household (RULES 1.2). */
export interface ReturnsScope {
  readonly accountId?: string;
  readonly taxWrapper?: TaxWrapper;
  readonly brokerId?: string;
  readonly category?: AssetCategory;
  readonly isin?: string;
}

export function isInScope(cell: ReturnsCell, scope: ReturnsScope): boolean {
  return (
    (scope.accountId === undefined || scope.accountId === cell.accountId) &&
    (scope.taxWrapper === undefined || scope.taxWrapper === cell.taxWrapper) &&
    (scope.brokerId === undefined || scope.brokerId === cell.brokerId) &&
    (scope.category === undefined || scope.category === cell.category) &&
    (scope.isin === undefined || scope.isin === cell.isin)
  );
}
