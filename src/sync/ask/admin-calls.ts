/** The calls of the admin portal that only the server can answer (002 §7). */
import { adminRoutes, type Invitation, type LogPage, type SystemInfo, type UserList } from '../../../contract/admin.ts';
import { assetRoutes, type AssetUses } from '../../../contract/assets.ts';
import { bankNameRoutes, type BankNameView } from '../../../contract/bank-names.ts';
import { brokerRoutes, type BrokerUsage } from '../../../contract/brokers.ts';
import { commodityRoutes, type GoldDebug, goldDebugOfAnyCase } from '../../../contract/commodities.ts';
import {
  exchangeRateRoutes,
  exchangeRateServiceRoutes,
  type ExchangeRateHealth,
  type ExchangeRateStatus,
  type HistoricalRate,
  type RefreshResult,
} from '../../../contract/exchange-rates.ts';
import {
  type FetchRun,
  type PriceServiceHealth,
  priceServiceRoutes,
  type TriggerResult,
} from '../../../contract/price-service.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { askServer, type ServerAnswer } from './ask-server.ts';

export type { Invitation, LogEntry, LogPage, SystemInfo, UserList } from '../../../contract/admin.ts';
export type { GoldDebug } from '../../../contract/commodities.ts';
export type {
  ExchangeRateHealth,
  ExchangeRateStatus,
  HistoricalRate,
  RefreshResult,
} from '../../../contract/exchange-rates.ts';
export type { FetchRun, PriceServiceHealth, TriggerResult } from '../../../contract/price-service.ts';

/** Fetching all prices or rates takes as long as their sources take. */
const SERVICE_TIMEOUT_MS = 5 * 60_000;
/** Runs of the price service that its screen shows (002 §9). */
const FETCH_HISTORY_COUNT = 20;

export interface LogQuery {
  readonly level: string;
  readonly source: string;
  readonly searchText: string;
  /** ISO instants, or empty. */
  readonly startTime: string;
  readonly endTime: string;
  readonly page: number;
  readonly pageSize: number;
}

type Asked<T> = Promise<ServerAnswer<T>>;

export const askSystemInfo = async (db: HoldfastDatabase): Asked<SystemInfo> =>
  await askServer(db, adminRoutes.systemInfo);
export const askLogLevels = async (db: HoldfastDatabase): Asked<string[]> => await askServer(db, adminRoutes.logLevels);
export const askLogs = async (db: HoldfastDatabase, query: LogQuery): Asked<LogPage> =>
  await askServer(db, adminRoutes.logs, { query: { ...query } });

export const askAssetUses = async (db: HoldfastDatabase, id: string): Asked<AssetUses> =>
  await askServer(db, assetRoutes.uses, { params: { id } });

/** Makes all transactions in an unlisted security name the listed one with this ISIN, and removes it. */
export const mergeAsset = async (db: HoldfastDatabase, id: string, isin: string): Asked<AssetUses> =>
  await askServer(db, assetRoutes.merge, { params: { id }, body: { isin }, timeoutMs: SERVICE_TIMEOUT_MS });

export const askUsers = async (db: HoldfastDatabase): Asked<UserList> => await askServer(db, adminRoutes.users);
export const inviteUser = async (db: HoldfastDatabase): Asked<Invitation> =>
  await askServer(db, adminRoutes.inviteUser);
export const setUserAccess = async (
  db: HoldfastDatabase,
  id: string,
  isDisabled: boolean,
): Asked<UserList['users'][number]> =>
  await askServer(db, adminRoutes.setUserAccess, { params: { id }, body: { isDisabled } });

export const askBankNames = async (db: HoldfastDatabase): Asked<BankNameView[]> =>
  await askServer(db, bankNameRoutes.list, { query: { includeInactive: true } });
export const askBrokerUsage = async (db: HoldfastDatabase): Asked<BrokerUsage[]> =>
  await askServer(db, brokerRoutes.usage);

export const askPriceServiceHealth = async (db: HoldfastDatabase): Asked<PriceServiceHealth> =>
  await askServer(db, priceServiceRoutes.health);
export const triggerPriceFetch = async (db: HoldfastDatabase): Asked<TriggerResult> =>
  await askServer(db, priceServiceRoutes.trigger, { timeoutMs: SERVICE_TIMEOUT_MS });
export const askFetchHistory = async (db: HoldfastDatabase): Asked<FetchRun[]> =>
  await askServer(db, priceServiceRoutes.history, { query: { count: FETCH_HISTORY_COUNT } });

export const askRateStatus = async (db: HoldfastDatabase): Asked<ExchangeRateStatus> =>
  await askServer(db, exchangeRateRoutes.status);
export const askRateHealth = async (db: HoldfastDatabase): Asked<ExchangeRateHealth> =>
  await askServer(db, exchangeRateServiceRoutes.health);
export const refreshRates = async (db: HoldfastDatabase): Asked<RefreshResult> =>
  await askServer(db, exchangeRateServiceRoutes.refresh, { timeoutMs: SERVICE_TIMEOUT_MS });

/** @param instant ISO instant; the rates of its day, else of the last day before with any */
export const askRatesAt = async (db: HoldfastDatabase, instant: string): Asked<HistoricalRate[]> =>
  await askServer(db, exchangeRateServiceRoutes.history, { params: { isoDateTime: instant } });

export const askGoldDebug = async (db: HoldfastDatabase): Asked<GoldDebug> =>
  await askServer(db, { ...commodityRoutes.debugGold, reply: { status: 200, json: goldDebugOfAnyCase } });
