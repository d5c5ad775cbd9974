import { useEffect, useMemo, useState } from 'react';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';
import { HOLDINGS_FILTERS_KEY, type HoldingsFilters, NO_FILTERS, restoreFilters } from './holdings-filters.ts';
import { type AsOfDate, useAsOfDate } from './use-as-of-date.ts';

export interface HoldingsFilterState {
  readonly filters: HoldingsFilters;
  readonly asOf: AsOfDate;
  readonly setFilters: (change: Partial<Omit<HoldingsFilters, 'historicalDateString'>>) => void;
  /** Clears all filters, the date too. */
  readonly clear: () => void;
}

/** The filters of the screen: restored on entry, kept for the session, the date in the address as well. */
export function useHoldingsFilters(today: IsoDate): HoldingsFilterState {
  const [kept, setKept] = useState(() => restoreFilters(readSessionValue(HOLDINGS_FILTERS_KEY), today));
  const asOf = useAsOfDate(kept.historicalDateString, today);
  const filters = useMemo((): HoldingsFilters => ({ ...kept, historicalDateString: asOf.date }), [kept, asOf.date]);

  useEffect(() => {
    storeSessionValue(HOLDINGS_FILTERS_KEY, filters);
  }, [filters]);

  return {
    filters,
    asOf,
    setFilters: (change) => setKept({ ...kept, ...change }),
    clear: () => {
      setKept(NO_FILTERS);
      asOf.choose('');
    },
  };
}
