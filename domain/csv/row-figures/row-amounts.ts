/** The figures of a row of a file, once they are read. */

/** The figures as amounts; null where the row has none. */
export interface RowAmounts {
  readonly quantity: number | null;
  readonly nativePrice: number | null;
  readonly localPrice: number | null;
  readonly consideration: number | null;
  readonly brokerCharge: number | null;
  readonly stampDuty: number | null;
  readonly fxCharge: number | null;
  readonly accruedInterest: number | null;
  /** The price in pounds as plain decimal text. */
  readonly priceInPounds: string | null;
  /** The consideration was calculated from a price that names neither pounds nor pence. */
  readonly isUnitOpen: boolean;
  /** Nothing names the currency of the amounts. */
  readonly isCurrencyOpen: boolean;
  readonly foreignPrice: { readonly currency: string; readonly value: number } | null;
  /** The currencies in which the file states price and amount; null where it does not. */
  readonly priceCurrency: string | null;
  readonly amountCurrency: string | null;
}

export const NO_AMOUNTS: RowAmounts = {
  quantity: null,
  nativePrice: null,
  localPrice: null,
  consideration: null,
  brokerCharge: null,
  stampDuty: null,
  fxCharge: null,
  accruedInterest: null,
  priceInPounds: null,
  foreignPrice: null,
  isUnitOpen: false,
  isCurrencyOpen: false,
  priceCurrency: null,
  amountCurrency: null,
};
