/** All allowances of a holder in a tax year, from the records and what the holder stated. */
import type { Pounds } from '../values/amount.ts';
import type { GainsResult } from '../cgt/terms/gains.ts';
import type { TaxYearComputation } from '../cgt/tax/tax-computation.ts';
import type { IsoDate } from '../values/dates.ts';
import { exact, subtract, toAmount } from '../values/decimal.ts';
import { taxYearBounds, type TaxYear } from '../values/tax-year.ts';
import { daysLeft, sumOf, type Allowance, type AllowanceRow, type RowSource } from './allowance.ts';
import type { CashIsa } from './cash-isas.ts';
import { gainsAllowance } from './gains-allowance.ts';
import { incomeAllowances } from './income-allowances.ts';
import { isaAllowances, type Isa, type IsaMovement, type IsaType, type Replaceable } from './isa-allowance.ts';
import {
  pensionAllowances,
  type CarriedForward,
  type PensionContribution,
  type PensionIncome,
} from './pension-allowance.ts';
import type { RecordedPayments } from './recorded-payments.ts';
import { ISA_TYPES, type HolderStatement, type YearStatement } from './statements.ts';

/** What the holder's income of the year says. */
export interface YearIncome {
  /** Outside ISAs and pensions. */
  readonly dividends: readonly AllowanceRow[];
  readonly interest: readonly AllowanceRow[];
  /** What was stated beside it, with the property income in the records; null when nobody stated it. */
  readonly otherIncome: Pounds | null;
  /** As stated; false when nobody stated it. */
  readonly givesMarriageAllowance: boolean;
  readonly band: 'basic' | 'higher' | 'additional' | null;
}

export interface HolderAllowancesInput {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  readonly today: IsoDate;
  readonly payments: RecordedPayments;
  readonly holder: HolderStatement;
  /** Of the holder, by year. */
  readonly years: ReadonlyMap<TaxYear, YearStatement>;
  /** Of the holder and the year. */
  readonly cashIsas: readonly CashIsa[];
  readonly gains: GainsResult;
  /** Null for a year whose gains are not worked out. */
  readonly gainsYear: TaxYearComputation | null;
  readonly income: YearIncome;
}

/** An allowance with the amount of its rows above the limit or too late, which is an excess, or taxed or charged. */
export interface ShownAllowance extends Allowance {
  readonly beyond: Pounds;
}

export interface HolderAllowances {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  readonly daysLeft: number | null;
  readonly allowances: readonly ShownAllowance[];
  readonly replaceable: readonly Replaceable[];
  /** The ISAs with a payment of the year, with what was stated of them. */
  readonly isas: readonly Isa[];
  readonly carriedForward: readonly CarriedForward[];
}

/** Puts the allowances of one holder and year together: ISAs, pensions, gains, dividends, interest. */
export function holderAllowances(input: HolderAllowancesInput): HolderAllowances {
  const { accountId, taxYear, today, holder, years } = input;
  const stated = years.get(taxYear);
  const recorded = isasOf(input);
  const savings = cashIsaPayments(input);
  const isa = isaAllowances({
    accountId,
    taxYear,
    today,
    isas: [...recorded, ...savings.isas, ...statedIsas(accountId, years)],
    movements: [...input.payments.movements, ...savings.movements, ...statedSubscriptions(taxYear, stated)],
    dateOfBirth: holder.dateOfBirth,
    missing: [
      ...(stated?.subscriptions == null ? (['otherSubscriptions'] as const) : []),
      ...(input.cashIsas.some(({ paidIn }) => paidIn === null) ? (['cashIsaPayments'] as const) : []),
    ],
  });
  const pension = pensionAllowances({
    accountId,
    taxYear,
    today,
    contributions: [...(input.payments.contributions.get(accountId) ?? []), ...statedContributions(years)],
    incomes: pensionIncomes(years),
    knownFrom: holder.pensionKnownFrom,
    flexiblyAccessedOn: holder.flexiblyAccessedOn,
  });
  const allowances = [
    ...(isa?.allowances ?? []),
    ...(pension?.allowances ?? []),
    ...(input.gainsYear === null ? [] : [gainsAllowance(input.gains, accountId, input.gainsYear, today)]),
    ...incomeAllowances({ accountId, taxYear, today, ...input.income }),
  ];
  const { first, last } = taxYearBounds(taxYear);
  const paid = new Set(
    input.payments.movements.filter(({ date }) => date >= first && date <= last).map(({ isaId }) => isaId),
  );
  return {
    accountId,
    taxYear,
    daysLeft: daysLeft(taxYear, today),
    allowances: allowances.map((allowance) => ({ ...allowance, beyond: beyondLimit(allowance) })),
    replaceable: isa?.replaceable ?? [],
    isas: recorded.filter(({ id }) => paid.has(id)),
    carriedForward: pension?.carriedForward ?? [],
  };
}

function beyondLimit({ rows, limit, over }: Allowance): Pounds {
  const [total, most] = [sumOf(rows), limit === null ? null : exact(limit)];
  // What nobody may pay is more than the excess where some of it was paid too late.
  return over > 0 || most === null || total <= most ? over : toAmount(subtract(total, most));
}

/** The holder's recorded ISAs, flexible or not as stated. */
function isasOf({ accountId, payments, holder }: HolderAllowancesInput): Isa[] {
  return payments.isas
    .filter((isa) => isa.accountId === accountId)
    .map((isa) => {
      const stated = holder.isas.find(
        ({ brokerId, taxWrapper }) => [accountId, brokerId, taxWrapper].join('|') === isa.id,
      );
      return stated === undefined ? isa : { ...isa, isFlexible: stated.isFlexible };
    });
}

/** RULES 6.4: one cash ISA for each account; what was stated is after withdrawals, so it is taken as not flexible. */
function cashIsaPayments({ accountId, taxYear, cashIsas }: HolderAllowancesInput) {
  const { first } = taxYearBounds(taxYear);
  const isas: Isa[] = [];
  const movements: IsaMovement[] = [];
  for (const { savingsAccountId, paidIn } of cashIsas) {
    if (paidIn === null || paidIn === 0) continue;
    const id = `savings|${savingsAccountId}`;
    isas.push({ id, accountId, type: 'cash', isFlexible: false });
    const source: RowSource = { kind: 'savingsAccount', id: savingsAccountId };
    movements.push({ isaId: id, date: first, amount: paidIn, nature: 'paidIn', source });
  }
  return { isas, movements };
}

/** The kinds of ISA elsewhere into which something was paid in any year: a lifetime ISA stays one after the 40th birthday. */
function statedIsas(accountId: string, years: ReadonlyMap<TaxYear, YearStatement>): Isa[] {
  return ISA_TYPES.filter((type) =>
    [...years.values()].some(({ subscriptions }) => (subscriptions?.[type] ?? 0) > 0),
  ).map((type) => ({ id: statedIsaId(type), accountId, type, isFlexible: false }));
}

function statedIsaId(type: IsaType): string {
  return `stated|${type}`;
}

/** RULES 6.3: what was stated has no day; of ISAs none is needed within the year. */
function statedSubscriptions(taxYear: TaxYear, stated: YearStatement | undefined): IsaMovement[] {
  const { first } = taxYearBounds(taxYear);
  return ISA_TYPES.flatMap((type) => {
    const amount = stated?.subscriptions?.[type] ?? (0 as Pounds);
    if (amount === 0) return [];
    const source: RowSource = { kind: 'stated', id: taxYear };
    return [{ isaId: statedIsaId(type), date: first, amount, nature: 'paidIn', source }];
  });
}

/** RULES 6.3: counted on the last day of the year, so that they are within the reduced allowance where there is one. */
function statedContributions(years: ReadonlyMap<TaxYear, YearStatement>): PensionContribution[] {
  return [...years].flatMap(([taxYear, { pensionContributions: gross }]) =>
    gross === null || gross === 0
      ? []
      : [{ date: taxYearBounds(taxYear).last, gross, source: { kind: 'stated', id: taxYear } }],
  );
}

function pensionIncomes(years: ReadonlyMap<TaxYear, YearStatement>): ReadonlyMap<TaxYear, PensionIncome> {
  return new Map([...years].flatMap(([year, { pensionIncome }]) => (pensionIncome ? [[year, pensionIncome]] : [])));
}
