/**
 * A user's statements about income, as the extras store them: a security's nature, and figures of funds (RULES 2.1,
 * 4.9).
 */
import { checkAmount, isAmount } from '../values/amount.ts';
import { parseIsoDate } from '../values/dates.ts';
import type { ExtraValue } from '../records/extra.ts';
import type { ExcessIncome } from '../facts/excess-income.ts';
import { parseTaxYear } from '../values/tax-year.ts';
import { NATURE_LABELS } from './labels.ts';
import type { Nature, NatureStatement } from './nature.ts';

type Part = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function listOf(value: unknown): readonly Part[] {
  return Array.isArray(value) ? value.filter((part): part is Part => typeof part === 'object' && part !== null) : [];
}

/** Reads `income-nature/{ISIN}`; invalid statements are ignored. */
export function readNatureStatements(value: ExtraValue): readonly NatureStatement[] {
  return listOf(value['statements']).flatMap(({ from, nature, country }) => {
    const known = (Object.keys(NATURE_LABELS) as Nature[]).find((name) => name === nature);
    const year = typeof from === 'string' ? parseTaxYear(from) : null;
    if (known === undefined || (typeof from === 'string' && year === null)) return [];
    return [{ from: year, nature: known, country: text(country) === '' ? null : text(country) }];
  });
}

export function natureStatementsValue(statements: readonly NatureStatement[]): ExtraValue {
  return { statements: statements.map(({ from, nature, country }) => ({ from, nature, country })) };
}

/** Reads `excess-income/{ISIN}`, a user's own figures of a fund. */
export function readOwnExcess(isin: string, value: ExtraValue): readonly ExcessIncome[] {
  return listOf(value['periods']).flatMap(({ periodEnd, currency, excessPerUnit, provider, distributionDate }) => {
    const end = parseIsoDate(text(periodEnd));
    const excess = typeof excessPerUnit === 'number' ? checkAmount<'money'>(excessPerUnit) : null;
    if (end === null || excess === null || !isAmount(excess) || excess < 0 || text(currency) === '') return [];
    const paidOn = parseIsoDate(text(distributionDate));
    return [
      {
        isin,
        periodEnd: end,
        currency: text(currency),
        excessPerUnit: excess,
        provider: text(provider),
        ...(paidOn !== null && { distributionDate: paidOn }),
      },
    ];
  });
}

export function ownExcessValue(periods: readonly ExcessIncome[]): ExtraValue {
  return {
    periods: periods.map(({ periodEnd, currency, excessPerUnit, provider, distributionDate }) => ({
      periodEnd,
      currency,
      excessPerUnit,
      provider,
      ...(distributionDate !== undefined && { distributionDate }),
    })),
  };
}
