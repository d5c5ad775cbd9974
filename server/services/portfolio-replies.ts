/** The API's replies about a portfolio, whose records come from the store or the file of an export. */
import type { z } from 'zod';
import type { disposalSchema } from '../../contract/capital-gains.ts';
import type { holdingSchema } from '../../contract/holdings.ts';
import type { AccountSettings } from '../../domain/records/account-settings.ts';
import { toDisposalView } from '../../domain/cgt/views/disposal-view.ts';
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import { taxYearDisposals, type DisposalFilter } from '../../domain/cgt/views/tax-year-view.ts';
import { parseIsoDate, type IsoDate } from '../../domain/values/dates.ts';
import { toHoldingTransactionView, toHoldingView } from '../../domain/holdings/holding-view.ts';
import type { Holding } from '../../domain/holdings/holdings.ts';
import type { Account, Asset, Transaction } from '../../domain/records/records.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import { done, fail, type Outcome } from '../outcome.ts';

export type HoldingReply = z.infer<typeof holdingSchema>;
export type DisposalReply = z.infer<typeof disposalSchema>;

export interface Portfolio {
  readonly transactions: readonly Transaction[];
  readonly gains: GainsResult;
  /** By ISIN. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly settings: ReadonlyMap<string, AccountSettings>;
  readonly asOf: IsoDate;
}

const EARLIEST = '2000-01-01';

/** The requested day, else today; screens recognise a future day by the words 'future date' (001 §8). */
export function readAsOf(text: string | undefined, today: IsoDate): Outcome<IsoDate> {
  if (text === undefined || text === '') return done(today);
  const date = parseIsoDate(text);
  if (date === null)
    return fail('invalid', `Invalid date: "${text}". Please use YYYY-MM-DD format (e.g., 2024-01-15).`);
  if (date > today) return fail('invalid', `Holdings cannot be given for a future date: "${date}".`);
  return date < EARLIEST
    ? fail('invalid', `Date too far in the past: "${date}". Please select a date from ${EARLIEST} onwards.`)
    : done(date);
}

/** A position as the API returns it. */
export function holdingReply(holding: Holding): HoldingReply {
  const view = toHoldingView(holding);
  return {
    accountId: view.accountId,
    accountName: view.accountName,
    assetName: view.assetName,
    isin: view.isin,
    assetType: view.assetType,
    quantityUnit: view.quantityUnit,
    taxWrapper: view.taxWrapper,
    quantity: view.quantity,
    averagePrice: view.averagePrice,
    totalCost: view.totalCost,
    currentPrice: view.currentPrice,
    currentPriceFormatted: view.currentPriceFormatted,
    currentPriceDate: view.currentPriceDate,
    currentPriceFetchedAt: view.currentPriceFetchedAt,
    currentValueInGBP: view.currentValueInGBP,
    unrealizedGainLoss: view.unrealizedGainLoss,
    unrealizedGainLossPercentage: view.unrealizedGainLossPercentage,
    transactions: holding.transactions.map(toHoldingTransactionView),
  };
}

/** The disposals of a tax year that match the filter; matching uses all transactions. */
export function disposalReplies(portfolio: Portfolio, taxYear: TaxYear, filter: DisposalFilter): DisposalReply[] {
  return taxYearDisposals(portfolio.gains, taxYear, filter, portfolio.assets).map((disposal) => {
    const view = toDisposalView(disposal, portfolio);
    return {
      disposalTransactionId: view.disposalTransactionId,
      disposalDate: view.disposalDate,
      assetName: view.assetName,
      isin: view.isin,
      accountName: view.accountName,
      taxWrapper: view.taxWrapper,
      quantityDisposed: view.quantityDisposed,
      disposalProceeds: view.disposalProceeds,
      allowableCost: view.allowableCost,
      capitalGain: view.capitalGain,
      isExemptFromCGT: view.isExemptFromCGT,
      holdingTransactions: view.holdingTransactions.map(
        ({ transactionId, transactionType, transactionDate, quantity, consideration }) => ({
          transactionId,
          transactionType,
          transactionDate,
          quantity,
          consideration,
        }),
      ),
      transactionIds: [...view.transactionIds],
      unmatchedQuantity: view.unmatchedQuantity,
    };
  });
}
