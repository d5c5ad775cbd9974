/** The tax years of account holders, calculated once for all questions about the same gains. */
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import { toHolderGains, type HolderGains } from '../../domain/cgt/tax/gains-by-year.ts';
import {
  computeTaxYears,
  type HolderStatements,
  type TaxYearComputation,
} from '../../domain/cgt/tax/tax-computation.ts';
import { toYearPanel, type YearPanel } from '../../domain/cgt/tax/year-panel.ts';
import type { Account } from '../../domain/records/records.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';

interface HolderYears {
  readonly accountId: string;
  readonly statements: HolderStatements;
  readonly years: readonly TaxYearComputation[];
}

/** The tax years of each account holder, and the gains from which they were calculated. */
export interface Holders {
  readonly result: GainsResult;
  readonly holders: readonly HolderYears[];
}

/** In the order of the accounts' names. */
export function holdersOf(
  result: GainsResult,
  accounts: Iterable<Account>,
  lossesBroughtForward: ReadonlyMap<string, NonNullable<HolderStatements['lossesBroughtForward']>>,
): Holders {
  const holders = [...accounts]
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
    .map(({ id }) => {
      const statements: HolderStatements = { lossesBroughtForward: lossesBroughtForward.get(id) ?? new Map() };
      return { accountId: id, statements, years: computeTaxYears(result, id, statements) };
    });
  return { result, holders };
}

/** A tax year of each holder; one without records is calculated on request. */
export function panelsOf({ result, holders }: Holders, taxYear: TaxYear): readonly YearPanel[] {
  return holders.flatMap(({ accountId, statements, years }) => {
    const isOf = (year: TaxYearComputation): boolean => year.taxYear === taxYear;
    const year = years.find(isOf) ?? computeTaxYears(result, accountId, statements, taxYear).find(isOf);
    return year === undefined ? [] : [toYearPanel(year, accountId)];
  });
}

/** The gains of each holder in every tax year. */
export function gainsOf({ holders }: Holders): readonly HolderGains[] {
  return holders.map(({ accountId, years }) => toHolderGains(years, accountId));
}
