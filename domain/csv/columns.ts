/** The columns of a transactions file: the fields that a column can hold. */

export const TRANSACTION_FIELDS = [
  'id', 'transactionDate', 'transactionType', 'isin', 'sedol', 'assetName', 'account', 'broker', 'taxWrapper', 'quantity', 'nativePrice', 'localPrice',
  'price', 'currency', 'consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest', 'brokerDealReference', 'relatedIsin',
  'ratioNew', 'ratioOld', 'valueAfter', 'costFraction', 'smallTreatment', 'incomeDate', 'transferId',
] as const;
/** What a column of a transactions file holds. `price` is a price whose currency another column or the amounts decide. */
export type TransactionField = (typeof TRANSACTION_FIELDS)[number];
