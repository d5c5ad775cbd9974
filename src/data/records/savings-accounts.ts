/** The user's savings accounts (002 §3), and what each of them held on each day that was stated. */
import type { Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { balanceHistoryKey } from '../../../domain/records/extra.ts';
import { savingsListItem, type SavingsListItem } from '../../../domain/lists/savings-list.ts';
import type { SavingsAccount } from '../../../domain/records/records.ts';
import type { SavingsAccountFields } from '../../../domain/records/savings-account.ts';
import { listAccounts } from './accounts.ts';
import { listBankNames } from './bank-names.ts';
import { listExtras, putExtra } from './extras.ts';
import { currentId, QUEUE_TABLES } from '../outbox/outbox.ts';
import { getRecord, putRecord, type Opened } from './records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

/** All savings accounts in no particular order. */
export async function listSavingsAccounts(db: HoldfastDatabase): Promise<SavingsAccount[]> {
  return await db.savingsAccounts.toArray();
}

/** All savings accounts with the names of their banks and holders. */
export async function savingsListItems(db: HoldfastDatabase): Promise<readonly SavingsListItem[]> {
  const [accounts, banks, savings] = await Promise.all([listAccounts(db), listBankNames(db), listSavingsAccounts(db)]);
  const bankNames = new Map(banks.map(({ id, name }) => [id, name]));
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  return savings.map((account) =>
    savingsListItem(account, { bank: (id) => bankNames.get(id) ?? '', account: (id) => accountNames.get(id) ?? '' }),
  );
}

/**
 * Creates a savings account, or replaces the one with the given id; its balance joins the history of the balances. The
 * fields have passed `checkSavingsAccount`.
 */
export async function saveSavingsAccount(
  db: HoldfastDatabase,
  fields: SavingsAccountFields & Opened<'savingsAccount'>,
  now = Date.now(),
): Promise<Written<SavingsAccount>> {
  return await write(db, TABLES, async () => await putSavingsAccount(db, fields, now));
}

/** `saveSavingsAccount` of several in one step, all or none. */
export async function saveSavingsAccounts(
  db: HoldfastDatabase,
  all: readonly (SavingsAccountFields & { readonly id?: string })[],
  now = Date.now(),
): Promise<Written<number>> {
  return await write(db, TABLES, async () => {
    for (const fields of all) await putSavingsAccount(db, fields, now);
    return all.length;
  });
}

const TABLES = ['savingsAccounts', 'extras', ...QUEUE_TABLES] as const;

async function putSavingsAccount(
  db: HoldfastDatabase,
  fields: SavingsAccountFields & Opened<'savingsAccount'>,
  now: number,
): Promise<SavingsAccount> {
  const saved = await putRecord(db, 'savingsAccount', await withMark(db, fields), now);
  await putExtra(
    db,
    'balance-history',
    balanceHistoryKey(saved.id, saved.latestBalanceDate),
    { balance: saved.latestBalance },
    now,
  );
  return saved;
}

/** A file without the column of cash ISAs leaves the mark as it is; without the mark a record lacks the field. */
async function withMark<F extends SavingsAccountFields & { readonly id?: string }>(
  db: HoldfastDatabase,
  fields: F,
): Promise<Omit<F, 'isCashIsa'> & Pick<SavingsAccountFields, 'isCashIsa'>> {
  const { isCashIsa, ...others } = fields;
  const { id } = fields;
  const isMarked = isCashIsa ?? (id === undefined ? false : (await getRecord(db, 'savingsAccount', id))?.isCashIsa);
  return { ...others, ...(isMarked === true && { isCashIsa: true }) };
}

/** What a savings account held on a day. */
export interface BalanceOnDay {
  readonly date: IsoDate;
  readonly balance: Pounds;
}

/** The balances of a savings account that were ever saved, one for each day, oldest first. */
export async function balanceHistory(db: HoldfastDatabase, id: string): Promise<BalanceOnDay[]> {
  const prefix = balanceHistoryKey(await currentId(db, id), '');
  const days = (await listExtras(db, 'balance-history')).filter((extra) => extra.key.startsWith(prefix));
  return days
    .map((extra) => ({ date: extra.key.slice(prefix.length) as IsoDate, balance: extra.value['balance'] as Pounds }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
