import type { Percent, Pounds, Price, Quantity } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';

/** A holding for tests: 100 units of VWRL that cost £8,000 and are worth £9,876.50, unless told otherwise. */
export function makeHolding(changes: Partial<HoldingView> = {}): HoldingView {
  return {
    accountId: 'account-1',
    accountName: 'Main Account',
    assetName: 'Vanguard FTSE All-World UCITS ETF Distributing',
    isin: 'IE00B3RBWM25',
    assetType: 'ETF',
    assetCategory: 'DEVELOPED_WORLD_TSM',
    quantityUnit: 'shares',
    taxWrapper: 'DEALING',
    quantity: 100 as Quantity,
    averagePrice: 80 as Price,
    totalCost: 8000 as Pounds,
    currentPrice: 98.765 as Price,
    currentPriceFormatted: '£98.7650',
    currentPriceDate: '2024-06-14' as IsoDate,
    currentPriceFetchedAt: '2024-06-14T17:05:00Z',
    currentPriceAgeInDays: 1,
    currentValueInGBP: 9876.5 as Pounds,
    unrealizedGainLoss: 1876.5 as Pounds,
    unrealizedGainLossPercentage: 23.45625 as Percent,
    oversold: false,
    unmatchedQuantity: 0 as Quantity,
    missing: null,
    ...changes,
  };
}

/** A holding that cannot be valued. */
export function makeUnpriced(changes: Partial<HoldingView> = {}): HoldingView {
  return makeHolding({
    assetName: 'Lloyds Banking Group plc',
    isin: 'GB0008706128',
    assetType: 'EQUITY',
    assetCategory: 'NON_CORE',
    totalCost: 500.25 as Pounds,
    currentPrice: null,
    currentPriceFormatted: null,
    currentPriceDate: null,
    currentPriceFetchedAt: null,
    currentPriceAgeInDays: null,
    currentValueInGBP: null,
    unrealizedGainLoss: null,
    unrealizedGainLossPercentage: null,
    missing: { what: 'price', of: 'GB0008706128' },
    ...changes,
  });
}
