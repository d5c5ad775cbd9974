/**
 * The route map (000 §2.1): one line a screen. Each is loaded on demand; the header links to those that are here.
 *
 * Guards: `public`; `A` signed in; `B` signed in and with an account to record in; `C` administrators;
 * `L` administrators, and anybody where there is no server: what all users of a server share.
 */
import type { ComponentType } from 'react';
import type { KeptName } from '../../data/database/kept-rows.ts';

export interface Screen {
  readonly path: string;
  readonly guard: 'public' | 'A' | 'B' | 'C' | 'L';
  readonly load: () => Promise<ComponentType>;
  /** The stored figures that it shows at a start, in its first drawing. */
  readonly stored?: readonly KeptName[];
}

export const SCREENS: readonly Screen[] = [
  { path: '/login', guard: 'public', load: async () => (await import('../../pages/login-page.tsx')).LoginPage },
  {
    path: '/register',
    guard: 'public',
    load: async () => (await import('../../pages/register-page.tsx')).RegisterPage,
  },
  {
    path: '/forgot-password',
    guard: 'public',
    load: async () => (await import('../../pages/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: '/reset-password',
    guard: 'public',
    load: async () => (await import('../../pages/reset-password-page.tsx')).ResetPasswordPage,
  },

  {
    path: '/dashboard',
    guard: 'B',
    stored: ['dashboard', 'dashboardWithoutCash'],
    load: async () => (await import('../../pages/dashboard-page.tsx')).DashboardPage,
  },
  {
    path: '/holdings',
    guard: 'B',
    stored: ['holdings'],
    load: async () => (await import('../../pages/holdings-page.tsx')).HoldingsPage,
  },
  {
    path: '/holdings/prices',
    guard: 'B',
    load: async () => (await import('../../pages/missing-prices-page.tsx')).MissingPricesPage,
  },
  { path: '/holdings/:isin', guard: 'B', load: async () => (await import('../../pages/holding-page.tsx')).HoldingPage },
  { path: '/returns', guard: 'B', load: async () => (await import('../../pages/returns-page.tsx')).ReturnsPage },
  {
    path: '/capital-gains',
    guard: 'B',
    stored: ['gains', 'holderYears'],
    load: async () => (await import('../../pages/capital-gains-page.tsx')).CapitalGainsPage,
  },
  {
    path: '/capital-gains/simulate',
    guard: 'B',
    load: async () => (await import('../../pages/simulator-page.tsx')).SimulatorPage,
  },
  {
    path: '/capital-gains/verify',
    guard: 'B',
    load: async () => (await import('../../pages/verification-page.tsx')).VerificationPage,
  },
  { path: '/income', guard: 'B', load: async () => (await import('../../pages/income-page.tsx')).IncomePage },
  {
    path: '/allowances',
    guard: 'B',
    load: async () => (await import('../../pages/allowances-page.tsx')).AllowancesPage,
  },
  { path: '/plans', guard: 'B', load: async () => (await import('../../pages/plans-page.tsx')).PlansPage },
  {
    path: '/transactions',
    guard: 'B',
    load: async () => (await import('../../pages/transactions-page.tsx')).TransactionsPage,
  },
  {
    path: '/transactions/new',
    guard: 'B',
    load: async () => (await import('../../pages/transaction-form-page.tsx')).TransactionFormPage,
  },
  {
    path: '/transactions/import',
    guard: 'B',
    load: async () => (await import('../../pages/transactions-page.tsx')).TransactionsImportPage,
  },
  {
    path: '/transactions/:id',
    guard: 'B',
    load: async () => (await import('../../pages/transaction-page.tsx')).TransactionPage,
  },
  {
    path: '/transactions/edit/:id',
    guard: 'B',
    load: async () => (await import('../../pages/transaction-form-page.tsx')).TransactionFormPage,
  },
  {
    path: '/transactions/:id/edit',
    guard: 'B',
    load: async () => (await import('../../pages/transaction-form-page.tsx')).TransactionEditRedirect,
  },

  {
    path: '/savings-accounts',
    guard: 'B',
    load: async () => (await import('../../pages/savings-accounts-page.tsx')).SavingsAccountsPage,
  },
  {
    path: '/savings-accounts/new',
    guard: 'B',
    load: async () => (await import('../../pages/savings-account-form-page.tsx')).SavingsAccountFormPage,
  },
  {
    path: '/savings-accounts/import',
    guard: 'B',
    load: async () => (await import('../../pages/savings-import-page.tsx')).SavingsImportPage,
  },
  {
    path: '/savings-accounts/:id/edit',
    guard: 'B',
    load: async () => (await import('../../pages/savings-account-form-page.tsx')).SavingsAccountFormPage,
  },

  {
    path: '/broker-cash-balances',
    guard: 'B',
    load: async () => (await import('../../pages/broker-cash-page.tsx')).BrokerCashPage,
  },
  {
    path: '/broker-cash-balances/new',
    guard: 'B',
    load: async () => (await import('../../pages/broker-cash-form-page.tsx')).BrokerCashFormPage,
  },
  {
    path: '/broker-cash-balances/:id/edit',
    guard: 'B',
    load: async () => (await import('../../pages/broker-cash-form-page.tsx')).BrokerCashFormPage,
  },

  {
    path: '/properties',
    guard: 'B',
    load: async () => (await import('../../pages/properties-page.tsx')).PropertiesPage,
  },
  {
    path: '/properties/new',
    guard: 'B',
    load: async () => (await import('../../pages/property-form-page.tsx')).PropertyFormPage,
  },
  {
    path: '/properties/edit/:id',
    guard: 'B',
    load: async () => (await import('../../pages/property-form-page.tsx')).PropertyFormPage,
  },

  { path: '/assets', guard: 'A', load: async () => (await import('../../pages/assets-page.tsx')).AssetsPage },
  { path: '/assets/new', guard: 'L', load: async () => (await import('../../pages/asset-page.tsx')).NewAssetPage },
  {
    path: '/assets/edit/:id',
    guard: 'L',
    load: async () => (await import('../../pages/asset-page.tsx')).EditAssetPage,
  },
  {
    path: '/assets/view/:id',
    guard: 'A',
    load: async () => (await import('../../pages/asset-page.tsx')).ViewAssetPage,
  },

  {
    path: '/price-lookup-test',
    guard: 'C',
    load: async () => (await import('../../pages/price-lookup-test-page.tsx')).PriceLookupTestPage,
  },

  { path: '/sync', guard: 'A', load: async () => (await import('../../pages/sync-page.tsx')).SyncPage },

  { path: '/accounts', guard: 'A', load: async () => (await import('../../pages/accounts-page.tsx')).AccountsPage },
  {
    path: '/accounts/setup',
    guard: 'A',
    load: async () => (await import('../../pages/account-setup-page.tsx')).AccountSetupPage,
  },
  {
    path: '/accounts/new',
    guard: 'A',
    load: async () => (await import('../../pages/account-form-page.tsx')).AccountFormPage,
  },
  {
    path: '/accounts/:id/edit',
    guard: 'A',
    load: async () => (await import('../../pages/account-form-page.tsx')).AccountFormPage,
  },
  { path: '/settings', guard: 'A', load: async () => (await import('../../pages/settings-page.tsx')).SettingsPage },

  { path: '/help', guard: 'A', load: async () => (await import('../../pages/help-page.tsx')).HelpPage },
  { path: '/help/:page', guard: 'A', load: async () => (await import('../../pages/help-page.tsx')).HelpPage },

  {
    path: '/admin',
    guard: 'C',
    load: async () => (await import('../../pages/admin-dashboard-page.tsx')).AdminDashboardPage,
  },
  { path: '/admin/brokers', guard: 'L', load: async () => (await import('../../pages/brokers-page.tsx')).BrokersPage },
  {
    path: '/admin/price-service',
    guard: 'C',
    load: async () => (await import('../../pages/price-service-page.tsx')).PriceServicePage,
  },
  {
    path: '/admin/exchange-rates',
    guard: 'C',
    load: async () => (await import('../../pages/exchange-rates-page.tsx')).ExchangeRatesPage,
  },
  {
    path: '/admin/system-logs',
    guard: 'C',
    load: async () => (await import('../../pages/system-logs-page.tsx')).SystemLogsPage,
  },
  {
    path: '/admin/commodity-debug',
    guard: 'C',
    load: async () => (await import('../../pages/commodity-debug-page.tsx')).CommodityDebugPage,
  },
  {
    path: '/admin/bank-names',
    guard: 'L',
    load: async () => (await import('../../pages/bank-names-page.tsx')).BankNamesPage,
  },
  {
    path: '/admin/target-allocations',
    guard: 'L',
    load: async () => (await import('../../pages/target-allocations-page.tsx')).TargetAllocationsPage,
  },
  { path: '/admin/users', guard: 'C', load: async () => (await import('../../pages/users-page.tsx')).UsersPage },
];

/** True when the route map has a screen at this path. */
export function hasScreen(path: string): boolean {
  return SCREENS.some((screen) => screen.path === path);
}

/** Where sign-in, the empty path and unknown paths lead. */
export const HOME = '/dashboard';
