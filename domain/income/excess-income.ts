/** The income of each reporting fund held at a period's end, and which of it is missing (RULES 4). */
import type { ClassGains } from '../cgt/terms/gains.ts';
import { addDays, daysBetween, type IsoDate } from '../values/dates.ts';
import { divide, exact, multiply, round, subtract, zero, type Exact } from '../values/decimal.ts';
import { isImplausible, type ExcessIncomeTable, type KnownExcess } from '../facts/excess-income.ts';
import { providerOf } from '../facts/providers.ts';
import { quantitySteps, type QuantityStep } from '../holdings/quantity-steps.ts';
import { partitionPoint } from '../values/partition-point.ts';
import { isTaxableWrapper } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import { taxYearBounds, type TaxYear } from '../values/tax-year.ts';
import { periodEndsOfRecords, recordsByPeriod, type ExcessFigures, type PeriodRecord } from './excess-record.ts';
import type { PayerFacts } from './nature.ts';
import { DEFAULT_RATE_SETTING, rateFor, type Rates, type UsedRate } from './pound-rate.ts';
import type { RateSetting } from '../records/account-settings.ts';
import { kindOfRate, rateKindOf, type RateKind } from './rate-kinds.ts';
import { distributionDateOf, expectedPeriodEnds } from './reporting-periods.ts';

/** RULES 4.6; `changed` and `lowered` are the differences of 4.8. */
export type PeriodState =
  | 'recorded'
  | 'proposed'
  | 'changed'
  | 'lowered'
  | 'nil'
  | 'implausible'
  | 'rateNeeded'
  | 'notKnown'
  | 'notYetDue';

/** A reporting period of a fund at whose end the holder had units. */
export interface FundPeriod {
  readonly accountId: string;
  /** The class's present code. */
  readonly isin: string;
  readonly periodEnd: IsoDate;
  readonly distributionDate: IsoDate;
  /**
   * The day on which a record raises the cost: the period's end, or the next day where there were trades on it (RULES
   * 4.3).
   */
  readonly recordDate: IsoDate;
  readonly units: Exact<'quantity'>;
  readonly state: PeriodState;
  readonly fact: KnownExcess | null;
  /**
   * The fund's latest known figure up to the period's end, else its first, which names the provider; null without any.
   */
  readonly nearest: KnownExcess | null;
  readonly rate: UsedRate | null;
  /** The kind of rate behind the pounds, recorded or proposed; null without a rate and for pounds (RULES 4.12). */
  readonly rateKind: RateKind | null;
  /** Units x figure per unit, in the fund's currency; null without a figure. */
  readonly inCurrency: Exact<'money'> | null;
  /** The period's income; null where figure or rate is missing. */
  readonly pounds: Exact<'pounds'> | null;
  /** The income that is already recorded. */
  readonly recorded: Exact<'pounds'>;
  /** The income that a proposal would add: all of it, or the difference. */
  readonly toAdd: Exact<'pounds'> | null;
  readonly figures: ExcessFigures | null;
  /** A row of the holding, from which a new row takes code, wrapper and broker. */
  readonly like: Transaction;
}

/** `notReporting`: as far as is known, so its gains would be income. `notKnown`: nothing shows it (RULES 4.10). */
export type FundStatus = 'notReporting' | 'notKnown';

/** A fund without a known reporting period (RULES 4.10). */
export interface UnknownFund {
  readonly accountId: string;
  readonly isin: string;
  readonly status: FundStatus;
  /** The provider in its name; else empty. */
  readonly provider: string;
  /** The first day on which it was held. */
  readonly from: IsoDate;
  /** The day of the last disposal; null while it is held. */
  readonly to: IsoDate | null;
}

/** True for a fund that was held on some day of the tax year. */
export function isHeldIn({ from, to }: UnknownFund, taxYear: TaxYear): boolean {
  const { first, last } = taxYearBounds(taxYear);
  return from <= last && (to ?? last) >= first;
}

export interface ExcessIncomeResult {
  readonly periods: readonly FundPeriod[];
  readonly unknownFunds: readonly UnknownFund[];
}

export interface ExcessIncomeInput {
  readonly classes: readonly ClassGains[];
  readonly asOf: IsoDate;
  readonly facts: ExcessIncomeTable;
  /** By ISIN. */
  readonly assets: ReadonlyMap<string, PayerFacts>;
  readonly rates: Rates;
  /** By account id. */
  readonly settings: ReadonlyMap<string, RateSetting>;
}

const NO_UNITS = zero<'quantity'>();
/** A reference has this many decimals of a figure, so that it can be read again. */
const FIGURE_PLACES = 12;
/** The longest reporting period in days, within which one must have ended. */
const DAYS_OF_YEAR = 366;

/** Every period of every fund held in taxable wrappers, by account, security and day. */
export function excessIncome(input: ExcessIncomeInput): ExcessIncomeResult {
  const periods: FundPeriod[] = [];
  const unknownFunds: UnknownFund[] = [];
  for (const gains of input.classes) {
    const known = gains.codes.flatMap((code) => input.facts.get(code) ?? []);
    if (known.length === 0 && !isOffshoreFund(gains.isin, input.assets.get(gains.isin))) continue;
    const steps = quantitySteps(gains, 'TAXABLE');
    const first = steps.find(({ quantity }) => quantity > 0n);
    if (first === undefined) continue;
    const records = gains.transactions.filter(
      (row) => row.transactionType === 'ACCUMULATION' && isTaxableWrapper(row.taxWrapper),
    );
    if (known.length === 0 && records.length === 0) {
      const last = steps.at(-1);
      const to = last === undefined || last.quantity > 0n ? null : last.date;
      unknownFunds.push(unknownFund(gains, { from: first.date, to }, input));
      continue;
    }
    periods.push(...periodsOf(gains, known, steps, records, first.date, input));
  }
  return { periods, unknownFunds };
}

/**
 * RULES 4.10: a fund that is missing from at least a year of its provider's figures is presumed not to be a reporting
 * fund.
 */
function unknownFund(
  { accountId, isin }: ClassGains,
  held: Pick<UnknownFund, 'from' | 'to'>,
  { assets, asOf }: ExcessIncomeInput,
): UnknownFund {
  const provider = providerOf(assets.get(isin)?.name ?? '');
  const covered = provider?.covered ?? null;
  const status = covered !== null && commonDays(covered, held, asOf) >= DAYS_OF_YEAR ? 'notReporting' : 'notKnown';
  return { accountId, isin, status, provider: provider?.name ?? '', ...held };
}

/** Days of the provider's covered period during which the fund was held, and so existed. */
function commonDays(
  { first, last }: { readonly first: IsoDate; readonly last: IsoDate },
  { from, to }: Pick<UnknownFund, 'from' | 'to'>,
  asOf: IsoDate,
): number {
  const until = to ?? asOf;
  return daysBetween(from > first ? from : first, until < last ? until : last);
}

/** Only offshore funds have reporting status; the code shows where a fund is registered. */
function isOffshoreFund(isin: string, asset: PayerFacts | undefined): boolean {
  return (asset?.type === 'ETF' || asset?.type === 'FUND') && /^[A-Z]{2}/u.test(isin) && !isin.startsWith('GB');
}

function periodsOf(
  gains: ClassGains,
  known: readonly KnownExcess[],
  steps: readonly QuantityStep[],
  records: readonly Transaction[],
  from: IsoDate,
  input: ExcessIncomeInput,
): FundPeriod[] {
  const factOn = new Map(known.map((fact) => [fact.periodEnd, fact]));
  // Without any figure, the recorded periods show when the others must have ended (RULES 4.10).
  const knownEnds = known.length === 0 ? periodEndsOfRecords(records) : [...factOn.keys()].toSorted();
  const ends = expectedPeriodEnds(knownEnds, from, input.asOf);
  const recorded = recordsByPeriod(records, ends);
  return ends.flatMap((periodEnd) => {
    const units = unitsOn(steps, periodEnd);
    const like = units > 0n ? lastHolding(gains.transactions, periodEnd) : null;
    if (like === null) return [];
    const recordDate = like.transactionDate === periodEnd ? addDays(periodEnd, 1) : periodEnd;
    const period = periodOf(periodEnd, units, factOn.get(periodEnd) ?? null, recorded.get(periodEnd), gains, input);
    return [
      {
        ...period,
        recordDate,
        like,
        nearest: known.findLast((fact) => fact.periodEnd <= periodEnd) ?? known[0] ?? null,
      },
    ];
  });
}

/** The last row of the holding up to a day, by binary search, because there are many rows in date order. */
function lastHolding(rows: readonly Transaction[], day: IsoDate): Transaction | null {
  for (let index = partitionPoint(rows, (row) => row.transactionDate <= day) - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row !== undefined && row.quantity !== null && isTaxableWrapper(row.taxWrapper)) return row;
  }
  return null;
}

/** RULES 4.1: at the end of the day. */
function unitsOn(steps: readonly QuantityStep[], day: IsoDate): Exact<'quantity'> {
  return steps[partitionPoint(steps, ({ date }) => date <= day) - 1]?.quantity ?? NO_UNITS;
}

function periodOf(
  periodEnd: IsoDate,
  units: Exact<'quantity'>,
  fact: KnownExcess | null,
  record: PeriodRecord | undefined,
  { accountId, isin }: ClassGains,
  { rates, settings, asOf }: ExcessIncomeInput,
): Omit<FundPeriod, 'recordDate' | 'like' | 'nearest'> {
  const distributionDate = fact?.distributionDate ?? distributionDateOf(periodEnd);
  const setting = settings.get(accountId) ?? DEFAULT_RATE_SETTING;
  const day = setting.day === 'periodEnd' ? periodEnd : distributionDate;
  const rate = fact === null ? null : rateFor(fact.currency, day, setting.source, rates);
  const perUnit = fact === null ? null : exact(fact.excessPerUnit);
  const inCurrency = perUnit === null ? null : multiply(perUnit, units);
  // A record keeps its own rate, so that a changed setting makes no difference.
  const perPound = record?.figures?.perPound ?? rate?.perPound ?? null;
  const rateKind =
    fact === null || perPound === null
      ? null
      : record?.figures == null
        ? kindOfRate(rate, setting)
        : rateKindOf({ periodEnd, distributionDate, currency: fact.currency, perPound }, setting, rates);
  const pounds = inCurrency === null || perPound === null ? null : inPounds(inCurrency, perPound);
  const recorded = record?.pounds ?? zero<'pounds'>();
  const state = stateOf({ fact, record, pounds, recorded, isDue: distributionDate <= asOf });
  const adds = state === 'proposed' || state === 'changed' || state === 'implausible';
  return {
    accountId,
    isin,
    periodEnd,
    distributionDate,
    units,
    state,
    fact,
    rate,
    rateKind,
    inCurrency,
    pounds,
    recorded,
    toAdd: adds && pounds !== null ? subtract(pounds, recorded) : null,
    figures:
      fact === null || perUnit === null || perPound === null
        ? null
        : { periodEnd, perUnit, currency: fact.currency, units: round(units, FIGURE_PLACES), perPound },
  };
}

/** RULES 4.3: pounds to the penny. */
function inPounds(inCurrency: Exact<'money'>, perPound: Exact<'rate'>): Exact<'pounds'> {
  return round(divide<'pounds'>(inCurrency, perPound), PENNY_PLACES);
}

function stateOf({
  fact,
  record,
  pounds,
  recorded,
  isDue,
}: {
  readonly fact: KnownExcess | null;
  readonly record: PeriodRecord | undefined;
  readonly pounds: Exact<'pounds'> | null;
  readonly recorded: Exact<'pounds'>;
  readonly isDue: boolean;
}): PeriodState {
  if (record !== undefined) {
    // An amount that the user typed is kept, and so is a record whose figure is no longer known.
    if (record.figures === null || pounds === null || pounds === recorded) return 'recorded';
    return pounds > recorded ? 'changed' : 'lowered';
  }
  if (fact === null) return isDue ? 'notKnown' : 'notYetDue';
  if (fact.excessPerUnit === 0 || pounds === 0n) return 'nil';
  if (isImplausible(fact)) return 'implausible';
  return pounds === null ? 'rateNeeded' : 'proposed';
}
