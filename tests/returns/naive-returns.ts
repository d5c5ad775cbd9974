/**
 * Returns the slow and obvious way, for comparison: day by day from the rows alone, whole hundred-millionths of a pound as integers,
 * no engine, no cost pool. Knows the rows of `portfolios.ts` only.
 */
import { addDays, toDayNumber, type IsoDate } from '../../domain/values/dates.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { ReturnsScope } from '../../domain/returns/book/scope.ts';
import { DAYS, FIRST, SECURITIES, type RandomWorld } from './portfolios.ts';

interface Place {
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: string;
  readonly isin: string;
}

/** Money that crosses the edge of the scope on a day, in pence: positive comes in; null when its market value is not known. */
interface Crossing {
  readonly date: IsoDate;
  readonly pence: bigint | null;
}

export interface NaiveReturns {
  /** In pence; null where something held has no price or rate. */
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly paidIn: bigint | null;
  readonly paidOut: bigint | null;
  readonly income: bigint;
  readonly charges: bigint;
  /** Null where a day cannot be valued, or where growth has nothing to be measured on. */
  readonly timeWeighted: number | null;
}

function keyOf({ accountId, brokerId, taxWrapper, isin }: Place): string {
  return [accountId, taxWrapper, isin, brokerId].join(' ');
}

function pence(pounds: number): bigint {
  return BigInt(Math.round(pounds * 100));
}

/** Ten-thousandths. */
function fine(value: number): bigint {
  return BigInt(Math.round(value * 10_000));
}

/** To the penny from hundred-millionths of a pound, or what remains of them. */
function roundedPence(amount: bigint, toAPenny: bigint): bigint {
  const half = amount < 0n ? -toAPenny / 2n : toAPenny / 2n;
  return (amount + half) / toAPenny;
}

/** Ten-thousandths of a pound a unit times ten-thousandths of a rate. */
function unitValue(world: RandomWorld, isin: string, date: IsoDate): bigint | null {
  const point = world.prices.filter((each) => each.isin === isin && each.priceDate <= date).at(-1);
  if (point === undefined) return null;
  if (point.currency === 'GBP') return fine(point.closePrice) * 10_000n;
  if (point.currency === 'GBX') return fine(point.closePrice) * 100n;
  const rate = (world.rates ?? [])
    .filter((each) => each.fromCurrency === point.currency && each.rateDate <= date)
    .at(-1);
  return rate === undefined ? null : fine(point.closePrice) * fine(rate.rate);
}

/** A price counts for units of its own day: each split of the account since then made two of one. */
function marketValue(
  world: RandomWorld,
  { accountId, isin }: Pick<Place, 'accountId' | 'isin'>,
  quantity: bigint,
  date: IsoDate,
): bigint | null {
  const unit = unitValue(world, isin, date);
  const priced = world.prices.filter((each) => each.isin === isin && each.priceDate <= date).at(-1)?.priceDate;
  if (unit === null || priced === undefined) return null;
  const splits = world.rows.filter(
    (each) =>
      each.transactionType === 'SPLIT' &&
      each.accountId === accountId &&
      each.isin === isin &&
      each.transactionDate > priced &&
      each.transactionDate <= date,
  );
  const halvings = new Set(splits.map(({ transactionDate }) => transactionDate)).size;
  return roundedPence(quantity * unit, 1_000_000n * 2n ** BigInt(halvings));
}

export function naiveReturns(world: RandomWorld, scope: ReturnsScope, from: IsoDate, to: IsoDate): NaiveReturns {
  const isIn = (place: Place): boolean =>
    (scope.accountId ?? place.accountId) === place.accountId &&
    (scope.brokerId ?? place.brokerId) === place.brokerId &&
    (scope.taxWrapper ?? place.taxWrapper) === place.taxWrapper &&
    (scope.isin ?? place.isin) === place.isin &&
    (scope.category ?? SECURITIES.find(({ isin }) => isin === place.isin)?.category) ===
      SECURITIES.find(({ isin }) => isin === place.isin)?.category;
  const held = new Map<string, bigint>();
  const places = new Map<string, Place>();
  const crossings: Crossing[] = [];
  const values = new Map<IsoDate, bigint | null>();
  /** Days on which the scope held less than nothing of a holding. */
  const oversold = new Set<IsoDate>();
  let [income, charges] = [0n, 0n];

  const change = (place: Place, quantity: bigint): void => {
    places.set(keyOf(place), place);
    held.set(keyOf(place), (held.get(keyOf(place)) ?? 0n) + quantity);
  };
  const valueOf = (date: IsoDate): bigint | null => {
    let total = 0n;
    const below = new Map<string, bigint>();
    for (const key of [...held.keys()].toSorted()) {
      const place = places.get(key);
      const quantity = held.get(key) ?? 0n;
      if (place === undefined) continue;
      const holding = [place.accountId, place.taxWrapper, place.isin].join(' ');
      const before = below.get(holding) ?? 0n;
      below.set(holding, before + quantity);
      if (!isIn(place) || quantity === 0n) continue;
      const upTo = marketValue(world, place, before + quantity, date);
      const under = marketValue(world, place, before, date);
      if (upTo === null || under === null) return null;
      total += upTo - under;
    }
    return total;
  };

  for (let index = 0; index <= DAYS; index += 1) {
    const date = addDays(FIRST, index);
    const counts = date >= from && date <= to;
    const cross = (amount: bigint | null): void => {
      if (amount !== 0n) crossings.push({ date, pence: amount });
    };
    /** Between two places: a flow for a scope that has one of them only. */
    const moved = (source: Place | null, target: Place | null, amount: bigint | null): void => {
      const [out, into] = [source !== null && isIn(source), target !== null && isIn(target)];
      if (out && !into) cross(amount === null ? null : -amount);
      if (into && !out) cross(amount);
    };
    const ofDay = (type: string): readonly Transaction[] =>
      world.rows
        .filter((row) => row.transactionType === type && moveDay(world, row) === date)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const quantityOf = (row: Transaction): bigint => BigInt(row.quantity ?? 0);
    /** What a row pays or is paid is one amount, its charges included. */
    const paid = (row: Transaction, amount: bigint): void => {
      const charge = pence(row.brokerCharge);
      if (!isIn(row)) return;
      cross(amount + charge);
      if (counts) charges += charge;
    };

    for (const name of new Set(ofDay('SPLIT').map((row) => `${row.accountId} ${row.isin}`)))
      for (const [key, quantity] of held) {
        const place = places.get(key);
        if (place !== undefined && `${place.accountId} ${place.isin}` === name) held.set(key, quantity * 2n);
      }
    // There is one merger, of one holding; its rows are those of brokers.
    const merged = ofDay('MERGER');
    const [merger] = merged;
    if (merger !== undefined) {
      const sources = [...held]
        .filter(([key, quantity]) => {
          const place = places.get(key);
          return (
            quantity !== 0n &&
            place?.accountId === merger.accountId &&
            place.taxWrapper === merger.taxWrapper &&
            place.isin === merger.isin
          );
        })
        .flatMap(([key]) => places.get(key) ?? []);
      const total = sources.reduce((all, source) => all + (held.get(keyOf(source)) ?? 0n), 0n);
      // The scopes that are compared take all brokers of a holding or none.
      const [first] = total > 0n ? sources : [];
      // More was disposed of than was held: the rest comes from outside.
      if (first === undefined)
        for (const source of sources)
          moved(null, source, marketValue(world, source, -(held.get(keyOf(source)) ?? 0n), date));
      for (const source of sources) held.set(keyOf(source), 0n);
      for (const row of merged) {
        const target = { ...row, isin: row.relatedIsin ?? '' };
        moved(first ?? null, target, marketValue(world, target, quantityOf(row), date));
        change(target, quantityOf(row));
        paid(row, -pence(row.consideration));
      }
    }
    for (const type of ['BUY', 'RIGHTS_ISSUE', 'DIVIDEND_REINVESTED', 'TRANSFER_IN'])
      for (const row of ofDay(type)) {
        if (type === 'TRANSFER_IN' && isMove(world, row)) continue;
        change(row, quantityOf(row));
        if (type === 'TRANSFER_IN') {
          moved(null, row, marketValue(world, row, quantityOf(row), date));
          paid(row, 0n);
        } else if (type === 'DIVIDEND_REINVESTED') {
          paid(row, 0n);
          if (isIn(row) && counts) income += pence(row.consideration);
        } else paid(row, pence(row.consideration));
      }
    for (const row of ofDay('TRANSFER_OUT').filter((each) => isMove(world, each))) {
      const arrival = world.rows.find((each) => each.transferId === row.transferId && each !== row);
      if (arrival === undefined) continue;
      change(row, -quantityOf(row));
      change(arrival, quantityOf(row));
      if (keyOf(row) !== keyOf(arrival)) moved(row, arrival, marketValue(world, row, quantityOf(row), date));
    }
    for (const type of ['DIVIDEND', 'INTEREST'])
      for (const row of ofDay(type)) {
        paid(row, -pence(row.consideration));
        if (isIn(row) && counts) income += pence(row.consideration);
      }
    for (const type of ['RETURN_OF_CAPITAL', 'EQUALISATION'])
      for (const row of ofDay(type)) paid(row, -pence(row.consideration));
    for (const row of ofDay('ACCUMULATION')) paid(row, 0n);
    for (const row of ofDay('SELL')) {
      change(row, -quantityOf(row));
      paid(row, -pence(row.consideration));
    }
    for (const row of ofDay('TRANSFER_OUT').filter((each) => !isMove(world, each))) {
      change(row, -quantityOf(row));
      moved(row, null, marketValue(world, row, quantityOf(row), date));
      paid(row, 0n);
    }
    values.set(date, valueOf(date));
    const units = new Map<string, bigint>();
    for (const [key, quantity] of held) {
      const place = places.get(key);
      if (place === undefined || !isIn(place)) continue;
      const holding = [place.accountId, place.taxWrapper, place.isin].join(' ');
      units.set(holding, (units.get(holding) ?? 0n) + quantity);
    }
    if ([...units.values()].some((quantity) => quantity < 0n)) oversold.add(date);
  }

  const inPeriod = crossings.filter(({ date }) => date >= from && date <= to);
  const isKnown = inPeriod.every(({ pence: amount }) => amount !== null);
  const sumOf = (sign: bigint): bigint =>
    inPeriod.reduce(
      (total, { pence: amount }) => ((amount ?? 0n) * sign > 0n ? total + (amount ?? 0n) * sign : total),
      0n,
    );
  return {
    opening: values.get(addDays(from, -1)) ?? (addDays(from, -1) < FIRST ? 0n : null),
    closing: values.get(to) ?? null,
    paidIn: isKnown ? sumOf(1n) : null,
    paidOut: isKnown ? sumOf(-1n) : null,
    income,
    charges,
    timeWeighted:
      isKnown && ![...oversold].some((date) => date >= addDays(from, -1) && date <= to)
        ? chained(values, inPeriod, from, to)
        : null,
  };
}

/** Whether it is half of a pair in which as many units arrived as left, whichever of the two accounts' splits count. */
function isMove(world: RandomWorld, row: Transaction): boolean {
  if (row.transferId === undefined) return false;
  const [out, into] = ['TRANSFER_OUT', 'TRANSFER_IN'].map((type) =>
    world.rows.find((each) => each.transferId === row.transferId && each.transactionType === type),
  );
  if (out === undefined || into === undefined) return false;
  return [out, into].every(({ accountId }) => {
    const days = new Set(
      world.rows
        .filter(
          (each) =>
            each.transactionType === 'SPLIT' &&
            each.accountId === accountId &&
            each.isin === out.isin &&
            each.transactionDate > out.transactionDate &&
            each.transactionDate <= into.transactionDate,
        )
        .map(({ transactionDate }) => transactionDate),
    );
    return (out.quantity ?? 0) * 2 ** days.size === into.quantity;
  });
}

/** The earlier day of a move, else the row's own. */
function moveDay(world: RandomWorld, row: Transaction): IsoDate {
  if (!isMove(world, row)) return row.transactionDate;
  return world.rows
    .filter(({ transferId }) => transferId === row.transferId)
    .map(({ transactionDate }) => transactionDate)
    .toSorted()[0] as IsoDate;
}

function chained(
  values: ReadonlyMap<IsoDate, bigint | null>,
  crossings: readonly Crossing[],
  from: IsoDate,
  to: IsoDate,
): number | null {
  let growth = 1;
  let isStarted = false;
  for (let date = from; toDayNumber(date) <= toDayNumber(to); date = addDays(date, 1)) {
    const before = values.has(addDays(date, -1)) ? values.get(addDays(date, -1)) : 0n;
    const after = values.get(date);
    if (before === null || before === undefined || after === null || after === undefined) return null;
    const flows = crossings.filter((each) => each.date === date).map(({ pence: amount }) => amount ?? 0n);
    const base = flows.reduce((total, amount) => (amount > 0n ? total + amount : total), before);
    const end = flows.reduce((total, amount) => (amount < 0n ? total - amount : total), after);
    if (before < 0n || after < 0n || base < 0n || end < 0n) return null;
    if (base === 0n) continue;
    isStarted = true;
    growth *= Number(end) / Number(base);
  }
  return isStarted ? growth - 1 : null;
}
