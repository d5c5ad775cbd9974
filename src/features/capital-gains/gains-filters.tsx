import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import {
  ASSET_CATEGORIES,
  ASSET_CATEGORY_FILTER_ORDER,
  assetCategoryLabel,
  isOptionOf,
  TAX_WRAPPER_OPTIONS,
} from '../../../domain/fields/enums.ts';
import type { Account } from '../../../domain/records/records.ts';
import { AccountFilter } from '../../ui/forms/account-filter.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { CapitalGainsFilter } from '../../../workers/api/worker-api.ts';
import styles from './capital-gains.module.css';

export type GainsFilter = Required<CapitalGainsFilter>;

/** On entry only the taxable dealing accounts are shown; 'Clear Filters' shows all (001 §2.9, §4). */
export const ENTRY_FILTER: GainsFilter = { accountId: '', taxWrapper: 'DEALING', assetCategory: '' };
export const NO_FILTER: GainsFilter = { accountId: '', taxWrapper: '', assetCategory: '' };

const CATEGORY_OPTIONS = ASSET_CATEGORY_FILTER_ORDER.map((value) => ({ value, label: assetCategoryLabel(value) }));

export interface GainsFiltersProps {
  readonly filter: GainsFilter;
  readonly accounts: readonly Account[];
  readonly onChange: (filter: GainsFilter) => void;
}

/** The collapsible filters panel, open on entry. */
export function GainsFilters({ filter, accounts, onChange }: GainsFiltersProps) {
  const [open, setOpen] = useState(true);
  const panel = useId();
  return (
    <section className={styles.filters} aria-label="Filters">
      <div className={styles.filtersHead}>
        <button
          type="button"
          className={styles.filtersToggle}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown size={16} aria-hidden="true" />
          Filters:
        </button>
        <button type="button" className={styles.clear} onClick={() => onChange(NO_FILTER)}>
          Clear Filters
        </button>
      </div>
      <div id={panel} className={styles.filterFields} hidden={!open}>
        <AccountFilter
          accounts={accounts}
          value={filter.accountId}
          onChange={(accountId) => onChange({ ...filter, accountId })}
        />
        <SelectField
          label="Tax Wrapper"
          labelHidden
          placeholder="All Tax Wrappers"
          options={TAX_WRAPPER_OPTIONS}
          value={filter.taxWrapper}
          onChange={({ target: { value } }) =>
            onChange({ ...filter, taxWrapper: isOptionOf(TAX_WRAPPER_OPTIONS, value) ? value : '' })
          }
        />
        <SelectField
          label="Asset Category"
          labelHidden
          placeholder="All Asset Categories"
          options={CATEGORY_OPTIONS}
          value={filter.assetCategory}
          onChange={({ target: { value } }) =>
            onChange({ ...filter, assetCategory: isOptionOf(ASSET_CATEGORIES, value) ? value : '' })
          }
        />
      </div>
    </section>
  );
}
