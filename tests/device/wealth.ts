/** Savings accounts, cash, properties and the lists that administrators keep, for tests of sync. */
import type { Fraction, Money, Percent, Pounds } from '../../domain/values/amount.ts';
import type { BankNameFields } from '../../domain/records/bank-name.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type {
  BrokerCashBalance,
  Property,
  PropertyPrice,
  SavingsAccount,
  TargetAllocation,
} from '../../domain/records/records.ts';

/** The day on which test clocks start. */
const TODAY = '2025-01-15' as IsoDate;

/** The fields of an open savings account, with changes. */
export function savings(changes: Partial<SavingsAccount> = {}): Omit<SavingsAccount, 'id'> & { readonly id?: string } {
  return {
    bankNameId: 'bank',
    accountType: 'Savings',
    accountId: 'account',
    accountOpenDate: '2023-02-01' as IsoDate,
    accountCloseDate: null,
    latestBalance: 1234.56 as Pounds,
    latestBalanceDate: TODAY,
    interestRate: 0.0432 as Fraction,
    accountReference: 'Rainy day',
    sortCode: '20-36-43',
    accountNumber: '12345678',
    notes: 'First line\nsecond line',
    ...changes,
  };
}

/** The fields of a cash balance, with changes. */
export function cash(
  changes: Partial<BrokerCashBalance> = {},
): Omit<BrokerCashBalance, 'id'> & { readonly id?: string } {
  return {
    accountId: 'account',
    brokerId: 'broker',
    taxWrapper: 'ISA',
    cashBalance: 250.1 as Money,
    currency: 'GBP',
    notes: '',
    lastUpdated: TODAY,
    ...changes,
  };
}

/** The fields of a property, with changes. */
export function property(changes: Partial<Property> = {}): Omit<Property, 'id'> & { readonly id?: string } {
  return {
    accountId: 'account',
    name: 'Cottage',
    address: '1 Lane\nTown',
    datePurchased: '2019-06-01' as IsoDate,
    purchasePrice: 200_000 as Money,
    currency: 'GBP',
    notes: '',
    ...changes,
  };
}

/** The fields of a property's price, with changes. */
export function propertyPrice(
  propertyId: string,
  changes: Partial<PropertyPrice> = {},
): Omit<PropertyPrice, 'id'> & { readonly id?: string } {
  return { propertyId, priceDate: '2024-06-01' as IsoDate, price: 250_000 as Money, currency: 'GBP', ...changes };
}

export function bank(name: string, isActive = true): BankNameFields {
  return { name, isActive };
}

export function target(
  assetCategory: TargetAllocation['assetCategory'],
  percentage: number,
): Omit<TargetAllocation, 'id'> {
  return { assetCategory, targetPercentage: percentage as Percent };
}
