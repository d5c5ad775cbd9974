/** The positions that a holder can sell, with their prices and steps of units (RULES 2). */
import type { Quantity } from '../values/amount.ts';
import { capacityOf, type AssetFacts, type Capacity } from '../cgt/terms/capacity.ts';
import type { ClassGains, Position } from '../cgt/terms/gains.ts';
import { absolute, exact, ONE, SCALE, sum, toAmount, toText, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper, type AssetType, type TaxWrapper } from '../fields/enums.ts';
import { commodityName } from '../values/isin.ts';
import type { Transaction } from '../records/records.ts';
import type { PlanBook } from './plan-book.ts';
import type { LeftOut, PlanAnswer, PriceUsed } from './plan.ts';

const NO_UNITS = 0n as Exact<'quantity'>;

/** Units of one wrapper that may be sold, counted in steps from 1; the last step is the rest after whole steps. */
export interface SalePosition {
  readonly accountId: string;
  readonly isin: string;
  readonly assetName: string;
  readonly taxWrapper: TaxWrapper;
  /** The broker of the position's latest row. */
  readonly brokerId: string;
  readonly held: Quantity;
  readonly price: PriceUsed;
  /** Chargeable when sold. */
  readonly isTaxable: boolean;
  /** The pool has fewer units than its wrappers: more was sold in another of them than was held there (RULES 4.5). */
  readonly isShort: boolean;
  readonly rows: readonly Transaction[];
}

/** The most and fewest decimals of a unit that are tried for securities traded in fractions. */
const MOST_PLACES = 6;
const FEWEST_PLACES = 3;

/** RULES 2.1: the number of decimals in which a security is traded. */
export function unitPlaces(type: AssetType | undefined, held: Quantity): number {
  if (type !== 'FUND' && type !== 'COMMODITY' && type !== 'CASH') return 0;
  const places = toText(exact(held)).split('.')[1]?.length ?? 0;
  return Math.min(MOST_PLACES, Math.max(FEWEST_PLACES, places));
}

/** The number of steps of `places` decimals in a quantity. */
export function stepsIn(quantity: Exact<'quantity'>, places: number): number {
  return Number(quantity / 10n ** BigInt(SCALE - places));
}

export function quantityOfSteps(steps: number, places: number): Quantity {
  return toAmount((BigInt(steps) * 10n ** BigInt(SCALE - places)) as Exact<'quantity'>);
}

/** The steps of a position: whole ones, and one more for the remaining fraction. */
export interface UnitSteps {
  readonly most: number;
  readonly unitsOf: (steps: number) => Quantity;
  readonly stepsIn: (quantity: number) => number;
}

/** Steps of the position up to a limit; up to all of it by default. */
export function unitSteps(
  position: SalePosition,
  facts: AssetFacts | undefined,
  limit: Quantity = position.held,
): UnitSteps {
  const places = unitPlaces(facts?.type, position.held);
  const whole = stepsIn(exact(limit), places);
  const most = exact(quantityOfSteps(whole, places)) === exact(limit) ? whole : whole + 1;
  return {
    most,
    unitsOf: (steps) => (steps > whole ? limit : quantityOfSteps(steps, places)),
    stepsIn: (quantity) => stepsIn(exact(quantity as Quantity), places),
  };
}

export interface Positions {
  readonly priced: readonly SalePosition[];
  readonly unpriced: readonly { readonly accountId: string; readonly isin: string; readonly assetName: string }[];
}

export function nameOf(book: PlanBook, isin: string): string {
  return book.factsOf(isin)?.name ?? commodityName(isin) ?? isin;
}

/** Every position of the holders with a quantity above zero, by account, ISIN and wrapper. */
export function positionsOf(book: PlanBook, accountIds: readonly string[]): Positions {
  const priced: SalePosition[] = [];
  const unpriced: { accountId: string; isin: string; assetName: string }[] = [];
  for (const gains of book.gains.classes) {
    if (!accountIds.includes(gains.accountId)) continue;
    const { accountId, isin } = gains;
    for (const position of gains.positions) {
      if (position.quantity <= 0n) continue;
      const price = book.priceOf({ accountId, isin, taxWrapper: position.wrapper });
      if (price === undefined) unpriced.push({ accountId, isin, assetName: nameOf(book, isin) });
      else priced.push(positionOf(book, gains, position, price));
    }
  }
  return { priced, unpriced };
}

function positionOf(book: PlanBook, gains: ClassGains, position: Position, price: PriceUsed): SalePosition {
  const { wrapper, quantity } = position;
  return {
    accountId: gains.accountId,
    isin: gains.isin,
    assetName: nameOf(book, gains.isin),
    taxWrapper: wrapper,
    brokerId: gains.transactions.findLast((row) => row.taxWrapper === wrapper)?.brokerId ?? '',
    held: recordableQuantity(quantity),
    price,
    isTaxable: isTaxableWrapper(wrapper) && gains.exempt === null,
    isShort: isShort(gains, capacityOf(wrapper)),
    rows: gains.transactions,
  };
}

function isShort({ pools, positions }: ClassGains, capacity: Capacity): boolean {
  const held = positions.filter(({ wrapper, quantity }) => capacityOf(wrapper) === capacity && quantity > 0n);
  const pool = pools.find((one) => one.capacity === capacity);
  return sum(held.map(({ quantity }) => quantity)) > (pool?.quantity ?? NO_UNITS);
}

/** The quantity, or where a split left more digits than records have, the largest quantity below it that fits. */
function recordableQuantity(quantity: Exact<'quantity'>): Quantity {
  const amount = toAmount(quantity);
  if (absolute(exact(amount)) === quantity) return amount;
  const step = ONE / 10n ** BigInt(MOST_PLACES);
  return toAmount(((quantity / step) * step) as Exact<'quantity'>);
}

/** The positions that may be sold for a plan, and those left out with the reason. */
export interface Supply {
  readonly free: readonly SalePosition[];
  readonly leftOut: PlanAnswer['leftOut'];
}

/** RULES 4.2, 4.5: the positions that may be sold, of those that `isWanted` selects. */
export function supplyOf(
  book: PlanBook,
  { priced, unpriced }: Positions,
  isWanted: (position: SalePosition) => boolean = () => true,
): Supply {
  const free: SalePosition[] = [];
  const leftOut: LeftOut[] = [];
  for (const position of priced.filter(isWanted)) {
    const why = reasonToLeaveOut(book, position);
    const { accountId, isin, assetName } = position;
    if (why === null) free.push(position);
    else leftOut.push({ accountId, isin, assetName, why });
  }
  return { free, leftOut: [...leftOut, ...unpriced.map((entry): LeftOut => ({ ...entry, why: 'noPrice' }))] };
}

function reasonToLeaveOut(book: PlanBook, position: SalePosition): LeftOut['why'] | null {
  if (!isTaxableWrapper(position.taxWrapper)) return null;
  if (acquisitionsAhead(book, position).length > 0) return 'within30Days';
  return position.isShort ? 'soldMoreThanHeld' : null;
}

/** RULES 4.2: recorded acquisitions of the class after the day, with which a sale on that day would be identified. */
export function acquisitionsAhead(
  book: PlanBook,
  { accountId, isin, taxWrapper }: Pick<SalePosition, 'accountId' | 'isin' | 'taxWrapper'>,
): Transaction[] {
  return book.acquisitionsAhead.filter(
    (row) =>
      row.accountId === accountId &&
      capacityOf(row.taxWrapper) === capacityOf(taxWrapper) &&
      book.familyOf(row.isin) === book.familyOf(isin),
  );
}
