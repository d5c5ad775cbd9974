/** Every call of the API, by area: the server registers this list and the tests iterate it. */
import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { assetRoutes } from './assets.ts';
import { authRoutes } from './auth.ts';
import { bankNameRoutes } from './bank-names.ts';
import { brokerCashRoutes } from './broker-cash-balances.ts';
import { brokerRoutes } from './brokers.ts';
import { capitalGainsRoutes } from './capital-gains.ts';
import { commodityRoutes } from './commodities.ts';
import { exchangeRateRoutes, exchangeRateServiceRoutes } from './exchange-rates.ts';
import { extraRoutes } from './extras.ts';
import { dashboardRoutes, holdingRoutes } from './holdings.ts';
import { operatorFactRoutes } from './operator-facts.ts';
import { priceServiceRoutes } from './price-service.ts';
import { priceRoutes } from './prices.ts';
import { propertyRoutes } from './properties.ts';
import { receiptRoutes } from './receipts.ts';
import type { Route } from './route.ts';
import { savingsAccountRoutes } from './savings-accounts.ts';
import { searchRoutes } from './search.ts';
import { syncRoutes } from './sync.ts';
import { taxDateFeedRoutes } from './tax-date-feed.ts';
import { targetAllocationRoutes } from './target-allocations.ts';
import { transactionRoutes } from './transactions.ts';
import { userRoutes } from './user.ts';

const API_AREAS = {
  auth: authRoutes,
  user: userRoutes,
  dashboard: dashboardRoutes,
  accounts: accountRoutes,
  brokers: brokerRoutes,
  assets: assetRoutes,
  prices: priceRoutes,
  priceService: priceServiceRoutes,
  receipts: receiptRoutes,
  transactions: transactionRoutes,
  holdings: holdingRoutes,
  capitalGains: capitalGainsRoutes,
  exchangeRates: { ...exchangeRateRoutes, ...exchangeRateServiceRoutes },
  commodities: commodityRoutes,
  savingsAccounts: savingsAccountRoutes,
  bankNames: bankNameRoutes,
  brokerCashBalances: brokerCashRoutes,
  properties: propertyRoutes,
  targetAllocations: targetAllocationRoutes,
  admin: adminRoutes,
  search: searchRoutes,
  sync: syncRoutes,
  extras: extraRoutes,
  taxDateFeed: taxDateFeedRoutes,
  operatorFacts: operatorFactRoutes,
} as const;

/** All routes with their area and name, in the order of `API_AREAS`. */
export function allRoutes(): readonly { readonly area: string; readonly name: string; readonly route: Route }[] {
  return Object.entries(API_AREAS).flatMap(([area, routes]) =>
    Object.entries(routes).map(([name, route]: [string, Route]) => ({ area, name, route })),
  );
}
