/** All routes of the API with their handlers. */
import { serveAccounts } from './accounts.ts';
import { serveAdmin } from './admin.ts';
import { serveAssets } from './assets.ts';
import { serveAuth } from './auth.ts';
import { serveBrokerCashBalances } from './broker-cash-balances.ts';
import { serveBrokers } from './brokers.ts';
import { serveOperatorFacts } from './operator-facts.ts';
import { servePortfolio } from './portfolio.ts';
import { serveCommodities, serveExchangeRates, servePriceService } from './market-services.ts';
import { servePriceFetches } from './price-fetches.ts';
import { servePrices } from './prices.ts';
import { serveProperties } from './properties.ts';
import { serveReceipts } from './receipts.ts';
import { serveBankNames, serveTargetAllocations } from './reference-data.ts';
import { serveSavingsAccounts } from './savings-accounts.ts';
import { serveSearch } from './search.ts';
import { serveTaxDateFeed } from './tax-date-feed.ts';
import { serveSync } from './sync.ts';
import { serveTransactions } from './transactions.ts';
import { serveUser } from './user.ts';
import type { Api } from './serve.ts';
import type { ServedRoute } from './perform.ts';

/** By method and path; `base` is the API base without a slash at the end. */
export function servedRoutes(base: string): ReadonlyMap<string, ServedRoute> {
  const api: Api = { routes: new Map(), base };
  serveAuth(api);
  serveUser(api);
  serveAccounts(api);
  serveBrokers(api);
  serveAssets(api);
  servePrices(api);
  servePriceFetches(api);
  servePriceService(api);
  serveExchangeRates(api);
  serveCommodities(api);
  serveReceipts(api);
  serveTransactions(api);
  servePortfolio(api);
  serveSavingsAccounts(api);
  serveBankNames(api);
  serveBrokerCashBalances(api);
  serveProperties(api);
  serveTargetAllocations(api);
  serveAdmin(api);
  serveSearch(api);
  serveSync(api);
  serveTaxDateFeed(api);
  serveOperatorFacts(api);
  return api.routes;
}
