/** Our result in the form in which a case states what it expects, so that the two can be laid side by side. */
import type { Disposal, GainsResult, Match, Transfer } from '../../domain/cgt/terms/gains.ts';
import { ONE, subtract, toText, type Exact } from '../../domain/values/decimal.ts';
import type { ExpectedDisposal, ExpectedHolder, ExpectedYear } from './case-format.ts';

const RULE_NAMES: Readonly<Record<Match['rule'], string>> = {
  SAME_DAY: 'same-day',
  THIRTY_DAY: '30-day',
  SECTION_104: 's104',
  LATER_ACQUISITION: 'later',
  UNMATCHED: 'unmatched',
  CAPITAL_DISTRIBUTION: 'capital-distribution',
};

/** A case speaks of 2024/2025 where we say 2024-25. */
export function caseYear(taxYear: string): string {
  return `${taxYear.slice(0, 4)}/${Number(taxYear.slice(0, 4)) + 1}`;
}

/** `exact`, or each disposal to whole pounds by cgtcalc's rule: proceeds down, gain toward minus infinity, cost the difference (11.3). */
export type Rounding = 'exact' | 'whole-pound';

/** A case names the ISIN of a disposal only when its transactions name several. */
export function resultOf(
  result: GainsResult,
  accountId: string,
  rounding: Rounding,
  severalIsins: boolean,
): ExpectedHolder {
  const classes = result.classes.filter((gains) => gains.accountId === accountId);
  const disposals = classes.flatMap((gains) => gains.disposals).filter((disposal) => disposal.exempt === null);
  const taxYears: Record<string, ExpectedYear> = {};
  for (const disposal of disposals.toSorted(byDateAndIsin)) {
    const year = caseYear(disposal.taxYear);
    const before = taxYears[year] ?? { disposals: [], gains: '0', losses: '0', net: '0' };
    const shown = disposalOf(disposal, rounding, severalIsins);
    taxYears[year] = { ...before, disposals: [...before.disposals, shown] };
  }
  for (const [year, { disposals: shown }] of Object.entries(taxYears))
    taxYears[year] = { disposals: shown, ...totals(shown) };
  return {
    taxYears,
    pools: classes.flatMap(({ isin, pools }) =>
      pools
        .filter(({ capacity, quantity }) => capacity === 'TAXABLE' && quantity !== 0n)
        .map(({ quantity, cost }) => ({ isin, quantity: toText(quantity), cost: toText(cost) })),
    ),
    transfers: classes
      .flatMap(({ transfers }) => transfers)
      .toSorted(byDateAndIsin)
      .map(({ date, isin, quantity, cost }: Transfer) => ({
        date,
        isin,
        quantity: toText(quantity),
        cost: toText(cost),
      })),
  };
}

/** Leaves out what a case does not state, and the exempt pools that it never shows. */
export function asStated(
  actual: ExpectedHolder,
  expected: ExpectedHolder,
  exemptIsins: ReadonlySet<string>,
): ExpectedHolder {
  return {
    ...(expected.taxYears === undefined ? {} : { taxYears: actual.taxYears ?? {} }),
    ...(expected.pools === undefined
      ? {}
      : { pools: (actual.pools ?? []).filter((pool) => !exemptIsins.has(pool.isin)) }),
    ...(expected.transfers === undefined ? {} : { transfers: actual.transfers ?? [] }),
  };
}

function byDateAndIsin(a: { date: string; isin: string }, b: { date: string; isin: string }): number {
  const [keyA, keyB] = [`${a.date}${a.isin}`, `${b.date}${b.isin}`];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

function floor(value: Exact<'pounds'>): Exact<'pounds'> {
  const whole = value / ONE - (value < 0n && value % ONE !== 0n ? 1n : 0n);
  return (whole * ONE) as Exact<'pounds'>;
}

function disposalOf(disposal: Disposal, rounding: Rounding, withIsin: boolean): ExpectedDisposal {
  const proceeds = rounding === 'exact' ? disposal.proceeds : floor(disposal.proceeds);
  const gain = rounding === 'exact' ? disposal.gain : floor(disposal.gain);
  return {
    date: disposal.date,
    ...(withIsin ? { isin: disposal.isin } : {}),
    quantity: toText(disposal.quantity),
    proceeds: toText(proceeds),
    allowableCost: toText(subtract(proceeds, gain)),
    gain: toText(gain),
    matches: disposal.matches.map((match) => ({
      rule: RULE_NAMES[match.rule],
      quantity: toText(match.quantity),
      ...(match.acquisitionDate === null ? {} : { acquisitionDate: match.acquisitionDate }),
      ...(match.acquisitionQuantity === match.quantity
        ? {}
        : { acquisitionQuantity: toText(match.acquisitionQuantity) }),
      cost: toText(match.cost),
    })),
  };
}

function totals(disposals: readonly ExpectedDisposal[]): Pick<ExpectedYear, 'gains' | 'losses' | 'net'> {
  let [gains, losses] = [0n, 0n];
  for (const { gain } of disposals) {
    const value = toExact(gain);
    if (value > 0n) gains += value;
    else losses -= value;
  }
  const text = (value: bigint): string => toText(value as Exact<'pounds'>);
  return { gains: text(gains), losses: text(losses), net: text(gains - losses) };
}

function toExact(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * ONE + BigInt(fraction.padEnd(24, '0'));
  return text.startsWith('-') ? -size : size;
}

/** Follows a dotted path such as `taxYears.2020/2021.disposals.0.gain`. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
      value,
    );
}
