/** What is paid into ISAs in a tax year, with the rules of flexible ones (RULES 2). */
import type { Pounds } from '../values/amount.ts';
import { addDays, dateFromParts, type IsoDate } from '../values/dates.ts';
import { add, exact, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { groupBy } from '../values/group-by.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../values/tax-year.ts';
import type { IsaRules } from '../tax-years/tax-year-rules.ts';
import { rulesOf } from '../tax-years/tax-years.ts';
import {
  allowanceOf,
  isPartOfIsa,
  type Allowance,
  type AllowanceGap,
  type AllowanceRow,
  type RowSource,
} from './allowance.ts';

export type IsaType = 'stocksAndShares' | 'cash' | 'lisa' | 'juniorIsa';

/** One ISA with one manager. */
export interface Isa {
  readonly id: string;
  readonly accountId: string;
  readonly type: IsaType;
  /** Null when nobody said. Lifetime and junior ISAs are never flexible. */
  readonly isFlexible: boolean | null;
}

/** Cash that went into or out of an ISA. */
export interface IsaMovement {
  readonly isaId: string;
  readonly date: IsoDate;
  /** Positive; nil for a transfer in another currency. */
  readonly amount: Pounds;
  /**
   * `transferIn` and `transferOut` are between ISAs; `inherited` is paid in under an additional permitted subscription;
   * `bonus` is the state's. None of these three counts.
   */
  readonly nature: 'paidIn' | 'withdrawn' | 'transferIn' | 'transferOut' | 'inherited' | 'bonus';
  readonly source: RowSource;
}

export interface IsaInput {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  readonly today: IsoDate;
  readonly isas: readonly Isa[];
  readonly movements: readonly IsaMovement[];
  readonly dateOfBirth: IsoDate | null;
  /** The parts of the year's subscriptions that are missing because nobody stated them. */
  readonly missing: readonly Extract<AllowanceGap, 'otherSubscriptions' | 'cashIsaPayments'>[];
}

/** Earlier years' money that may go back into one flexible ISA only, in the same year. */
export interface Replaceable {
  readonly isaId: string;
  readonly amount: Pounds;
}

export interface IsaAllowances {
  /** ISA, of which cash (where it has a limit of its own) and LISA, and junior ISA. */
  readonly allowances: readonly Allowance[];
  readonly replaceable: readonly Replaceable[];
}

const NOTHING = 0n as Exact<'pounds'>;

function least(a: Exact<'pounds'>, b: Exact<'pounds'>): Exact<'pounds'> {
  return a < b ? a : b;
}

interface IsaYear {
  readonly rows: readonly AllowanceRow[];
  readonly replaceable: Exact<'pounds'>;
  /** The first transfer out while money of the year was in the ISA. */
  readonly movedOn: IsoDate | null;
  /** The last withdrawal, where the ISA is flexible. */
  readonly withdrawnOn: IsoDate | null;
}

/** RULES 2.3: one ISA through the year, in order of days and, within a day, of payments, withdrawals and transfers. */
function isaYear(isa: Isa, movements: readonly IsaMovement[]): IsaYear {
  const rows: AllowanceRow[] = [];
  let thisYear = NOTHING;
  let earlierOut = NOTHING;
  let movedOn: IsoDate | null = null;
  let withdrawnOn: IsoDate | null = null;
  const isFlexible = isa.isFlexible === true && isa.type !== 'lisa' && isa.type !== 'juniorIsa';
  const record = ({ date, source }: IsaMovement, amount: Exact<'pounds'>): void => {
    if (amount !== 0n) rows.push({ date, amount: toAmount(amount), source });
    thisYear = add(thisYear, amount);
  };
  for (const movement of inOrder(movements)) {
    const amount = exact(movement.amount);
    switch (movement.nature) {
      case 'paidIn': {
        const replaced = least(amount, earlierOut);
        earlierOut = subtract(earlierOut, replaced);
        record(movement, subtract(amount, replaced));
        break;
      }
      case 'withdrawn': {
        if (!isFlexible) break;
        const ofThisYear = least(amount, thisYear);
        record(movement, subtract(NOTHING, ofThisYear));
        earlierOut = add(earlierOut, subtract(amount, ofThisYear));
        withdrawnOn = movement.date;
        break;
      }
      case 'transferOut':
        earlierOut = NOTHING;
        if (thisYear > 0n) movedOn ??= movement.date;
        break;
      case 'transferIn':
      case 'inherited':
      case 'bonus':
        break;
    }
  }
  return { rows, replaceable: earlierOut, movedOn, withdrawnOn };
}

function inOrder(movements: readonly IsaMovement[]): IsaMovement[] {
  const stage = ({ nature }: IsaMovement): number => (nature === 'paidIn' ? 0 : nature === 'withdrawn' ? 1 : 2);
  return movements.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : stage(a) - stage(b)));
}

function ageOn(day: IsoDate, dateOfBirth: IsoDate): number {
  return Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (day.slice(5) < dateOfBirth.slice(5) ? 1 : 0);
}

/** The day before a birthday that is in the tax year; null where it is not. Who was born on 29 February has it on 1 March in other years. */
function dayBeforeAge(age: number, dateOfBirth: IsoDate, taxYear: TaxYear): IsoDate | null {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  const birthday = dateFromParts(year + age, month, day) ?? dateFromParts(year + age, month + 1, 1);
  return birthday === null || taxYearOf(birthday) !== taxYear ? null : addDays(birthday, -1);
}

/** The most of a year that may go into cash ISAs; null without a limit of its own, or when the age is not known. */
function cashLimit(rules: IsaRules, taxYear: TaxYear, dateOfBirth: IsoDate | null): Pounds | null {
  if (rules.cashIsa === null || dateOfBirth === null) return null;
  const age = ageOn(taxYearBounds(taxYear).last, dateOfBirth);
  return (age < rules.cashIsa.below ? rules.cashIsa.amount : rules.isa) as Pounds;
}

/** From this age on adults' ISAs may be paid into, and until then junior ones. */
const ADULT = 18;
/** A lifetime ISA must be opened before the first age, and may be paid into before the second. */
const LISA = { openedBefore: 40, paidBefore: 50 };
/** Cash ISAs could be paid into from 16 on; who reached that age by that day could go on. */
const CASH_FROM_16 = { age: 16, reachedBy: '2024-04-05' as IsoDate };

interface LimitsOfAge {
  readonly isa: Pounds | null;
  readonly lisa: Pounds | null;
  readonly juniorIsa: Pounds;
  /** The last day on which the age allows a payment, where that is before the end of the year. */
  readonly lastDays: { readonly lisa: IsoDate | null; readonly juniorIsa: IsoDate | null };
  readonly gaps: readonly AllowanceGap[];
}

/** RULES 2.6: the limits for somebody of the holder's age; the records of an adult's ISA prove an adult. */
function limitsOfAge({ isa, lisa, juniorIsa }: IsaRules, input: IsaInput, own: readonly Isa[]): LimitsOfAge {
  const limits = { isa: isa as Pounds, lisa: lisa as Pounds | null, juniorIsa: juniorIsa as Pounds };
  const noLastDays = { lisa: null, juniorIsa: null };
  if (input.dateOfBirth === null) {
    if (own.some(({ type }) => type !== 'juniorIsa')) return { ...limits, lastDays: noLastDays, gaps: [] };
    return { ...limits, lastDays: noLastDays, ...(own.length > 0 && { isa: null, lisa: null }), gaps: ['dateOfBirth'] };
  }
  const { first, last } = taxYearBounds(input.taxYear);
  const { dateOfBirth, today } = input;
  const [atFirst, atLast] = [ageOn(first, dateOfBirth), ageOn(last, dateOfBirth)];
  // In the year of the 40th birthday, none can be opened from that day on.
  const atOpening = ageOn(today < first ? first : today > last ? last : today, dateOfBirth);
  const { age, reachedBy } = CASH_FROM_16;
  const mayPayCash = ageOn(last < reachedBy ? last : reachedBy, dateOfBirth) >= age;
  const mayPayLisa =
    atLast >= ADULT &&
    atFirst < LISA.paidBefore &&
    (atOpening < LISA.openedBefore || own.some(({ type }) => type === 'lisa'));
  const none = 0 as Pounds;
  return {
    isa: atLast >= ADULT || mayPayCash ? limits.isa : none,
    lisa: lisa !== null && !mayPayLisa ? none : limits.lisa,
    juniorIsa: atFirst < ADULT ? limits.juniorIsa : none,
    lastDays: {
      lisa: dayBeforeAge(LISA.paidBefore, dateOfBirth, input.taxYear),
      juniorIsa: dayBeforeAge(ADULT, dateOfBirth, input.taxYear),
    },
    gaps: [],
  };
}

/** RULES 2: the ISA allowances of a holder in a year. Null for a year whose limits are not known. */
export function isaAllowances(input: IsaInput): IsaAllowances | null {
  const { accountId, taxYear, today } = input;
  const rules = rulesOf(taxYear)?.isa ?? null;
  if (rules === null) return null;
  const own = input.isas.filter((isa) => isa.accountId === accountId);
  const ofYear = groupBy(
    input.movements.filter(({ date }) => taxYearOf(date) === taxYear),
    ({ isaId }) => isaId,
  );
  const years = own.map((isa) => ({
    isa,
    movements: ofYear.get(isa.id) ?? [],
    year: isaYear(isa, ofYear.get(isa.id) ?? []),
  }));
  const rowsOf = (types: readonly IsaType[]): AllowanceRow[] =>
    years.filter(({ isa }) => types.includes(isa.type)).flatMap(({ year }) => year.rows);
  const unsaid = years.some(
    ({ isa, movements }) => isa.isFlexible === null && movements.some(({ nature }) => nature === 'withdrawn'),
  );
  const hasMoved = years.some(({ year: { movedOn } }) =>
    years.some(({ year: { withdrawnOn } }) => movedOn !== null && withdrawnOn !== null && movedOn <= withdrawnOn),
  );
  const gaps: readonly AllowanceGap[] = [
    ...input.missing,
    ...(unsaid ? (['flexibility'] as const) : []),
    ...(hasMoved ? (['movedSubscriptions'] as const) : []),
  ];
  const gapsOf = (types: readonly IsaType[]): readonly AllowanceGap[] =>
    types.includes('cash') ? gaps : gaps.filter((gap) => gap !== 'cashIsaPayments');
  const bar = (
    kind: Allowance['kind'],
    limit: Pounds | null,
    types: readonly IsaType[],
    more: readonly AllowanceGap[] = [],
    lastDay: IsoDate | null = null,
  ) =>
    allowanceOf(
      { kind, accountId, taxYear, limit, lastDay, rows: rowsOf(types), gaps: [...gapsOf(types), ...more] },
      today,
      'over',
    );
  const limits = limitsOfAge(rules, input, own);
  const isJunior = own.some(({ type }) => type === 'juniorIsa');
  const bars = [
    bar('isa', limits.isa, ['stocksAndShares', 'cash', 'lisa'], limits.gaps),
    ...(rules.cashIsa === null
      ? []
      : [
          bar(
            'cashIsa',
            limits.isa === 0 ? limits.isa : cashLimit(rules, taxYear, input.dateOfBirth),
            ['cash'],
            input.dateOfBirth === null ? ['dateOfBirth'] : [],
          ),
        ]),
    ...(rules.lisa === null ? [] : [bar('lisa', limits.lisa, ['lisa'], limits.gaps, limits.lastDays.lisa)]),
    ...(isJunior ? [bar('juniorIsa', limits.juniorIsa, ['juniorIsa'], [], limits.lastDays.juniorIsa)] : []),
  ];
  // What nobody of that age may pay into is shown only where something was paid in.
  const allowances = bars
    .filter(({ limit, rows }) => limit !== 0 || rows.length > 0)
    .map((part) => (isPartOfIsa(part.kind) ? { ...part, left: leastLeft(part, bars[0]) } : part));
  const replaceable = years
    .filter(({ year }) => year.replaceable > 0n)
    .map(({ isa, year }) => ({ isaId: isa.id, amount: toAmount(year.replaceable) }));
  return { allowances, replaceable };
}

/** RULES 2.2: no more is left of a part than of the whole. */
function leastLeft(part: Allowance, whole: Allowance | undefined): Pounds | null {
  const ofWhole = whole?.left ?? null;
  return part.left === null || ofWhole === null || part.left < ofWhole ? part.left : ofWhole;
}

/** What may still be paid in by the holder, of the year and of the cash limit within it; replacements come on top. */
export function subscribable(allowances: readonly Allowance[]): Pounds {
  const left = allowances.find(({ kind }) => kind === 'isa')?.left ?? null;
  return left ?? toAmount(sum<'pounds'>([]));
}
