import { ASSET_CATEGORY_FILTER_ORDER, assetCategoryLabel, TAX_WRAPPER_OPTIONS } from '../../../domain/fields/enums.ts';
import type { Account } from '../../../domain/records/records.ts';
import { AccountFilter } from '../../ui/forms/account-filter.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { countFilters, type TransactionFilters } from './transaction-filters.ts';

const CATEGORIES = ASSET_CATEGORY_FILTER_ORDER.map((value) => ({ value, label: assetCategoryLabel(value) }));

export interface TransactionsFilterBarProps {
  readonly filters: TransactionFilters;
  readonly accounts: readonly Account[];
  readonly onChange: (change: Partial<TransactionFilters>) => void;
  readonly onClear: () => void;
  readonly onLink: () => void;
}

/** The filters panel of 000 §2.9. */
export function TransactionsFilterBar({ filters, accounts, onChange, onClear, onLink }: TransactionsFilterBarProps) {
  return (
    <FilterBar
      search={
        <SearchBox
          value={filters.search}
          onSearch={(search) => {
            onChange({ search });
          }}
          placeholder="Search transactions..."
        />
      }
      activeCount={countFilters(filters)}
      searching={filters.search !== ''}
      onClear={onClear}
      onLink={onLink}
    >
      <AccountFilter
        accounts={accounts}
        value={filters.accountId}
        onChange={(accountId) => {
          onChange({ accountId });
        }}
      />
      <SelectField
        label="Tax Wrapper"
        labelHidden
        placeholder="All Tax Wrappers"
        options={TAX_WRAPPER_OPTIONS}
        value={filters.taxWrapper}
        onChange={(event) => {
          onChange({
            taxWrapper: TAX_WRAPPER_OPTIONS.find((option) => option.value === event.target.value)?.value ?? '',
          });
        }}
      />
      <SelectField
        label="Asset Category"
        labelHidden
        placeholder="All Asset Categories"
        options={CATEGORIES}
        value={filters.assetCategory}
        onChange={(event) => {
          onChange({ assetCategory: CATEGORIES.find((option) => option.value === event.target.value)?.value ?? '' });
        }}
      />
    </FilterBar>
  );
}
