/** Holdings, gains and the dashboard of a user, computed from the stored transactions by the domain's own rules. */
import type { z } from 'zod';
import type { disposalSchema } from '../../contract/capital-gains.ts';
import type { holdingSchema, holdingsSummary } from '../../contract/holdings.ts';
import { readAccountSettings, type AccountSettings } from '../../domain/account-settings.ts';
import { computeGains } from '../../domain/cgt/compute.ts';
import { toDisposalView } from '../../domain/cgt/disposal-view.ts';
import type { GainsResult } from '../../domain/cgt/gains.ts';
import { availableTaxYears, taxYearDisposals, type DisposalFilter } from '../../domain/cgt/tax-year-view.ts';
import type { Amount, Money, Unit } from '../../domain/amount.ts';
import type { IsoDate } from '../../domain/dates.ts';
import { dashboardSummary, type CashBalance } from '../../domain/holdings/dashboard.ts';
import { toHoldingTransactionView, toHoldingView } from '../../domain/holdings/holding-view.ts';
import { holdingsOf, type Holding } from '../../domain/holdings/holdings.ts';
import type { PriceLookup, RateLookup } from '../../domain/holdings/valuation.ts';
import type { Account, Asset } from '../../domain/records.ts';
import type { TaxYear } from '../../domain/tax-year.ts';
import { listAccounts } from '../store/accounts.ts';
import { listAssets } from '../store/assets.ts';
import { listExtras } from '../store/extras.ts';
import { latestPrices, latestRates, targetPercentages } from '../store/market.ts';
import { brokerCashShown } from '../store/broker-cash-balances.ts';
import { savingsShown } from '../store/savings-accounts.ts';
import type { Db } from '../store/store.ts';
import { allTransactions } from '../store/transactions.ts';

type HoldingReply = z.infer<typeof holdingSchema>;
type DisposalReply = z.infer<typeof disposalSchema>;
type SummaryReply = z.infer<typeof holdingsSummary>;

interface Portfolio {
  readonly gains: GainsResult;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly settings: ReadonlyMap<string, AccountSettings>;
  readonly asOf: IsoDate;
}

async function readPortfolio(db: Db, userId: string, asOf: IsoDate): Promise<Portfolio> {
  const assets = new Map((await listAssets(db)).map((asset) => [asset.isin, asset]));
  const accounts = new Map((await listAccounts(db, userId)).map((account) => [account.id, account]));
  const settings = new Map(
    (await listExtras(db, userId, 'account-settings')).map(({ key, value }) => [key, readAccountSettings(value)]),
  );
  return {
    gains: computeGains({ transactions: await allTransactions(db, userId), assets, settings, asOf }),
    assets,
    accounts,
    settings,
    asOf,
  };
}

async function readMarket(
  db: Db,
  asOf: IsoDate,
): Promise<{ readonly prices: PriceLookup; readonly rates: RateLookup }> {
  const prices = await latestPrices(db, asOf);
  const rates = new Map((await latestRates(db, asOf)).map((rate) => [`${rate.fromCurrency} ${rate.toCurrency}`, rate]));
  return { prices: (isin) => prices.get(isin) ?? null, rates: (from, to) => rates.get(`${from} ${to}`) ?? null };
}

async function readHoldings(
  db: Db,
  userId: string,
  asOf: IsoDate,
): Promise<{ readonly holdings: Holding[]; readonly rates: RateLookup }> {
  const portfolio = await readPortfolio(db, userId, asOf);
  const { prices, rates } = await readMarket(db, asOf);
  return { holdings: holdingsOf(portfolio.gains, { ...portfolio, prices, rates }), rates };
}

export interface HoldingFilter {
  readonly accountId?: string | undefined;
  readonly assetCategory?: string | undefined;
}

/** The positions as of a day that the filter shows; an empty choice shows all. */
export async function holdingsReply(
  db: Db,
  userId: string,
  asOf: IsoDate,
  filter: HoldingFilter,
): Promise<HoldingReply[]> {
  const { holdings } = await readHoldings(db, userId, asOf);
  return holdings
    .filter(
      (holding) =>
        (filter.accountId === undefined || holding.accountId === filter.accountId) &&
        (!filter.assetCategory || holding.assetCategory === filter.assetCategory),
    )
    .map((holding) => {
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
    });
}

/** Cash at brokers and the balances of savings accounts that are open. */
async function readCash(db: Db, userId: string): Promise<CashBalance[]> {
  const savings = await savingsShown(db, userId, { includeClosedAccounts: false });
  return [
    ...(await brokerCashShown(db, userId)).map(({ cashBalance, currency }) => ({ amount: cashBalance, currency })),
    ...savings.map(({ latestBalance }) => ({ amount: latestBalance as Amount<Unit> as Money, currency: 'GBP' })),
  ];
}

/** The portfolio by asset class against the server's targets. */
export async function summaryReply(db: Db, userId: string, asOf: IsoDate): Promise<SummaryReply> {
  const { holdings, rates } = await readHoldings(db, userId, asOf);
  const summary = dashboardSummary({
    holdings,
    targets: await targetPercentages(db),
    cash: await readCash(db, userId),
    rates,
    asOf,
  });
  return {
    totalPortfolioValue: summary.totalPortfolioValue,
    assetClassSummaries: summary.assetClassSummaries.map(
      ({ assetClassLabel: _label, costPercent: _share, ...figures }) => figures,
    ),
    unvalued: [...summary.unvalued],
  };
}

/** Tax years with a disposal, newest first. */
export async function taxYearsReply(db: Db, userId: string, asOf: IsoDate): Promise<TaxYear[]> {
  return availableTaxYears((await readPortfolio(db, userId, asOf)).gains);
}

/** The disposals of a tax year that the filter shows; matching never sees the filter. */
export async function disposalsReply(
  db: Db,
  userId: string,
  asOf: IsoDate,
  taxYear: TaxYear,
  filter: DisposalFilter,
): Promise<DisposalReply[]> {
  const portfolio = await readPortfolio(db, userId, asOf);
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
