/** Records in the replies of any server, read by hand so that no schema library is loaded. */
import { checkAmount, isAmount, type Percent } from '../../../domain/values/amount.ts';
import { checkBankName } from '../../../domain/records/bank-name.ts';
import { checkBrokerCashBalance } from '../../../domain/records/broker-cash-balance.ts';
import { parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  isOptionOf,
  PRICE_SOURCES,
  type Option,
} from '../../../domain/fields/enums.ts';
import { checkExtra, EXTRA_KINDS, extraId, type ExtraKind } from '../../../domain/records/extra.ts';
import type { Checked } from '../../../domain/fields/issue.ts';
import { checkProperty, checkPropertyPrice } from '../../../domain/records/property.ts';
import type { Fields, JsonObject } from '../../../domain/fields/record-fields.ts';
import {
  BROKER_CASH_BALANCE,
  PROPERTY,
  PROPERTY_PRICE,
  SAVINGS_ACCOUNT,
  TRANSACTION,
  type Asset,
  type Broker,
  type BrokerCashBalance,
  type ExchangeRate,
  type PricePoint,
  type PropertyPrice,
} from '../../../domain/records/records.ts';
import { checkSavingsAccount } from '../../../domain/records/savings-account.ts';
import { checkTargetAllocation } from '../../../domain/records/target-allocation.ts';
import { checkTransaction } from '../../../domain/records/transaction.ts';
import type { PresentCopy, ServerRecord } from '../../data/database/outbox-entry.ts';
import type { DatedBankName, EntityName, EntityRecords } from '../../data/entities/entities.ts';
import type { Receipt } from '../../data/entities/receipt-record.ts';
import { asObject } from '../network/http.ts';

/** An id of any server: text, or a number as some servers use. */
export function readId(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

function readVersion(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The fields that a reply leaves out because its address contains them. */
export interface Known {
  readonly propertyId?: string;
  readonly currency?: string;
  readonly transactionId?: string;
}

/** The record in a reply, or null when the device could not store it. */
export function readRecord<E extends EntityName>(
  entity: E,
  json: unknown,
  known: Known = {},
): PresentCopy<EntityRecords[E]> | null {
  const object = asObject(json);
  const id = entity === 'extra' ? readExtraId(object) : readId(object?.['id']);
  if (object === null || id === null) return null;
  const record = READERS[entity]({ ...known, ...object }, id);
  return record === null ? null : { record: record as EntityRecords[E], version: readVersion(object['version']) };
}

/** The records in items of a plain server, which has no versions. */
export function recordsIn<E extends EntityName>(
  entity: E,
  items: readonly unknown[],
  known: Known = {},
): ServerRecord<E>[] {
  return items
    .map((item) => readRecord(entity, item, known)?.record)
    .filter((record) => record !== undefined)
    .map((record) => ({ id: record.id, record, version: null }));
}

const READERS: { readonly [E in EntityName]: (object: JsonObject, id: string) => EntityRecords[E] | null } = {
  account: readNamed,
  broker: readBroker,
  asset: readAsset,
  bankName: readBankName,
  targetAllocation: (object, id) => withId(id, checkTargetAllocation(object)),
  savingsAccount: (object, id) => withId(id, checkSavingsAccount(inOurForm(SAVINGS_ACCOUNT, object))),
  brokerCashBalance: readBrokerCash,
  property: (object, id) => withId(id, checkProperty(inOurForm(PROPERTY, object))),
  propertyPrice: readPropertyPrice,
  transaction: (object, id) => withId(id, checkTransaction(inOurForm(TRANSACTION, object))),
  receipt: readReceipt,
  extra: (object, id) => withId(id, checkExtra(object)),
};

function withId<F extends object>(id: string, checked: Checked<F>): (F & { readonly id: string }) | null {
  return checked.ok ? { id, ...checked.value } : null;
}

/** Some servers write days as instants, and ids as numbers. */
function inOurForm(fields: Fields, object: JsonObject): JsonObject {
  const values: Record<string, unknown> = { ...object };
  for (const name in fields) {
    const kind = fields[name]?.is.kind;
    const value = object[name];
    if (kind === 'reference') values[name] = readId(value);
    else if (kind === 'day' && typeof value === 'string') values[name] = value.slice(0, ISO_DAY_LENGTH);
  }
  return values;
}

const ISO_DAY_LENGTH = 10;

function readBankName(object: JsonObject, id: string): DatedBankName | null {
  const bank = withId(id, checkBankName(object));
  if (bank === null) return null;
  const { createdAt, updatedAt } = object;
  return {
    ...bank,
    ...(typeof createdAt === 'string' ? { createdAt } : {}),
    ...(typeof updatedAt === 'string' ? { updatedAt } : {}),
  };
}

/** A balance without a day was stated before all others. */
const LONG_AGO = '1970-01-01' as IsoDate;

function readBrokerCash(object: JsonObject, id: string): BrokerCashBalance | null {
  const balance = withId(id, checkBrokerCashBalance(inOurForm(BROKER_CASH_BALANCE, object)));
  return balance === null ? null : { ...balance, lastUpdated: balance.lastUpdated ?? LONG_AGO };
}

function readPropertyPrice(object: JsonObject, id: string): PropertyPrice | null {
  const price = inOurForm(PROPERTY_PRICE, object);
  const checked = withId(id, checkPropertyPrice(price));
  return typeof price['propertyId'] !== 'string' || checked === null
    ? null
    : { ...checked, propertyId: price['propertyId'] };
}

function readReceipt(object: JsonObject, id: string): Receipt | null {
  const { originalFileName, contentType, fileSize, sha256, receiptType, description, uploadedAt } = object;
  const transactionId = readId(object['transactionId']);
  if (transactionId === null || typeof originalFileName !== 'string') return null;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    id,
    transactionId,
    originalFileName,
    contentType: text(contentType),
    // A form carries each line break as CR LF, and a server may keep that.
    description: text(description).replaceAll('\r\n', '\n'),
    uploadedAt: text(uploadedAt),
    fileSize: typeof fileSize === 'number' ? fileSize : null,
    sha256: text(sha256) || null,
    receiptType: text(receiptType) || null,
  };
}

function readExtraId(object: JsonObject | null): string | null {
  const { kind, key } = object ?? {};
  return isExtraKind(kind) && typeof key === 'string' && key !== '' ? extraId(kind, key) : null;
}

function isExtraKind(kind: unknown): kind is ExtraKind {
  return EXTRA_KINDS.some((known) => known === kind);
}

function readNamed(object: JsonObject, id: string): { readonly id: string; readonly name: string } | null {
  const name = object['name'];
  return typeof name === 'string' && name.trim() !== '' ? { id, name } : null;
}

function readBroker(object: JsonObject, id: string): Broker | null {
  const named = readNamed(object, id);
  return named === null ? null : { ...named, ...(object['isActive'] === false ? { isActive: false } : {}) };
}

/**
 * A value of a closed list; another server's unknown value becomes the fallback, so that the asset can still be shown.
 */
function readOption<V extends string>(options: readonly Option<V>[], value: unknown, fallback: V): V {
  return typeof value === 'string' && isOptionOf(options, value) ? value : fallback;
}

function readAsset(object: JsonObject, id: string): Asset | null {
  const { name, isin, sedol, category } = object;
  if (typeof name !== 'string' || typeof isin !== 'string' || isin === '') return null;
  const ratio =
    typeof object['totalExpenseRatio'] === 'number' ? checkAmount<'percent'>(object['totalExpenseRatio']) : 0;
  const byCode = ASSET_CATEGORIES.find((entry) => entry.code === category)?.value;
  return {
    id,
    name,
    isin,
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
    ...(object['unit'] === 'oz' && { unit: 'oz' }),
  };
}

/** A price of the changes: none or one, so that an invalid one is skipped. */
export function readPrice(json: unknown): PricePoint[] {
  const object = asObject(json);
  const { isin, priceDate, closePrice, currency, fetchedAt, byHand } = object ?? {};
  const day = typeof priceDate === 'string' ? parseIsoDate(priceDate.slice(0, 10)) : null;
  const price = typeof closePrice === 'number' ? checkAmount<'price'>(closePrice) : 'notANumber';
  if (typeof isin !== 'string' || day === null || !isAmount(price) || typeof currency !== 'string') return [];
  return [
    {
      isin,
      priceDate: day,
      closePrice: price,
      currency,
      fetchedAt: typeof fetchedAt === 'string' ? fetchedAt : `${day}T00:00:00Z`,
      ...(byHand === true && { byHand }),
    },
  ];
}

/** An instant in one spelling; null for anything else. */
export function readInstant(json: unknown): string | null {
  const instant = typeof json === 'string' ? Date.parse(json) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/** An exchange rate of the changes: none or one. */
export function readRate(json: unknown): ExchangeRate[] {
  const object = asObject(json);
  const { fromCurrency, toCurrency, rate, rateDate } = object ?? {};
  const day = typeof rateDate === 'string' ? parseIsoDate(rateDate.slice(0, 10)) : null;
  const value = typeof rate === 'number' ? checkAmount<'rate'>(rate) : 'notANumber';
  if (typeof fromCurrency !== 'string' || typeof toCurrency !== 'string' || day === null || !isAmount(value)) return [];
  return [{ fromCurrency, toCurrency, rate: value, rateDate: day }];
}
