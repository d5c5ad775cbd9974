/** What a holder states for the allowances, as the extras keep it: once for the person, and for each tax year. */
import { checkAmount, isAmount, type Pounds } from '../values/amount.ts';
import { parseIsoDate, type IsoDate } from '../values/dates.ts';
import { TAX_WRAPPERS, type TaxWrapper } from '../fields/enums.ts';
import type { ExtraValue } from '../records/extra.ts';
import { parseTaxYear, type TaxYear } from '../values/tax-year.ts';
import type { IsaType } from './isa-allowance.ts';
import type { PensionIncome } from './pension-allowance.ts';

/** Whether the ISA at a broker is flexible. */
export interface StatedIsa {
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly isFlexible: boolean;
}

/** The extra `account-holder/{account id}`; null for what was not stated. */
export interface HolderStatement {
  readonly dateOfBirth: IsoDate | null;
  /** The spouse or civil partner, where that is another account holder. */
  readonly spouseAccountId: string | null;
  readonly isas: readonly StatedIsa[];
  /** The first year with membership of a pension scheme from which on all contributions are here (RULES 3.3). */
  readonly pensionKnownFrom: TaxYear | null;
  readonly flexiblyAccessedOn: IsoDate | null;
}

/** The extra `allowance-year/{account id}_{tax year}`: what is not in the records. Pounds. */
export interface YearStatement {
  /** Paid into ISAs that are not in the records; nothing in any of them is a statement too. */
  readonly subscriptions: Readonly<Record<IsaType, Pounds>> | null;
  /** Paid into savings accounts that are cash ISAs, by their ids; an account of which nothing was stated is not in it. */
  readonly cashIsas: ReadonlyMap<string, Pounds>;
  /** Gross, beside the recorded ones. */
  readonly pensionContributions: Pounds | null;
  readonly pensionIncome: PensionIncome | null;
}

export const NOTHING_STATED: HolderStatement = {
  dateOfBirth: null,
  spouseAccountId: null,
  isas: [],
  pensionKnownFrom: null,
  flexiblyAccessedOn: null,
};
export const NOTHING_STATED_OF_YEAR: YearStatement = {
  subscriptions: null,
  cashIsas: new Map(),
  pensionContributions: null,
  pensionIncome: null,
};

export const ISA_TYPES = ['stocksAndShares', 'cash', 'lisa', 'juniorIsa'] as const satisfies readonly IsaType[];

type Part = Readonly<Record<string, unknown>>;

function partOf(value: unknown): Part {
  return typeof value === 'object' && value !== null ? (value as Part) : {};
}

function dayOf(value: unknown): IsoDate | null {
  return typeof value === 'string' ? parseIsoDate(value) : null;
}

function poundsOf(value: unknown): Pounds | null {
  const amount = typeof value === 'number' ? checkAmount<'pounds'>(value) : null;
  return amount !== null && isAmount(amount) && amount >= 0 ? amount : null;
}

/** Reads what a holder stated; what is nothing of the kind does not count. */
export function readHolderStatement(value: ExtraValue): HolderStatement {
  const { dateOfBirth, spouseAccountId, isas, pensionKnownFrom, flexiblyAccessedOn } = value;
  return {
    dateOfBirth: dayOf(dateOfBirth),
    spouseAccountId: typeof spouseAccountId === 'string' && spouseAccountId !== '' ? spouseAccountId : null,
    isas: (Array.isArray(isas) ? isas : []).flatMap((part): StatedIsa[] => {
      const { brokerId, taxWrapper, isFlexible } = partOf(part);
      const wrapper = TAX_WRAPPERS.find((one) => one === taxWrapper);
      return typeof brokerId === 'string' && wrapper !== undefined && typeof isFlexible === 'boolean'
        ? [{ brokerId, taxWrapper: wrapper, isFlexible }]
        : [];
    }),
    pensionKnownFrom: typeof pensionKnownFrom === 'string' ? parseTaxYear(pensionKnownFrom) : null,
    flexiblyAccessedOn: dayOf(flexiblyAccessedOn),
  };
}

/** The statement as the extra keeps it. */
export function holderStatementValue({ isas, ...rest }: HolderStatement): ExtraValue {
  return {
    ...withoutNulls(rest),
    ...(isas.length > 0 && {
      isas: isas.map(({ brokerId, taxWrapper, isFlexible }) => ({ brokerId, taxWrapper, isFlexible })),
    }),
  };
}

/** Reads the statements of a year; invalid ones are ignored. */
export function readYearStatement(value: ExtraValue): YearStatement {
  const { subscriptions, cashIsas, pensionContributions, pensionIncome } = value;
  const elsewhere = partOf(subscriptions);
  const { threshold, adjusted } = partOf(pensionIncome);
  const [income, whole] = [poundsOf(threshold), poundsOf(adjusted)];
  return {
    subscriptions:
      typeof subscriptions !== 'object' || subscriptions === null
        ? null
        : {
            stocksAndShares: poundsOf(elsewhere['stocksAndShares']) ?? (0 as Pounds),
            cash: poundsOf(elsewhere['cash']) ?? (0 as Pounds),
            lisa: poundsOf(elsewhere['lisa']) ?? (0 as Pounds),
            juniorIsa: poundsOf(elsewhere['juniorIsa']) ?? (0 as Pounds),
          },
    cashIsas: new Map(
      Object.entries(partOf(cashIsas)).flatMap(([id, paid]) => {
        const amount = poundsOf(paid);
        return amount === null ? [] : [[id, amount] as const];
      }),
    ),
    pensionContributions: poundsOf(pensionContributions),
    pensionIncome: income === null || whole === null ? null : { threshold: income, adjusted: whole },
  };
}

/** The statement as the extra keeps it. */
export function yearStatementValue({
  subscriptions,
  cashIsas,
  pensionContributions,
  pensionIncome,
}: YearStatement): ExtraValue {
  return withoutNulls({
    subscriptions: subscriptions && { ...subscriptions },
    cashIsas: cashIsas.size === 0 ? null : Object.fromEntries(cashIsas),
    pensionContributions,
    pensionIncome: pensionIncome && { ...pensionIncome },
  });
}

function withoutNulls(fields: ExtraValue): ExtraValue {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The key of the statements of a year: devices that state different years change different records. */
export function yearStatementKey(accountId: string, taxYear: TaxYear): string {
  return `${accountId}_${taxYear}`;
}

/** What such a key names; null for a key of something else. */
export function parseYearStatementKey(key: string): { readonly accountId: string; readonly taxYear: TaxYear } | null {
  const end = key.lastIndexOf('_');
  const taxYear = end < 1 ? null : parseTaxYear(key.slice(end + 1));
  return taxYear === null ? null : { accountId: key.slice(0, end), taxYear };
}
