/** The calls of the admin portal that only the server can answer (002 §7). */
import { adminRoutes, type LogPage, type UserList } from '../../../contract/admin.ts';
import { assetRoutes, type AssetUses } from '../../../contract/assets.ts';
import { bankNameRoutes } from '../../../contract/bank-names.ts';
import { brokerRoutes } from '../../../contract/brokers.ts';
import { commodityRoutes, goldDebugOfAnyCase } from '../../../contract/commodities.ts';
import {
  exchangeRateRoutes,
  exchangeRateServiceRoutes,
  type HistoricalRate,
} from '../../../contract/exchange-rates.ts';
import { priceServiceRoutes } from '../../../contract/price-service.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { askServer, callOf, type ServerAnswer } from './ask-server.ts';

export type { Invitation, LogEntry, LogPage, UserList } from '../../../contract/admin.ts';
export type { ExchangeRateHealth, ExchangeRateStatus, HistoricalRate } from '../../../contract/exchange-rates.ts';
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

export const askSystemInfo = callOf(adminRoutes.systemInfo);
export const askLogLevels = callOf(adminRoutes.logLevels);
export const askLogs = async (db: HoldfastDatabase, query: LogQuery): Asked<LogPage> =>
  await askServer(db, adminRoutes.logs, { query: { ...query } });

export const askAssetUses = async (db: HoldfastDatabase, id: string): Asked<AssetUses> =>
  await askServer(db, assetRoutes.uses, { params: { id } });

/** Makes all transactions in an unlisted security name the listed one with this ISIN, and removes it. */
export const mergeAsset = async (db: HoldfastDatabase, id: string, isin: string): Asked<AssetUses> =>
  await askServer(db, assetRoutes.merge, { params: { id }, body: { isin }, timeoutMs: SERVICE_TIMEOUT_MS });

export const askUsers = callOf(adminRoutes.users);
export const inviteUser = callOf(adminRoutes.inviteUser);
export const setUserAccess = async (
  db: HoldfastDatabase,
  id: string,
  isDisabled: boolean,
): Asked<UserList['users'][number]> =>
  await askServer(db, adminRoutes.setUserAccess, { params: { id }, body: { isDisabled } });

export const askBankNames = callOf(bankNameRoutes.list, { query: { includeInactive: true } });
export const askBrokerUsage = callOf(brokerRoutes.usage);

export const askPriceServiceHealth = callOf(priceServiceRoutes.health);
export const triggerPriceFetch = callOf(priceServiceRoutes.trigger, { timeoutMs: SERVICE_TIMEOUT_MS });
export const askFetchHistory = callOf(priceServiceRoutes.history, { query: { count: FETCH_HISTORY_COUNT } });

export const askRateStatus = callOf(exchangeRateRoutes.status);
export const askRateHealth = callOf(exchangeRateServiceRoutes.health);
export const refreshRates = callOf(exchangeRateServiceRoutes.refresh, { timeoutMs: SERVICE_TIMEOUT_MS });

/** @param instant ISO instant; the rates of its day, else of the last day before with any */
export const askRatesAt = async (db: HoldfastDatabase, instant: string): Asked<HistoricalRate[]> =>
  await askServer(db, exchangeRateServiceRoutes.history, { params: { isoDateTime: instant } });

export const askGoldDebug = callOf({ ...commodityRoutes.debugGold, reply: { status: 200, json: goldDebugOfAnyCase } });
