import {
  ASSET_CATEGORIES,
  ASSET_CATEGORY_FILTER_ORDER,
  assetCategoryLabel,
  isOptionOf,
  TAX_WRAPPER_OPTIONS,
} from '../../../domain/fields/enums.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import { AccountFilter } from '../../ui/forms/account-filter.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { AsOfField } from './as-of-field.tsx';
import type { HoldingsFilterState } from './use-holdings-filters.ts';
import styles from './holdings.module.css';

const CATEGORY_OPTIONS = ASSET_CATEGORY_FILTER_ORDER.map((value) => ({ value, label: assetCategoryLabel(value) }));

export interface HoldingsFilterBarProps {
  readonly state: HoldingsFilterState;
  readonly accounts: readonly Account[];
  readonly today: IsoDate;
}

/** The filter box of 001 §2.8. */
export function HoldingsFilterBar({ state, accounts, today }: HoldingsFilterBarProps) {
  const { filters, asOf, setFilters, clear } = state;
  const activeCount = Object.values(filters).filter((value) => value !== '').length;
  return (
    <section className={styles.filters} aria-labelledby="holdings-filters">
      <h2 id="holdings-filters" className={styles.filtersTitle}>
        Filters:
      </h2>
      <FilterBar
        activeCount={activeCount}
        searching={filters.assetNameFilter !== ''}
        onClear={clear}
        search={
          <SearchBox
            value={filters.assetNameFilter}
            onSearch={(text) => setFilters({ assetNameFilter: text })}
            placeholder="Search by asset name or ISIN..."
          />
        }
      >
        <AccountFilter
          accounts={accounts}
          value={filters.accountFilter}
          onChange={(accountId) => setFilters({ accountFilter: accountId })}
        />
        <SelectField
          label="Tax Wrapper"
          labelHidden
          placeholder="All Tax Wrappers"
          options={TAX_WRAPPER_OPTIONS}
          value={filters.taxWrapperFilter}
          onChange={({ target: { value } }) =>
            setFilters({ taxWrapperFilter: isOptionOf(TAX_WRAPPER_OPTIONS, value) ? value : '' })
          }
        />
        <SelectField
          label="Asset Category"
          labelHidden
          placeholder="All Asset Categories"
          options={CATEGORY_OPTIONS}
          value={filters.assetCategoryFilter}
          onChange={({ target: { value } }) =>
            setFilters({ assetCategoryFilter: isOptionOf(ASSET_CATEGORIES, value) ? value : '' })
          }
        />
        <AsOfField asOf={asOf} today={today} />
      </FilterBar>
    </section>
  );
}
