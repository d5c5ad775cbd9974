/** The rules of each entity's records, for what is put together from two devices' edits. */
import { checkBankName } from '../../../domain/records/bank-name.ts';
import { checkBrokerCashBalance } from '../../../domain/records/broker-cash-balance.ts';
import { checkExtra } from '../../../domain/records/extra.ts';
import type { Issue } from '../../../domain/fields/issue.ts';
import { checkProperty, checkPropertyPrice } from '../../../domain/records/property.ts';
import { checkSavingsAccount } from '../../../domain/records/savings-account.ts';
import { checkTargetAllocation } from '../../../domain/records/target-allocation.ts';
import { checkTransaction } from '../../../domain/records/transaction.ts';
import type { EntityName, EntityRecords } from './entities.ts';

type Check = (record: never) => { readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] };

const CHECKS: { readonly [E in EntityName]?: Check } = {
  bankName: checkBankName,
  targetAllocation: checkTargetAllocation,
  savingsAccount: checkSavingsAccount,
  brokerCashBalance: checkBrokerCashBalance,
  property: checkProperty,
  propertyPrice: checkPropertyPrice,
  transaction: checkTransaction,
  extra: checkExtra,
};

/** What is wrong with a record by its entity's rules; nothing when it may be saved. */
export function issuesOf<E extends EntityName>(entity: E, record: EntityRecords[E]): readonly Issue[] {
  const checked = CHECKS[entity]?.(record as never);
  return checked === undefined || checked.ok ? [] : checked.issues;
}
