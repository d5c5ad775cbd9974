import { useEffect } from 'react';
import type { PriceStatusItem } from '../../../domain/service/price-status.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { readPriceStatuses } from '../../data/records/prices.ts';
import { refreshPriceStatus } from '../../sync/ask/price-calls.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';

const NONE: readonly PriceStatusItem[] = [];

/** The result of the last price fetch of each asset, by its id: as the server last reported, asked again on entry. */
export function usePriceStatuses(): ReadonlyMap<string, PriceStatusItem> {
  const { data = NONE } = useStored(() => readPriceStatuses(currentDatabase()), []);
  useEffect(() => {
    // What was known stays on show when the server cannot be asked or refuses (001 §6).
    refreshPriceStatus(currentDatabase()).catch(() => undefined);
  }, []);
  return new Map(data.map((item) => [item.assetId, item]));
}
