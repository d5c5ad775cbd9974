/** The cash behind the demo couple's trades: contributions, fees, interest and withdrawals. */
import type { Money, Pounds } from '../values/amount.ts';
import { cashEffectOf } from '../cash-ledger/cash-effect.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, divide, exact, multiply, round, subtract, toAmount, zero, type Exact } from '../values/decimal.ts';
import type { CashEventType } from '../fields/enums.ts';
import { groupBy } from '../values/group-by.ts';
import type { Transaction } from '../records/records.ts';

export interface CashSources {
  /** In the order in which they happened. */
  readonly transactions: readonly Transaction[];
  /** All trading days. */
  readonly days: readonly IsoDate[];
  /** Makes identifiers for one place, whose order does not depend on other places. */
  readonly idsOf: (place: string) => (day: IsoDate) => string;
  /** A broker's fee for a quarter, by its identifier. */
  readonly feeOf: (brokerId: string) => Pounds;
  /** The move of everything from one broker to another, including the cash. */
  readonly move: CashMove | null;
}

export interface CashMove {
  readonly day: IsoDate;
  readonly accountId: string;
  readonly fromBrokerId: string;
  readonly toBrokerId: string;
  readonly taxWrapper: Transaction['taxWrapper'];
}

type Cash = Exact<'money'>;
/** One account at one broker in one wrapper. */
type Place = Pick<Transaction, 'accountId' | 'brokerId' | 'taxWrapper'>;

const exactly = (pounds: number): Cash => exact(pounds as Money);
/** Contributions are multiples of this. */
const STEP = exactly(100);
/** When more is left in a dealing account at the end of a quarter, all but about `LEFT` is withdrawn. */
const MOST = exactly(2500);
const LEFT = exactly(500);
/** Per quarter, of the balance at its end. */
const INTEREST = exact(0.0025 as Money);
const QUARTER_MONTHS = new Set(['03', '06', '09', '12']);
/** The state's addition to each pound paid in: a lifetime ISA's bonus, or a pension's tax relief at source. */
const ADDED = exact(0.25 as Money);

export interface DemoCash {
  /** Sorted by place. */
  readonly events: readonly Transaction[];
  /** A place's balance at the end of the story. */
  readonly balanceAt: (place: Place) => Money;
}

/**
 * A cash event for every movement that must have happened: before a purchase a round amount is paid in on the same day;
 * each quarter brings interest and a fee. No place is ever overdrawn. Earlier events never depend on how far the story
 * goes.
 */
export function makeCash(sources: CashSources): DemoCash {
  const ledgers = [...groupBy(sources.transactions, keyOf).values()].map((rows) => new PlaceCash(sources, rows));
  // The place that cash leaves is calculated before the one that receives it.
  const arrived = new Map<string, Cash>();
  const events = ledgers
    .toSorted((a, b) => Number(b.isLeft) - Number(a.isLeft))
    .flatMap((ledger) => ledger.run(arrived));
  const left = new Map(ledgers.map(({ key, balance }) => [key, toAmount(balance)]));
  return { events, balanceAt: (place) => left.get(keyOf(place)) ?? (0 as Money) };
}

function keyOf({ accountId, brokerId, taxWrapper }: Place): string {
  return `${accountId}|${brokerId}|${taxWrapper}`;
}

class PlaceCash {
  readonly key: string;
  readonly isLeft: boolean;
  private readonly sources: CashSources;
  private readonly rows: readonly Transaction[];
  private readonly place: Place;
  private readonly isJoined: boolean;
  private readonly newId: (day: IsoDate) => string;
  private readonly events: Transaction[] = [];
  balance: Cash = zero();

  constructor(sources: CashSources, rows: readonly Transaction[]) {
    const [first] = rows;
    if (first === undefined) throw new RangeError('a place without a transaction');
    const { accountId, brokerId, taxWrapper } = first;
    const { move } = sources;
    const isAt = (broker: string | undefined): boolean =>
      move !== null && keyOf(first) === keyOf({ ...move, brokerId: broker ?? '' });
    this.key = keyOf(first);
    this.newId = sources.idsOf(this.key);
    this.sources = sources;
    this.rows = rows;
    this.place = { accountId, brokerId, taxWrapper };
    this.isLeft = isAt(move?.fromBrokerId);
    this.isJoined = isAt(move?.toBrokerId);
  }

  run(arrived: Map<string, Cash>): readonly Transaction[] {
    const { days, move } = this.sources;
    const byDay = groupBy(this.rows, ({ transactionDate }) => transactionDate);
    const from = this.rows[0]?.transactionDate ?? '';
    for (const [index, day] of days.entries()) {
      if (day < from) continue;
      if (move?.day === day) this.moveCash(day, arrived);
      this.settle(day, byDay.get(day) ?? []);
      const isQuarterEnd = QUARTER_MONTHS.has(day.slice(5, 7)) && days[index + 1]?.slice(5, 7) !== day.slice(5, 7);
      // The end of a month is known when the next one has begun.
      if (isQuarterEnd && index + 1 < days.length && !(this.isLeft && move !== null && day >= move.day))
        this.endQuarter(day);
    }
    return this.events;
  }

  private moveCash(day: IsoDate, arrived: Map<string, Cash>): void {
    if (this.isLeft && this.balance > 0n) {
      const transferId = this.newId(day);
      arrived.set(transferId, this.balance);
      this.record(day, 'CASH_TRANSFER_OUT', this.balance, { transferId });
    }
    if (this.isJoined)
      for (const [transferId, amount] of arrived) this.record(day, 'CASH_TRANSFER_IN', amount, { transferId });
  }

  private settle(day: IsoDate, rows: readonly Transaction[]): void {
    let change: Cash = zero();
    for (const row of rows) {
      const effect = cashEffectOf(row, { isAccumulating: () => false });
      if (effect !== null) change = add(change, effect.amount);
    }
    const after = add(this.balance, change);
    if (after < 0n) this.payIn(day, subtract(zero<'money'>(), after));
    this.balance = add(this.balance, change);
  }

  /** The state's addition covers a part of a contribution to a LISA or SIPP. */
  private payIn(day: IsoDate, needed: Cash): void {
    const { taxWrapper } = this.place;
    const own = (wanted: Cash): Cash => (((wanted + STEP - 1n) / STEP) * STEP) as Cash;
    if (taxWrapper === 'ISA' || taxWrapper === 'JISA')
      this.record(day, 'CONTRIBUTION', own(needed), { contributionKind: 'OWN' });
    else if (taxWrapper === 'LISA' || taxWrapper === 'SIPP') {
      const paid = own(divide(needed, add(exactly(1), ADDED)));
      this.record(day, 'CONTRIBUTION', paid, { contributionKind: 'OWN' });
      this.record(day, 'CONTRIBUTION', round(multiply(paid, ADDED), 2), {
        contributionKind: taxWrapper === 'LISA' ? 'GOVERNMENT_BONUS' : 'TAX_RELIEF',
      });
    } else this.record(day, 'DEPOSIT', own(needed));
  }

  private endQuarter(day: IsoDate): void {
    const interest = round(multiply(this.balance, INTEREST), 2);
    if (interest > 0n) this.record(day, 'CASH_INTEREST', interest);
    // No broker charges a fee for a junior ISA.
    const fee = this.place.taxWrapper === 'JISA' ? exactly(0) : exactly(this.sources.feeOf(this.place.brokerId));
    if (fee > 0n) {
      if (fee > this.balance) this.payIn(day, subtract(fee, this.balance));
      this.record(day, 'FEE', fee);
    }
    if (this.place.taxWrapper === 'DEALING' && this.balance > MOST) {
      const spare = subtract(this.balance, LEFT);
      this.record(day, 'WITHDRAWAL', subtract(spare, (spare % exactly(100)) as Cash));
    }
  }

  private record(day: IsoDate, type: CashEventType, amount: Cash, extras: Partial<Transaction> = {}): void {
    const isOut = ['WITHDRAWAL', 'FEE', 'CASH_TRANSFER_OUT'].includes(type);
    this.balance = isOut ? subtract(this.balance, amount) : add(this.balance, amount);
    const id = this.newId(day);
    this.events.push({
      id,
      ...this.place,
      transactionType: type,
      transactionDate: day,
      brokerDealReference: `CASH-${id.slice(-6).toUpperCase()}`,
      isin: '',
      quantity: null,
      nativePrice: null,
      localPrice: null,
      consideration: 0 as Pounds,
      brokerCharge: 0 as Pounds,
      stampDuty: 0 as Pounds,
      fxCharge: 0 as Pounds,
      accruedInterest: 0 as Pounds,
      cashAmount: toAmount(amount),
      cashCurrency: 'GBP',
      ...extras,
    });
  }
}
