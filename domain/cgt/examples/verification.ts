/** HMRC's published examples, recomputed: their figure beside ours. */
import type { Pounds, Quantity } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import { absolute, exact, parseExact, subtract, toText, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import type { AssetFacts } from '../terms/capacity.ts';
import { computeGains } from '../matching/compute.ts';
import type { Disposal, GainsResult } from '../terms/gains.ts';
import type { ExampleRow, PublishedExample, PublishedFigure } from './hmrc-example.ts';
import { MATCHING_EXAMPLES } from './hmrc-examples.ts';
import { POOL_EXAMPLES } from './hmrc-pool-examples.ts';
import { computeTaxYears, type TaxYearComputation } from '../tax/tax-computation.ts';

export interface VerifiedFigure {
  /** 'Gain, sale of 30 Aug 2009': the day is ISO here. */
  readonly label: string;
  readonly unit: 'pounds' | 'quantity';
  /** Decimal text. */
  readonly published: string;
  readonly ours: string;
  readonly agrees: boolean;
  /** Why HMRC's own figure is a slip; it then need not agree. */
  readonly erratum: string | null;
}

export interface VerifiedExample {
  readonly source: string;
  readonly about: string;
  readonly note: string | null;
  readonly figures: readonly VerifiedFigure[];
  readonly agrees: boolean;
}

const HOLDER = 'holder';
/** All examples lie before it. */
const END = '2030-12-31' as IsoDate;

function toTransaction(
  [date, transactionType, isin, quantity, consideration, charges, extras]: ExampleRow,
  index: number,
): Transaction {
  const nothing = 0 as Pounds;
  const row = {
    id: String(index).padStart(3, '0'),
    transactionType,
    transactionDate: date as IsoDate,
    brokerId: 'broker',
    brokerDealReference: '',
    accountId: HOLDER,
    taxWrapper: 'DEALING',
    isin,
    quantity: quantity as Quantity | null,
    nativePrice: null,
    localPrice: null,
    consideration: consideration as Pounds,
    brokerCharge: charges as Pounds,
    stampDuty: nothing,
    fxCharge: nothing,
    accruedInterest: nothing,
    ...extras,
  };
  return row as Transaction;
}

function factsOf(example: PublishedExample): ReadonlyMap<string, AssetFacts> {
  if (example.bond !== true) return new Map();
  return new Map(
    example.rows.map(([, , isin]) => [
      isin,
      { isin, name: isin, type: 'BOND', category: 'LT_BONDS', cgtExempt: false },
    ]),
  );
}

interface Computed {
  readonly result: GainsResult;
  readonly years: readonly TaxYearComputation[];
}

function compute(example: PublishedExample): Computed {
  const result = computeGains({ transactions: example.rows.map(toTransaction), assets: factsOf(example), asOf: END });
  const first = computeTaxYears(result, HOLDER)[0]?.taxYear;
  const stated = (value: number | undefined) =>
    new Map<TaxYear, Exact<'pounds'>>(
      value === undefined || first === undefined ? [] : [[first, exact(value as Pounds)]],
    );
  return {
    result,
    years: computeTaxYears(result, HOLDER, {
      lossesBroughtForward: stated(example.lossesBroughtForward),
      unusedBasicRateBand: stated(example.unusedBasicRateBand),
    }),
  };
}

function disposalOf({ result }: Computed, year: string, index: number): Disposal | undefined {
  const inYear = result.classes
    .flatMap(({ disposals }) => disposals)
    .filter(({ taxYear, exempt }) => taxYear === year && exempt === null);
  return inYear.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))[index];
}

interface OurFigure {
  readonly label: string;
  readonly value: Exact<'pounds'> | Exact<'quantity'> | null | undefined;
}

const YEAR_LABELS = {
  net: 'Net gains',
  lossesBroughtForwardUsed: 'Losses brought forward used',
  lossesCarriedForward: 'Losses carried forward',
  taxable: 'Taxable gains',
  tax: 'Capital Gains Tax',
} as const;

function ourFigure(computed: Computed, figure: PublishedFigure): OurFigure {
  if (!('year' in figure)) {
    const pool = computed.result.classes
      .flatMap(({ pools }) => pools)
      .find(({ capacity, quantity }) => capacity === 'TAXABLE' && quantity !== 0n);
    return figure.of === 'poolCost'
      ? { label: 'Cost of the pool afterwards', value: pool?.cost }
      : { label: 'Units in the pool afterwards', value: pool?.quantity };
  }
  if ('disposal' in figure) {
    const disposal = disposalOf(computed, figure.year, figure.disposal);
    const sale = `sale of ${disposal?.date ?? figure.year}`;
    if ('match' in figure) {
      const match = disposal?.matches[figure.match];
      return figure.of === 'matchCost'
        ? { label: `Cost of match ${figure.match + 1}, ${sale}`, value: match?.cost }
        : { label: `Units of match ${figure.match + 1}, ${sale}`, value: match?.quantity };
    }
    if (figure.of === 'gain') return { label: `Gain, ${sale}`, value: disposal?.gain };
    return { label: `Allowable cost, ${sale}`, value: disposal?.allowableCost };
  }
  const year = computed.years.find(({ taxYear }) => taxYear === figure.year);
  return { label: `${YEAR_LABELS[figure.of]}, ${figure.year}`, value: year?.[figure.of] };
}

/** Decimal text, or a fraction such as 21/10000. */
function toleranceOf(text: string): bigint {
  const [top = '0', bottom = '1'] = text.split('/');
  return (parseExact<'pounds'>(top) ?? 0n) / BigInt(bottom);
}

function verifyFigure(computed: Computed, figure: PublishedFigure): VerifiedFigure {
  const { label, value } = ourFigure(computed, figure);
  const published = parseExact<'pounds'>(figure.published);
  const difference =
    value === undefined || value === null || published === null
      ? null
      : absolute(subtract(value as Exact<'pounds'>, published));
  return {
    label,
    unit: figure.of === 'matchQuantity' || figure.of === 'poolQuantity' ? 'quantity' : 'pounds',
    published: figure.published,
    ours: value === undefined || value === null ? '' : toText(value),
    agrees: difference !== null && difference <= toleranceOf(figure.within),
    erratum: figure.erratum ?? null,
  };
}

/** Every published example with each of its figures; an example agrees when all figures but HMRC's own slips do. */
export function verifyExamples(): readonly VerifiedExample[] {
  return [...MATCHING_EXAMPLES, ...POOL_EXAMPLES].map((example) => {
    const computed = compute(example);
    const figures = example.figures.map((figure) => verifyFigure(computed, figure));
    return {
      source: example.source,
      about: example.about,
      note: example.note ?? null,
      figures,
      agrees: figures.every(({ agrees, erratum }) => agrees || erratum !== null),
    };
  });
}
