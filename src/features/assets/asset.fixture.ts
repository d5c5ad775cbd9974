import type { Percent } from '../../../domain/values/amount.ts';
import type { Asset } from '../../../domain/records/records.ts';

/** An asset for tests: VWRL, unless told otherwise. */
export function makeAsset(changes: Partial<Asset> = {}): Asset {
  return {
    id: 'asset-1',
    name: 'Vanguard FTSE All-World UCITS ETF Distributing',
    type: 'ETF',
    category: 'DEVELOPED_WORLD_TSM',
    incomeTreatment: 'DISTRIBUTING',
    totalExpenseRatio: 0.19 as Percent,
    isin: 'IE00B3RBWM25',
    sedol: null,
    priceSource: 'LSE',
    fetchCode: 'VWRL',
    denomination: 'GBP',
    excludeFromPriceUpdates: false,
    cgtExempt: null,
    ...changes,
  };
}
