/** Holdings, gains and the dashboard of a user, calculated from the stored transactions by the domain's own rules. */
import type { z } from 'zod';
import type { holdingsSummary } from '../../contract/holdings.ts';
import { readAccountSettings } from '../../domain/records/account-settings.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import { availableTaxYears, type DisposalFilter } from '../../domain/cgt/views/tax-year-view.ts';
import type { Amount, Money, Unit } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { dashboardSummary } from '../../domain/holdings/dashboard.ts';
import { holdingsOf, type Holding } from '../../domain/holdings/holdings.ts';
import type { CashBalance } from '../../domain/holdings/pound-total.ts';
import type { PriceLookup, RateLookup } from '../../domain/holdings/valuation.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import { listAccounts } from '../store/user-records/accounts.ts';
import { listAssets } from '../store/shared-records/assets.ts';
import { listExtras } from '../store/user-records/extras.ts';
import { latestPrices, latestRates, targetPercentages } from '../store/shared-records/market.ts';
import { brokerCashShown } from '../store/user-records/broker-cash-balances.ts';
import { savingsShown } from '../store/user-records/savings-accounts.ts';
import type { Db } from '../store/database/store.ts';
import { allTransactions } from '../store/user-records/transactions.ts';
import {
  disposalReplies,
  holdingReply,
  type DisposalReply,
  type HoldingReply,
  type Portfolio,
} from './portfolio-replies.ts';

type SummaryReply = z.infer<typeof holdingsSummary>;

export async function readPortfolio(db: Db, userId: string, asOf: IsoDate): Promise<Portfolio> {
  const assets = new Map((await listAssets(db)).map((asset) => [asset.isin, asset]));
  const accounts = new Map((await listAccounts(db, userId)).map((account) => [account.id, account]));
  const settings = new Map(
    (await listExtras(db, userId, 'account-settings')).map(({ key, value }) => [key, readAccountSettings(value)]),
  );
  const transactions = await allTransactions(db, userId);
  return {
    transactions,
    gains: computeGains({ transactions, assets, settings, asOf }),
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

/** The positions as of a day that match the filter; an empty filter matches all. */
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
    .map(holdingReply);
}

/** Cash at brokers and the balances of open savings accounts. */
async function readCash(db: Db, userId: string): Promise<CashBalance[]> {
  const savings = await savingsShown(db, userId, { includeClosedAccounts: false });
  return [
    ...(await brokerCashShown(db, userId)).map(({ cashBalance, currency }) => ({ amount: cashBalance, currency })),
    ...savings.map(({ latestBalance }) => ({ amount: latestBalance as Amount<Unit> as Money, currency: 'GBP' })),
  ];
}

/** The portfolio by asset class compared with the server's targets. */
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

/** The disposals of a tax year that match the filter; matching uses all transactions. */
export async function disposalsReply(
  db: Db,
  userId: string,
  asOf: IsoDate,
  taxYear: TaxYear,
  filter: DisposalFilter,
): Promise<DisposalReply[]> {
  return disposalReplies(await readPortfolio(db, userId, asOf), taxYear, filter);
}
