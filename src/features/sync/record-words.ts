/** What a change is about, in the user's words. Money is never named here: sentences cannot be masked. */
import { parseYearStatementKey } from '../../../domain/allowances/statements.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import { assetCategoryLabel, labelOf, TAX_WRAPPER_OPTIONS, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import type {
  Account,
  Asset,
  BankName,
  Broker,
  BrokerCashBalance,
  Property,
  PropertyPrice,
  SavingsAccount,
  Transaction,
} from '../../../domain/records/records.ts';
import { HOUSEHOLD } from '../../../domain/plans/own-targets.ts';
import { savingsAccountName } from '../../../domain/records/savings-account-name.ts';
import type { EntityName, EntityRecords } from '../../data/entities/entities.ts';
import { entityNoun } from '../../data/entities/entity-words.ts';
import { parseBalanceHistoryKey, type Extra } from '../../../domain/records/extra.ts';
import type { ImportRecord } from '../../data/database/import-record.ts';
import type { RecordEntry } from '../../data/database/outbox-entry.ts';
import { formatQuantity } from '../../ui/texts/format.ts';
import { dateInSentence } from '../../ui/texts/date-text.ts';

type ById<R> = ReadonlyMap<string, R>;

/** What the words need besides the entry itself. */
export interface EntryContext {
  /** By ISIN. */
  readonly assets: ById<Asset>;
  readonly imports: ById<ImportRecord>;
  readonly accounts: ById<Account>;
  readonly brokers: ById<Broker>;
  readonly banks: ById<BankName>;
  readonly properties: ById<Property>;
  readonly savings: ById<SavingsAccount>;
  /** The transactions that receipts belong to. */
  readonly transactions: ById<Transaction>;
}

/** The ticker where the catalogue has one (`VWRL.L` is VWRL), else the name, else the ISIN. */
export function assetShortName(asset: Asset | undefined, isin: string): string {
  const ticker = /^[A-Z0-9]{2,6}(?=\.[A-Z]{1,3}$|$)/u.exec(asset?.fetchCode ?? '');
  return ticker?.[0] ?? asset?.name ?? isin;
}

type Words<R> = (record: R, context: EntryContext) => string;

const named =
  (entity: EntityName): Words<{ readonly name: string }> =>
  (record) =>
    `${entityNoun(entity)} '${record.name}'`;

const WORDS: { readonly [E in EntityName]: Words<EntityRecords[E]> } = {
  account: named('account'),
  broker: named('broker'),
  asset: named('asset'),
  bankName: named('bankName'),
  targetAllocation: (target) => `target of ${assetCategoryLabel(target.assetCategory)}`,
  savingsAccount: (account, context) => `savings account '${savingsWords(account, context)}'`,
  brokerCashBalance: cashWords,
  property: named('property'),
  propertyPrice: priceWords,
  transaction: transactionWords,
  receipt: (receipt, context) => {
    const transaction = context.transactions.get(receipt.transactionId);
    return `receipt '${receipt.originalFileName}'${transaction === undefined ? '' : ` of ${transactionWords(transaction, context)}`}`;
  },
  extra: extraWords,
};

function savingsWords(account: SavingsAccount, { banks }: EntryContext): string {
  return savingsAccountName(account, banks.get(account.bankNameId)?.name);
}

function cashWords(
  { brokerId, accountId, taxWrapper }: BrokerCashBalance,
  { brokers, accounts }: EntryContext,
): string {
  const where = [
    brokers.get(brokerId)?.name,
    accounts.get(accountId)?.name,
    labelOf(TAX_WRAPPER_OPTIONS, taxWrapper),
  ].filter((name) => name !== undefined);
  return `cash balance at ${where.join(', ')}`;
}

function priceWords({ propertyId, priceDate }: PropertyPrice, { properties }: EntryContext): string {
  const property = properties.get(propertyId);
  return `price of ${property === undefined ? 'a property' : `'${property.name}'`}, ${dateInSentence(priceDate)}`;
}

function transactionWords(transaction: Transaction, { assets }: EntryContext): string {
  const type = labelOf(TRANSACTION_TYPES, transaction.transactionType);
  const quantity = transaction.quantity === null ? '' : ` ${formatQuantity(transaction.quantity)}`;
  if (transaction.isin === '') return `${type}, ${dateInSentence(transaction.transactionDate)}`;
  return `${type}${quantity} ${assetShortName(assets.get(transaction.isin), transaction.isin)}, ${dateInSentence(transaction.transactionDate)}`;
}

function extraWords({ kind, key }: Extra, context: EntryContext): string {
  switch (kind) {
    case 'balance-history': {
      const { savingsAccountId, date: day } = parseBalanceHistoryKey(key);
      const date = parseIsoDate(day);
      const savings = context.savings.get(savingsAccountId);
      return `balance of ${savings === undefined ? 'a savings account' : `'${savingsWords(savings, context)}'`}${date === null ? '' : `, ${dateInSentence(date)}`}`;
    }
    case 'losses-brought-forward':
      return 'losses brought forward';
    case 'column-mapping':
      return 'columns of an import file';
    case 'import-history':
      return 'note of an import';
    case 'account-settings':
      return 'settings of an account';
    case 'merged-security':
      return 'note of a merged security';
    case 'other-income':
      return 'other income';
    case 'account-holder':
      return 'statement about an account holder';
    case 'allowance-year':
      return `statement about allowances of ${parseYearStatementKey(key)?.taxYear ?? key}`;
    case 'planned-trades':
      return 'planned trades';
    case 'targets':
      return key === HOUSEHOLD ? 'targets of the household' : 'targets of an account holder';
    case 'income-nature':
      return `nature of the income from ${assetShortName(context.assets.get(key), key)}`;
    case 'excess-income':
      return `reportable income of ${assetShortName(context.assets.get(key), key)}`;
  }
}

/** A record of an entity: `Buy 100 VWRL, 3 Mar 2024`. */
export function wordsOf<E extends EntityName>(entity: E, record: EntityRecords[E], context: EntryContext): string {
  return WORDS[entity](record, context);
}

/** The record that an entry is about, as it was last known here: `Buy 100 VWRL, 3 Mar 2024`. */
export function recordWords<E extends EntityName>(entry: RecordEntry<E>, context: EntryContext): string {
  const record = entry.payload?.record ?? entry.base?.record ?? null;
  return record === null ? `${entityNoun(entry.entity)} ${entry.localId}` : wordsOf(entry.entity, record, context);
}
