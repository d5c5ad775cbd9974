/** A holding for the API and the screens: JSON numbers and formatted prices (001 §3 Holding). */
import type { Percent, Pounds, Price, Quantity } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { toAmount } from '../values/decimal.ts';
import type { AssetCategory, AssetType, TaxWrapper, TransactionType } from '../fields/enums.ts';
import { poundsText } from '../values/figures.ts';
import type { Transaction } from '../records/records.ts';
import type { Holding } from './holdings.ts';
import { shownHolding } from './shown-holding.ts';

export interface HoldingView {
  readonly accountId: string;
  readonly accountName: string;
  readonly assetName: string;
  readonly isin: string;
  /** Empty when the catalogue lacks the security. */
  readonly assetType: AssetType | '';
  readonly assetCategory: AssetCategory | null;
  readonly quantityUnit: 'shares' | 'oz';
  readonly taxWrapper: TaxWrapper;
  readonly quantity: Quantity;
  readonly averagePrice: Price | null;
  readonly totalCost: Pounds;
  readonly currentPrice: Price | null;
  readonly currentPriceFormatted: string | null;
  readonly currentPriceDate: IsoDate | null;
  readonly currentPriceFetchedAt: string | null;
  /** Days between the price and the requested day. */
  readonly currentPriceAgeInDays: number | null;
  readonly currentValueInGBP: Pounds | null;
  readonly unrealizedGainLoss: Pounds | null;
  readonly unrealizedGainLossPercentage: Percent | null;
  readonly oversold: boolean;
  readonly unmatchedQuantity: Quantity;
  /** What the value lacks: a price for an ISIN, or a rate for a currency. */
  readonly missing: { readonly what: 'price' | 'rate'; readonly of: string } | null;
}

/** A transaction of a holding (001 §3). */
export interface HoldingTransactionView {
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly transactionDate: IsoDate;
  readonly quantity: Quantity | null;
  readonly nativePrice: Price | null;
  readonly localPrice: Price | null;
  readonly consideration: Pounds;
  readonly brokerCharge: Pounds;
  readonly stampDuty: Pounds;
  readonly fxCharge: Pounds;
  readonly accruedInterest: Pounds;
}

/** The figures of a holding as they are shown, without its transactions, which may be thousands. */
export function toHoldingView(holding: Holding): HoldingView {
  const { valuation } = holding;
  const shown = shownHolding(holding);
  return {
    accountId: holding.accountId,
    accountName: holding.accountName,
    assetName: holding.assetName,
    isin: holding.isin,
    assetType: holding.assetType ?? '',
    assetCategory: holding.assetCategory,
    quantityUnit: holding.quantityUnit,
    taxWrapper: holding.taxWrapper,
    quantity: toAmount(holding.quantity),
    averagePrice: holding.averagePrice === null ? null : toAmount(holding.averagePrice),
    totalCost: toAmount(shown.cost),
    currentPrice: valuation.found ? toAmount(valuation.price) : null,
    currentPriceFormatted: valuation.found ? poundsText(valuation.price, 4) : null,
    currentPriceDate: valuation.found ? valuation.priceDate : null,
    currentPriceFetchedAt: valuation.found ? valuation.fetchedAt : null,
    currentPriceAgeInDays: valuation.found ? valuation.ageInDays : null,
    currentValueInGBP: shown.value === null ? null : toAmount(shown.value),
    unrealizedGainLoss: shown.gain === null ? null : toAmount(shown.gain),
    unrealizedGainLossPercentage: shown.gainPercent === null ? null : toAmount(shown.gainPercent),
    oversold: holding.oversold,
    unmatchedQuantity: toAmount(holding.unmatchedQuantity),
    missing: valuation.found ? null : { what: valuation.missing, of: valuation.of },
  };
}

export function toHoldingTransactionView(row: Transaction): HoldingTransactionView {
  return {
    transactionId: row.id,
    transactionType: row.transactionType,
    transactionDate: row.transactionDate,
    quantity: row.quantity,
    nativePrice: row.nativePrice,
    localPrice: row.localPrice,
    consideration: row.consideration,
    brokerCharge: row.brokerCharge,
    stampDuty: row.stampDuty,
    fxCharge: row.fxCharge,
    accruedInterest: row.accruedInterest,
  };
}
