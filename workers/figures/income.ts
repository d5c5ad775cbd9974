/** Income of a tax year, from the records in memory and the public facts (income/RULES.md). */
import { incomeCsv, incomeFileName } from '../../domain/csv/exports/export-income.ts';
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { divide, sum, toAmount, type Exact } from '../../domain/values/decimal.ts';
import { groupBy } from '../../domain/values/group-by.ts';
import { excessIncomeTable } from '../../domain/facts/excess-income.ts';
import { factSources } from '../../domain/facts/operator-facts.ts';
import { accruedIncome, type AccruedLine } from '../../domain/income/accrued-income.ts';
import { incomeFindings, type IncomeFinding, type IncomeFindingView } from '../../domain/income/income-findings.ts';
import { excessIncome, isHeldIn, type ExcessIncomeResult, type FundPeriod } from '../../domain/income/excess-income.ts';
import { incomeForecast, type ExpectedIncome } from '../../domain/income/income-forecast.ts';
import type { StatedIncome } from '../../domain/income/stated-income.ts';
import { incomeYear } from '../../domain/income/income-year.ts';
import { toPeriodView } from '../../domain/income/period-view.ts';
import { DEFAULT_RATE_SETTING, rateFor, type Rates } from '../../domain/income/pound-rate.ts';
import type { RateSetting } from '../../domain/records/account-settings.ts';
import { proposedRecord } from '../../domain/income/proposed-record.ts';
import {
  grossByYear,
  incomeRowsByYear,
  receiptsOf,
  receiptsWithoutRate,
  type IncomeRows,
  type Receipt,
  type ReceiptsInput,
} from '../../domain/income/receipts.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { taxYearOf, type TaxYear } from '../../domain/values/tax-year.ts';
import type { ExportFile } from '../api/export-types.ts';
import { csvExport } from '../lists/csv-export.ts';
import { incomeFacts } from '../live/facts.ts';
import { monthlyRatesWith } from '../live/monthly-rates-with.ts';
import type { IncomeQuery, IncomeView } from '../api/income-types.ts';
import type { LiveData } from '../live/live-data.ts';
import { Memo } from '../live/memo.ts';
import type { Portfolio } from './portfolio.ts';
import type { SecurityIncome } from '../api/security-types.ts';

/** Everything on which a year depends. */
interface Ground {
  readonly result: GainsResult;
  /** Calculated on the first request: the income of one security does not need it. */
  readonly excessOf: () => ExcessIncomeResult;
  readonly receipts: ReceiptsInput;
  readonly rates: Rates;
  readonly setting: RateSetting;
  readonly fileRate: RateSetting['source'];
  readonly stated: StatedIncome | undefined;
  readonly operatorSources: readonly string[];
}

/** Income without a security is interest on cash. */
const CASH = 'Cash at broker';

export class Income {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  private readonly excess = new Memo<ExcessIncomeResult>();
  private readonly rows = new Memo<IncomeRows>();
  private readonly missing = new Memo<readonly IncomeFinding[]>();
  private readonly byYear = new Memo<ReturnType<typeof grossByYear>>();
  private readonly accrued = new Memo<readonly AccruedLine[]>();
  private readonly forecast = new Memo<readonly ExpectedIncome[]>();

  constructor(data: LiveData, portfolio: Portfolio) {
    this.data = data;
    this.portfolio = portfolio;
  }

  async year({ accountId, taxYear }: IncomeQuery): Promise<IncomeView> {
    const { result, excessOf, receipts, rates, setting, fileRate, stated, operatorSources } =
      await this.ground(accountId);
    const excess = excessOf();
    const nameOf = (isin: string): string => (isin === '' ? CASH : (receipts.assets.get(isin)?.name ?? isin));
    const isOwn = (entry: { readonly accountId: string }): boolean => entry.accountId === accountId;
    const periods = excess.periods.filter(isOwn);
    const rows = this.rows.get([receipts.transactions, accountId], () =>
      incomeRowsByYear(receipts.transactions, accountId),
    );
    const ofYear = { ...receipts, transactions: rows.get(taxYear) ?? [] };
    return {
      ...incomeYear(receiptsOf(ofYear, accountId, taxYear), accountId, taxYear, nameOf, stated),
      asOf: result.asOf,
      years: yearsOf(rows, result.asOf, periods),
      periods: inYear(periods, taxYear).map((period) => toPeriodView(period, nameOf)),
      unknownFunds: excess.unknownFunds
        .filter((fund) => isOwn(fund) && isHeldIn(fund, taxYear))
        .map(({ accountId: _account, ...fund }) => ({ ...fund, name: nameOf(fund.isin) })),
      otherYears: (await this.findings()).filter((finding) => isOwn(finding) && finding.taxYear !== taxYear),
      withoutRate: receiptsWithoutRate(ofYear, accountId, taxYear).map((row) => ({
        id: row.id,
        date: row.transactionDate,
        currency: row.cashCurrency ?? '',
      })),
      byYear: this.byYear
        .get([rows, rates.daily, rates.monthly, setting], () => grossByYear(rows, receipts.inPounds))
        .map(({ taxYear: year, gross }) => ({ taxYear: year, gross: toAmount(gross) })),
      forecast: this.forecast
        .get([result, rates.daily], () =>
          incomeForecast(result.classes, result.asOf, (currency) => rateFor(currency, result.asOf, 'day', rates)),
        )
        .filter(isOwn)
        .map((line) => ({ ...line, name: nameOf(line.isin) })),
      accrued: this.accrued
        .get([receipts.transactions, receipts.assets, accountId], () =>
          accruedIncome(receipts.transactions, receipts.assets, accountId),
        )
        .filter((line) => (line.taxYear ?? taxYearOf(line.date)) === taxYear)
        .map((line) => ({ ...line, name: nameOf(line.isin) })),
      operatorSources,
      rateSetting: setting,
      fileRate,
    };
  }

  /** The findings about the income of every holder (RULES 4.11). */
  async findings(): Promise<readonly IncomeFindingView[]> {
    const [{ result, excessOf, receipts }, accounts] = [await this.ground(''), await this.data.accounts.get()];
    const excess = excessOf();
    const missing = this.missing.get([excess], () => incomeFindings(excess, result.asOf));
    return missing.map((finding) => ({
      ...finding,
      accountName: accounts.get(finding.accountId)?.name ?? '',
      assetName: finding.isin === null ? '' : (receipts.assets.get(finding.isin)?.name ?? finding.isin),
    }));
  }

  /** The notional distributions that record the year's proposals; a doubtful figure only where it is named. */
  async proposals({
    accountId,
    taxYear,
    implausible,
  }: IncomeQuery & { readonly implausible?: string }): Promise<readonly Omit<Transaction, 'id'>[]> {
    const { excessOf } = await this.ground(accountId);
    return inYear(
      excessOf().periods.filter((period) => period.accountId === accountId),
      taxYear,
    )
      .filter(({ state, isin, periodEnd }) =>
        implausible === undefined ? state !== 'implausible' : `${isin} ${periodEnd}` === implausible,
      )
      .flatMap((period) => proposedRecord(period) ?? []);
  }

  async export(query: IncomeQuery): Promise<ExportFile> {
    const [year, accounts] = [await this.year(query), await this.data.accounts.get()];
    const text = incomeCsv([{ year, accountName: accounts.get(query.accountId)?.name ?? '' }]);
    return csvExport(incomeFileName(query.taxYear), text, year.lines.length);
  }

  /**
   * The payments of a security by tax year, with any of its codes; the taxable part and that in ISA, LISA, JISA and
   * SIPP are separate; newest first.
   */
  async ofSecurity(codes: ReadonlySet<string>, accountIds: readonly string[]): Promise<readonly SecurityIncome[]> {
    const found: Receipt[] = [];
    for (const accountId of accountIds) {
      const { receipts } = await this.ground(accountId);
      const own = receipts.transactions.filter(({ isin }) => codes.has(isin));
      for (const [taxYear, transactions] of incomeRowsByYear(own, accountId))
        found.push(...receiptsOf({ ...receipts, transactions }, accountId, taxYear));
    }
    return [...groupBy(found, ({ taxYear, counts }) => `${taxYear} ${counts}`).values()]
      .flatMap((rows): SecurityIncome[] => {
        const [first] = rows;
        if (first === undefined) return [];
        const { taxYear, counts } = first;
        const total = (of: 'gross' | 'withheld' | 'net') => toAmount(sum(rows.map((row) => row[of])));
        return [{ taxYear, counts, gross: total('gross'), withheld: total('withheld'), net: total('net') }];
      })
      .toSorted((a, b) =>
        a.taxYear === b.taxYear ? Number(b.counts) - Number(a.counts) : a.taxYear < b.taxYear ? 1 : -1,
      );
  }

  private async ground(accountId: string): Promise<Ground> {
    const { data } = this;
    const [result, transactions, assets, { settings }, facts, stated, daily, operator] = await Promise.all([
      this.portfolio.gainsOfToday(),
      data.transactions.get(),
      data.assets.get(),
      data.statements.get(),
      incomeFacts(),
      data.incomeStatements.get(),
      data.allRates.get(),
      data.operatorFacts.get(),
    ]);
    const rates: Rates = { monthly: monthlyRatesWith(facts.monthlyRates, operator), daily };
    const { asOf } = result;
    const setting = settings.get(accountId)?.incomeRate ?? DEFAULT_RATE_SETTING;
    const excessOf = (): ExcessIncomeResult =>
      this.excess.get([result, facts, stated, daily, settings, assets, operator], () =>
        excessIncome({
          classes: result.classes,
          asOf,
          facts: excessIncomeTable(
            facts.excessIncomeOf(new Set(result.classes.flatMap(({ codes }) => codes))),
            stated.ownExcess,
            operator.excessIncome,
          ),
          assets,
          rates,
          settings: new Map([...settings].map(([id, { incomeRate }]) => [id, incomeRate ?? DEFAULT_RATE_SETTING])),
        }),
      );
    const inPounds = (amount: Exact<'money'>, currency: string, date: IsoDate): Exact<'pounds'> | null => {
      const rate = rateFor(currency, date, setting.source, rates);
      return rate === null ? null : divide<'pounds'>(amount, rate.perPound);
    };
    return {
      result,
      excessOf,
      rates,
      setting,
      fileRate: settings.get(accountId)?.fileRate ?? 'day',
      stated: stated.holders.get(accountId),
      operatorSources: factSources(operator),
      receipts: { transactions, assets, natures: stated.natures, inPounds },
    };
  }
}

function inYear(periods: readonly FundPeriod[], taxYear: TaxYear): FundPeriod[] {
  return periods
    .filter(({ distributionDate }) => taxYearOf(distributionDate) === taxYear)
    .toSorted((a, b) => (a.distributionDate < b.distributionDate ? -1 : 1));
}

function yearsOf(rows: IncomeRows, asOf: IsoDate, periods: readonly FundPeriod[]): TaxYear[] {
  const years = new Set([taxYearOf(asOf), ...rows.keys()]);
  for (const { distributionDate, state } of periods) if (state !== 'nil') years.add(taxYearOf(distributionDate));
  return [...years].toSorted().toReversed();
}
