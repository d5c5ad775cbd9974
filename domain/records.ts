/** The entities as plain records (000 §3, 001 §3). Devices, server and worker all compute on these. */
import type { Fraction, Money, Percent, Pounds, Price, Quantity, Rate } from './amount.ts';
import type { IsoDate } from './dates.ts';
import type {
  AssetCategory,
  AssetType,
  Currency,
  Denomination,
  IncomeTreatment,
  PriceSource,
  TaxWrapper,
  TransactionType,
} from './enums.ts';
import type { ReceiptContentType, ReceiptType } from './receipt.ts';

/** An account holder: one legal person, whose taxable holdings of a security form one pool. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

export interface Broker {
  readonly id: string;
  readonly name: string;
  /** False: no longer offered for new records. The device keeps no other status. */
  readonly isActive?: boolean;
}

/** An entry of the shared catalogue. */
export interface Asset {
  readonly id: string;
  readonly name: string;
  readonly type: AssetType;
  readonly category: AssetCategory;
  readonly incomeTreatment: IncomeTreatment;
  /** Per year, 0 to 10. */
  readonly totalExpenseRatio: Percent;
  readonly isin: string;
  readonly sedol: string | null;
  readonly priceSource: PriceSource;
  readonly fetchCode: string;
  readonly denomination: Denomination;
  readonly excludeFromPriceUpdates: boolean;
  /** Set by an administrator for qualifying corporate bonds, gilts and legal-tender coins; null when nobody said. */
  readonly cgtExempt: boolean | null;
  /** Set where a server says that quantities are troy ounces though the type is none of a commodity (000 §2.12). */
  readonly unit?: 'oz';
}

/** A transaction of one account in one security (000 §3.3), with the decided optional fields. */
export interface Transaction {
  readonly id: string;
  readonly transactionType: TransactionType;
  /** The trade's calendar day (TCGA 1992 s28), not the settlement day. */
  readonly transactionDate: IsoDate;
  readonly brokerId: string;
  readonly brokerDealReference: string;
  readonly accountId: string;
  readonly taxWrapper: TaxWrapper;
  readonly isin: string;
  readonly quantity: Quantity | null;
  /** In the asset's denomination: GBX is pence. */
  readonly nativePrice: Price | null;
  /** Pounds per unit or per troy ounce. */
  readonly localPrice: Price | null;
  /** In GBP, positive, before charges; what the broker stated wins over quantity x price. */
  readonly consideration: Pounds;
  readonly brokerCharge: Pounds;
  readonly stampDuty: Pounds;
  readonly fxCharge: Pounds;
  readonly accruedInterest: Pounds;
  readonly relatedIsin?: string;
  /** With `ratioOld`: units after for units before; integers. */
  readonly ratioNew?: number;
  readonly ratioOld?: number;
  /** Value left after a distribution, or of the new shares of a takeover. */
  readonly valueAfter?: Pounds;
  /** DEMERGER: share of the cost that moves, 0 to 1. */
  readonly costFraction?: Fraction;
  readonly smallTreatment?: 'deduct' | 'partDisposal';
  /** Notional distribution: the day the income arises; the cost is dated `transactionDate`. */
  readonly incomeDate?: IsoDate;
  /** Joins a Transfer Out with its Transfer In. */
  readonly transferId?: string;
}

/** A closing price of a security. */
export interface PricePoint {
  readonly isin: string;
  readonly priceDate: IsoDate;
  /** In `currency`; GBX is pence. */
  readonly closePrice: Price;
  readonly currency: string;
  /** ISO instant. */
  readonly fetchedAt: string;
  /** Typed or imported by an administrator, not fetched: no source has it. */
  readonly byHand?: true;
}

/** Units of `toCurrency` for one of `fromCurrency` on a day. */
export interface ExchangeRate {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly rate: Rate;
  readonly rateDate: IsoDate;
}

/** A bank of the shared list, kept by administrators (002 §3). */
export interface BankName {
  readonly id: string;
  readonly name: string;
  /** Only active ones appear in selection lists. */
  readonly isActive: boolean;
}

/** A savings (bank) account of an account holder; closed once it has a close date (002 §3). */
export interface SavingsAccount {
  readonly id: string;
  readonly bankNameId: string;
  readonly accountType: string;
  readonly accountId: string;
  readonly accountOpenDate: IsoDate;
  readonly accountCloseDate: IsoDate | null;
  readonly latestBalance: Pounds;
  readonly latestBalanceDate: IsoDate;
  /** Per year, 0 to 1; null when unknown. */
  readonly interestRate: Fraction | null;
  /** This and the texts below are empty when there is none. */
  readonly accountReference: string;
  /** `NN-NN-NN`. */
  readonly sortCode: string;
  /** Eight digits. */
  readonly accountNumber: string;
  readonly notes: string;
}

/** Uninvested cash at a broker, per account and wrapper (002 §3). */
export interface BrokerCashBalance {
  readonly id: string;
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  /** In `currency`. */
  readonly cashBalance: Money;
  readonly currency: Currency;
  readonly notes: string;
  /** The day on which the balance was stated. */
  readonly lastUpdated: IsoDate;
}

/** Real estate of an account holder (002 §3). What it is worth follows from its prices: `domain/property.ts`. */
export interface Property {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly address: string;
  readonly datePurchased: IsoDate;
  /** In `currency`. */
  readonly purchasePrice: Money;
  readonly currency: Currency;
  readonly notes: string;
}

/** An entry of a property's price history. */
export interface PropertyPrice {
  readonly id: string;
  readonly propertyId: string;
  readonly priceDate: IsoDate;
  /** In `currency`. */
  readonly price: Money;
  readonly currency: Currency;
}

/** How much of the portfolio a category should be; one per category, shared by all users (002 §3). */
export interface TargetAllocation {
  readonly id: string;
  readonly assetCategory: AssetCategory;
  /** 0 to 1000, at most 2 decimals. */
  readonly targetPercentage: Percent;
}

/** A document of a transaction (000 §3.6); its bytes lie elsewhere and never change. */
export interface Receipt {
  readonly id: string;
  readonly transactionId: string;
  readonly originalFileName: string;
  readonly contentType: ReceiptContentType;
  /** In bytes. */
  readonly fileSize: number;
  /** Of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;
  /** ISO instant. */
  readonly uploadedAt: string;
  readonly receiptType: ReceiptType | null;
  /** Empty when there is none. */
  readonly description: string;
}
