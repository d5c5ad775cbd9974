/** What records are called in messages. */
import type { EntityName } from './schema.ts';

const NOUNS: { readonly [E in EntityName]: readonly [one: string, many: string] } = {
  account: ['account', 'accounts'],
  broker: ['broker', 'brokers'],
  asset: ['asset', 'assets'],
  bankName: ['bank name', 'bank names'],
  targetAllocation: ['target allocation', 'target allocations'],
  savingsAccount: ['savings account', 'savings accounts'],
  brokerCashBalance: ['cash balance', 'cash balances'],
  property: ['property', 'properties'],
  propertyPrice: ['property price', 'property prices'],
  transaction: ['transaction', 'transactions'],
  receipt: ['receipt', 'receipts'],
  extra: ['setting', 'settings'],
};

/** The name of one record of an entity, in small letters. */
export function entityNoun(entity: EntityName, count = 1): string {
  const [one, many] = NOUNS[entity];
  return count === 1 ? one : many;
}

/** How many records of an entity name another. */
export interface Use {
  readonly entity: EntityName;
  readonly count: number;
}

/** `3 transactions, 1 savings account and 2 properties`. */
export function usesInWords(uses: readonly Use[]): string {
  const parts = uses
    .filter(({ count }) => count > 0)
    .map(({ entity, count }) => `${count.toLocaleString('en-GB')} ${entityNoun(entity, count)}`);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
