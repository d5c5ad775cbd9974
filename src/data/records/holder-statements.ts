/** What account holders state for their allowances: of the person, and of each tax year. */
import {
  holderStatementValue,
  NOTHING_STATED,
  NOTHING_STATED_OF_YEAR,
  readHolderStatement,
  readYearStatement,
  yearStatementKey,
  yearStatementValue,
  type HolderStatement,
  type YearStatement,
} from '../../../domain/allowances/statements.ts';
import type { Pounds } from '../../../domain/values/amount.ts';
import { extraId, type ExtraKind, type ExtraValue } from '../../../domain/records/extra.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { getExtra, listExtras, putExtra } from './extras.ts';
import { QUEUE_TABLES } from '../outbox/outbox.ts';
import { removeAndQueue } from '../outbox/queued-removals.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

const HOLDER = 'account-holder';
const YEAR = 'allowance-year';

/** Changes what is stated of a holder and leaves the rest; null removes a statement. */
export async function stateHolder(
  db: HoldfastDatabase,
  accountId: string,
  change: Partial<HolderStatement>,
): Promise<Written<null>> {
  return await write(db, ['extras', ...QUEUE_TABLES], async () => {
    const before = await getExtra(db, HOLDER, accountId);
    const next = { ...(before === null ? NOTHING_STATED : readHolderStatement(before)), ...change };
    await putOrRemove(db, HOLDER, accountId, before, holderStatementValue(next));
    // A couple is stated once: whoever named this holder no longer does.
    if (change.spouseAccountId !== undefined)
      for (const { key, value } of await listExtras(db, HOLDER)) {
        const other = readHolderStatement(value);
        if (key === accountId || other.spouseAccountId !== accountId) continue;
        await putOrRemove(db, HOLDER, key, value, holderStatementValue({ ...other, spouseAccountId: null }));
      }
    return null;
  });
}

/** Changes what is stated of a holder's tax year and leaves the rest; null removes a statement. */
export async function stateYear(
  db: HoldfastDatabase,
  accountId: string,
  taxYear: TaxYear,
  change: Partial<YearStatement>,
): Promise<Written<null>> {
  return await changeYear(db, accountId, taxYear, (before) => ({ ...before, ...change }));
}

/** Changes what is stated to be paid into a cash ISA in a tax year and leaves the other accounts; null removes it. */
export async function stateCashIsa(
  db: HoldfastDatabase,
  { accountId, savingsAccountId }: { readonly accountId: string; readonly savingsAccountId: string },
  taxYear: TaxYear,
  paidIn: Pounds | null,
): Promise<Written<null>> {
  return await changeYear(db, accountId, taxYear, (before) => {
    const cashIsas = new Map(before.cashIsas);
    if (paidIn === null) cashIsas.delete(savingsAccountId);
    else cashIsas.set(savingsAccountId, paidIn);
    return { ...before, cashIsas };
  });
}

async function changeYear(
  db: HoldfastDatabase,
  accountId: string,
  taxYear: TaxYear,
  change: (before: YearStatement) => YearStatement,
): Promise<Written<null>> {
  return await write(db, ['extras', ...QUEUE_TABLES], async () => {
    const key = yearStatementKey(accountId, taxYear);
    const before = await getExtra(db, YEAR, key);
    const next = change(before === null ? NOTHING_STATED_OF_YEAR : readYearStatement(before));
    await putOrRemove(db, YEAR, key, before, yearStatementValue(next));
    return null;
  });
}

/** An empty statement is not stored. */
async function putOrRemove(
  db: HoldfastDatabase,
  kind: ExtraKind,
  key: string,
  before: ExtraValue | null,
  value: ExtraValue,
): Promise<void> {
  const now = Date.now();
  if (Object.keys(value).length > 0) await putExtra(db, kind, key, value, now);
  else if (before !== null) await removeAndQueue(db, 'extra', [extraId(kind, key)], { now, holdMs: 0 });
}
