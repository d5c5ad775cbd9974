/**
 * Allowances of account holders in a tax year, from the records in memory and the holders' statements
 * (allowances/RULES.md).
 */
import type { AllowanceRow } from '../../domain/allowances/allowance.ts';
import { cashIsasOf, isOpenIn } from '../../domain/allowances/cash-isas.ts';
import { holderAllowances, type YearIncome } from '../../domain/allowances/holder-allowances.ts';
import { recordedPayments, type RecordedPayments } from '../../domain/allowances/recorded-payments.ts';
import {
  NOTHING_STATED,
  NOTHING_STATED_OF_YEAR,
  parseYearStatementKey,
  readHolderStatement,
  readYearStatement,
  type YearStatement,
} from '../../domain/allowances/statements.ts';
import type { Amount, Money, Pounds, Unit } from '../../domain/values/amount.ts';
import { computeTaxYears } from '../../domain/cgt/tax/tax-computation.ts';
import { exact, sum, toAmount } from '../../domain/values/decimal.ts';
import { TAX_WRAPPERS } from '../../domain/fields/enums.ts';
import { isDividend } from '../../domain/income/nature.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { savingsAccountName } from '../../domain/records/savings-account-name.ts';
import { taxYearBounds, type TaxYear } from '../../domain/values/tax-year.ts';
import { rulesOf, TAX_YEARS } from '../../domain/tax-years/tax-years.ts';
import type { AllowancesQuery, AllowancesView, HolderAllowancesView } from '../api/allowance-types.ts';
import { listExtras } from '../../src/data/records/extras.ts';
import type { Income } from './income.ts';
import type { IncomeView } from '../api/income-types.ts';
import type { LiveData } from '../live/live-data.ts';
import { Memo } from '../live/memo.ts';
import type { Portfolio } from './portfolio.ts';

export class Allowances {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  private readonly income: () => Promise<Income>;
  private readonly payments = new Memo<RecordedPayments>();

  constructor(data: LiveData, portfolio: Portfolio, income: () => Promise<Income>) {
    this.data = data;
    this.portfolio = portfolio;
    this.income = income;
  }

  async view({ accountIds, taxYear }: AllowancesQuery): Promise<AllowancesView> {
    const { basis } = await this.portfolio.today();
    const known = accountIds.filter((id) => basis.accounts.has(id));
    const holders: HolderAllowancesView[] = [];
    for (const id of known) holders.push(await this.holder(id, taxYear));
    return {
      taxYear,
      asOf: basis.asOf,
      status: rulesOf(taxYear)?.status ?? 'law',
      years: TAX_YEARS.filter(({ isa }) => isa !== null)
        .map((rules) => rules.taxYear)
        .toReversed(),
      holders,
    };
  }

  private async holder(accountId: string, taxYear: TaxYear): Promise<HolderAllowancesView> {
    const { data } = this;
    const [{ basis, result }, holder, years, statements, brokers, bankNames, savings, income] = await Promise.all([
      this.portfolio.today(),
      this.holderStatement(accountId),
      this.yearStatements(accountId),
      data.statements.get(),
      data.brokers.get(),
      data.bankNames.get(),
      data.savingsAccounts.get(),
      (await this.income()).year({ accountId, taxYear }),
    ]);
    const { transactions, assets, accounts } = basis;
    const payments = this.payments.get([transactions], () => recordedPayments(transactions));
    const lossesBroughtForward = statements.lossesBroughtForward.get(accountId) ?? new Map();
    const gainsYear = computeTaxYears(result, accountId, { lossesBroughtForward }, taxYear).find(
      (year) => year.taxYear === taxYear && year.rules !== null,
    );
    const year = years.get(taxYear) ?? NOTHING_STATED_OF_YEAR;
    const cashIsas = cashIsasOf(accountId, taxYear, savings, year.cashIsas);
    const { isas, allowances, replaceable, ...found } = holderAllowances({
      accountId,
      taxYear,
      today: basis.asOf,
      payments,
      holder,
      years,
      cashIsas,
      gains: result,
      gainsYear: gainsYear ?? null,
      income: yearIncome(income),
    });
    const placeOf = ({ brokerId, taxWrapper }: Pick<Transaction, 'brokerId' | 'taxWrapper'>): string =>
      `${brokers.get(brokerId)?.name ?? 'A broker'}, ${taxWrapper}`;
    const behind = new Set(allowances.flatMap(({ rows }) => rows.map(({ source }) => source.id)));
    const savingsNames = new Map(
      savings.map((account) => [account.id, savingsAccountName(account, bankNames.get(account.bankNameId)?.name)]),
    );
    const names = new Map([
      ...savingsNames,
      ...transactions
        .filter(({ id }) => behind.has(id))
        .map((row) => [row.id, row.isin === '' ? placeOf(row) : (assets.get(row.isin)?.name ?? row.isin)] as const),
    ]);
    const isaViews = isas.map(({ id, isFlexible }) => {
      const [, brokerId = '', wrapper] = id.split('|');
      const taxWrapper = TAX_WRAPPERS.find((one) => one === wrapper) ?? 'ISA';
      return { id, brokerId, taxWrapper, isFlexible, name: placeOf({ brokerId, taxWrapper }) };
    });
    const { first, last } = taxYearBounds(taxYear);
    return {
      ...found,
      name: accounts.get(accountId)?.name ?? '',
      allowances: allowances.map((allowance) => ({
        ...allowance,
        rows: allowance.rows.map((row) => ({ ...row, name: names.get(row.source.id) ?? null })),
      })),
      isas: isaViews,
      cashIsas: cashIsas.map((isa) => ({ ...isa, name: savingsNames.get(isa.savingsAccountId) ?? null })),
      replaceable: replaceable.map(({ isaId, amount }) => ({
        name: isaViews.find(({ id }) => id === isaId)?.name ?? '',
        amount,
      })),
      unclear: payments.unclear
        .filter((row) => row.accountId === accountId && row.transactionDate >= first && row.transactionDate <= last)
        .map((row) => ({
          id: row.id,
          date: row.transactionDate,
          name: placeOf(row),
          amount: row.cashAmount as Amount<Unit> as Money,
          currency: row.cashCurrency ?? 'GBP',
        })),
      unknownNatures: income.bySecurity.filter(({ nature }) => nature === null).map(({ name }) => name),
      hasSavings: savings.some(
        (account) => account.accountId === accountId && account.isCashIsa !== true && isOpenIn(account, taxYear),
      ),
      holder,
      year,
      otherIncome: income.otherIncome,
    };
  }

  private async holderStatement(accountId: string) {
    const stated = new Map(
      (await listExtras(this.data.db, 'account-holder')).map(({ key, value }) => [key, readHolderStatement(value)]),
    );
    const own = stated.get(accountId) ?? NOTHING_STATED;
    // One of a couple states it for both.
    const other = [...stated].find(([id, { spouseAccountId }]) => id !== accountId && spouseAccountId === accountId);
    return { ...own, spouseAccountId: own.spouseAccountId ?? other?.[0] ?? null };
  }

  private async yearStatements(accountId: string): Promise<ReadonlyMap<TaxYear, YearStatement>> {
    const stated = await listExtras(this.data.db, 'allowance-year');
    return new Map(
      stated.flatMap(({ key, value }) => {
        const named = parseYearStatementKey(key);
        return named?.accountId === accountId ? [[named.taxYear, readYearStatement(value)] as const] : [];
      }),
    );
  }
}

/** The income of a year that uses allowances: outside ISAs and pensions, of a known nature. */
function yearIncome({ lines, taxYear, otherIncome, circumstances, savingsAllowance }: IncomeView): YearIncome {
  const counted = lines.filter(({ counts }) => counts);
  const rowsOf = (wanted: (line: (typeof counted)[number]) => boolean): AllowanceRow[] =>
    counted.filter(wanted).map(({ id, date, gross }) => ({ date, amount: gross, source: { kind: 'transaction', id } }));
  const property = counted.filter(({ nature }) => nature === 'propertyIncome').map(({ gross }) => exact(gross));
  return {
    dividends: rowsOf(({ nature }) => nature !== null && isDividend(nature)),
    interest: rowsOf(({ nature }) => nature !== null && !isDividend(nature) && nature !== 'propertyIncome'),
    otherIncome: otherIncome === null ? null : toAmount(sum([exact(otherIncome), ...property])),
    givesMarriageAllowance: circumstances.marriageAllowance === 'given',
    band: otherIncome === null || savingsAllowance === null ? null : bandOf(taxYear, savingsAllowance.allowance),
  };
}

/** The savings allowance depends on the band that the income reaches (ITA s12B). */
function bandOf(taxYear: TaxYear, allowance: Pounds): YearIncome['band'] {
  const of = rulesOf(taxYear)?.income?.savings.allowance;
  if (of === undefined || allowance === 0) return 'additional';
  return allowance === of.basic ? 'basic' : 'higher';
}
