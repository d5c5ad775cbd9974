/**
 * The records, each described once (000 §3, 001 §3, 002 §3), with types derived from the descriptions. Devices, server
 * and worker all use these. `record-fields.ts` defines descriptions.
 */
import type { Pounds, Price } from '../values/amount.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  CURRENCY_OPTIONS,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  PRICE_SOURCES,
  SMALL_TREATMENTS,
  TAX_WRAPPER_OPTIONS,
  TRANSACTION_TYPES,
  WRAPPER_CHOICES,
  type Option,
} from '../fields/enums.ts';
import { CASH_FIELDS } from '../fields/cash-fields.ts';
import { EXTRA } from './extra.ts';
import { RECEIPT } from './receipt-record.ts';
import {
  choice,
  day,
  figure,
  flag,
  identifier,
  identifierOrNone,
  instant,
  lines,
  optional,
  orNull,
  whole,
  reference,
  text,
  type Field,
  type FieldsOf,
} from '../fields/record-fields.ts';

interface Identified {
  readonly id: string;
}

/** The most characters of any record's notes. */
export const NOTES_LIMIT = 4000;

const account = reference('account', 'accountName', { label: 'Account', expected: 'an account' });
const broker = reference('broker', 'brokerName', { label: 'Broker', expected: 'a broker' });
const taxWrapper = choice(TAX_WRAPPER_OPTIONS, { label: 'Tax Wrapper', expected: WRAPPER_CHOICES });
const currency = choice(CURRENCY_OPTIONS, {
  label: 'Currency',
  expected: 'GBP, USD or EUR',
  otherwise: 'GBP',
  also: ['ccy', 'currency code'],
});
const notes = lines(NOTES_LIMIT, { label: 'Notes', also: ['note', 'comment', 'comments'] });
const NOTHING_OR_MORE = [0, Infinity] as const;

export const ACCOUNT_NAME_LIMIT = 100;

/** An account holder: one legal person, whose taxable holdings of a security form one pool. */
export const ACCOUNT = {
  name: text(ACCOUNT_NAME_LIMIT, {
    label: 'Name',
    expected: 'the name of an account holder',
    also: ['account', 'account name', 'account holder', 'holder'],
  }),
};
export interface Account extends Identified, FieldsOf<typeof ACCOUNT> {}

export const BROKER = {
  name: text(100, { label: 'Name', expected: 'the name of a broker' }),
  /** When false, no longer offered for new records. The device stores no other status. */
  isActive: optional(flag({ label: 'Active' })),
};
export interface Broker extends Identified, FieldsOf<typeof BROKER> {}

function listed<V extends string>(options: readonly Option<V>[]): { readonly expected: string } {
  return { expected: `one of ${options.map(({ label }) => label).join(', ')}` };
}

export const SEDOL_LENGTH = 7;

/** An entry of the shared catalogue. */
export const ASSET = {
  name: text(200, {
    label: 'Name',
    expected: 'the name of the asset',
    also: ['asset name', 'asset', 'security', 'description'],
  }),
  type: choice(ASSET_TYPES, { label: 'Type', ...listed(ASSET_TYPES), also: ['asset type'] }),
  category: choice(ASSET_CATEGORIES, {
    label: 'Category',
    ...listed(ASSET_CATEGORIES),
    also: ['asset category', 'asset class'],
  }),
  isin: identifier({ label: 'ISIN', expected: 'the ISIN of an asset' }),
  sedol: orNull(text(SEDOL_LENGTH, { label: 'SEDOL' })),
  incomeTreatment: choice(INCOME_TREATMENTS, {
    label: 'Income Treatment',
    ...listed(INCOME_TREATMENTS),
    also: ['income', 'treatment'],
  }),
  /** Per year, 0 to 10. */
  totalExpenseRatio: figure('percent', {
    label: 'Total Expense Ratio',
    expected: 'a percentage from 0 to 10, such as 0.15',
    range: [0, 10],
    heading: 'TER',
    also: ['total expense ratio', 'ter %', 'ocf', 'ongoing charge', 'expense ratio'],
  }),
  denomination: choice(DENOMINATIONS, { label: 'Denomination', ...listed(DENOMINATIONS), also: ['currency'] }),
  priceSource: choice(PRICE_SOURCES, { label: 'Price Source', ...listed(PRICE_SOURCES), also: ['source'] }),
  fetchCode: text(60, {
    label: 'Fetch Code',
    expected: 'the symbol that fetches the price, such as VWRL.L',
    also: ['ticker', 'symbol', 'code'],
  }),
  excludeFromPriceUpdates: flag({
    label: 'Exclude from Price Updates',
    otherwise: false,
    also: ['excluded', 'exclude'],
  }),
  /**
   * Set by an administrator for qualifying corporate bonds, gilts and legal-tender coins; null when it was not stated.
   */
  cgtExempt: orNull(flag({ label: 'CGT Exempt', also: ['exempt from cgt', 'exempt'] })),
};
export interface Asset extends Identified, FieldsOf<typeof ASSET> {
  /** Set where a server states that quantities are troy ounces although the type is not commodity (000 §2.12). */
  readonly unit?: 'oz';
}

const NIL = 0 as Pounds;
const price = (label: string): Field<Price | null> => orNull(figure('price', { label, range: NOTHING_OR_MORE }));
const charge = (label: string): Field<Pounds> => figure('pounds', { label, range: NOTHING_OR_MORE, otherwise: NIL });

/** No split of a listed share has nearly a million units on one side. */
const RATIO_PART = [1, 1_000_000] as const;

/** A transaction of one account in one security (000 §3.3), or a cash event, with the decided optional fields. */
export const TRANSACTION = {
  transactionType: choice(TRANSACTION_TYPES, {
    label: 'Transaction Type',
    heading: 'Type',
    expected: 'a transaction type such as BUY or SELL',
  }),
  /** The trade's calendar day (TCGA 1992 s28), not the settlement day. */
  transactionDate: day({ label: 'Transaction Date', heading: 'Date' }),
  brokerId: { ...broker, heading: 'Broker Id' },
  brokerDealReference: text(100, { label: 'Broker Deal Reference', heading: 'Reference' }),
  accountId: { ...account, heading: 'Account Id' },
  taxWrapper,
  /** Empty for a cash event, which has no security; every other type needs one (`transaction.ts`). */
  isin: identifierOrNone({ label: 'ISIN', expected: 'the ISIN of an asset' }),
  quantity: orNull(figure('quantity', { label: 'Quantity' })),
  /** In the asset's denomination: GBX is pence. */
  nativePrice: price('Native Price'),
  /** Pounds per unit or per troy ounce. */
  localPrice: price('Local Price'),
  /** In GBP, positive, before charges; the broker's figure takes precedence over quantity x price. */
  consideration: figure('pounds', {
    label: 'Consideration',
    expected: 'an amount in pounds',
    range: NOTHING_OR_MORE,
  }),
  brokerCharge: charge('Broker Charge'),
  stampDuty: charge('Stamp Duty'),
  fxCharge: charge('FX Charge'),
  accruedInterest: figure('pounds', { label: 'Accrued Interest', otherwise: NIL }),
  relatedIsin: optional(identifier({ label: 'Related ISIN', expected: 'the ISIN of an asset' })),
  /** With `ratioOld`: units after and before, as integers. */
  ratioNew: optional(whole(RATIO_PART, { label: 'Ratio (new)', heading: 'Ratio New' })),
  ratioOld: optional(whole(RATIO_PART, { label: 'Ratio (old)', heading: 'Ratio Old' })),
  /** The remaining value after a distribution, or the value of the new shares in a takeover. */
  valueAfter: optional(figure('pounds', { label: 'Value After', range: NOTHING_OR_MORE })),
  /** For a DEMERGER: the share of the cost that moves, 0 to 1. */
  costFraction: optional(
    figure('fraction', { label: 'Cost Fraction', expected: 'a fraction from 0 to 1', range: [0, 1] }),
  ),
  smallTreatment: optional(
    choice(SMALL_TREATMENTS, {
      label: 'Small Distribution Treatment',
      heading: 'Small Treatment',
      expected: 'deduct or partDisposal',
    }),
  ),
  /** The day on which a notional distribution is income; its cost is dated `transactionDate`. */
  incomeDate: optional(day({ label: 'Income Date' })),
  /** Links a Transfer Out with its Transfer In, and a Cash Transfer Out with its Cash Transfer In. */
  transferId: optional(text(64, { label: 'Transfer', heading: 'Transfer Id' })),
  ...CASH_FIELDS,
};
export interface Transaction extends Identified, FieldsOf<typeof TRANSACTION> {}

/** A closing price of a security on a day. */
export const PRICE = {
  isin: identifier({ label: 'ISIN', expected: 'the ISIN of an asset' }),
  priceDate: day({ label: 'Date' }),
  /** In `currency`; GBX is pence. */
  closePrice: figure('price', { label: 'Price', expected: 'the closing price of the day', range: NOTHING_OR_MORE }),
  currency: text(10, { label: 'Currency', expected: 'a currency' }),
  fetchedAt: instant({ label: 'Fetched' }),
};
export interface PricePoint extends FieldsOf<typeof PRICE> {
  /** Typed or imported by an administrator, not fetched, because no source has it. */
  readonly byHand?: true;
}

/** Units of `toCurrency` for one of `fromCurrency` on a day. */
export const EXCHANGE_RATE = {
  fromCurrency: text(10, { label: 'From', expected: 'a currency' }),
  toCurrency: text(10, { label: 'To', expected: 'a currency' }),
  rate: figure('rate', { label: 'Rate', expected: 'units for one' }),
  rateDate: day({ label: 'Date' }),
};
export interface ExchangeRate extends FieldsOf<typeof EXCHANGE_RATE> {}

/** A bank of the shared list, maintained by administrators (002 §3). */
export const BANK_NAME = {
  name: text(100, { label: 'Name', expected: 'the name of a bank' }),
  /** Only active ones appear in selection lists. */
  isActive: flag({ label: 'Active', otherwise: true }),
};
export interface BankName extends Identified, FieldsOf<typeof BANK_NAME> {}

/** A savings (bank) account of an account holder; closed once it has a close date (002 §3). */
export const SAVINGS_ACCOUNT = {
  bankNameId: reference('bankName', 'bankName', {
    label: 'Bank Name',
    expected: 'a bank',
    also: ['bank', 'provider', 'building society'],
  }),
  accountType: text(100, {
    label: 'Account Type',
    expected: 'an account type such as Savings',
    also: ['type'],
  }),
  accountId: {
    ...account,
    heading: 'Associated Account',
    also: ['account', 'account holder', 'holder', 'owner'],
  },
  accountOpenDate: day({
    label: 'Account Open Date',
    also: ['open date', 'opened', 'date opened', 'opening date'],
  }),
  accountCloseDate: orNull(
    day({ label: 'Account Close Date', also: ['close date', 'closed', 'date closed', 'closing date'] }),
  ),
  latestBalance: figure('pounds', {
    label: 'Latest Balance',
    expected: 'an amount in pounds of 0 or more',
    range: NOTHING_OR_MORE,
    also: ['balance', 'current balance', 'amount'],
  }),
  latestBalanceDate: day({
    label: 'Balance Date',
    heading: 'Latest Balance Date',
    also: ['balance date', 'as of', 'last updated'],
  }),
  /** Per year, 0 to 1; null when unknown. */
  interestRate: orNull(
    figure('fraction', {
      label: 'Interest Rate',
      expected: 'a fraction from 0 to 1: 0.0432 means 4.32 %',
      range: [0, 1],
      inPercent: true,
      also: ['rate', 'aer', 'interest rate %', 'interest'],
    }),
  ),
  accountReference: text(100, { label: 'Account Reference', also: ['reference', 'ref'] }),
  /** `NN-NN-NN`. */
  sortCode: text(100, {
    label: 'Sort Code',
    pattern: { shape: /^\d{2}-\d{2}-\d{2}$/u, code: 'badSortCode', expected: 'six digits as XX-XX-XX' },
  }),
  /** Eight digits. */
  accountNumber: text(100, {
    label: 'Account Number',
    pattern: { shape: /^\d{8}$/u, code: 'badAccountNumber', expected: '8 digits' },
  }),
  notes,
  /** True or absent; a record never contains false. An input may, to remove the mark. */
  isCashIsa: optional(flag({ label: 'Cash ISA', also: ['is cash isa', 'isa'] })),
};
export interface SavingsAccount extends Identified, FieldsOf<typeof SAVINGS_ACCOUNT> {}

/** Uninvested cash at a broker, per account and wrapper (002 §3). */
export const BROKER_CASH_BALANCE = {
  accountId: { ...account, also: ['account name', 'account holder', 'holder', 'owner'] },
  brokerId: { ...broker, also: ['broker name', 'platform', 'provider'] },
  taxWrapper: { ...taxWrapper, also: ['wrapper', 'account type', 'product'] },
  /** In `currency`. */
  cashBalance: figure('money', {
    label: 'Cash Balance',
    expected: 'an amount of 0 or more',
    range: NOTHING_OR_MORE,
    also: ['balance', 'cash', 'amount', 'available cash'],
  }),
  currency,
  /** The day of the stated balance. */
  lastUpdated: day({ label: 'Last Updated', also: ['updated', 'date', 'balance date', 'as of'] }),
  notes,
};
export interface BrokerCashBalance extends Identified, FieldsOf<typeof BROKER_CASH_BALANCE> {}

const worth = { expected: 'an amount of 0.01 or more', range: [0.01, Infinity] } as const;

/** Real estate of an account holder (002 §3). Its value follows from its prices: `domain/records/property.ts`. */
export const PROPERTY = {
  accountId: account,
  name: text(200, { label: 'Name', expected: 'the name of the property' }),
  address: lines(1000, { label: 'Address' }),
  datePurchased: day({ label: 'Date Purchased' }),
  /** In `currency`. */
  purchasePrice: figure('money', { label: 'Purchase Price', ...worth }),
  currency,
  notes,
};
export interface Property extends Identified, FieldsOf<typeof PROPERTY> {}

/** An entry of a property's price history. */
export const PROPERTY_PRICE = {
  propertyId: reference('property', 'propertyName', {
    label: 'Property',
    expected: 'a property',
    also: ['property name', 'address'],
  }),
  priceDate: day({
    label: 'Date',
    also: ['price date', 'day', 'valuation date', 'valued', 'month'],
  }),
  /** In `currency`. */
  price: figure('money', { label: 'Price', ...worth, also: ['value', 'valuation', 'estimate', 'amount'] }),
  currency,
};
export interface PropertyPrice extends Identified, FieldsOf<typeof PROPERTY_PRICE> {}

/** The target share of a category in the portfolio; one per category, shared by all users (002 §3). */
export const TARGET_ALLOCATION = {
  assetCategory: choice(ASSET_CATEGORIES, { label: 'Asset Category', expected: 'an asset category such as UK_TSM' }),
  /** 0 to 1000, at most 2 decimals. */
  targetPercentage: figure('percent', {
    label: 'Target Percentage',
    expected: 'a percentage from 0 to 1000',
    range: [0, 1000],
  }),
};
export interface TargetAllocation extends Identified, FieldsOf<typeof TARGET_ALLOCATION> {}

/** The described records, by the name of their kind. */
export const RECORDS = {
  account: ACCOUNT,
  broker: BROKER,
  asset: ASSET,
  bankName: BANK_NAME,
  targetAllocation: TARGET_ALLOCATION,
  savingsAccount: SAVINGS_ACCOUNT,
  brokerCashBalance: BROKER_CASH_BALANCE,
  property: PROPERTY,
  propertyPrice: PROPERTY_PRICE,
  transaction: TRANSACTION,
  receipt: RECEIPT,
  extra: EXTRA,
};
