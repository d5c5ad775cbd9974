/** Every worked case of HMRC and of peers, to the ten-millionth of a pound (RULES-REFERENCE §17). */
import { describe, expect, it } from 'vitest';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import { computeTaxYears, type TaxYearComputation } from '../../domain/cgt/tax/tax-computation.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { toText, type Exact } from '../../domain/values/decimal.ts';
import { parseTaxYear, type TaxYear } from '../../domain/values/tax-year.ts';
import {
  exactNumber,
  ONLY_HOLDER,
  readCases,
  toAssets,
  toTransactions,
  type Case,
  type ExpectedHolder,
  type ExpectedReporting,
  type ExpectedTax,
} from './case-format.ts';
import { asStated, at, caseYear, resultOf, type Rounding } from './case-result.ts';

const END = '2030-12-31' as IsoDate;
/** A ten-millionth of a pound, in the units of exactNumber. */
const TOLERANCE = exactNumber('0.0000001');

/** Compares two trees; decimal texts are equal when they are within the tolerance. Returns what differs. */
function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (typeof expected === 'string' && typeof actual === 'string' && isDecimal(expected) && isDecimal(actual)) {
    return within(exactNumber(actual) - exactNumber(expected), TOLERANCE)
      ? []
      : [`${path}: ${actual}, expected ${expected}`];
  }
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    return actual === expected ? [] : [`${path}: ${String(actual)}, expected ${String(expected)}`];
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...keys].flatMap((key) =>
    differences(
      (actual as Record<string, unknown>)[key],
      (expected as Record<string, unknown>)[key],
      path === '' ? key : `${path}.${key}`,
    ),
  );
}

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/u.test(text);
}

function within(difference: bigint, tolerance: bigint): boolean {
  return (difference < 0n ? -difference : difference) <= tolerance;
}

function compute(test: Case): GainsResult {
  return computeGains({ transactions: toTransactions(test), assets: toAssets(test), asOf: END });
}

function exemptIsins(test: Case): ReadonlySet<string> {
  return new Set([...toAssets(test)].filter(([, facts]) => facts.cgtExempt === true).map(([isin]) => isin));
}

/** The whole result in the form of the case, with only what the case states. */
function inCaseForm(test: Case, result: GainsResult, rounding: Rounding): Record<string, unknown> {
  const { expected } = test;
  const severalIsins = new Set(test.transactions.map(({ isin }) => isin)).size > 1;
  const holder = (name: string, stated: ExpectedHolder): ExpectedHolder =>
    asStated(resultOf(result, name, rounding, severalIsins), stated, exemptIsins(test));
  return {
    ...(expected.holders === undefined
      ? holder(ONLY_HOLDER, expected)
      : {
          holders: Object.fromEntries(
            Object.entries(expected.holders).map(([name, stated]) => [name, holder(name, stated)]),
          ),
        }),
    ...(expected.warnings === undefined
      ? {}
      : { warnings: result.classes.flatMap(({ issues }) => issues).filter(({ code }) => code === 'unmatched').length }),
    ...(expected.taxComputation === undefined
      ? {}
      : { taxComputation: stated(test, result, expected.taxComputation, taxOf) }),
    ...(expected.reporting === undefined ? {} : { reporting: stated(test, result, expected.reporting, reportingOf) }),
  };
}

function stated<T>(
  test: Case,
  result: GainsResult,
  expected: Readonly<Record<string, T>>,
  form: (year: TaxYearComputation, like: T) => unknown,
): Record<string, unknown> {
  const firstYear = computeTaxYears(result, ONLY_HOLDER)[0]?.taxYear;
  const amount = (text: string | undefined): Map<TaxYear, Exact<'pounds'>> =>
    new Map(text === undefined || firstYear === undefined ? [] : [[firstYear, exactNumber(text) as Exact<'pounds'>]]);
  const years = computeTaxYears(result, ONLY_HOLDER, {
    lossesBroughtForward: amount(test.lossesBroughtForward),
    unusedBasicRateBand: amount(test.unusedBasicRateBand),
  });
  return Object.fromEntries(
    Object.entries(expected).map(([name, like]) => {
      const year = years.find((candidate) => candidate.taxYear === parseTaxYear(name));
      return [name, year === undefined ? undefined : form(year, like)];
    }),
  );
}

function taxOf(year: TaxYearComputation, like: ExpectedTax): ExpectedTax {
  return {
    gains: toText(year.gains),
    losses: toText(year.losses),
    annualExemptAmount: String(year.rules?.annualExemptAmount),
    lossesBroughtForwardUsed: toText(year.lossesBroughtForwardUsed),
    taxable: toText(year.taxable),
    lossesCarriedForward: toText(year.lossesCarriedForward),
    ...(like.taxableBySegment === undefined
      ? {}
      : {
          taxableBySegment: year.segments.map((segment) => ({
            rates: [segment.basicRate, segment.higherRate],
            gains: toText(segment.gains),
            taxable: toText(segment.taxable),
          })),
        }),
    ...(like.tax === undefined ? {} : { tax: year.tax === null ? 'unknown' : toText(year.tax) }),
  };
}

function reportingOf(year: TaxYearComputation, like: ExpectedReporting): unknown {
  if (year.reporting === null) return null;
  const { proceedsLimit, overProceedsLimit, gainsOverExempt, sa108 } = year.reporting;
  return {
    proceedsLimit: toText(proceedsLimit),
    overProceedsLimit,
    gainsOverExempt,
    sa108: Object.fromEntries(
      Object.entries(sa108)
        .filter(([box]) => box in like.sa108)
        .map(([box, value]) => [box, String(value)]),
    ),
  };
}

describe('worked cases', () => {
  const cases = readCases();

  it('are all there', () => {
    expect(cases).toHaveLength(149);
  });

  for (const test of cases) {
    it(`${test.id}: ${test.about}`, () => {
      const result = compute(test);
      expect(differences(inCaseForm(test, result, 'exact'), test.expectedExact ?? test.expected)).toEqual([]);
      const rounded = inCaseForm(test, result, test.rounding);
      expect(differences(rounded, test.expected)).toEqual([]);
      const rejected = new Set((test.notReproduced ?? []).map(({ path }) => path));
      for (const [path, figure, tolerance] of test.figures ?? []) {
        if (rejected.has(path)) continue;
        expect({
          path,
          figure: at(rounded, path),
          near: within(exactNumber(String(at(rounded, path))) - fractionOf(figure), fractionOf(tolerance)),
        }).toMatchObject({ near: true });
      }
    });
  }
});

/** A figure or tolerance, as a decimal or as a fraction such as 7/20000. */
function fractionOf(text: string): bigint {
  const [top = '0', bottom = '1'] = text.split('/');
  return exactNumber(top) / BigInt(bottom);
}

it('names a year as the cases do', () => {
  expect(caseYear('2024-25')).toBe('2024/2025');
});
