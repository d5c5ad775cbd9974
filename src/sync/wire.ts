/** Records on the wire: what is sent, and what a reply of any server says, read by hand so that no schema library is loaded. */
import { checkAmount, isAmount, type Percent } from '../../domain/amount.ts';
import { ASSET_CATEGORIES, ASSET_TYPES, DENOMINATIONS, INCOME_TREATMENTS, isOptionOf, PRICE_SOURCES, type Option } from '../../domain/enums.ts';
import { parseIsoDate } from '../../domain/dates.ts';
import type { Asset, ExchangeRate, PricePoint, Transaction } from '../../domain/records.ts';
import { checkTransaction, type TransactionInput } from '../../domain/transaction.ts';
import type { accountRoutes } from '../../contract/accounts.ts';
import type { assetRoutes } from '../../contract/assets.ts';
import type { brokerRoutes } from '../../contract/brokers.ts';
import type { SentBody } from '../../contract/route.ts';
import { recordOf } from '../data/entity-fields.ts';
import type { EntityName, EntityRecords } from '../data/schema.ts';

/** A record as a reply has it. */
export interface WireRecord<E extends EntityName> {
  readonly record: EntityRecords[E];
  /** Null where the server has none. */
  readonly version: number | null;
}

/** Where each entity's calls are, checked against the contract. */
export const PATHS = {
  account: '/accounts' satisfies (typeof accountRoutes.list)['path'],
  broker: '/brokers' satisfies (typeof brokerRoutes.list)['path'],
  asset: '/assets' satisfies (typeof assetRoutes.list)['path'],
  transaction: '/transactions',
} as const satisfies Record<EntityName, string>;

/** The path of one record. */
export function itemPath(entity: EntityName, id: string): string {
  return `${PATHS[entity]}/${encodeURIComponent(id)}`;
}

type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(json: unknown): JsonObject | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : null;
}

/** An id of any server: text, or a number that some use. */
export function readId(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

function readVersion(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The record that a reply carries, or null when it is none that the device could keep. */
export function readRecord<E extends EntityName>(entity: E, json: unknown): WireRecord<E> | null {
  const object = asObject(json);
  const id = readId(object?.['id']);
  if (object === null || id === null) return null;
  const record = READERS[entity](object, id);
  return record === null ? null : { record: record as EntityRecords[E], version: readVersion(object['version']) };
}

const READERS: { readonly [E in EntityName]: (object: JsonObject, id: string) => EntityRecords[E] | null } = {
  account: readNamed,
  broker: readNamed,
  asset: readAsset,
  transaction: readTransaction,
};

function readNamed(object: JsonObject, id: string): { readonly id: string; readonly name: string } | null {
  const name = object['name'];
  return typeof name === 'string' && name.trim() !== '' ? { id, name } : null;
}

function readTransaction(object: JsonObject, id: string): Transaction | null {
  const checked = checkTransaction({ ...object, accountId: readId(object['accountId']), brokerId: readId(object['brokerId']) } as TransactionInput);
  return checked.ok ? { id, ...checked.value } : null;
}

/** A value of a closed list; another server's unknown value becomes the fallback, so that the asset can still be shown. */
function readOption<V extends string>(options: readonly Option<V>[], value: unknown, fallback: V): V {
  return typeof value === 'string' && isOptionOf(options, value) ? value : fallback;
}

function readAsset(object: JsonObject, id: string): Asset | null {
  const { name, isin, sedol, category } = object;
  if (typeof name !== 'string' || typeof isin !== 'string' || isin === '') return null;
  const ratio = typeof object['totalExpenseRatio'] === 'number' ? checkAmount<'percent'>(object['totalExpenseRatio']) : 0;
  const byCode = ASSET_CATEGORIES.find((entry) => entry.code === category)?.value;
  return {
    id, name, isin,
    type: readOption(ASSET_TYPES, object['type'], 'EQUITY'),
    category: byCode ?? readOption(ASSET_CATEGORIES, category, 'NON_CORE'),
    incomeTreatment: readOption(INCOME_TREATMENTS, object['incomeTreatment'], 'NA'),
    totalExpenseRatio: isAmount<'percent'>(ratio as Percent) ? (ratio as Percent) : (0 as Percent),
    sedol: typeof sedol === 'string' && sedol !== '' ? sedol : null,
    priceSource: readOption(PRICE_SOURCES, object['priceSource'], 'MANUAL'),
    fetchCode: typeof object['fetchCode'] === 'string' ? object['fetchCode'] : '',
    denomination: readOption(DENOMINATIONS, object['denomination'], 'GBP'),
    excludeFromPriceUpdates: object['excludeFromPriceUpdates'] === true,
    cgtExempt: typeof object['cgtExempt'] === 'boolean' ? object['cgtExempt'] : null,
  };
}

/** The optional fields of a transaction that the specification does not have. */
const OUR_TRANSACTION_FIELDS = ['relatedIsin', 'ratioNew', 'ratioOld', 'valueAfter', 'costFraction', 'smallTreatment', 'incomeDate', 'transferId'] as const;

/** True when a server without our extensions could not keep the record's meaning. */
export function needsExtendedServer<E extends EntityName>(entity: E, record: EntityRecords[E]): boolean {
  if (entity === 'asset') return (record as Asset).cgtExempt !== null;
  return entity === 'transaction' && OUR_TRANSACTION_FIELDS.some((field) => (record as Transaction)[field] !== undefined);
}

/** The body of a POST or PUT. An extended server is told our id on creation; a plain one gets just what is specified. */
export function bodyOf<E extends EntityName>(entity: E, record: EntityRecords[E], options: { readonly extended: boolean; readonly create: boolean }): unknown {
  const { id, ...fields } = recordOf(entity, record);
  if (options.extended) return options.create ? { id, ...fields } : fields;
  if (entity !== 'asset') return fields;
  const { cgtExempt: _ours, ...specified } = fields as unknown as SentBody<typeof assetRoutes.update>;
  return specified;
}

/** A price as the changes carry it: none or one, so that a bad one is passed over. */
export function readPrice(json: unknown): PricePoint[] {
  const object = asObject(json);
  const { isin, priceDate, closePrice, currency, fetchedAt } = object ?? {};
  const day = typeof priceDate === 'string' ? parseIsoDate(priceDate.slice(0, 10)) : null;
  const price = typeof closePrice === 'number' ? checkAmount<'price'>(closePrice) : 'notANumber';
  if (typeof isin !== 'string' || day === null || !isAmount(price) || typeof currency !== 'string') return [];
  return [{ isin, priceDate: day, closePrice: price, currency, fetchedAt: typeof fetchedAt === 'string' ? fetchedAt : `${day}T00:00:00Z` }];
}

/** An exchange rate as the changes carry it: none or one. */
export function readRate(json: unknown): ExchangeRate[] {
  const object = asObject(json);
  const { fromCurrency, toCurrency, rate, rateDate } = object ?? {};
  const day = typeof rateDate === 'string' ? parseIsoDate(rateDate.slice(0, 10)) : null;
  const value = typeof rate === 'number' ? checkAmount<'rate'>(rate) : 'notANumber';
  if (typeof fromCurrency !== 'string' || typeof toCurrency !== 'string' || day === null || !isAmount(value)) return [];
  return [{ fromCurrency, toCurrency, rate: value, rateDate: day }];
}
