/** The filters of the holdings screen, as they are kept in the session (001 §2.8) and what they leave of the holdings. */
import type { IsoDate } from '../../../domain/values/dates.ts';
import {
  ASSET_CATEGORIES,
  isOptionOf,
  TAX_WRAPPER_OPTIONS,
  type AssetCategory,
  type TaxWrapper,
} from '../../../domain/fields/enums.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { checkAsOfDate } from './as-of-date.ts';

export const HOLDINGS_FILTERS_KEY = 'holdings-filters';

/** An empty value does not restrict. */
export interface HoldingsFilters {
  readonly accountFilter: string;
  readonly assetNameFilter: string;
  readonly taxWrapperFilter: TaxWrapper | '';
  readonly assetCategoryFilter: AssetCategory | '';
  /** The as-of day, or empty for today. */
  readonly historicalDateString: IsoDate | '';
}

export const NO_FILTERS: HoldingsFilters = {
  accountFilter: '',
  assetNameFilter: '',
  taxWrapperFilter: '',
  assetCategoryFilter: '',
  historicalDateString: '',
};

function textOf(saved: object, key: keyof HoldingsFilters): string {
  const value: unknown = Reflect.get(saved, key);
  return typeof value === 'string' ? value : '';
}

/** Reads what the session stored, whatever it is; a date in the future, or text that is not a date, is dropped. */
export function restoreFilters(saved: unknown, today: IsoDate): HoldingsFilters {
  if (typeof saved !== 'object' || saved === null) return NO_FILTERS;
  const wrapper = textOf(saved, 'taxWrapperFilter');
  const category = textOf(saved, 'assetCategoryFilter');
  const asOf = checkAsOfDate(textOf(saved, 'historicalDateString'), today);
  return {
    accountFilter: textOf(saved, 'accountFilter'),
    assetNameFilter: textOf(saved, 'assetNameFilter'),
    taxWrapperFilter: isOptionOf(TAX_WRAPPER_OPTIONS, wrapper) ? wrapper : '',
    assetCategoryFilter: isOptionOf(ASSET_CATEGORIES, category) ? category : '',
    historicalDateString: asOf.ok ? asOf.date : '',
  };
}

/** The holdings that the filters show, in their order; the text is looked for in name and ISIN, ignoring case. */
export function filterHoldings(
  holdings: readonly HoldingView[],
  filters: Omit<HoldingsFilters, 'historicalDateString'>,
): readonly HoldingView[] {
  const text = filters.assetNameFilter.trim().toLowerCase();
  return holdings.filter(
    (holding) =>
      (filters.accountFilter === '' || holding.accountId === filters.accountFilter) &&
      (filters.taxWrapperFilter === '' || holding.taxWrapper === filters.taxWrapperFilter) &&
      (filters.assetCategoryFilter === '' || holding.assetCategory === filters.assetCategoryFilter) &&
      (text === '' || holding.assetName.toLowerCase().includes(text) || holding.isin.toLowerCase().includes(text)),
  );
}
