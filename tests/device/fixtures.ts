/** Records and databases for tests of the device's data and its sync. */
import 'fake-indexeddb/auto';
import type { Pounds, Price, Quantity } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { openUserDatabase } from '../../src/data/database/database.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import type { Written } from '../../src/data/database/write.ts';

/** A new user's empty database. */
export async function freshDatabase(): Promise<HoldfastDatabase> {
  // Files share a process and its storage, but not always this module: a number could come again.
  return await openUserDatabase({ apiBase: 'http://test.invalid/api', userId: crypto.randomUUID() });
}

/** The fields of a plain purchase, with changes. */
export function purchase(changes: Partial<TransactionFields> = {}): TransactionFields {
  return {
    transactionType: 'BUY',
    transactionDate: '2024-03-01' as IsoDate,
    brokerId: 'broker',
    brokerDealReference: '',
    accountId: 'account',
    taxWrapper: 'DEALING',
    isin: 'IE00B4L5Y983',
    quantity: 10 as Quantity,
    nativePrice: 33.9858 as Price,
    localPrice: 33.9858 as Price,
    consideration: 339.86 as Pounds,
    brokerCharge: 5 as Pounds,
    stampDuty: 0 as Pounds,
    fxCharge: 0 as Pounds,
    accruedInterest: 0 as Pounds,
    ...changes,
  };
}

/** The value of a write that has to succeed. */
export function written<T>(result: Written<T>): T {
  if (!result.ok) throw new Error(`refused: ${result.fault.code}`);
  return result.value;
}
