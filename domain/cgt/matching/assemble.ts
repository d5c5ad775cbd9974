/** From identified days to disposals and transfers (RULES 2.5, 4.5, 8.2). */
import { add, divideHalfEven, exact, subtract, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../../values/tax-year.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { ExemptReason } from '../terms/capacity.ts';
import { incidentalCosts } from '../terms/charges.ts';
import type { DisposalDay, Part } from '../pool/days.ts';
import type { CashDisposal } from '../pool/distributions.ts';
import type { Disposal, Transfer } from '../terms/gains.ts';
import { NO_POUNDS } from '../pool/section-104.ts';
import { NO_UNITS, shareByUnits, toQuantity, toUnits, type Units } from '../terms/units.ts';

const NO_QUANTITY = 0n as Exact<'quantity'>;
const NO_ROWS: readonly Transaction[] = [];

/** Whose disposals they are and whether they are chargeable. */
export interface Owner {
  readonly accountId: string;
  readonly isin: string;
  readonly exempt: ExemptReason | null;
}

/** Remembers the year of the day before, as days come in order. */
class TaxYears {
  private year = taxYearOf('1970-01-01' as IsoDate);
  private first = '';
  private last = '';

  of(date: IsoDate): TaxYear {
    if (date < this.first || date > this.last) {
      this.year = taxYearOf(date);
      ({ first: this.first, last: this.last } = taxYearBounds(this.year));
    }
    return this.year;
  }
}

/** The disposals of one capacity, in date order; sales and cash of a day are one disposal. */
export function disposalsOf(days: readonly DisposalDay[], cash: readonly CashDisposal[], owner: Owner): Disposal[] {
  const years = new TaxYears();
  const sales: Disposal[] = [];
  for (const day of days) if (day.sales.length > 0) sales.push(saleDisposal(day, owner, years));
  if (cash.length === 0) return sales;
  return mergeByDay([...sales, ...cash.map((receipt) => cashDisposal(receipt, owner, years))]);
}

/** Joins disposals of one class, day and tax status into one with its net result (RULES 2.5). */
export function mergeByDay(disposals: readonly Disposal[]): Disposal[] {
  // One capacity alone is in date order, and has one disposal a day, already.
  const sorted = disposals.every(
    (disposal, index) => index === 0 || (disposals[index - 1]?.date ?? '') < disposal.date,
  );
  if (sorted) return [...disposals];
  const merged: Disposal[] = [];
  for (const disposal of disposals.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
    const last = merged.at(-1);
    if (last?.date === disposal.date) merged[merged.length - 1] = together(last, disposal);
    else merged.push(disposal);
  }
  return merged;
}

function together(a: Disposal, b: Disposal): Disposal {
  const transactions = [...a.transactions, ...b.transactions];
  return {
    ...a,
    id: firstId(transactions),
    transactions,
    wrappers: wrappersOf(transactions),
    quantity: add(a.quantity, b.quantity),
    proceeds: add(a.proceeds, b.proceeds),
    allowableCost: add(a.allowableCost, b.allowableCost),
    incidentalCosts: add(a.incidentalCosts, b.incidentalCosts),
    gain: add(a.gain, b.gain),
    matches: [...a.matches, ...b.matches],
    unmatchedQuantity: add(a.unmatchedQuantity, b.unmatchedQuantity),
    sharedWithTransfer: a.sharedWithTransfer || b.sharedWithTransfer,
    rematchable: a.rematchable || b.rematchable,
  };
}

function saleDisposal(day: DisposalDay, owner: Owner, years: TaxYears): Disposal {
  const parts =
    day.transferred === 0n ? day.parts : divide(day.parts, day.sold, (day.sold + day.transferred) as Units).taken;
  let cost = day.incidentalCosts;
  let rematchable = false;
  for (const part of parts) {
    cost = add(cost, part.cost);
    if (part.rule !== 'SAME_DAY' && part.rule !== 'THIRTY_DAY') rematchable = true;
  }
  return {
    id: firstId(day.sales),
    transactions: day.sales,
    accountId: owner.accountId,
    isin: owner.isin,
    date: day.date,
    taxYear: years.of(day.date),
    wrappers: wrappersOf(day.sales),
    exempt: owner.exempt,
    quantity: toQuantity(day.sold, day.factor),
    proceeds: day.proceeds,
    allowableCost: cost,
    incidentalCosts: day.incidentalCosts,
    gain: subtract(day.proceeds, cost),
    matches: parts,
    unmatchedQuantity: unmatchedOf(parts),
    sharedWithTransfer: day.transferred > 0n,
    rematchable,
  };
}

function cashDisposal(cash: CashDisposal, owner: Owner, years: TaxYears): Disposal {
  const allowableCost = add(cash.cost, cash.incidentalCosts);
  return {
    id: firstId(cash.rows),
    transactions: cash.rows,
    accountId: owner.accountId,
    isin: owner.isin,
    date: cash.date,
    taxYear: years.of(cash.date),
    wrappers: wrappersOf(cash.rows),
    exempt: owner.exempt,
    quantity: NO_QUANTITY,
    proceeds: cash.proceeds,
    allowableCost,
    incidentalCosts: cash.incidentalCosts,
    gain: subtract(cash.proceeds, allowableCost),
    matches: [
      {
        rule: 'CAPITAL_DISTRIBUTION',
        quantity: NO_QUANTITY,
        acquisitionQuantity: NO_QUANTITY,
        acquisitionDate: null,
        acquisitions: NO_ROWS,
        acquiredQuantity: NO_QUANTITY,
        acquiredCost: NO_POUNDS,
        cost: cash.cost,
        pool: null,
      },
    ],
    unmatchedQuantity: NO_QUANTITY,
    sharedWithTransfer: false,
    rematchable: false,
  };
}

/** RULES 8.2: takes `units` out of `whole` evenly from every part; what is taken and the rest together are the parts exactly. */
function divide(parts: readonly Part[], units: Units, whole: Units): { readonly taken: Part[]; readonly rest: Part[] } {
  const taken: Part[] = [];
  const rest: Part[] = [];
  let [unitsLeft, wholeLeft] = [units, whole];
  for (const part of parts) {
    const own = part.units === wholeLeft ? unitsLeft : (divideHalfEven(unitsLeft * part.units, wholeLeft) as Units);
    const others = (part.units - own) as Units;
    const cost = shareByUnits(part.cost, units, whole);
    const otherCost = subtract(part.cost, cost);
    // A share of the cost may exist even where the share of the units is rounded to nothing.
    if (own > 0n || cost > 0n) taken.push(piece(part, own, cost));
    if (others > 0n || otherCost > 0n) rest.push(piece(part, others, otherCost));
    unitsLeft = (unitsLeft - own) as Units;
    wholeLeft = (wholeLeft - part.units) as Units;
  }
  return { taken, rest };
}

/** A piece of a part; its quantities are those of the part in proportion, as one share basis counts both. */
function piece(part: Part, units: Units, cost: Exact<'pounds'>): Part {
  if (units === part.units) return { ...part, cost };
  const inProportion = (quantity: Exact<'quantity'>): Exact<'quantity'> =>
    divideHalfEven(quantity * units, part.units) as Exact<'quantity'>;
  return {
    ...part,
    units,
    quantity: inProportion(part.quantity),
    acquisitionQuantity: inProportion(part.acquisitionQuantity),
    cost,
  };
}

/** RULES 8.2: several transfers of a day share its identification by quantity, the last takes the rest; each keeps its own charges. */
export function transfersOf(days: readonly DisposalDay[], owner: Owner, fxChargeAllowable: boolean): Transfer[] {
  const transfers: Transfer[] = [];
  for (const day of days) {
    if (day.transfersOut.length === 0) continue;
    let parts = divide(day.parts, day.sold, (day.sold + day.transferred) as Units).rest;
    let unitsLeft = day.transferred;
    for (const row of day.transfersOut) {
      const stated = row.quantity === null ? NO_UNITS : toUnits(exact(row.quantity), day.factor);
      const units = row === day.transfersOut.at(-1) ? unitsLeft : stated;
      const { taken, rest } = divide(parts, units, unitsLeft);
      transfers.push(transferOf(row, units, taken, incidentalCosts(row, fxChargeAllowable), day, owner));
      parts = rest;
      unitsLeft = (unitsLeft - units) as Units;
    }
  }
  return transfers;
}

function transferOf(
  row: Transaction,
  units: Units,
  parts: readonly Part[],
  costs: Exact<'pounds'>,
  day: DisposalDay,
  owner: Owner,
): Transfer {
  let cost = costs;
  for (const part of parts) cost = add(cost, part.cost);
  return {
    transaction: row,
    accountId: owner.accountId,
    isin: owner.isin,
    date: day.date,
    quantity: toQuantity(units, day.factor),
    cost,
    matches: parts,
    unmatchedQuantity: unmatchedOf(parts),
  };
}

function unmatchedOf(parts: readonly Part[]): Exact<'quantity'> {
  // What is unmatched is always the last part.
  const last = parts.at(-1);
  return last?.rule === 'UNMATCHED' ? last.quantity : NO_QUANTITY;
}

function firstId(rows: readonly Transaction[]): string {
  let first = rows[0]?.id ?? '';
  for (const row of rows) if (row.id < first) first = row.id;
  return first;
}

const ONE_WRAPPER = {
  DEALING: ['DEALING'],
  SPECULATIVE: ['SPECULATIVE'],
  SIPP: ['SIPP'],
  ISA: ['ISA'],
  LISA: ['LISA'],
  JISA: ['JISA'],
} as const;

/** The wrappers of the rows, the first row's first. */
function wrappersOf(rows: readonly Transaction[]): Disposal['wrappers'] {
  const [first] = rows;
  if (first === undefined) return [];
  if (rows.length === 1 || rows.every((row) => row.taxWrapper === first.taxWrapper))
    return ONE_WRAPPER[first.taxWrapper];
  return [...new Set(rows.map((row) => row.taxWrapper))];
}
