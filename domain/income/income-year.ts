/** A tax year's income of one account holder, as JSON numbers for screens and exports (RULES 1 to 3, 5). */
import type { Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, exact, subtract, sum, toAmount, zero, type Exact } from '../values/decimal.ts';
import type { TaxWrapper } from '../fields/enums.ts';
import { groupBy } from '../values/group-by.ts';
import type { TaxYear } from '../values/tax-year.ts';
import type { IncomeRules } from '../tax-years/tax-year-rules.ts';
import { rulesOf } from '../tax-years/tax-years.ts';
import { boxesOf, wholePoundsOf, type Box, type BoxName, type ReturnForm } from './boxes.ts';
import {
  foreignLines,
  foreignTaxRelief,
  sameRelief,
  totalRelief,
  type ForeignLine,
  type ReliefLine,
} from './foreign-tax-relief.ts';
import {
  MARRIAGE_ALLOWANCES,
  NO_CIRCUMSTANCES,
  NOTHING_STATED,
  type Circumstances,
  type ForeignKind,
  type StatedIncome,
} from './stated-income.ts';
import { incomeTax, taxOfReceipts, taxRange, type IncomeParts } from './income-tax.ts';
import { isDividend, type Nature, type NatureGround } from './nature.ts';
import type { Receipt, ReceiptKind } from './receipts.ts';

export interface IncomeFigures {
  readonly gross: Pounds;
  readonly withheld: Pounds;
  readonly net: Pounds;
  /** Number of rows behind the figures. */
  readonly count: number;
}

export interface IncomeLine {
  /** The id of the transaction. */
  readonly id: string;
  readonly date: IsoDate;
  readonly isin: string;
  readonly name: string;
  readonly wrapper: TaxWrapper;
  readonly kind: ReceiptKind;
  readonly nature: Nature | null;
  readonly ground: NatureGround;
  readonly country: string | null;
  readonly gross: Pounds;
  readonly withheld: Pounds;
  readonly net: Pounds;
  /** The consideration of the transaction, which is either the gross or the net amount. */
  readonly recorded: Pounds;
  readonly counts: boolean;
}

export interface IncomeBox {
  readonly name: BoxName;
  readonly form: ReturnForm | null;
  readonly number: number | null;
  readonly country: string | null;
  readonly amount: Pounds;
  /** As the return requires (RULES 3.3): income rounded down, tax rounded up. */
  readonly wholePounds: number;
  /** By the id of the line. */
  readonly rows: readonly { readonly id: string; readonly amount: Pounds }[];
}

export interface ForeignTaxLine {
  /** Null where the row does not state it and the security's code does not show it. */
  readonly country: string | null;
  readonly kind: ForeignKind;
  readonly gross: Pounds;
  readonly foreignTax: Pounds;
  /** Percent; null where it is neither known nor stated. */
  readonly treatyRate: number | null;
  /** The foreign tax, limited to the treaty's rate. */
  readonly allowable: Pounds | null;
  /** Null, like the relief, while the other income is not stated. */
  readonly ukTax: Pounds | null;
  readonly relief: Pounds | null;
}

/** An allowance and the part of it that these receipts can use. */
export interface AllowanceUse {
  readonly received: Pounds;
  readonly allowance: Pounds;
  readonly used: Pounds;
  readonly left: Pounds;
}

export interface IncomeYear {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  /** `notKnown`: this version has no rates for the year. */
  readonly status: 'law' | 'announced' | 'notKnown';
  /** By day, including lines in ISA, LISA, JISA and SIPP. */
  readonly lines: readonly IncomeLine[];
  /** The sums of the lines that count. */
  readonly totals: IncomeFigures;
  readonly byNature: readonly (IncomeFigures & { readonly nature: Nature | null })[];
  /** Largest first. */
  readonly bySecurity: readonly (IncomeFigures & {
    readonly isin: string;
    readonly name: string;
    readonly nature: Nature | null;
    readonly ground: NatureGround;
  })[];
  /** Each calendar month of the tax year, `2024-04` to `2025-04`. */
  readonly months: readonly { readonly month: string; readonly gross: Pounds }[];
  /** ISA, LISA, JISA and SIPP. */
  readonly apart: readonly (IncomeFigures & { readonly wrapper: TaxWrapper })[];
  readonly boxes: readonly IncomeBox[];
  /**
   * For dividends above what other income leaves of the personal allowance; for all until the other income is stated
   * (RULES 5.1). Null, like the tax, where no rates are known.
   */
  readonly dividendAllowance: AllowanceUse | null;
  /** For interest above the starting rate (RULES 5.1). Null also until the other income is stated: it decides how much. */
  readonly savingsAllowance: AllowanceUse | null;
  readonly tax: IncomeRange | null;
  /** Income from which tax was withheld abroad, with the relief for it (RULES 5.5). */
  readonly foreignTax: readonly ForeignTaxLine[];
  /**
   * The relief deducted from the tax; null where it is not calculated. Until the other income is stated, from zero to
   * everything allowable.
   */
  readonly relief: IncomeRange | null;
  /** The tax less the relief; null until the other income is stated. */
  readonly taxAfterRelief: IncomeRange | null;
  /** The holder's statement of the year's other income; null makes the tax a range. */
  readonly otherIncome: Pounds | null;
  readonly circumstances: Circumstances;
}

/** Both are the same where the amount is known. */
export interface IncomeRange {
  readonly from: Pounds;
  readonly to: Pounds;
}

/** The income of a holder's year from its receipts. */
export function incomeYear(
  receipts: readonly Receipt[],
  accountId: string,
  taxYear: TaxYear,
  nameOf: (isin: string) => string,
  stated: StatedIncome = NOTHING_STATED,
): IncomeYear {
  const counted = receipts.filter(({ counts }) => counts);
  const rules = rulesOf(taxYear);
  const otherIncome = stated.otherIncome.get(taxYear) ?? null;
  const circumstances = stated.circumstances.get(taxYear) ?? NO_CIRCUMSTANCES;
  const foreign = foreignLines(counted, stated.treatyRates);
  const taxed = rules?.income == null ? null : taxFigures(counted, rules.income, otherIncome, circumstances, foreign);
  return {
    accountId,
    taxYear,
    status: rules?.income == null ? 'notKnown' : rules.status,
    lines: receipts.map((receipt) => toLine(receipt, nameOf)),
    totals: figuresOf(counted),
    byNature: [...groupBy(counted, ({ nature }) => nature)].map(([nature, rows]) => ({ nature, ...figuresOf(rows) })),
    bySecurity: [...groupBy(counted, ({ isin }) => isin)]
      .map(([isin, rows]) => ({ isin, name: nameOf(isin), ...natureOfAll(rows), ...figuresOf(rows) }))
      .toSorted((a, b) => b.gross - a.gross || (a.name < b.name ? -1 : 1)),
    months: monthsOf(counted, taxYear),
    apart: [
      ...groupBy(
        receipts.filter(({ counts }) => !counts),
        ({ wrapper }) => wrapper,
      ),
    ].map(([wrapper, rows]) => ({
      wrapper,
      ...figuresOf(rows),
    })),
    boxes: boxesOf(receipts, taxYear).map(toBox),
    dividendAllowance: taxed?.dividends ?? null,
    savingsAllowance: taxed?.savings ?? null,
    tax: taxed?.tax ?? null,
    foreignTax: (taxed?.relieved ?? unrelieved(foreign)).map(toForeignTaxLine),
    relief: taxed?.relief ?? null,
    taxAfterRelief: taxed?.taxAfterRelief ?? null,
    otherIncome: otherIncome === null ? null : toAmount(otherIncome),
    circumstances,
  };
}

/** The nature of a security's rows; where one of them must be asked about (RULES 2.6), that. */
function natureOfAll(rows: readonly Receipt[]): Pick<IncomeYear['bySecurity'][number], 'nature' | 'ground'> {
  const { nature, ground } = rows.find((row) => row.nature === null) ?? rows[0] ?? { nature: null, ground: 'notKnown' };
  return { nature, ground };
}

const unrelieved = (lines: readonly ForeignLine[]): ReliefLine[] =>
  lines.map((line) => ({ ...line, ukTax: null, relief: null }));

function toForeignTaxLine({ gross, foreignTax, allowable, ukTax, relief, ...line }: ReliefLine): ForeignTaxLine {
  const known = (amount: Exact<'pounds'> | null): Pounds | null => (amount === null ? null : toAmount(amount));
  return {
    ...line,
    gross: toAmount(gross),
    foreignTax: toAmount(foreignTax),
    allowable: known(allowable),
    ukTax: known(ukTax),
    relief: known(relief),
  };
}

function figuresOf(rows: readonly Receipt[]): IncomeFigures {
  return {
    gross: toAmount(sum(rows.map(({ gross }) => gross))),
    withheld: toAmount(sum(rows.map(({ withheld }) => withheld))),
    net: toAmount(sum(rows.map(({ net }) => net))),
    count: rows.length,
  };
}

function toLine(receipt: Receipt, nameOf: (isin: string) => string): IncomeLine {
  const { id, date, isin, wrapper, kind, nature, ground, country, recorded, counts } = receipt;
  const [gross, withheld, net] = [toAmount(receipt.gross), toAmount(receipt.withheld), toAmount(receipt.net)];
  const name = nameOf(isin);
  return { id, date, isin, name, wrapper, kind, nature, ground, country, gross, withheld, net, recorded, counts };
}

function toBox(box: Box): IncomeBox {
  const { name, form, number, country, amount, rows } = box;
  return {
    name,
    form,
    number,
    country,
    amount: toAmount(amount),
    wholePounds: wholePoundsOf(box),
    rows: rows.map((row) => ({ id: row.receipt.id, amount: toAmount(row.amount) })),
  };
}

function monthsOf(rows: readonly Receipt[], taxYear: TaxYear): IncomeYear['months'] {
  const start = Number(taxYear.slice(0, 4));
  const byMonth = groupBy(rows, ({ date }) => date.slice(0, 7));
  return Array.from({ length: 13 }, (_, index) => {
    const number = 3 + index;
    const month = `${start + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
    return { month, gross: toAmount(sum((byMonth.get(month) ?? []).map((row) => row.gross))) };
  });
}

interface TaxFigures {
  readonly dividends: AllowanceUse;
  readonly savings: AllowanceUse | null;
  readonly tax: IncomeRange | null;
  readonly relieved: readonly ReliefLine[];
  readonly relief: IncomeRange | null;
  readonly taxAfterRelief: IncomeRange | null;
}

function taxFigures(
  rows: readonly Receipt[],
  rules: IncomeRules,
  otherIncome: Exact<'pounds'> | null,
  { marriageAllowance, residence }: Circumstances,
  foreign: readonly ForeignLine[],
): TaxFigures {
  const total = (wanted: (nature: Nature) => boolean): Exact<'pounds'> =>
    sum(rows.filter(({ nature }) => nature !== null && wanted(nature)).map(({ gross }) => gross));
  const dividends = total(isDividend);
  const savings = total((nature) => !isDividend(nature) && nature !== 'propertyIncome');
  // Property income distributions are other income in all cases.
  const property = total((nature) => nature === 'propertyIncome');
  const dividendUseOf = (taxable: Exact<'pounds'>) => useOf(taxable, exact(rules.dividends.allowance as Pounds));
  const marriages = marriageAllowance === null ? MARRIAGE_ALLOWANCES : [marriageAllowance];
  const notWorkedOut = { tax: null, relieved: unrelieved(foreign), relief: null, taxAfterRelief: null };
  if (otherIncome === null) {
    const used = { dividends: dividendUseOf(dividends), savings: null };
    // RULES 5.4: the rates of Scotland are not included.
    if (residence === 'scotland') return { ...used, ...notWorkedOut };
    const { from, to } = taxRange(rules, { savings, dividends }, marriages);
    const most = sum(foreign.map(({ allowable }) => allowable ?? zero<'pounds'>()));
    const relief = rangeOf([zero<'pounds'>(), most < to ? most : to]);
    return { ...used, ...notWorkedOut, tax: rangeOf([from, to]), relief };
  }
  const parts: IncomeParts = { other: add(otherIncome, property), savings, dividends };
  const { savingsAllowance, taxableSavings, taxableDividends, startingRateBand } = incomeTax(
    rules,
    parts,
    marriageAllowance ?? 'none',
  );
  const aboveStartingRate =
    taxableSavings > startingRateBand ? subtract(taxableSavings, startingRateBand) : zero<'pounds'>();
  const used = { dividends: dividendUseOf(taxableDividends), savings: useOf(aboveStartingRate, savingsAllowance) };
  if (residence === 'scotland') return { ...used, ...notWorkedOut };
  const taxed = marriages.map((marriage) => {
    const tax = taxOfReceipts(rules, parts, marriage);
    const relieved = foreignTaxRelief(foreign, parts, (of) => taxOfReceipts(rules, of, marriage));
    return { tax, relieved, relief: totalRelief(relieved) };
  });
  return {
    ...used,
    tax: rangeOf(taxed.map(({ tax }) => tax)),
    relieved: sameRelief(taxed.map(({ relieved }) => relieved)),
    relief: rangeOf(taxed.map(({ relief }) => relief)),
    taxAfterRelief: rangeOf(taxed.map(({ tax, relief }) => subtract(tax, relief))),
  };
}

function rangeOf(amounts: readonly Exact<'pounds'>[]): IncomeRange {
  const [first = zero<'pounds'>(), ...others] = amounts;
  const from = others.reduce((least, amount) => (amount < least ? amount : least), first);
  const to = others.reduce((most, amount) => (amount > most ? amount : most), first);
  return { from: toAmount(from), to: toAmount(to) };
}

function useOf(received: Exact<'pounds'>, allowance: Exact<'pounds'>): AllowanceUse {
  const used = received < allowance ? received : allowance;
  return {
    received: toAmount(received),
    allowance: toAmount(allowance),
    used: toAmount(used),
    left: toAmount(subtract(allowance, used)),
  };
}
