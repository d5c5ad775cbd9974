/** What records are called in messages. */
import { EXTRA_KINDS, type ExtraKind, parseExtraId } from '../../../domain/records/extra.ts';
import type { EntityName } from './entities.ts';

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

const EXTRA_NOUNS: Readonly<Record<ExtraKind, readonly [one: string, many: string]>> = {
  'balance-history': ['earlier balance of a savings account', 'earlier balances of savings accounts'],
  'losses-brought-forward': ['statement of losses brought forward', 'statements of losses brought forward'],
  'account-settings': ['set of account settings', 'sets of account settings'],
  'column-mapping': ['remembered answer about import files', 'remembered answers about import files'],
  'import-history': ['entry of the import history', 'entries of the import history'],
  'merged-security': ['notice of a merged security', 'notices of merged securities'],
  'other-income': ['statement of other income', 'statements of other income'],
  'account-holder': ['statement about an account holder', 'statements about account holders'],
  'allowance-year': ['statement about allowances', 'statements about allowances'],
  'planned-trades': ['plan with its trades', 'plans with their trades'],
  targets: ['set of target percentages', 'sets of target percentages'],
  'income-nature': ['statement about income', 'statements about income'],
  'excess-income': ['figure of a reporting fund', 'figures of reporting funds'],
};

/** `4 accounts`; extras by their kinds: `1 earlier balance of a savings account and 2 entries of the import history`. */
export function recordsInWords(entity: EntityName, ids: readonly string[]): string {
  const counted = (count: number, [one, many]: readonly [string, string]): string =>
    `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
  if (entity !== 'extra') return counted(ids.length, NOUNS[entity]);
  const kinds = EXTRA_KINDS.map((kind) => [kind, ids.filter((id) => parseExtraId(id)?.kind === kind).length] as const);
  return listInWords(kinds.filter(([, count]) => count > 0).map(([kind, count]) => counted(count, EXTRA_NOUNS[kind])));
}

function listInWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** How many records of an entity name another. */
export interface Use {
  readonly entity: EntityName;
  readonly count: number;
}

/** `3 transactions, 1 savings account and 2 properties`. */
export function usesInWords(uses: readonly Use[]): string {
  return listInWords(
    uses
      .filter(({ count }) => count > 0)
      .map(({ entity, count }) => `${count.toLocaleString('en-GB')} ${entityNoun(entity, count)}`),
  );
}
