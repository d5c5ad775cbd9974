/** Savings, cash and properties as the specifications of the store write them. */
import type { Fraction, Money, Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { BrokerCashBalance, Property } from '../../../domain/records/records.ts';
import type { SavingsAccountFields } from '../../../domain/records/savings-account.ts';
import { type Outcome } from '../../outcome.ts';
import type { Db, Store } from '../database/store.ts';
import { listBankNames } from '../shared-records/bank-names.ts';
import { listBrokers } from '../shared-records/brokers.ts';
import { BROKER_CASH } from '../user-records/broker-cash-balances.ts';
import { pricesOf, PROPERTIES } from '../user-records/properties.ts';
import { SAVINGS_ACCOUNTS } from '../user-records/savings-accounts.ts';
import { createOwned } from '../versions/owned.ts';

/** What the specification uses from the file that runs it. */
export interface WealthSetting {
  readonly store: () => Store;
  readonly newId: () => string;
  readonly newUser: () => Promise<string>;
  readonly newAccount: (userId: string, name?: string) => Promise<string>;
}

export const NOW = '2026-01-15T12:00:00.000Z';
export const LATER = '2026-02-15T12:00:00.000Z';
export const day = (text: string): IsoDate => text as IsoDate;

export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

/** Writes records of a user; fields that a test does not need are filled in. */
export function wealthOf({ store, newId }: Pick<WealthSetting, 'store' | 'newId'>) {
  const write = async <T>(work: (tx: Db) => Promise<Outcome<T>>): Promise<Outcome<T>> => await store().transact(work);
  const bankNamed = async (name: string): Promise<string> =>
    (await listBankNames(store(), true)).find((bank) => bank.name === name)?.id ?? '';
  const brokerNamed = async (name: string): Promise<string> =>
    (await listBrokers(store())).find((broker) => broker.name === name)?.id ?? '';

  async function savingsFields(
    accountId: string,
    changes: Partial<SavingsAccountFields> = {},
  ): Promise<SavingsAccountFields> {
    return {
      bankNameId: await bankNamed('Chase'),
      accountType: 'Saver',
      accountId,
      accountOpenDate: day('2020-05-01'),
      accountCloseDate: null,
      latestBalance: 1200.5 as Pounds,
      latestBalanceDate: day('2025-12-31'),
      interestRate: 0.0432 as Fraction,
      accountReference: '',
      sortCode: '20-36-43',
      accountNumber: '12345678',
      notes: 'a\nb',
      ...changes,
    };
  }
  const saving = async (userId: string, accountId: string, changes: Partial<SavingsAccountFields> = {}) => {
    const fields = await savingsFields(accountId, changes);
    return valueOf(await write(async (tx) => await createOwned(SAVINGS_ACCOUNTS, tx, userId, newId(), fields)));
  };
  const cash = async (userId: string, accountId: string, changes: Partial<BrokerCashBalance> = {}) => {
    const fields = {
      accountId,
      brokerId: await brokerNamed('AJ Bell'),
      taxWrapper: 'ISA',
      cashBalance: 12.34 as Money,
      currency: 'GBP',
      notes: '',
      lastUpdated: day('2026-01-15'),
      ...changes,
    } as const;
    return valueOf(await write(async (tx) => await createOwned(BROKER_CASH, tx, userId, newId(), fields)));
  };
  const property = async (userId: string, accountId: string, changes: Partial<Property> = {}) => {
    const fields = {
      accountId,
      name: 'Home',
      address: 'x\ny',
      datePurchased: day('2016-09-30'),
      purchasePrice: 200_000 as Money,
      currency: 'GBP',
      notes: '',
      ...changes,
    } as const;
    return valueOf(await write(async (tx) => await createOwned(PROPERTIES, tx, userId, newId(), fields)));
  };
  const price = async (userId: string, propertyId: string, priceDate: string, amount: number) =>
    valueOf(
      await write(
        async (tx) =>
          await createOwned(pricesOf(propertyId), tx, userId, newId(), {
            priceDate: day(priceDate),
            price: amount as Money,
            currency: 'GBP',
          }),
      ),
    );
  return { write, bankNamed, brokerNamed, savingsFields, saving, cash, property, price };
}
