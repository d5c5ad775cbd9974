/** What is missing from a holder's income, as findings of data health (RULES 4.11). */
import type { IsoDate } from '../values/dates.ts';
import { providerName } from '../facts/providers.ts';
import { groupBy } from '../values/group-by.ts';
import { taxYearOf, type TaxYear } from '../values/tax-year.ts';
import type { ExcessIncomeResult, FundPeriod, PeriodState, UnknownFund } from './excess-income.ts';

/** A finding about one period of a fund, a fund without any period, or all proposals of a year. */
export interface IncomeFinding {
  readonly accountId: string;
  /** Null where the finding is about all proposals of a year. */
  readonly isin: string | null;
  /** Null where no period of the fund is known. */
  readonly periodEnd: IsoDate | null;
  /** The tax year of the income, in which it can be typed. */
  readonly taxYear: TaxYear;
  readonly text: string;
}

/** A finding with the names of its account and security. */
export interface IncomeFindingView extends IncomeFinding {
  readonly accountName: string;
  /** Empty where `isin` is null. */
  readonly assetName: string;
}

const MISSING: ReadonlySet<PeriodState> = new Set(['notKnown', 'rateNeeded', 'implausible', 'lowered']);
const PROPOSED: ReadonlySet<PeriodState> = new Set(['proposed', 'changed']);

/** All findings for every account: gaps by day, then known but unrecorded income. */
export function incomeFindings({ periods, unknownFunds }: ExcessIncomeResult, asOf: IsoDate): IncomeFinding[] {
  const gaps = periods
    .filter(({ state }) => MISSING.has(state))
    .toSorted((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1))
    .map((period) => ({ ...placeOf(period), text: gapText(period) }));
  const funds = unknownFunds.map((fund) => ({
    accountId: fund.accountId,
    isin: fund.isin,
    periodEnd: null,
    taxYear: taxYearOf(fund.to ?? asOf),
    text: fundText(fund),
  }));
  const proposed = groupBy(
    periods.filter(({ state }) => PROPOSED.has(state)),
    ({ accountId, distributionDate }) => `${taxYearOf(distributionDate)} ${accountId}`,
  );
  return [
    ...gaps,
    ...funds,
    ...[...proposed.values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...placeOf(first), isin: null, periodEnd: null, text: proposedText(others.length + 1) }],
    ),
  ];
}

function placeOf({ accountId, isin, periodEnd, distributionDate }: FundPeriod): Omit<IncomeFinding, 'text'> {
  return { accountId, isin, periodEnd, taxYear: taxYearOf(distributionDate) };
}

function proposedText(count: number): string {
  return count === 1
    ? 'Excess reportable income of one fund is known but not recorded.'
    : `Excess reportable income of ${count} reporting periods is known but not recorded.`;
}

/** The meaning of a fund's state, and what to do; without the fund's name (RULES 4.10). */
export function fundMeaning({ status, isin, provider }: Pick<UnknownFund, 'status' | 'isin' | 'provider'>): string {
  return status === 'notReporting'
    ? `The figures of ${provider} do not include this fund. Gains on such a fund would be taxed as income. If it reports to HMRC, add its figures.`
    : `${whereToLook(isin, provider === '' ? null : provider)} If it reports to HMRC, add its figures; if it does not, gains on it would be taxed as income.`;
}

function fundText(fund: UnknownFund): string {
  const state =
    fund.status === 'notReporting'
      ? 'This is not a reporting fund as far as we know.'
      : 'Holdfast does not know whether this is a reporting fund, so its excess reportable income is unknown.';
  return `${state} ${fundMeaning(fund)}`;
}

const OTHER_GAPS: Partial<Record<PeriodState, string>> = {
  rateNeeded: 'The exchange rate for its excess reportable income is missing. Enter the figure in pounds.',
  implausible: "The published excess reportable income cannot be right as it stands. Check it in the fund's report.",
  lowered: 'More excess reportable income is recorded than the current figure gives. Check the notional distribution.',
};

function gapText({ state, isin, nearest }: FundPeriod): string {
  return (
    OTHER_GAPS[state] ?? `Its excess reportable income is not known. ${whereToLook(isin, nearest?.provider ?? null)}`
  );
}

/** Where the user can find a missing figure. */
export function whereToLook(isin: string, provider: string | null): string {
  return provider === null
    ? `Look in the UK report to participants that the fund's manager publishes for ${isin}.`
    : `Look in the UK report of ${providerName(provider)} for ${isin}.`;
}
