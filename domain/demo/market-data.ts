/**
 * The data of the invented market: rough levels by year, around which the seeded random walk moves. Nothing here is a
 * real price history.
 */

/** Levels on days; between two days the level changes linearly, after the last it stays the same. */
export type Anchors = readonly (readonly [day: string, level: number])[];

/** The level of markets as a whole, compared with their long-term trend. */
export const MARKET_MOOD: Anchors = [
  ['2014-01-01', 1],
  ['2016-02-11', 0.88],
  ['2016-12-30', 1.02],
  ['2018-01-26', 1.06],
  ['2018-12-24', 0.9],
  ['2020-02-19', 1.04],
  ['2020-03-23', 0.7],
  ['2020-08-28', 0.98],
  ['2021-12-31', 1.12],
  ['2022-10-12', 0.88],
  ['2023-10-27', 0.9],
  ['2024-07-16', 1.02],
  ['2025-02-19', 1.06],
  ['2025-04-08', 0.9],
  ['2025-08-01', 1.03],
  ['2026-06-30', 1],
];

/** Units of a currency, or troy ounces of a metal as 1 / price, for one US dollar. */
export const DOLLAR_RATES: Readonly<Record<'GBP' | 'EUR', Anchors>> = {
  GBP: [
    ['2014-01-01', 0.605],
    ['2015-04-13', 0.682],
    ['2016-06-23', 0.676],
    ['2016-06-28', 0.752],
    ['2018-04-17', 0.698],
    ['2019-08-09', 0.83],
    ['2020-03-19', 0.868],
    ['2021-06-01', 0.705],
    ['2022-09-27', 0.931],
    ['2023-07-13', 0.762],
    ['2024-09-25', 0.748],
    ['2025-01-13', 0.82],
    ['2025-07-01', 0.729],
    ['2026-06-30', 0.745],
  ],
  EUR: [
    ['2014-01-01', 0.727],
    ['2015-04-13', 0.946],
    ['2016-12-20', 0.962],
    ['2018-02-15', 0.8],
    ['2020-03-20', 0.935],
    ['2021-01-05', 0.813],
    ['2022-09-27', 1.042],
    ['2023-07-14', 0.891],
    ['2025-01-13', 0.976],
    ['2025-07-01', 0.849],
    ['2026-06-30', 0.86],
  ],
};

/** US dollars per troy ounce. */
export const METAL_DOLLARS: Readonly<Record<'XAU' | 'XAG' | 'XPT', Anchors>> = {
  XAU: [
    ['2014-01-01', 1220],
    ['2015-12-17', 1055],
    ['2016-07-06', 1365],
    ['2018-08-17', 1180],
    ['2020-08-06', 2060],
    ['2022-11-03', 1630],
    ['2024-03-01', 2080],
    ['2024-10-30', 2780],
    ['2025-04-22', 3420],
    ['2025-10-20', 4300],
    ['2026-06-30', 4200],
  ],
  XAG: [
    ['2014-01-01', 19.5],
    ['2015-12-17', 13.8],
    ['2016-08-02', 20.6],
    ['2018-11-14', 14.1],
    ['2020-08-06', 28.4],
    ['2022-09-01', 17.8],
    ['2024-05-28', 31.8],
    ['2025-10-16', 54],
    ['2026-06-30', 50],
  ],
  XPT: [
    ['2014-01-01', 1380],
    ['2016-01-21', 820],
    ['2018-08-17', 775],
    ['2020-03-19', 600],
    ['2021-02-16', 1290],
    ['2022-09-01', 830],
    ['2025-04-08', 915],
    ['2025-10-16', 1700],
    ['2026-06-30', 1600],
  ],
};

export interface SecurityModel {
  readonly isin: string;
  /** The price in the asset's denomination on 2016-01-01, in today's units. */
  readonly level: number;
  /** The security was not traded before. */
  readonly listed?: string;
  /** Per year, 0.07 means 7 %. */
  readonly growth: number;
  /** Per day, 0.01 means 1 %. */
  readonly volatility: number;
  /** How strongly it follows the market's mood. */
  readonly beta: number;
  /** Per year, of the price; paid in the given months. */
  readonly yield?: number;
  readonly payMonths?: readonly number[];
  /** A gilt's interest per year, in pounds per £100 nominal, paid in halves at the ends of January and July. */
  readonly coupon?: number;
  /**
   * The income per year that an accumulating offshore fund reports, as a fraction of the price (excess reportable
   * income).
   */
  readonly reportedIncome?: number;
}

const QUARTERS = [3, 6, 9, 12] as const;

export const SECURITIES: readonly SecurityModel[] = [
  { isin: 'IE00B3RBWM25', level: 44, growth: 0.095, volatility: 0.006, beta: 1, yield: 0.018, payMonths: QUARTERS },
  { isin: 'IE00BK5BQT80', level: 43, listed: '2019-07-23', growth: 0.11, volatility: 0.006, beta: 1 },
  { isin: 'IE00B3XXRP09', level: 25.5, growth: 0.13, volatility: 0.007, beta: 1, yield: 0.014, payMonths: QUARTERS },
  { isin: 'IE00B8GKDB10', level: 34.5, growth: 0.06, volatility: 0.006, beta: 0.9, yield: 0.034, payMonths: QUARTERS },
  { isin: 'IE00B4L5Y983', level: 2750, growth: 0.115, volatility: 0.006, beta: 1, reportedIncome: 0.014 },
  { isin: 'IE00BKM4GZ66', level: 1380, growth: 0.055, volatility: 0.008, beta: 1.1 },
  { isin: 'IE00BSPLC413', level: 21, growth: 0.085, volatility: 0.01, beta: 1.25 },
  { isin: 'IE00B42WWV65', level: 22, growth: -0.015, volatility: 0.004, beta: 0.15, yield: 0.021, payMonths: QUARTERS },
  { isin: 'GB00B41YBW71', level: 2.35, growth: 0.115, volatility: 0.006, beta: 0.9 },
  { isin: 'GB00B41XG308', level: 1.82, growth: 0.085, volatility: 0.005, beta: 1 },
  { isin: 'GB00B4PQW151', level: 1.71, growth: 0.07, volatility: 0.004, beta: 0.8 },
  { isin: 'GB00BJS8SJ34', level: 1.12, growth: 0.11, volatility: 0.006, beta: 1 },
  { isin: 'GB00B10RZP78', level: 2930, growth: 0.045, volatility: 0.009, beta: 0.5, yield: 0.033, payMonths: QUARTERS },
  { isin: 'GB0007980591', level: 372, growth: 0.02, volatility: 0.013, beta: 1.1, yield: 0.055, payMonths: QUARTERS },
  { isin: 'GB0009895292', level: 915, growth: 0.12, volatility: 0.011, beta: 0.6, yield: 0.026, payMonths: [3, 9] },
  { isin: 'GB00BLGZ9862', level: 193, growth: 0.075, volatility: 0.011, beta: 0.7, yield: 0.034, payMonths: [6, 11] },
  { isin: 'GB00BDR05C01', level: 905, growth: 0.015, volatility: 0.009, beta: 0.5, yield: 0.05, payMonths: [1, 8] },
  { isin: 'GB00BLDYK618', level: 275, growth: 0.14, volatility: 0.013, beta: 1.4, yield: 0.006, payMonths: [7, 12] },
  {
    isin: 'GB00B8SC6K54',
    level: 112,
    growth: 0.012,
    volatility: 0.006,
    beta: 0.3,
    yield: 0.068,
    payMonths: [2, 5, 8, 11],
  },
  { isin: 'GB00B63H8491', level: 148, growth: 0.15, volatility: 0.018, beta: 1.5 },
  {
    isin: 'GB0001990497',
    level: 378,
    growth: 0.025,
    volatility: 0.006,
    beta: 0.8,
    yield: 0.047,
    payMonths: [2, 5, 8, 11],
  },
  {
    isin: 'GB00BMBL1G81',
    level: 98,
    listed: '2020-06-12',
    growth: -0.012,
    volatility: 0.002,
    beta: 0.1,
    coupon: 0.125,
  },
];

/** A split: `ratioNew` units for `ratioOld` from that day on. */
export interface SplitEvent {
  readonly isin: string;
  readonly day: string;
  readonly ratioNew: number;
  readonly ratioOld: number;
}

export const SPLITS: readonly SplitEvent[] = [{ isin: 'GB0009895292', day: '2023-06-12', ratioNew: 5, ratioOld: 1 }];
