/** The tax years of account holders, worked out once for all questions about the same gains. */
import type { GainsResult } from '../domain/cgt/gains.ts';
import { computeTaxYears, type HolderStatements, type TaxYearComputation } from '../domain/cgt/tax-computation.ts';
import type { Account } from '../domain/records.ts';
import type { TaxYear } from '../domain/tax-year.ts';

export interface HolderYears {
  readonly accountId: string;
  readonly statements: HolderStatements;
  readonly years: readonly TaxYearComputation[];
}

/** In the order of the accounts' names. */
export function yearsByHolder(
  result: GainsResult,
  accounts: Iterable<Account>,
  lossesBroughtForward: ReadonlyMap<string, NonNullable<HolderStatements['lossesBroughtForward']>>,
): readonly HolderYears[] {
  return [...accounts]
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
    .map(({ id }) => {
      const statements: HolderStatements = { lossesBroughtForward: lossesBroughtForward.get(id) ?? new Map() };
      return { accountId: id, statements, years: computeTaxYears(result, id, statements) };
    });
}

/** One year of a holder; a year without records is worked out on request. */
export function yearOf(
  { accountId, statements, years }: HolderYears,
  result: GainsResult,
  taxYear: TaxYear,
): TaxYearComputation | null {
  const isOf = (year: TaxYearComputation): boolean => year.taxYear === taxYear;
  return years.find(isOf) ?? computeTaxYears(result, accountId, statements, taxYear).find(isOf) ?? null;
}
