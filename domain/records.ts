/** The entities as plain records (000 §3, 001 §3). Devices, server and worker all compute on these. */
import type { Fraction, Percent, Pounds, Price, Quantity, Rate } from './amount.ts';
import type { IsoDate } from './dates.ts';
import type { AssetCategory, AssetType, Denomination, IncomeTreatment, PriceSource, TaxWrapper, TransactionType } from './enums.ts';

/** An account holder: one legal person, whose taxable holdings of a security form one pool. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

export interface Broker {
  readonly id: string;
  readonly name: string;
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
}

/** Units of `toCurrency` for one of `fromCurrency` on a day. */
export interface ExchangeRate {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly rate: Rate;
  readonly rateDate: IsoDate;
}
