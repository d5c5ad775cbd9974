/** The boxes of the tax return, each the sum of its receipts (RULES 3). */
import { exact, sum, type Exact } from '../values/decimal.ts';
import type { Pounds } from '../values/amount.ts';
import { wholePoundsDown, wholePoundsUp } from '../values/round-parts.ts';
import type { TaxYear } from '../values/tax-year.ts';
import type { Receipt } from './receipts.ts';

export type BoxName =
  | 'taxedUkInterest'
  | 'untaxedUkInterest'
  | 'untaxedForeignInterest'
  | 'ukDividends'
  | 'ukFundDividends'
  | 'giltInterestNet'
  | 'giltInterestTax'
  | 'giltInterestGross'
  | 'foreignInterest'
  | 'foreignInterestTax'
  | 'foreignDividends'
  | 'foreignDividendsTax'
  | 'propertyIncome'
  | 'propertyIncomeTax';

export type ReturnForm = 'SA100' | 'SA101' | 'SA106';

/** Null where no box number is confirmed (RULES 3.1, 3.2). */
interface BoxPlace {
  readonly form: ReturnForm | null;
  readonly number: number | null;
}

const PLACES: Readonly<Record<BoxName, BoxPlace>> = {
  taxedUkInterest: { form: 'SA100', number: 1 },
  untaxedUkInterest: { form: 'SA100', number: 2 },
  untaxedForeignInterest: { form: 'SA100', number: 3 },
  ukDividends: { form: 'SA100', number: 4 },
  ukFundDividends: { form: 'SA100', number: 5 },
  giltInterestNet: { form: 'SA101', number: 1 },
  giltInterestTax: { form: 'SA101', number: 2 },
  giltInterestGross: { form: 'SA101', number: 3 },
  foreignInterest: { form: 'SA106', number: null },
  foreignInterestTax: { form: 'SA106', number: null },
  foreignDividends: { form: 'SA106', number: null },
  foreignDividendsTax: { form: 'SA106', number: null },
  propertyIncome: { form: null, number: null },
  propertyIncomeTax: { form: null, number: null },
};

const ORDER = Object.keys(PLACES) as BoxName[];

/** Boxes of tax that was taken off. */
const TAX_BOXES: ReadonlySet<BoxName> = new Set([
  'giltInterestTax',
  'foreignInterestTax',
  'foreignDividendsTax',
  'propertyIncomeTax',
]);

/** RULES 3.3: a box in whole pounds, in the taxpayer's favour. */
export function wholePoundsOf({ name, amount }: Pick<Box, 'name' | 'amount'>): number {
  return TAX_BOXES.has(name) ? wholePoundsUp(amount) : wholePoundsDown(amount);
}

/** A receipt's amount in a box. */
export interface BoxRow {
  readonly receipt: Receipt;
  readonly amount: Exact<'pounds'>;
}

export interface Box extends BoxPlace {
  readonly name: BoxName;
  /** The country of a line of SA106. */
  readonly country: string | null;
  readonly amount: Exact<'pounds'>;
  readonly rows: readonly BoxRow[];
}

/** RULES 3.4: box numbers are known from this year on. */
const NUMBERS_FROM = '2016-17';

/** RULES 3.1: up to this amount in a year, foreign interest is in SA100 box 3 instead of SA106. */
const FOREIGN_INTEREST_LIMIT = exact(2000 as Pounds);

/**
 * The boxes with their receipts, in the order of the forms. Receipts that do not count, or whose nature is unknown, are
 * in none.
 */
export function boxesOf(receipts: readonly Receipt[], taxYear: TaxYear): Box[] {
  const counted = receipts.filter(({ counts }) => counts);
  const foreign = counted.filter(({ nature, withheld }) => nature === 'foreignInterest' && withheld === 0n);
  const isSmall = sum(foreign.map(({ gross }) => gross)) <= FOREIGN_INTEREST_LIMIT;
  const found = new Map<string, { readonly name: BoxName; readonly country: string | null; readonly rows: BoxRow[] }>();
  for (const receipt of counted)
    for (const [name, amount] of partsOf(receipt, isSmall)) {
      const country = PLACES[name].form === 'SA106' ? receipt.country : null;
      const key = `${name} ${country ?? ''}`;
      const box = found.get(key);
      if (box === undefined) found.set(key, { name, country, rows: [{ receipt, amount }] });
      else box.rows.push({ receipt, amount });
    }
  const numbersKnown = taxYear >= NUMBERS_FROM;
  return [...found.values()]
    .toSorted(
      (a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name) || ((a.country ?? '') < (b.country ?? '') ? -1 : 1),
    )
    .map(({ name, country, rows }) => ({
      name,
      country,
      form: PLACES[name].form,
      number: numbersKnown ? PLACES[name].number : null,
      rows,
      amount: sum(rows.map(({ amount }) => amount)),
    }));
}

type Part = readonly [BoxName, Exact<'pounds'>];

function partsOf({ nature, gross, net, withheld }: Receipt, isSmallForeignInterest: boolean): Part[] {
  const withTax = (name: BoxName, tax: BoxName): Part[] => [
    [name, gross],
    ...(withheld === 0n ? [] : [[tax, withheld] as const]),
  ];
  switch (nature) {
    case null:
      return [];
    case 'ukDividend':
      return [['ukDividends', gross]];
    case 'ukFundDividend':
      return [['ukFundDividends', gross]];
    case 'ukInterest':
    case 'ukFundInterest':
      return withheld === 0n ? [['untaxedUkInterest', gross]] : [['taxedUkInterest', net]];
    case 'giltInterest':
      return withheld === 0n
        ? [['giltInterestGross', gross]]
        : [
            ['giltInterestNet', net],
            ['giltInterestTax', withheld],
            ['giltInterestGross', gross],
          ];
    case 'foreignInterest':
      return withheld === 0n && isSmallForeignInterest
        ? [['untaxedForeignInterest', gross]]
        : withTax('foreignInterest', 'foreignInterestTax');
    case 'foreignDividend':
      return withTax('foreignDividends', 'foreignDividendsTax');
    case 'propertyIncome':
      return withTax('propertyIncome', 'propertyIncomeTax');
  }
}
