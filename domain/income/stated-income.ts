/** What a holder states for the tax on income, as the extra `other-income/{account id}` keeps it (RULES 5.3 to 5.5). */
import { checkAmount, isAmount } from '../amount.ts';
import { readAmountsByYear } from '../cgt/year-panel.ts';
import type { Exact } from '../decimal.ts';
import type { ExtraValue } from '../extra.ts';
import { parseTaxYear, type TaxYear } from '../tax-year.ts';

export const MARRIAGE_ALLOWANCES = ['none', 'given', 'received'] as const;
/** Given to the spouse or civil partner, or received from them. */
export type MarriageAllowance = (typeof MARRIAGE_ALLOWANCES)[number];

export const RESIDENCES = ['restOfUk', 'scotland'] as const;
/** Which rates other income has: those of Scotland, or of England, Wales and Northern Ireland. */
export type Residence = (typeof RESIDENCES)[number];

/** Of one tax year; null is what was not stated. */
export interface Circumstances {
  readonly marriageAllowance: MarriageAllowance | null;
  readonly residence: Residence | null;
}

/** Income that a country may tax. */
export type ForeignKind = 'dividend' | 'interest';

export interface StatedIncome {
  readonly otherIncome: ReadonlyMap<TaxYear, Exact<'pounds'>>;
  readonly circumstances: ReadonlyMap<TaxYear, Circumstances>;
  /** Percent that the treaty with a country leaves to it, by `treatyKey`. */
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

/** Reads the extra; what is nothing of the kind does not count. Amounts stand beside the rest, under their years. */
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

/** The extra with what is stated of a year's circumstances changed, and all else as it is. */
export function withCircumstances(value: ExtraValue, taxYear: TaxYear, change: Partial<Circumstances>): ExtraValue {
  const before = readStatedIncome(value).circumstances.get(taxYear) ?? NO_CIRCUMSTANCES;
  const others = Object.fromEntries(entriesOf(value['circumstances']));
  return { ...value, circumstances: { ...others, [taxYear]: { ...before, ...change } } };
}

/** The extra with the treaty's rate in percent stated, or taken away with null. */
export function withTreatyRate(value: ExtraValue, key: string, percent: number | null): ExtraValue {
  const { [key]: _before, ...others } = Object.fromEntries(entriesOf(value['treatyRates']));
  return { ...value, treatyRates: percent === null ? others : { ...others, [key]: percent } };
}
