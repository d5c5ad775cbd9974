/** Ratios of splits, consolidations and bonus issues (RULES 6.1 to 6.4). */
import { exact, ONE } from '../../values/decimal.ts';
import { isCashEvent } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import { capacityOf, type Capacity } from '../terms/capacity.ts';
import type { ClassGains } from '../terms/gains.ts';
import type { HealthCode } from '../terms/health-issue.ts';
import {
  greatestCommonDivisor,
  growBasis,
  shareBasis,
  UNGROWN,
  UNSPLIT,
  type BasisGrowth,
  type ShareBasis,
  type Split,
} from '../terms/units.ts';

/** An exact fraction with a positive denominator, in lowest terms. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

function fraction(top: bigint, bottom: bigint): Fraction {
  const common = greatestCommonDivisor(top, bottom) || 1n;
  return bottom < 0n
    ? { top: -top / common, bottom: -bottom / common }
    : { top: top / common, bottom: bottom / common };
}

function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.top, a.bottom * b.bottom);
}

const NOTHING: Fraction = { top: 0n, bottom: 1n };
const UNCHANGED: Fraction = { top: 1n, bottom: 1n };

/** What the derivation must know of the class beside its rows. */
export interface SplitContext {
  /** Whether a merger or demerger goes out of the class or into it. */
  readonly sideOf: (row: Transaction) => 'out' | 'in' | 'itself';
  readonly report: (code: HealthCode, row: Transaction) => void;
}

interface HeldUnits {
  readonly capacity: Capacity;
  readonly units: Fraction;
}

function placeOf({ brokerId, taxWrapper }: Transaction): string {
  return `${taxWrapper} ${brokerId}`;
}

/** Units held of a class by broker and wrapper, walked through its rows in date order. */
class Held {
  private readonly places = new Map<string, HeldUnits>();

  of(capacity: Capacity): Fraction {
    return this.sum((held) => held.capacity === capacity);
  }

  total(): Fraction {
    return this.sum(() => true);
  }

  change(row: Transaction, units: bigint): void {
    const place = placeOf(row);
    const before = this.places.get(place)?.units ?? NOTHING;
    this.places.set(place, { capacity: capacityOf(row.taxWrapper), units: plus(before, { top: units, bottom: 1n }) });
  }

  clear(capacity: Capacity): void {
    for (const [place, held] of this.places) if (held.capacity === capacity) this.places.delete(place);
  }

  scale(ratioOf: (capacity: Capacity) => Fraction): void {
    for (const [place, { capacity, units }] of this.places)
      this.places.set(place, { capacity, units: times(units, ratioOf(capacity)) });
  }

  /** RULES 6.2: false where the rows name some of the places that hold units and not the others. */
  isNamedAlikeBy(rows: readonly Transaction[]): boolean {
    const named = new Set(rows.map(placeOf));
    const holding = [...this.places].filter(([, { units }]) => units.top > 0n);
    const some = holding.filter(([place]) => named.has(place)).length;
    return some === 0 || some === holding.length;
  }

  /** True when each capacity that holds units has a row of its own. */
  hasRowsForEach(rows: readonly Transaction[]): boolean {
    const named = new Set(rows.map(({ taxWrapper }) => capacityOf(taxWrapper)));
    return [...this.places.values()].every(({ capacity, units }) => units.top <= 0n || named.has(capacity));
  }

  private sum(isWanted: (held: HeldUnits) => boolean): Fraction {
    let total = NOTHING;
    for (const held of this.places.values()) if (isWanted(held)) total = plus(total, held.units);
    return total;
  }
}

function unitsOf(row: Transaction): bigint {
  return row.quantity === null ? 0n : exact(row.quantity);
}

function isSplit(row: Transaction): boolean {
  return row.transactionType === 'SPLIT' || row.transactionType === 'BONUS_ISSUE';
}

/**
 * The share bases of an identified class, and its side of each merger or demerger. Findings were reported when it was
 * identified.
 */
export function basesOfClass({ codes, transactions }: Pick<ClassGains, 'codes' | 'transactions'>): {
  readonly sideOf: SplitContext['sideOf'];
  readonly basisOf: (capacity: Capacity) => ShareBasis;
} {
  const sideOf: SplitContext['sideOf'] = (row) =>
    !codes.includes(row.isin) ? 'in' : codes.includes(row.relatedIsin ?? row.isin) ? 'itself' : 'out';
  return { sideOf, basisOf: shareBases(transactions, { sideOf, report: () => undefined }) };
}

/** The share basis of each capacity of a class. Rows are in date order; most classes have no split and cost nothing here. */
export function shareBases(rows: readonly Transaction[], context: SplitContext): (capacity: Capacity) => ShareBasis {
  if (!rows.some(isSplit)) return () => UNSPLIT;
  const splits = new Map<Capacity, Split[]>([
    ['TAXABLE', []],
    ['SIPP', []],
    ['ISA', []],
    ['LISA', []],
    ['JISA', []],
  ]);
  const held = new Held();
  const growth = new Map<Capacity, BasisGrowth>();
  for (let start = 0; start < rows.length;) {
    let end = start + 1;
    while (end < rows.length && rows[end]?.transactionDate === rows[start]?.transactionDate) end += 1;
    const day = rows.slice(start, end);
    for (const type of ['SPLIT', 'BONUS_ISSUE'] as const) {
      applySplit(
        day.filter((row) => row.transactionType === type),
        { held, splits, growth },
        context,
      );
    }
    for (const row of day) trade(row, held, context);
    start = end;
  }
  const bases = new Map([...splits].map(([capacity, list]) => [capacity, shareBasis(list)]));
  return (capacity) => bases.get(capacity) ?? UNSPLIT;
}

interface SplitState {
  readonly held: Held;
  readonly splits: Map<Capacity, Split[]>;
  readonly growth: Map<Capacity, BasisGrowth>;
}

/** The day's rows of one type are one event, whichever brokers and wrappers they name. */
function applySplit(rows: readonly Transaction[], { held, splits, growth }: SplitState, context: SplitContext): void {
  const [first] = rows;
  if (first === undefined) return;
  const stated = statedRatio(rows, context);
  const overall = stated ?? derivedRatio(rows, held.total());
  if (overall === null) {
    context.report('ratioUnknown', first);
    return;
  }
  if (stated === null && !held.isNamedAlikeBy(rows)) context.report('ratioAssumed', first);
  const isOfWhole = stated !== null || !held.hasRowsForEach(rows);
  const ratios = new Map<Capacity, Fraction>();
  for (const capacity of splits.keys())
    ratios.set(capacity, isOfWhole ? overall : ownRatio(rows, capacity, held.of(capacity), overall));
  const grown = new Map(
    [...ratios].map(([capacity, { top, bottom }]) => [
      capacity,
      growBasis(growth.get(capacity) ?? UNGROWN, top, bottom),
    ]),
  );
  if ([...grown.values()].includes(null)) {
    context.report('ratioTooFine', first);
    return;
  }
  for (const [capacity, basis] of grown) if (basis !== null) growth.set(capacity, basis);
  for (const [capacity, list] of splits) {
    const ratio = ratios.get(capacity) ?? UNCHANGED;
    list.push({ date: first.transactionDate, after: ratio.top, before: ratio.bottom, transactions: rows });
  }
  held.scale((capacity) => ratios.get(capacity) ?? UNCHANGED);
}

/** RULES 6.2: the ratio that a row states wins. */
function statedRatio(rows: readonly Transaction[], context: SplitContext): Fraction | null {
  let stated: Fraction | null = null;
  for (const row of rows) {
    if (row.ratioNew === undefined || row.ratioOld === undefined) continue;
    const ratio = fraction(BigInt(row.ratioNew), BigInt(row.ratioOld));
    if (stated === null) stated = ratio;
    else if (stated.top !== ratio.top || stated.bottom !== ratio.bottom) context.report('ratiosDiffer', row);
  }
  return stated;
}

/** RULES 6.2: else the day's change in units against the units held, over all wrappers and brokers; null when that gives no ratio. */
function derivedRatio(rows: readonly Transaction[], held: Fraction): Fraction | null {
  if (held.top <= 0n) return null;
  const after = rows.reduce((total, row) => plus(total, { top: unitsOf(row), bottom: 1n }), held);
  return after.top <= 0n ? null : fraction(after.top * held.bottom, after.bottom * held.top);
}

/**
 * RULES 6.4: where a capacity's own rows differ from the whole by less than one unit for each of the day's rows, fractions
 * were dropped (CG57814), and its rows are right for it.
 */
function ownRatio(rows: readonly Transaction[], capacity: Capacity, held: Fraction, overall: Fraction): Fraction {
  const ownRows = rows.filter((row) => capacityOf(row.taxWrapper) === capacity);
  const own = ownRows.length === 0 ? null : derivedRatio(ownRows, held);
  if (own === null) return overall;
  const difference = plus(times(held, own), times(times(held, overall), { top: -1n, bottom: 1n }));
  const size = difference.top < 0n ? -difference.top : difference.top;
  return size < ONE * BigInt(rows.length) * difference.bottom ? own : overall;
}

function trade(row: Transaction, held: Held, context: SplitContext): void {
  if (isCashEvent(row.transactionType)) return;
  switch (row.transactionType) {
    case 'BUY':
    case 'TRANSFER_IN':
    case 'DIVIDEND_REINVESTED':
    case 'RIGHTS_ISSUE':
      held.change(row, unitsOf(row));
      break;
    case 'SELL':
    case 'TRANSFER_OUT':
      held.change(row, -unitsOf(row));
      break;
    case 'MERGER':
    case 'DEMERGER': {
      const side = context.sideOf(row);
      if (side === 'in') held.change(row, unitsOf(row));
      else if (side === 'out' && row.transactionType === 'MERGER') held.clear(capacityOf(row.taxWrapper));
      break;
    }
    case 'SPLIT':
    case 'BONUS_ISSUE':
    case 'DIVIDEND':
    case 'INTEREST':
    case 'RETURN_OF_CAPITAL':
    case 'ACCUMULATION':
    case 'EQUALISATION':
    case 'ISIN_CHANGE':
      break;
  }
}
