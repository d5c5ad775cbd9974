/** The investor's book: holdings by place, and every transaction behind them. */
import type { Pounds, Price, Quantity } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import {
  add,
  divide,
  exact,
  multiply,
  negate,
  ONE,
  round,
  subtract,
  toAmount,
  zero,
  type Exact,
} from '../values/decimal.ts';
import type { AssetType, Denomination, TaxWrapper, TransactionType } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';
import { brokerChargeOf, fxChargeOf, stampDutyOf, type TradeKind } from './charges.ts';
import { SECURITIES } from './market-data.ts';
import type { Market } from './market.ts';
import { randomOf, type Random } from './random.ts';

/** A broker's account and wrapper in which securities are held. */
export interface Place {
  readonly accountId: string;
  readonly broker: string;
  readonly taxWrapper: TaxWrapper;
}

export interface SecurityFacts {
  readonly type: AssetType;
  readonly denomination: Denomination;
}

/** A part of a holding: `part` of `of`. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export const ALL: Share = { part: 1, of: 1 };

export interface BookSources {
  readonly seed: string;
  readonly market: Market;
  readonly factsOf: (isin: string) => SecurityFacts;
  readonly brokerIdOf: (name: string) => string;
  readonly newId: (day: IsoDate) => string;
}

/** The price of a trade: as it is quoted, and in pounds. */
interface Quote {
  readonly native: Price | null;
  readonly local: Exact<'price'>;
}

const ZERO = 0 as Pounds;
const HUNDREDTH = divide<'rate'>(ONE as Exact<'rate'>, (100n * ONE) as Exact<'rate'>);
/** Units are bought in whole shares, 0.0001 of a fund, or a thousandth of an ounce. */
const UNIT_PLACES: Readonly<Record<AssetType, number>> = { EQUITY: 0, ETF: 0, BOND: 0, CASH: 0, FUND: 4, COMMODITY: 3 };
/** A bullion dealer's margin on each side. */
const METAL_MARGIN = 0.006;
const SPREAD = 0.0015;

function floorTo(value: Exact<'quantity'>, places: number): Exact<'quantity'> {
  const step = 10n ** BigInt(24 - places);
  return (value - (value % step)) as Exact<'quantity'>;
}

export class Book {
  readonly transactions: Transaction[] = [];
  private readonly sources: BookSources;
  private readonly random: Random;
  private readonly held = new Map<
    string,
    { readonly place: Place; readonly isin: string; quantity: Exact<'quantity'> }
  >();
  private readonly lastSold = new Map<string, Exact<'quantity'>>();
  private position = 0;

  constructor(sources: BookSources) {
    this.sources = sources;
    this.random = randomOf(`${sources.seed}/trades`);
  }

  /** Moves to a trading day, by its index. */
  turnTo(position: number): void {
    this.position = position;
  }

  get today(): IsoDate {
    const day = this.sources.market.days[this.position];
    if (day === undefined) throw new RangeError(`no trading day ${this.position}`);
    return day;
  }

  /** The holdings of a security by place, in the order of the first purchase. */
  holdingsOf(isin: string): readonly { readonly place: Place; readonly quantity: Exact<'quantity'> }[] {
    return [...this.held.values()].filter((holding) => holding.isin === isin && holding.quantity > 0n);
  }

  /** All securities held at a place. */
  holdingsAt(place: Place): readonly string[] {
    return [...this.held.values()]
      .filter((holding) => samePlace(holding.place, place) && holding.quantity > 0n)
      .map((holding) => holding.isin);
  }

  /** Buys as many units as the pounds pay for, charges included. */
  buyFor(place: Place, isin: string, budget: number, kind: TradeKind): void {
    const { type } = this.sources.factsOf(isin);
    const quote = this.quote(isin, 1);
    const charge = exact(brokerChargeOf(place.broker, kind, type));
    const spend = subtract(exact(budget as Pounds), charge);
    // Duty and currency charge depend on the consideration, so they are deducted from the budget first.
    const beside = add(stampDutyOf(isin, type, spend), fxChargeOf(this.sources.factsOf(isin).denomination, spend));
    this.buy(place, isin, floorTo(divide(subtract(spend, beside), quote.local), UNIT_PLACES[type]), quote, kind);
  }

  buyUnits(place: Place, isin: string, quantity: number): void {
    this.buy(place, isin, exact(quantity as Quantity), this.quote(isin, 1), 'dealt');
  }

  /** Buys a share of the units last sold here, so that same-day or 30-day matching applies. */
  buyBack(place: Place, isin: string, share: Share): void {
    const sold = this.lastSold.get(keyOf(place, isin)) ?? zero<'quantity'>();
    this.buy(place, isin, this.partOf(isin, sold, share), this.quote(isin, 1), 'dealt');
  }

  private buy(place: Place, isin: string, quantity: Exact<'quantity'>, quote: Quote, kind: TradeKind): void {
    if (quantity <= 0n) return;
    const { type, denomination } = this.sources.factsOf(isin);
    const consideration = considerationOf(quantity, quote);
    this.record(place, isin, 'BUY', quantity, quote, consideration, {
      brokerCharge: brokerChargeOf(place.broker, kind, type),
      stampDuty: toAmount(stampDutyOf(isin, type, consideration)),
      fxCharge: toAmount(fxChargeOf(denomination, consideration)),
      accruedInterest: toAmount(this.accruedInterest(isin, quantity)),
    });
    this.change(place, isin, quantity);
  }

  /** Sells a share of a place's holding, in whole units; returns the proceeds in pounds. */
  sell(place: Place, isin: string, share: Share): number {
    const quantity = this.partOf(isin, this.quantityAt(place, isin), share);
    if (quantity <= 0n) return 0;
    const { type, denomination } = this.sources.factsOf(isin);
    const quote = this.quote(isin, -1);
    const consideration = considerationOf(quantity, quote);
    this.record(place, isin, 'SELL', quantity, quote, consideration, {
      brokerCharge: brokerChargeOf(place.broker, 'dealt', type),
      fxCharge: toAmount(fxChargeOf(denomination, consideration)),
      accruedInterest: toAmount(this.accruedInterest(isin, quantity)),
    });
    this.change(place, isin, negate(quantity));
    this.lastSold.set(keyOf(place, isin), quantity);
    return toAmount(consideration);
  }

  /** Moves a share to another place, as a linked pair: to another broker, or to a spouse. */
  transfer(from: Place, to: Place, isin: string, share: Share): void {
    const quantity = this.partOf(isin, this.quantityAt(from, isin), share);
    if (quantity <= 0n) return;
    const quote = this.closingQuote(isin);
    const transferId = this.sources.newId(this.today);
    const consideration = considerationOf(quantity, quote);
    this.record(from, isin, 'TRANSFER_OUT', quantity, quote, consideration, { transferId });
    this.record(to, isin, 'TRANSFER_IN', quantity, quote, consideration, { transferId });
    this.change(from, isin, negate(quantity));
    this.change(to, isin, quantity);
  }

  /** Pays out income per unit in pounds. */
  payIncome(place: Place, isin: string, type: 'DIVIDEND' | 'INTEREST', perUnit: Exact<'price'>): void {
    const quantity = this.quantityAt(place, isin);
    const quote: Quote = { native: null, local: perUnit };
    this.record(place, isin, type, quantity, quote, considerationOf(quantity, quote), {});
  }

  /** Reinvests income per unit in pounds, at the day's price. */
  reinvestIncome(place: Place, isin: string, perUnit: Exact<'price'>): void {
    const income = considerationOf(this.quantityAt(place, isin), { native: null, local: perUnit });
    const { type } = this.sources.factsOf(isin);
    const quote = this.quote(isin, 1);
    const consideration = subtract(income, stampDutyOf(isin, type, income));
    const quantity = floorTo(divide(consideration, quote.local), UNIT_PLACES.FUND);
    if (quantity <= 0n) return;
    this.record(place, isin, 'DIVIDEND_REINVESTED', quantity, quote, consideration, {
      stampDuty: toAmount(stampDutyOf(isin, type, consideration)),
    });
    this.change(place, isin, quantity);
  }

  /**
   * Income that an accumulating offshore fund reports: it raises the cost at the period end, and is income six months
   * later.
   */
  reportIncome(place: Place, isin: string, perUnit: Exact<'price'>, incomeDate: IsoDate): void {
    const quantity = this.quantityAt(place, isin);
    const quote: Quote = { native: null, local: perUnit };
    this.record(place, isin, 'ACCUMULATION', quantity, quote, considerationOf(quantity, quote), { incomeDate });
  }

  /** Splits a place's holding. */
  split(place: Place, isin: string, ratioNew: number, ratioOld: number): void {
    const before = this.quantityAt(place, isin);
    const change = (before * BigInt(ratioNew)) / BigInt(ratioOld) - before;
    this.record(place, isin, 'SPLIT', change as Exact<'quantity'>, null, zero(), { ratioNew, ratioOld });
    this.change(place, isin, change as Exact<'quantity'>);
  }

  /** The day's close in pounds per unit. */
  closeInPounds(isin: string): Exact<'price'> {
    return this.closingQuote(isin).local;
  }

  private quantityAt(place: Place, isin: string): Exact<'quantity'> {
    return this.held.get(keyOf(place, isin))?.quantity ?? zero<'quantity'>();
  }

  private partOf(isin: string, quantity: Exact<'quantity'>, share: Share): Exact<'quantity'> {
    if (share.part === share.of) return quantity;
    return floorTo(
      ((quantity * BigInt(share.part)) / BigInt(share.of)) as Exact<'quantity'>,
      UNIT_PLACES[this.sources.factsOf(isin).type],
    );
  }

  /** A price within the day's range: a buyer pays a little more than the close, a seller gets a little less. */
  private quote(isin: string, side: 1 | -1): Quote {
    const { type, denomination } = this.sources.factsOf(isin);
    if (type === 'FUND') return this.closingQuote(isin);
    const margin = type === 'COMMODITY' ? METAL_MARGIN : SPREAD * this.random.next();
    const close = this.nativeClose(isin);
    const places = denomination === 'GBX' || type === 'COMMODITY' ? 2 : 4;
    const native = Number((close * (1 + side * margin)).toFixed(places)) as Price;
    return { native, local: this.inPounds(native, denomination) };
  }

  private closingQuote(isin: string): Quote {
    const native = this.nativeClose(isin);
    return { native, local: this.inPounds(native, this.sources.factsOf(isin).denomination) };
  }

  /** Metals have no quotation of their own: their price is dollars per ounce at the day's rate. */
  private nativeClose(isin: string): Price {
    const { market } = this.sources;
    if (isin === 'XAU' || isin === 'XAG' || isin === 'XPT')
      return Number((market.rate('GBP', this.position) / market.rate(isin, this.position)).toFixed(2)) as Price;
    const close = market.close(isin, this.position);
    if (close === null) throw new RangeError(`${isin} is not traded on ${this.today}`);
    return close;
  }

  private inPounds(native: Price, denomination: Denomination): Exact<'price'> {
    const value = exact(native);
    if (denomination === 'GBP') return value;
    if (denomination === 'GBX') return multiply(value, HUNDREDTH);
    const pounds = exact(this.sources.market.rate('GBP', this.position));
    if (denomination === 'USD') return round(multiply(value, pounds), 6);
    return round(divide<'price'>(multiply(value, pounds), exact(this.sources.market.rate('EUR', this.position))), 6);
  }

  /** Interest of a gilt since the last coupon, in months of 30 days. */
  private accruedInterest(isin: string, quantity: Exact<'quantity'>): Exact<'pounds'> {
    const coupon = SECURITIES.find((model) => model.isin === isin)?.coupon;
    if (coupon === undefined) return zero();
    const months = (Number(this.today.slice(5, 7)) + 10) % 6;
    const days = BigInt(months * 30 + Math.min(30, Number(this.today.slice(8))));
    return round(((multiply(quantity, exact(coupon as Price)) * days) / 360n) as Exact<'pounds'>, 2);
  }

  private change(place: Place, isin: string, quantity: Exact<'quantity'>): void {
    const key = keyOf(place, isin);
    const holding = this.held.get(key);
    if (holding === undefined) this.held.set(key, { place, isin, quantity });
    else holding.quantity = add(holding.quantity, quantity);
  }

  private record(
    place: Place,
    isin: string,
    transactionType: TransactionType,
    quantity: Exact<'quantity'>,
    quote: Quote | null,
    consideration: Exact<'pounds'>,
    extras: Partial<Transaction>,
  ): void {
    const day = this.today;
    const number = String(this.transactions.length + 1).padStart(5, '0');
    this.transactions.push({
      id: this.sources.newId(day),
      transactionType,
      transactionDate: day,
      brokerId: this.sources.brokerIdOf(place.broker),
      brokerDealReference: `${place.broker
        .replace(/[^A-Za-z]/gu, '')
        .slice(0, 2)
        .toUpperCase()}${number}`,
      accountId: place.accountId,
      taxWrapper: place.taxWrapper,
      isin,
      quantity: toAmount(quantity),
      nativePrice: quote?.native ?? null,
      localPrice: quote === null ? null : toAmount(quote.local),
      consideration: toAmount(consideration),
      brokerCharge: ZERO,
      stampDuty: ZERO,
      fxCharge: ZERO,
      accruedInterest: ZERO,
      ...extras,
    });
  }
}

function keyOf(place: Place, isin: string): string {
  return `${place.accountId}|${place.broker}|${place.taxWrapper}|${isin}`;
}

function samePlace(a: Place, b: Place): boolean {
  return a.accountId === b.accountId && a.broker === b.broker && a.taxWrapper === b.taxWrapper;
}

/** Quantity x price, to the penny. */
function considerationOf(quantity: Exact<'quantity'>, quote: Quote): Exact<'pounds'> {
  return round(multiply(quantity as bigint as Exact<'pounds'>, quote.local), 2);
}
