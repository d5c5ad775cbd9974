/** The filters of the broker cash list: from the address on entry, else as they were last set (002 §2, §4). */
import { TAX_WRAPPER_OPTIONS, type TaxWrapper } from '../../../domain/fields/enums.ts';
import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';
import type { ListFilters } from '../../ui/lists/use-list.ts';

/** Empty text does not restrict. */
export interface BrokerCashFilters {
  readonly accountId: string;
  readonly taxWrapper: TaxWrapper | '';
}

const NO_FILTERS: BrokerCashFilters = { accountId: '', taxWrapper: '' };

/** The session storage key. */
export const FILTERS_KEY = 'broker-cash-balances-filters';

/** What is kept under the key. */
interface StoredFilters {
  readonly accountFilter: string;
  readonly taxWrapperFilter: string;
}

/** The wrapper of that name, or no restriction. */
export function wrapperOf(value: unknown): TaxWrapper | '' {
  return TAX_WRAPPER_OPTIONS.find((option) => option.value === value)?.value ?? '';
}

function ofQuery(query: URLSearchParams): BrokerCashFilters | null {
  if (!['accountId', 'taxWrapper'].some((name) => query.has(name))) return null;
  return { accountId: query.get('accountId') ?? '', taxWrapper: wrapperOf(query.get('taxWrapper')) };
}

function ofStored(stored: unknown): BrokerCashFilters {
  if (typeof stored !== 'object' || stored === null) return NO_FILTERS;
  const { accountFilter, taxWrapperFilter } = stored as Partial<Record<keyof StoredFilters, unknown>>;
  return { accountId: typeof accountFilter === 'string' ? accountFilter : '', taxWrapper: wrapperOf(taxWrapperFilter) };
}

export const BROKER_CASH_FILTERS: ListFilters<BrokerCashFilters> = {
  none: NO_FILTERS,
  ofQuery,
  restore: () => ofStored(readSessionValue(FILTERS_KEY)),
  keep: ({ accountId, taxWrapper }) => {
    storeSessionValue(FILTERS_KEY, { accountFilter: accountId, taxWrapperFilter: taxWrapper } satisfies StoredFilters);
  },
  searchOf: () => '',
};
