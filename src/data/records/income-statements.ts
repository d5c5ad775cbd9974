/** What the user states about income: natures of securities, figures of funds, the rate of an account. */
import {
  accountSettingsValue,
  readAccountSettings,
  type AccountSettings,
} from '../../../domain/records/account-settings.ts';
import type { ExcessIncome } from '../../../domain/facts/excess-income.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import {
  natureStatementsValue,
  ownExcessValue,
  readNatureStatements,
  readOwnExcess,
} from '../../../domain/income/income-statements.ts';
import { withCircumstances, withTreatyRate, type Circumstances } from '../../../domain/income/stated-income.ts';
import type { Nature } from '../../../domain/income/nature.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { getExtra, listExtras, putExtra, saveExtra } from './extras.ts';
import { QUEUE_TABLES } from '../outbox/outbox.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

const NATURE = 'income-nature';
const EXCESS = 'excess-income';
const SETTINGS = 'account-settings';
const OTHER_INCOME = 'other-income';

/** States what a security pays from a tax year on; what was stated of earlier years stays. */
export async function stateNature(
  db: HoldfastDatabase,
  isin: string,
  from: TaxYear,
  nature: Nature,
): Promise<Written<unknown>> {
  const stated = readNatureStatements((await getExtra(db, NATURE, isin)) ?? {});
  // The first statement holds for earlier years too, where nothing else is stated.
  const statement = { from: stated.length === 0 ? null : from, nature, country: null };
  const others = stated.filter((other) => other.from !== statement.from && other.from !== from);
  return await saveExtra(db, NATURE, isin, natureStatementsValue([...others, statement]));
}

/** All figures of funds that the user has added. */
export async function listOwnExcess(db: HoldfastDatabase): Promise<readonly ExcessIncome[]> {
  return (await listExtras(db, EXCESS)).flatMap(({ key, value }) => readOwnExcess(key, value));
}

/** Adds figures of funds in one step, all or none; a figure replaces the one that its period has already. */
export async function addOwnExcess(db: HoldfastDatabase, rows: readonly ExcessIncome[]): Promise<Written<number>> {
  return await write(db, ['extras', ...QUEUE_TABLES], async () => {
    const now = Date.now();
    for (const [isin, added] of groupBy(rows, (row) => row.isin)) {
      const before = readOwnExcess(isin, (await getExtra(db, EXCESS, isin)) ?? {});
      const periods = new Map([...before, ...added].map((row) => [row.periodEnd, row]));
      await putExtra(db, EXCESS, isin, ownExcessValue([...periods.values()]), now);
    }
    return rows.length;
  });
}

/** Removes the user's figure of a fund for the period that ended on the day; the shipped one, if any, counts again. */
export async function removeOwnExcess(
  db: HoldfastDatabase,
  isin: string,
  periodEnd: string,
): Promise<Written<unknown>> {
  const periods = readOwnExcess(isin, (await getExtra(db, EXCESS, isin)) ?? {});
  return await saveExtra(db, EXCESS, isin, ownExcessValue(periods.filter((row) => row.periodEnd !== periodEnd)));
}

/** Chooses the rates by which an account's foreign income, and amounts without a value in pounds, are converted. */
export async function saveRates(
  db: HoldfastDatabase,
  accountId: string,
  rates: Pick<AccountSettings, 'incomeRate' | 'fileRate'>,
): Promise<Written<unknown>> {
  const settings = readAccountSettings((await getExtra(db, SETTINGS, accountId)) ?? {});
  return await saveExtra(db, SETTINGS, accountId, accountSettingsValue({ ...settings, ...rates }));
}

/** States an account holder's other income of a year beside that of other years; null removes the statement. */
export async function stateOtherIncome(
  db: HoldfastDatabase,
  accountId: string,
  taxYear: TaxYear,
  amount: number | null,
): Promise<Written<unknown>> {
  const { [taxYear]: _before, ...others } = (await getExtra(db, OTHER_INCOME, accountId)) ?? {};
  return await saveExtra(db, OTHER_INCOME, accountId, amount === null ? others : { ...others, [taxYear]: amount });
}

/** States a year's marriage allowance or residence; null removes the statement. */
export async function stateCircumstances(
  db: HoldfastDatabase,
  accountId: string,
  taxYear: TaxYear,
  change: Partial<Circumstances>,
): Promise<Written<unknown>> {
  const before = (await getExtra(db, OTHER_INCOME, accountId)) ?? {};
  return await saveExtra(db, OTHER_INCOME, accountId, withCircumstances(before, taxYear, change));
}

/** States the rate in percent that the treaty allows a country; null removes the statement. */
export async function stateTreatyRate(
  db: HoldfastDatabase,
  accountId: string,
  key: string,
  percent: number | null,
): Promise<Written<unknown>> {
  const before = (await getExtra(db, OTHER_INCOME, accountId)) ?? {};
  return await saveExtra(db, OTHER_INCOME, accountId, withTreatyRate(before, key, percent));
}
