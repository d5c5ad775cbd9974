/** The kinds of records that a history makes, changes and removes: each keeps a reference for good and has an amount that edits change. */
import type { Fraction, Money, Percent, Pounds } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { ASSET_CATEGORIES } from '../../domain/fields/enums.ts';
import { removeAssets, saveAsset } from '../../src/data/records/assets.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { saveBroker } from '../../src/data/records/brokers.ts';
import type { EntityName, EntityRecords } from '../../src/data/entities/entities.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import type { Receipt } from '../../src/data/entities/receipt-record.ts';
import { attachReceipt, saveReceiptDetails } from '../../src/data/receipts/receipts.ts';
import type { Removed } from '../../src/data/database/removed.ts';
import { saveSavingsAccount } from '../../src/data/records/savings-accounts.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { entityTable, type HoldfastDatabase } from '../../src/data/database/schema.ts';
import type { Written } from '../../src/data/database/write.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { cash, property, propertyPrice, savings } from '../device/wealth.ts';

/** Where a record is made or changed, and where what it hangs on is found or made. */
export interface Site {
  readonly db: HoldfastDatabase;
  readonly now: number;
  /** Chooses among what there is. */
  readonly pick: number;
  readonly brokerId: string;
  readonly accountId: () => Promise<string>;
  /** Some record, or a new one when there is none. */
  readonly some: <E extends 'property' | 'transaction'>(entity: E) => Promise<EntityRecords[E]>;
}

interface Definition<E extends EntityName> {
  readonly entity: E;
  /** Begins its references. */
  readonly letter: string;
  readonly reference: (record: EntityRecords[E]) => string;
  readonly amount: (record: EntityRecords[E]) => number;
  /** The entity of what it hangs on, with which it goes. */
  readonly parent?: { readonly entity: 'property' | 'transaction'; readonly id: (record: EntityRecords[E]) => string };
  /** Null when there is no room for one more. */
  readonly make: (site: Site, reference: string, amount: number) => Promise<Written<EntityRecords[E]> | null>;
  /** Changes the amount. */
  readonly change: (site: Site, record: EntityRecords[E], amount: number) => Promise<Written<unknown>>;
  /** The other field that edits change, so that the edits of two devices can be joined. */
  readonly other?: (record: EntityRecords[E]) => unknown;
  /** Changes it. */
  readonly touch?: (site: Site, record: EntityRecords[E], number: number) => Promise<Written<unknown>>;
  /** What can be undone, or null. */
  readonly remove: (site: Site, id: string) => Promise<Written<Removed | null>>;
}

/** A kind of record whatever its entity. */
export type Kind = Definition<EntityName>;

function kind<E extends EntityName>(definition: Definition<E>): Kind {
  return definition as unknown as Kind;
}

/** `B3 1004` has the reference and the amount in a name. */
const named = (record: { readonly name: string }): [string, number] => {
  const [reference = '', amount = ''] = record.name.split(' ');
  return [reference, Number(amount)];
};
const numberIn = (reference: string): number => Number(reference.slice(1));

export const ACCOUNTS = kind({
  entity: 'account',
  letter: 'A',
  reference: (record) => named(record)[0],
  amount: (record) => named(record)[1],
  make: async ({ db, now }, reference, amount) =>
    await saveRecord(db, 'account', { name: `${reference} ${amount}` }, now),
  change: async ({ db, now }, record, amount) =>
    await saveRecord(db, 'account', { ...record, name: `${named(record)[0]} ${amount}` }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'account', [id], now),
});

export const SAVINGS = kind({
  entity: 'savingsAccount',
  letter: 'S',
  reference: (record) => record.accountReference,
  amount: (record) => record.latestBalance,
  make: async ({ db, now, pick, accountId }, reference, amount) => {
    const banks = await listBankNames(db);
    const bank = banks[pick % Math.max(1, banks.length)];
    if (bank === undefined) return null;
    return await saveSavingsAccount(
      db,
      savings({
        accountId: await accountId(),
        bankNameId: bank.id,
        accountReference: reference,
        latestBalance: amount as Pounds,
      }),
      now,
    );
  },
  change: async ({ db, now }, record, amount) =>
    await saveSavingsAccount(db, { ...record, latestBalance: amount as Pounds }, now),
  other: (record) => record.interestRate,
  touch: async ({ db, now }, record, number) =>
    await saveSavingsAccount(db, { ...record, interestRate: (number / 1000) as Fraction }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'savingsAccount', [id], now),
});

export const CASH = kind({
  entity: 'brokerCashBalance',
  letter: 'C',
  reference: (record) => record.notes,
  amount: (record) => record.cashBalance,
  make: async ({ db, now, brokerId, accountId }, reference, amount) =>
    await saveRecord(
      db,
      'brokerCashBalance',
      cash({ accountId: await accountId(), brokerId, notes: reference, cashBalance: amount as Money }),
      now,
    ),
  change: async ({ db, now }, record, amount) =>
    await saveRecord(db, 'brokerCashBalance', { ...record, cashBalance: amount as Money }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'brokerCashBalance', [id], now),
});

export const PROPERTIES = kind({
  entity: 'property',
  letter: 'H',
  reference: (record) => record.name,
  amount: (record) => record.purchasePrice,
  make: async ({ db, now, accountId }, reference, amount) =>
    await saveRecord(
      db,
      'property',
      property({ accountId: await accountId(), name: reference, purchasePrice: amount as Money }),
      now,
    ),
  change: async ({ db, now }, record, amount) =>
    await saveRecord(db, 'property', { ...record, purchasePrice: amount as Money }, now),
  other: (record) => record.notes,
  touch: async ({ db, now }, record, number) =>
    await saveRecord(db, 'property', { ...record, notes: `Note ${number}` }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'property', [id], now),
});

/** The day of a property's price is its reference. */
const FIRST_DAY = Date.parse('2001-01-01');
const DAY_MS = 86_400_000;

export const PRICE = kind({
  entity: 'propertyPrice',
  letter: 'P',
  reference: (record) => `P${(Date.parse(record.priceDate) - FIRST_DAY) / DAY_MS}`,
  amount: (record) => record.price,
  parent: { entity: 'property', id: (record) => record.propertyId },
  make: async ({ db, now, some }, reference, amount) => {
    const priceDate = new Date(FIRST_DAY + numberIn(reference) * DAY_MS).toISOString().slice(0, 10) as IsoDate;
    return await saveRecord(
      db,
      'propertyPrice',
      propertyPrice((await some('property')).id, { priceDate, price: amount as Money }),
      now,
    );
  },
  change: async ({ db, now }, record, amount) =>
    await saveRecord(db, 'propertyPrice', { ...record, price: amount as Money }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'propertyPrice', [id], now),
});

/** The file of a receipt: another for each, with bytes that are no text. */
export function fileOf(reference: string): ArrayBuffer {
  return new Uint8Array([...new TextEncoder().encode(`%PDF-1.4 ${reference}`), 10, 0, 255, 13, 10]).buffer;
}

const detailsOf = ({ receiptType, description }: Receipt): Pick<Receipt, 'receiptType' | 'description'> => ({
  receiptType,
  description,
});

export const RECEIPT = kind({
  entity: 'receipt',
  letter: 'R',
  reference: (record) => record.originalFileName.replace('.pdf', ''),
  amount: (record) => Number(record.description),
  parent: { entity: 'transaction', id: (record) => record.transactionId },
  make: async ({ db, now, some }, reference, amount) =>
    await attachReceipt(
      db,
      (await some('transaction')).id,
      { name: `${reference}.pdf`, bytes: fileOf(reference) },
      { receiptType: null, description: String(amount) },
      now,
    ),
  change: async ({ db, now }, record, amount) =>
    await saveReceiptDetails(db, record.id, { ...detailsOf(record), description: String(amount) }, now),
  other: (record) => record.receiptType,
  touch: async ({ db, now }, record, number) =>
    await saveReceiptDetails(
      db,
      record.id,
      { ...detailsOf(record), receiptType: number % 2 === 0 ? 'statement' : 'tax_form' },
      now,
    ),
  remove: async ({ db, now }, id) => await removeRecords(db, 'receipt', [id], now),
});

const BANK = kind({
  entity: 'bankName',
  letter: 'B',
  reference: (record) => named(record)[0],
  amount: (record) => named(record)[1],
  make: async ({ db, now }, reference, amount) =>
    await saveRecord(db, 'bankName', { name: `${reference} ${amount}`, isActive: true }, now),
  change: async ({ db, now }, record, amount) =>
    await saveRecord(db, 'bankName', { ...record, name: `${named(record)[0]} ${amount}` }, now),
  other: (record) => record.isActive,
  touch: async ({ db, now }, record) =>
    await saveRecord(db, 'bankName', { ...record, isActive: !record.isActive }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'bankName', [id], now),
});

/** A category has one target, so it is the reference. */
const TARGET = kind({
  entity: 'targetAllocation',
  letter: 'G',
  reference: (record) => `G${ASSET_CATEGORIES.findIndex(({ value }) => value === record.assetCategory) + 1}`,
  amount: (record) => Math.round(record.targetPercentage * 100),
  make: async ({ db, now }, reference, amount) => {
    const category = ASSET_CATEGORIES[numberIn(reference) - 1];
    return category === undefined
      ? null
      : await saveRecord(
          db,
          'targetAllocation',
          { assetCategory: category.value, targetPercentage: (amount / 100) as Percent },
          now,
        );
  },
  change: async ({ db, now }, record, amount) =>
    await saveRecord(db, 'targetAllocation', { ...record, targetPercentage: (amount / 100) as Percent }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'targetAllocation', [id], now),
});

/** A security is known by its identifier, here that of a test asset. */
const ASSET = kind({
  entity: 'asset',
  letter: 'V',
  reference: (record) => record.isin.replace('TEST', ''),
  amount: (record) => Math.round(record.totalExpenseRatio * 1000),
  make: async ({ db, now }, reference, amount) =>
    await saveAsset(
      db,
      {
        isin: `TEST${reference}`,
        name: `Fund ${reference}`,
        totalExpenseRatio: (amount / 1000) as Percent,
        type: 'ETF',
        category: 'UK_TSM',
        incomeTreatment: 'NA',
        sedol: null,
        priceSource: 'LSE',
        fetchCode: reference,
        denomination: 'GBP',
        excludeFromPriceUpdates: false,
        cgtExempt: null,
      },
      now,
    ),
  change: async ({ db, now }, record, amount) =>
    await saveAsset(db, { ...record, totalExpenseRatio: (amount / 1000) as Percent }, now),
  other: (record) => record.name,
  touch: async ({ db, now }, record, number) => await saveAsset(db, { ...record, name: `Fund ${number}` }, now),
  remove: async ({ db, now }, id) => await removeAssets(db, [id], now),
});

const BROKER = kind({
  entity: 'broker',
  letter: 'K',
  reference: (record) => named(record)[0],
  amount: (record) => named(record)[1],
  make: async ({ db, now }, reference, amount) => await saveBroker(db, { name: `${reference} ${amount}` }, now),
  change: async ({ db, now }, record, amount) =>
    await saveBroker(db, { ...record, name: `${named(record)[0]} ${amount}` }, now),
  remove: async ({ db, now }, id) => await removeRecords(db, 'broker', [id], now),
});

/** Transactions are made by actions of their own; this much is common. */
export const TRANSACTION: Pick<Kind, 'entity' | 'reference' | 'amount' | 'other' | 'parent' | 'change' | 'remove'> =
  kind({
    entity: 'transaction',
    letter: 'T',
    reference: (record) => record.brokerDealReference,
    amount: (record) => record.consideration,
    other: (record) => record.nativePrice,
    make: async () => await Promise.resolve(null),
    change: async ({ db, now }, record, amount) =>
      await saveRecord(db, 'transaction', { ...record, consideration: amount as Pounds }, now),
    remove: async ({ db, now }, id) => await removeRecords(db, 'transaction', [id], now),
  });

/** What `make`, `change` and `drop` choose from in a history that names no kinds. */
const USUAL: readonly Kind[] = [SAVINGS, CASH, PROPERTIES, PRICE, PRICE, RECEIPT, RECEIPT, BANK, TARGET, ACCOUNTS];
/** Every kind that they may choose from, once. */
const KINDS: readonly Kind[] = [...new Set(USUAL), ASSET, BROKER];
/** Every kind, transactions among them. */
export const ALL_KINDS = [...KINDS, TRANSACTION];
export const KIND_COUNT = KINDS.length;

/** The kinds that a history names by their numbers. */
export function kindsOf(numbers: readonly number[] | undefined): readonly Kind[] {
  return numbers === undefined ? USUAL : numbers.map((number) => KINDS[number] ?? ACCOUNTS);
}

/** The kind of an entity's records; null for what has no reference. */
export function kindOf(entity: EntityName): Pick<Kind, 'entity' | 'reference' | 'amount' | 'other' | 'parent'> | null {
  return ALL_KINDS.find((one) => one.entity === entity) ?? null;
}

/** A device's records of a kind that a history has made, in the order of their references. */
export async function recordsOf(
  db: HoldfastDatabase,
  { entity, reference }: Pick<Kind, 'entity' | 'reference'>,
): Promise<EntityRecords[EntityName][]> {
  const rows = (await entityTable(db, entity).toArray()).map((row) => recordOf(entity, row));
  return rows
    .filter((row) => /^[A-Z]\d+$/u.test(reference(row)))
    .toSorted((a, b) => reference(a).localeCompare(reference(b)));
}
