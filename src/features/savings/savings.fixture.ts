/** Savings accounts for the tests of this folder and of their import. */
import type { Fraction, Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { SavingsAccount } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase } from '../../data/database/test-database.fixture.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';

export function makeSavings(change: Partial<SavingsAccount> = {}): SavingsAccount {
  return {
    id: 's1',
    bankNameId: 'aldermore',
    accountType: 'Easy access',
    accountId: 'ada',
    accountOpenDate: '2023-02-01' as IsoDate,
    accountCloseDate: null,
    latestBalance: 1000.1 as Pounds,
    latestBalanceDate: '2024-03-03' as IsoDate,
    interestRate: 0.0432 as Fraction,
    accountReference: 'Rainy day',
    sortCode: '20-36-43',
    accountNumber: '12345678',
    notes: '',
    ...change,
  };
}

/** A database of two holders and three banks, one of them inactive, made the current one. */
export async function openSavingsDatabase(): Promise<HoldfastDatabase> {
  await openTestDatabase();
  const db = currentDatabase();
  await db.accounts.bulkAdd([
    { id: 'ada', name: 'Ada', version: 1 },
    { id: 'bea', name: 'Bea', version: 1 },
  ]);
  const bank = (id: string, name: string, isActive = true) => ({
    id,
    name,
    isActive,
    createdAt: '2024-01-01T00:00:00Z',
    updatedAt: '2024-01-01T00:00:00Z',
    version: 1,
  });
  await db.bankNames.bulkAdd([bank('aldermore', 'Aldermore'), bank('zopa', 'Zopa'), bank('gone', 'Gone Bank', false)]);
  return db;
}
