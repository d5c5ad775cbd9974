/**
 * A second matcher, deliberately naive, that shares nothing with the engine but its input: exact fractions instead of
 * fixed point, JavaScript dates instead of day numbers, every question answered by searching all rows again.
 * It knows one account, one class and one capacity: purchases, sales, unlinked transfers, splits with a ratio, rights,
 * returns of capital to be deducted, notional distributions and equalisation.
 */
import type { Transaction } from '../../domain/records/records.ts';

export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    let [a, b] = [top < 0n ? -top : top, bottom];
    while (b !== 0n) [a, b] = [b, a % b];
    const common = a === 0n ? 1n : a;
    this.top = top / common;
    this.bottom = bottom / common;
  }

  static of(value: number): Fraction {
    const [mantissa = '0', exponent = '0'] = value.toString().split('e');
    const [whole = '0', decimals = ''] = mantissa.split('.');
    const places = decimals.length - Number(exponent);
    const digits = BigInt(whole + decimals);
    return places >= 0 ? new Fraction(digits, 10n ** BigInt(places)) : new Fraction(digits * 10n ** BigInt(-places));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.top, other.bottom));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    const sign = other.top < 0n ? -1n : 1n;
    return new Fraction(this.top * other.bottom * sign, this.bottom * other.top * sign);
  }

  isMore(other: Fraction = ZERO): boolean {
    return this.minus(other).top > 0n;
  }

  least(other: Fraction): Fraction {
    return this.isMore(other) ? other : this;
  }
}

export const ZERO = new Fraction(0n);

interface NaiveMatch {
  readonly rule: string;
  /** In units of the end of the history. */
  readonly quantity: Fraction;
  readonly cost: Fraction;
}

interface NaiveDisposal {
  readonly date: string;
  readonly proceeds: Fraction;
  readonly gain: Fraction;
  /** Of sales and transfers together. */
  readonly matches: readonly NaiveMatch[];
}

export interface NaiveResult {
  readonly disposals: readonly NaiveDisposal[];
  /** Cost passed on, by the day of the transfer. */
  readonly transfers: readonly { readonly date: string; readonly cost: Fraction }[];
  readonly poolQuantity: Fraction;
  readonly poolCost: Fraction;
}

const ACQUIRES = ['BUY', 'TRANSFER_IN', 'DIVIDEND_REINVESTED'];

function sumOf(rows: readonly Transaction[], amount: (row: Transaction) => Fraction): Fraction {
  return rows.reduce((total, row) => total.plus(amount(row)), ZERO);
}

function daysApart(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);
}

export function matchNaively(rows: readonly Transaction[]): NaiveResult {
  const dates: readonly string[] = [...new Set(rows.map((row) => row.transactionDate))].toSorted();
  const on = (date: string, types: readonly string[]): Transaction[] =>
    rows.filter((row) => row.transactionDate === date && types.includes(row.transactionType));
  const scale = (date: string): Fraction =>
    rows
      .filter((row) => row.transactionType === 'SPLIT' && row.transactionDate > date)
      .reduce(
        (factor, row) => factor.times(new Fraction(BigInt(row.ratioNew ?? 1), BigInt(row.ratioOld ?? 1))),
        new Fraction(1n),
      );
  const units = (row: Transaction): Fraction => Fraction.of(row.quantity ?? 0).times(scale(row.transactionDate));
  const charges = (row: Transaction): Fraction => Fraction.of(row.brokerCharge).plus(Fraction.of(row.stampDuty));
  const consideration = (row: Transaction): Fraction => Fraction.of(row.consideration);

  const acquired = new Map<string, Fraction>(dates.map((date) => [date, sumOf(on(date, ACQUIRES), units)]));
  const paid = new Map<string, Fraction>(
    dates.map((date) => [date, sumOf(on(date, ACQUIRES), (row) => consideration(row).plus(charges(row)))]),
  );
  const claimed = new Map<string, Fraction>(dates.map((date) => [date, ZERO]));
  const wanted = new Map<string, Fraction>(
    dates.map((date) => [date, sumOf(on(date, ['SELL', 'TRANSFER_OUT']), units)]),
  );
  const matches = new Map<string, NaiveMatch[]>(dates.map((date) => [date, []]));
  const get = (map: Map<string, Fraction>, date: string): Fraction => map.get(date) ?? ZERO;
  const match = (disposal: string, acquisition: string, rule: string): void => {
    const quantity = get(wanted, disposal).least(get(acquired, acquisition).minus(get(claimed, acquisition)));
    if (!quantity.isMore()) return;
    const cost = get(paid, acquisition).times(quantity).over(get(acquired, acquisition));
    matches.get(disposal)?.push({ rule, quantity, cost });
    wanted.set(disposal, get(wanted, disposal).minus(quantity));
    claimed.set(acquisition, get(claimed, acquisition).plus(quantity));
  };

  for (const date of dates) match(date, date, 'SAME_DAY');
  for (const disposal of dates)
    for (const acquisition of dates)
      if (daysApart(disposal, acquisition) >= 1 && daysApart(disposal, acquisition) <= 30)
        match(disposal, acquisition, 'THIRTY_DAY');

  let [poolQuantity, poolCost] = [ZERO, ZERO];
  const excess = new Map<string, Fraction>();
  const deduct = (date: string, amount: Fraction): void => {
    const taken = amount.least(poolCost);
    poolCost = poolCost.minus(taken);
    if (amount.isMore(taken)) excess.set(date, get(excess, date).plus(amount.minus(taken)));
  };
  for (const date of dates) {
    deduct(date, sumOf(on(date, ['RETURN_OF_CAPITAL']), consideration));
    if (poolQuantity.isMore()) {
      poolCost = poolCost.minus(sumOf(on(date, ['EQUALISATION']), consideration).least(poolCost));
      poolCost = poolCost.plus(sumOf(on(date, ['ACCUMULATION']), consideration));
    }
    const rights = on(date, ['RIGHTS_ISSUE']);
    const free = get(acquired, date).minus(get(claimed, date));
    const freeCost = get(acquired, date).isMore() ? get(paid, date).times(free).over(get(acquired, date)) : ZERO;
    poolQuantity = poolQuantity.plus(sumOf(rights, units)).plus(free);
    poolCost = poolCost.plus(sumOf(rights, (row) => consideration(row).plus(charges(row)))).plus(freeCost);
    claimed.set(date, get(acquired, date));
    const fromPool = get(wanted, date).least(poolQuantity);
    if (fromPool.isMore()) {
      const cost = poolCost.times(fromPool).over(poolQuantity);
      matches.get(date)?.push({ rule: 'SECTION_104', quantity: fromPool, cost });
      poolQuantity = poolQuantity.minus(fromPool);
      poolCost = poolCost.minus(cost);
      wanted.set(date, get(wanted, date).minus(fromPool));
    }
    for (const later of dates) if (later > date) match(date, later, 'LATER_ACQUISITION');
    if (get(wanted, date).isMore())
      matches.get(date)?.push({ rule: 'UNMATCHED', quantity: get(wanted, date), cost: ZERO });
  }
  return {
    disposals: dates.flatMap((date) => disposalOn(date)),
    transfers: dates.flatMap((date) => transferOn(date)),
    poolQuantity,
    poolCost,
  };

  function disposalOn(date: string): NaiveDisposal[] {
    const sales = on(date, ['SELL']);
    const cash = get(excess, date);
    if (sales.length === 0 && !cash.isMore()) return [];
    const proceeds = sumOf(sales, consideration).plus(cash);
    const cost = matchedCost(date).times(saleShare(date)).plus(sumOf(sales, charges));
    return [{ date, proceeds, gain: proceeds.minus(cost), matches: matches.get(date) ?? [] }];
  }

  function transferOn(date: string): { date: string; cost: Fraction }[] {
    const out = on(date, ['TRANSFER_OUT']);
    if (out.length === 0) return [];
    return [
      {
        date,
        cost: matchedCost(date)
          .times(new Fraction(1n).minus(saleShare(date)))
          .plus(sumOf(out, charges)),
      },
    ];
  }

  function matchedCost(date: string): Fraction {
    return (matches.get(date) ?? []).reduce((total, { cost }) => total.plus(cost), ZERO);
  }

  function saleShare(date: string): Fraction {
    const sold = sumOf(on(date, ['SELL']), units);
    const all = sumOf(on(date, ['SELL', 'TRANSFER_OUT']), units);
    return all.isMore() ? sold.over(all) : ZERO;
  }
}
