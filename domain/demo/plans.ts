/**
 * How the demo family invested, Alex, Sam and their child Tess: monthly plans, and trades on single days. Years count
 * from the first tax year.
 */
import type { TaxWrapper } from '../fields/enums.ts';
import type { Share } from './book.ts';

/** The account holders: the couple and their child. */
export type Holder = 'alex' | 'sam' | 'tess';

export interface PlaceName {
  readonly holder: Holder;
  readonly broker: string;
  readonly taxWrapper: TaxWrapper;
}

const at = (holder: Holder, broker: string, taxWrapper: TaxWrapper): PlaceName => ({ holder, broker, taxWrapper });

export const PLACES = {
  alexIsa: at('alex', 'AJ Bell', 'ISA'),
  alexNewIsa: at('alex', 'interactive investor', 'ISA'),
  alexSipp: at('alex', 'Hargreaves Lansdown', 'SIPP'),
  alexDealing: at('alex', 'AJ Bell', 'DEALING'),
  alexBullion: at('alex', 'Other', 'DEALING'),
  alexSpeculative: at('alex', 'Freetrade', 'SPECULATIVE'),
  samIsa: at('sam', 'Hargreaves Lansdown', 'ISA'),
  samLisa: at('sam', 'AJ Bell', 'LISA'),
  // Alex and Sam's child: a junior ISA is the child's own.
  tessJisa: at('tess', 'Hargreaves Lansdown', 'JISA'),
  samSipp: at('sam', 'Hargreaves Lansdown', 'SIPP'),
  samDealing: at('sam', 'interactive investor', 'DEALING'),
} as const satisfies Readonly<Record<string, PlaceName>>;
export type PlaceKey = keyof typeof PLACES;

export interface MonthlyPlan {
  readonly place: PlaceKey;
  readonly isin: string;
  /** The plan invests on the first trading day from this day of the month on. */
  readonly day: number;
  /** Calendar months; every month when absent. */
  readonly months?: readonly number[];
  /** Pounds in the first year, and the increase in each later year. */
  readonly amount: number;
  readonly rise?: number;
  /** Tax years, counted from 0, both inclusive. */
  readonly from?: number;
  readonly to?: number;
}

export const MONTHLY_PLANS: readonly MonthlyPlan[] = [
  { place: 'alexIsa', isin: 'IE00B3RBWM25', day: 10, amount: 760, rise: 40, to: 4 },
  { place: 'alexIsa', isin: 'IE00BK5BQT80', day: 10, amount: 760, rise: 40, from: 5, to: 6 },
  { place: 'alexNewIsa', isin: 'IE00BK5BQT80', day: 10, amount: 760, rise: 40, from: 7 },
  { place: 'alexIsa', isin: 'IE00BKM4GZ66', day: 10, amount: 150, to: 6 },
  { place: 'alexNewIsa', isin: 'IE00BKM4GZ66', day: 10, amount: 150, from: 7 },
  { place: 'alexSipp', isin: 'GB00B41XG308', day: 15, amount: 600, rise: 20 },
  { place: 'alexSipp', isin: 'IE00B42WWV65', day: 15, amount: 200 },
  { place: 'alexDealing', isin: 'IE00B4L5Y983', day: 20, amount: 300, rise: 10 },
  { place: 'alexDealing', isin: 'IE00BSPLC413', day: 20, months: [3, 9], amount: 1000, rise: 100 },
  { place: 'alexDealing', isin: 'GB00B10RZP78', day: 8, months: [1], amount: 2400, rise: 100 },
  { place: 'alexDealing', isin: 'GB00BDR05C01', day: 8, months: [2], amount: 2200 },
  { place: 'alexDealing', isin: 'GB0007980591', day: 8, months: [4], amount: 2000, to: 6 },
  { place: 'alexDealing', isin: 'GB00BLDYK618', day: 8, months: [5], amount: 2500, to: 5 },
  { place: 'alexDealing', isin: 'GB0009895292', day: 8, months: [7], amount: 3000, rise: 150 },
  { place: 'alexDealing', isin: 'GB00BLGZ9862', day: 8, months: [10], amount: 1800 },
  { place: 'alexDealing', isin: 'GB00B8SC6K54', day: 8, months: [11], amount: 2000 },
  { place: 'samIsa', isin: 'GB00B41YBW71', day: 5, amount: 350, rise: 25, to: 4 },
  { place: 'samIsa', isin: 'IE00B3XXRP09', day: 5, amount: 350, rise: 25, from: 5 },
  // A contribution of £320 and the government's bonus of 25 %.
  { place: 'samLisa', isin: 'GB00B4PQW151', day: 22, amount: 400, from: 1 },
  { place: 'tessJisa', isin: 'GB00B4PQW151', day: 26, amount: 150, from: 8 },
  { place: 'samSipp', isin: 'GB00BJS8SJ34', day: 15, amount: 250, rise: 10 },
  { place: 'samDealing', isin: 'IE00B8GKDB10', day: 12, months: [1, 4, 7, 10], amount: 750 },
  { place: 'samDealing', isin: 'GB0001990497', day: 12, months: [2, 5, 8, 11], amount: 600 },
];

/** Securities whose dividends are reinvested. */
export const REINVESTED: readonly { readonly place: PlaceKey; readonly isin: string }[] = [
  { place: 'samDealing', isin: 'GB0001990497' },
];

/** A trade on one day: the first trading day from `day` of that tax year on. */
export type Step = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly isin: string;
  readonly place: PlaceKey;
} & (
  | { readonly kind: 'buy'; readonly amount: number }
  | { readonly kind: 'buyUnits'; readonly quantity: number }
  | { readonly kind: 'sell'; readonly share: Share }
  /** Sells, and buys a share of it back on that day or within 30 days. */
  | { readonly kind: 'buyBack'; readonly share: Share }
  /** Sells, and buys another security, or the same in another wrapper, with the proceeds. */
  | { readonly kind: 'switch'; readonly share: Share; readonly to: PlaceKey; readonly into: string }
  | { readonly kind: 'transfer'; readonly share: Share; readonly to: PlaceKey }
);

const share = (part: number, of: number): Share => ({ part, of });

/** Steps of one day are carried out in this order. */
export const STEPS: readonly Step[] = [
  { year: 0, month: 3, day: 9, place: 'alexDealing', isin: 'IE00B4L5Y983', kind: 'sell', share: share(1, 3) },
  { year: 1, month: 9, day: 14, place: 'alexBullion', isin: 'XAU', kind: 'buyUnits', quantity: 3 },
  { year: 1, month: 3, day: 13, place: 'alexDealing', isin: 'GB00B10RZP78', kind: 'sell', share: share(1, 4) },
  { year: 2, month: 3, day: 12, place: 'alexDealing', isin: 'GB0009895292', kind: 'sell', share: share(1, 2) },
  { year: 2, month: 3, day: 12, place: 'alexDealing', isin: 'GB0009895292', kind: 'buyBack', share: share(1, 2) },
  { year: 3, month: 3, day: 6, place: 'alexDealing', isin: 'GB0007980591', kind: 'sell', share: share(1, 3) },
  { year: 3, month: 3, day: 25, place: 'alexDealing', isin: 'GB0007980591', kind: 'buyBack', share: share(2, 3) },
  { year: 3, month: 3, day: 18, place: 'samDealing', isin: 'IE00B8GKDB10', kind: 'sell', share: share(1, 4) },
  { year: 4, month: 3, day: 24, place: 'alexDealing', isin: 'IE00B4L5Y983', kind: 'sell', share: share(1, 5) },
  { year: 4, month: 6, day: 11, place: 'alexSpeculative', isin: 'GB00B63H8491', kind: 'buy', amount: 3000 },
  { year: 4, month: 6, day: 17, place: 'alexBullion', isin: 'XAU', kind: 'buyUnits', quantity: 1.5 },
  {
    year: 5,
    month: 4,
    day: 20,
    place: 'samIsa',
    isin: 'GB00B41YBW71',
    kind: 'switch',
    share: share(1, 2),
    to: 'samIsa',
    into: 'IE00B3XXRP09',
  },
  { year: 5, month: 11, day: 10, place: 'alexSpeculative', isin: 'GB00B63H8491', kind: 'sell', share: share(1, 2) },
  {
    year: 5,
    month: 3,
    day: 16,
    place: 'alexDealing',
    isin: 'GB00BDR05C01',
    kind: 'switch',
    share: share(1, 3),
    to: 'alexIsa',
    into: 'GB00BDR05C01',
  },
  { year: 6, month: 11, day: 9, place: 'alexDealing', isin: 'GB00BLDYK618', kind: 'sell', share: share(1, 1) },
  {
    year: 6,
    month: 2,
    day: 8,
    place: 'alexDealing',
    isin: 'GB0007980591',
    kind: 'transfer',
    share: share(1, 2),
    to: 'samDealing',
  },
  { year: 6, month: 3, day: 14, place: 'samDealing', isin: 'GB0007980591', kind: 'sell', share: share(1, 1) },
  { year: 7, month: 5, day: 17, place: 'alexDealing', isin: 'GB00BMBL1G81', kind: 'buy', amount: 6000 },
  { year: 7, month: 10, day: 6, place: 'alexSpeculative', isin: 'GB00B63H8491', kind: 'buy', amount: 4000 },
  { year: 7, month: 3, day: 20, place: 'alexDealing', isin: 'GB00B8SC6K54', kind: 'sell', share: share(1, 2) },
  {
    year: 7,
    month: 3,
    day: 22,
    place: 'alexDealing',
    isin: 'GB0009895292',
    kind: 'switch',
    share: share(1, 9),
    to: 'alexNewIsa',
    into: 'GB0009895292',
  },
  { year: 8, month: 10, day: 15, place: 'alexDealing', isin: 'IE00B4L5Y983', kind: 'sell', share: share(1, 8) },
  { year: 8, month: 11, day: 12, place: 'alexDealing', isin: 'GB00B10RZP78', kind: 'sell', share: share(1, 3) },
  { year: 8, month: 2, day: 19, place: 'alexSpeculative', isin: 'GB00B63H8491', kind: 'sell', share: share(2, 3) },
  { year: 8, month: 3, day: 5, place: 'alexBullion', isin: 'XAU', kind: 'sell', share: share(1, 3) },
  { year: 8, month: 3, day: 18, place: 'samDealing', isin: 'IE00B8GKDB10', kind: 'sell', share: share(1, 3) },
  { year: 9, month: 9, day: 9, place: 'alexDealing', isin: 'GB00BMBL1G81', kind: 'sell', share: share(1, 2) },
  { year: 9, month: 11, day: 5, place: 'alexDealing', isin: 'GB00BLGZ9862', kind: 'sell', share: share(1, 2) },
  { year: 9, month: 1, day: 14, place: 'samDealing', isin: 'GB0001990497', kind: 'sell', share: share(1, 3) },
  { year: 9, month: 2, day: 4, place: 'samDealing', isin: 'GB0001990497', kind: 'buyBack', share: share(1, 2) },
  { year: 9, month: 3, day: 10, place: 'alexDealing', isin: 'IE00B4L5Y983', kind: 'sell', share: share(1, 10) },
  { year: 10, month: 4, day: 22, place: 'alexDealing', isin: 'GB00B10RZP78', kind: 'sell', share: share(1, 6) },
  { year: 10, month: 6, day: 10, place: 'samDealing', isin: 'IE00B8GKDB10', kind: 'sell', share: share(1, 5) },
];

/** The shared records that the plans name. */
export const BROKERS_USED: readonly string[] = [...new Set(Object.values(PLACES).map(({ broker }) => broker))];
export const SECURITIES_USED: ReadonlySet<string> = new Set([...MONTHLY_PLANS, ...STEPS].map(({ isin }) => isin));

/** Alex's ISA moves to another broker with all its holdings. */
export const BROKER_MOVE = { year: 7, month: 4, day: 7, from: 'alexIsa', to: 'alexNewIsa' } as const;
