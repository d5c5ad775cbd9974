/** A holder's statements for income tax, as the extra `other-income/{account id}` stores them (RULES 5.3 to 5.5). */
import { checkAmount, isAmount } from '../values/amount.ts';
import { readAmountsByYear } from '../cgt/tax/year-panel.ts';
import type { Exact } from '../values/decimal.ts';
import type { ExtraValue } from '../records/extra.ts';
import { parseTaxYear, type TaxYear } from '../values/tax-year.ts';

export const MARRIAGE_ALLOWANCES = ['none', 'given', 'received'] as const;
/** Transferred to the spouse or civil partner, or received from them. */
export type MarriageAllowance = (typeof MARRIAGE_ALLOWANCES)[number];

export const RESIDENCES = ['restOfUk', 'scotland'] as const;
/** Whose rates apply to other income: those of Scotland, or of England, Wales and Northern Ireland. */
export type Residence = (typeof RESIDENCES)[number];

/** The circumstances of one tax year; null for what was not stated. */
export interface Circumstances {
  readonly marriageAllowance: MarriageAllowance | null;
  readonly residence: Residence | null;
}

/** Income that a country may tax. */
export type ForeignKind = 'dividend' | 'interest';

export interface StatedIncome {
  readonly otherIncome: ReadonlyMap<TaxYear, Exact<'pounds'>>;
  readonly circumstances: ReadonlyMap<TaxYear, Circumstances>;
  /** The treaty's rate with a country in percent, by `treatyKey`. */
  readonly treatyRates: ReadonlyMap<string, number>;
}

export const NOTHING_STATED: StatedIncome = {
  otherIncome: new Map(),
  circumstances: new Map(),
  treatyRates: new Map(),
};

export const NO_CIRCUMSTANCES: Circumstances = { marriageAllowance: null, residence: null };

/** `FR-dividend`. */
export function treatyKey(country: string, kind: ForeignKind): string {
  return `${country}-${kind}`;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Reads the extra; invalid parts are ignored. Amounts are stored by year, beside the other parts. */
export function readStatedIncome(value: ExtraValue): StatedIncome {
  const circumstances = new Map<TaxYear, Circumstances>();
  for (const [year, stated] of entriesOf(value['circumstances'])) {
    const taxYear = parseTaxYear(year);
    const { marriageAllowance, residence } = Object.fromEntries(entriesOf(stated));
    if (taxYear === null) continue;
    circumstances.set(taxYear, {
      marriageAllowance: MARRIAGE_ALLOWANCES.find((one) => one === marriageAllowance) ?? null,
      residence: RESIDENCES.find((one) => one === residence) ?? null,
    });
  }
  const treatyRates = new Map<string, number>();
  for (const [key, percent] of entriesOf(value['treatyRates'])) {
    const rate = typeof percent === 'number' ? checkAmount<'percent'>(percent) : null;
    if (rate !== null && isAmount(rate) && rate >= 0 && rate <= 100 && /^[A-Z]{2}-(?:dividend|interest)$/u.test(key))
      treatyRates.set(key, rate);
  }
  return { otherIncome: readAmountsByYear(value), circumstances, treatyRates };
}

/** The extra with changed circumstances of one year, and everything else unchanged. */
export function withCircumstances(value: ExtraValue, taxYear: TaxYear, change: Partial<Circumstances>): ExtraValue {
  const before = readStatedIncome(value).circumstances.get(taxYear) ?? NO_CIRCUMSTANCES;
  const others = Object.fromEntries(entriesOf(value['circumstances']));
  return { ...value, circumstances: { ...others, [taxYear]: { ...before, ...change } } };
}

/** The extra with the treaty's rate in percent; null removes it. */
export function withTreatyRate(value: ExtraValue, key: string, percent: number | null): ExtraValue {
  const { [key]: _before, ...others } = Object.fromEntries(entriesOf(value['treatyRates']));
  return { ...value, treatyRates: percent === null ? others : { ...others, [key]: percent } };
}
