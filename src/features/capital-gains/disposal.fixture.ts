import type { Pounds, Quantity } from '../../../domain/amount.ts';
import type { DisposalView } from '../../../domain/cgt/disposal-view.ts';
import type { IsoDate } from '../../../domain/dates.ts';

/** A disposal for tests: 100 units, 40 matched within 30 days and 60 from the pool, a gain of £1,234.50. */
export function makeDisposal(changes: Partial<DisposalView> = {}): DisposalView {
  return {
    disposalTransactionId: 'sale-1',
    transactionIds: ['sale-1'],
    disposalDate: '2024-05-03' as IsoDate,
    assetName: 'Vodafone Group plc',
    isin: 'GB00BH4HKS39',
    assetCategory: 'UK_TSM',
    accountId: 'account-1',
    accountName: 'Main Account',
    taxWrapper: 'DEALING',
    taxWrappers: ['DEALING'],
    quantityDisposed: 100 as Quantity,
    disposalProceeds: 5000 as Pounds,
    allowableCost: 3765.5 as Pounds,
    incidentalCosts: 11.95 as Pounds,
    fxCharges: 0 as Pounds,
    fxChargeAllowable: false,
    capitalGain: 1234.5 as Pounds,
    isExemptFromCGT: false,
    exemptReason: null,
    unmatchedQuantity: 0 as Quantity,
    notes: [],
    provisionalUntil: null,
    holdingTransactions: [
      {
        transactionId: 'buy-1', transactionType: 'BUY', transactionTypeLabel: 'Buy', transactionDate: '2023-01-09' as IsoDate, taxWrapper: 'DEALING',
        quantity: 300 as Quantity, consideration: 9000 as Pounds,
      },
      {
        transactionId: 'sale-1', transactionType: 'SELL', transactionTypeLabel: 'Sell', transactionDate: '2024-05-03' as IsoDate, taxWrapper: 'DEALING',
        quantity: null, consideration: 5000 as Pounds,
      },
    ],
    olderPoolTransactions: 0,
    matches: [
      {
        rule: 'THIRTY_DAY', quantity: 40 as Quantity, acquisitionQuantity: 40 as Quantity, acquisitionDate: '2024-05-20' as IsoDate, acquisitionIds: ['buy-2'],
        acquiredQuantity: 40 as Quantity, acquiredCost: 1953.55 as Pounds, cost: 1953.55 as Pounds, proceeds: 2000 as Pounds, poolBefore: null, poolAfter: null,
      },
      {
        rule: 'SECTION_104', quantity: 60 as Quantity, acquisitionQuantity: 60 as Quantity, acquisitionDate: null, acquisitionIds: [],
        acquiredQuantity: 0 as Quantity, acquiredCost: 0 as Pounds, cost: 1800 as Pounds, proceeds: 3000 as Pounds,
        poolBefore: { quantity: 300 as Quantity, cost: 9000 as Pounds }, poolAfter: { quantity: 240 as Quantity, cost: 7200 as Pounds },
      },
    ],
    ...changes,
  };
}
