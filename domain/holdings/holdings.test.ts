/** Positions and their value as of a day (001 §3 Holding), and the dashboard (000 §3.2). */
import { describe, expect, it } from 'vitest';
import { buy, day, row, sell } from '../../tests/cgt/rows.ts';
import type { Money, Percent, Price, Rate } from '../values/amount.ts';
import type { AssetFacts } from '../cgt/terms/capacity.ts';
import { toText } from '../values/decimal.ts';
import type { AssetCategory } from '../fields/enums.ts';
import type { Account, Transaction } from '../records/records.ts';
import { dashboardSummary, type DashboardInput } from './dashboard.ts';
import { toHoldingTransactionView, toHoldingView } from './holding-view.ts';
import { computeHoldings, type Holding } from './holdings.ts';
import { poundsPer, type PriceLookup, type RateLookup } from './valuation.ts';

const assets = new Map<string, AssetFacts>([
  ['TEST', { isin: 'TEST', name: 'Test plc', type: 'EQUITY', category: 'UK_TSM', cgtExempt: null }],
  ['TESTUSD', { isin: 'TESTUSD', name: 'Dollar fund', type: 'FUND', category: 'US_TSM', cgtExempt: null }],
  ['XAU', { isin: 'XAU', name: 'Gold', type: 'COMMODITY', category: 'PRECIOUS_METALS', cgtExempt: null }],
]);
const accounts = new Map<string, Account>([['ann', { id: 'ann', name: 'Ann' }]]);

/** Prices of TEST in pence, rising daily from 31 May 2024, and of TESTUSD in dollars. */
const prices: PriceLookup = (isin, asOf) => {
  if (isin === 'TEST' && asOf >= '2024-05-31')
    return {
      isin,
      priceDate: day(asOf < '2024-06-10' ? '2024-05-31' : '2024-06-10'),
      closePrice: (asOf < '2024-06-10' ? 1234.5 : 1300) as Price,
      currency: 'GBX',
      fetchedAt: '2024-06-10T18:00:00Z',
    };
  if (isin === 'TESTUSD')
    return { isin, priceDate: day('2024-06-01'), closePrice: 10 as Price, currency: 'USD', fetchedAt: '' };
  return null;
};

/** The base is the dollar: 0.8 pounds, 0.9 euros or 0.0005 ounces of gold for one. */
const rates: RateLookup = (from, to) => {
  const perDollar: Record<string, number> = { GBP: 0.8, EUR: 0.9, XAU: 0.0005 };
  const rate = from === 'USD' ? perDollar[to] : undefined;
  return rate === undefined ? null : { rate: rate as Rate, rateDate: day('2024-06-02') };
};

function holdings(rows: readonly Transaction[], asOf = '2024-06-12', rateLookup = rates): Holding[] {
  return computeHoldings({ transactions: rows, assets, accounts, prices, rates: rateLookup, asOf: day(asOf) });
}

describe('holdings', () => {
  it('have quantity, cost, average, value and gain', () => {
    const [holding, ...others] = holdings([
      buy('2024-01-02', 100, 1000, { brokerCharge: 5 }),
      sell('2024-03-01', 40, 600),
    ]);
    expect(others).toEqual([]);
    expect(holding === undefined ? null : toHoldingView(holding)).toEqual({
      accountId: 'ann',
      accountName: 'Ann',
      assetName: 'Test plc',
      isin: 'TEST',
      assetType: 'EQUITY',
      assetCategory: 'UK_TSM',
      quantityUnit: 'shares',
      taxWrapper: 'DEALING',
      quantity: 60,
      averagePrice: 10.05,
      totalCost: 603,
      currentPrice: 13,
      currentPriceFormatted: '£13.0000',
      currentPriceDate: '2024-06-10',
      currentPriceFetchedAt: '2024-06-10T18:00:00Z',
      currentPriceAgeInDays: 2,
      currentValueInGBP: 780,
      unrealizedGainLoss: 177,
      unrealizedGainLossPercentage: 29.3532338308458,
      oversold: false,
      unmatchedQuantity: 0,
      missing: null,
    });
    expect(holding?.transactions.map((one) => toHoldingTransactionView(one).transactionType)).toEqual(['BUY', 'SELL']);
  });

  it('are those of the day asked for, at its price', () => {
    const rows = [buy('2024-01-02', 100, 1000), sell('2024-06-05', 40, 600), buy('2024-06-11', 40, 500)];
    const at = (asOf: string): unknown =>
      holdings(rows, asOf).map(({ quantity, totalCost, value }) => [
        toText(quantity),
        toText(totalCost),
        value === null ? null : toText(value),
      ]);
    expect(at('2024-01-01')).toEqual([]);
    expect(at('2024-05-30')).toEqual([['100', '1000', null]]);
    expect(at('2024-06-06')).toEqual([['60', '600', '740.7']]);
    expect(at('2024-06-12')).toEqual([['100', '1000', '1300']]);
  });

  it('5.3: share a pool by units held and keep wrappers apart; closed positions are left out', () => {
    const rows = [
      buy('2024-01-02', 10, 100),
      buy('2024-01-03', 20, 500, { wrapper: 'SPECULATIVE' }),
      buy('2024-01-03', 5, 45, { wrapper: 'ISA' }),
      buy('2024-01-03', 5, 45, { wrapper: 'SIPP' }),
      sell('2024-02-01', 5, 50, { wrapper: 'SIPP' }),
    ];
    expect(
      holdings(rows).map(({ taxWrapper, quantity, totalCost }) => [taxWrapper, toText(quantity), toText(totalCost)]),
    ).toEqual([
      ['DEALING', '10', '200'],
      ['SPECULATIVE', '20', '400'],
      ['ISA', '5', '45'],
    ]);
  });

  it('3.8: oversold is negative, flagged, and without cost or average', () => {
    const [holding] = holdings([buy('2024-01-02', 10, 100), sell('2024-02-01', 15, 300)]);
    expect(holding).toMatchObject({ oversold: true, averagePrice: null });
    expect([toText(holding?.quantity ?? (0n as never)), toText(holding?.unmatchedQuantity ?? (0n as never))]).toEqual([
      '-5',
      '5',
    ]);
  });

  it('1.3, 3.8: units oversold in one wrapper are unmatched only there, though the day shows one exempt disposal', () => {
    const rows = [
      buy('2024-01-02', 20, 100, { wrapper: 'ISA' }),
      sell('2024-02-01', 5, 50, { wrapper: 'ISA' }),
      sell('2024-02-01', 10, 50, { wrapper: 'SIPP' }),
      buy('2024-01-02', 1, 1),
      sell('2024-02-01', 3, 9, { wrapper: 'SPECULATIVE' }),
    ];
    expect(
      holdings(rows).map(({ taxWrapper, quantity, unmatchedQuantity }) => [
        taxWrapper,
        toText(quantity),
        toText(unmatchedQuantity),
      ]),
    ).toEqual([
      ['ISA', '15', '0'],
      ['DEALING', '1', '0'],
      ['SPECULATIVE', '-3', '2'],
      ['SIPP', '-10', '10'],
    ]);
  });

  it('a missing price or rate is null and named, never zero', () => {
    const rows = [buy('2024-01-02', 1, 10, { isin: 'TESTNONE' }), buy('2024-01-02', 1, 10, { isin: 'TESTUSD' })];
    expect(
      holdings(rows, '2024-06-12', () => null)
        .map((holding) => toHoldingView(holding))
        .map(({ currentValueInGBP, unrealizedGainLoss, missing, assetName }) => [
          assetName,
          currentValueInGBP,
          unrealizedGainLoss,
          missing,
        ]),
    ).toEqual([
      ['TESTNONE', null, null, { what: 'price', of: 'TESTNONE' }],
      ['Dollar fund', null, null, { what: 'rate', of: 'USD' }],
    ]);
  });

  it('metals are in troy ounces, priced by their rate when they have no price', () => {
    const [gold] = holdings([buy('2024-01-02', 2, 3000, { isin: 'XAU' })]);
    expect(gold?.quantityUnit).toBe('oz');
    expect(
      gold === undefined
        ? null
        : [
            toHoldingView(gold).currentPrice,
            toHoldingView(gold).currentValueInGBP,
            toHoldingView(gold).currentPriceDate,
          ],
    ).toEqual([1600, 3200, '2024-06-02']);
  });

  it('the rows behind a position follow an ISIN change', () => {
    const rows = [
      buy('2024-01-02', 10, 100, { isin: 'TESTOLD' }),
      row('ISIN_CHANGE', '2024-03-01', null, 0, { isin: 'TESTOLD', relatedIsin: 'TEST' }),
      buy('2024-04-02', 10, 110),
    ];
    expect(
      holdings(rows).map(({ isin, quantity, transactions }) => [isin, toText(quantity), transactions.length]),
    ).toEqual([['TEST', '20', 3]]);
  });
});

describe('rates', () => {
  it('go either way round and through the dollar; pence are a hundredth', () => {
    const per = (currency: string): string | null => {
      const found = poundsPer(currency, day('2024-06-12'), rates);
      return found === null ? null : toText(found.rate);
    };
    expect([per('GBP'), per('GBX'), per('USD'), per('EUR'), per('CHF')]).toEqual([
      '1',
      '0.01',
      '0.8',
      '0.888888888888888888888889',
      null,
    ]);
  });
});

describe('the dashboard', () => {
  const input = (changes: Partial<DashboardInput> = {}): DashboardInput => ({
    holdings: holdings([buy('2024-01-02', 100, 1000), buy('2024-01-02', 100, 700, { isin: 'TESTUSD' })]),
    targets: new Map<AssetCategory, Percent>([
      ['UK_TSM', 50 as Percent],
      ['LT_BONDS', 50 as Percent],
    ]),
    cash: [],
    rates,
    asOf: day('2024-06-12'),
    ...changes,
  });

  it("has a row for every category with a holding or a target, in the filter's order, and a total", () => {
    const summary = dashboardSummary(input());
    expect(
      summary.assetClassSummaries.map(
        ({ assetClass, target, targetAmount, cost, value, increaseAmount, increasePercent, rebalance }) => [
          assetClass,
          target,
          targetAmount,
          cost,
          value,
          increaseAmount,
          increasePercent,
          rebalance,
        ],
      ),
    ).toEqual([
      ['LT_BONDS', 50, 1050, 0, 0, 0, null, 1050],
      ['UK_TSM', 50, 1050, 1000, 1300, 300, 30, -250],
      ['US_TSM', 0, 0, 700, 800, 100, 14.2857142857143, -800],
    ]);
    expect(summary.total).toMatchObject({ target: 100, cost: 1700, value: 2100, currentPercent: 100, rebalance: 0 });
    expect(summary.totalPortfolioValue).toBe(2100);
  });

  it('counts cash in pounds at its own value, and names what cannot be valued', () => {
    const cash = [
      { amount: 100.1 as Money, currency: 'GBP' },
      { amount: 200.2 as Money, currency: 'EUR' },
      { amount: 5 as Money, currency: 'JPY' },
    ];
    const summary = dashboardSummary(
      input({ cash, holdings: holdings([buy('2024-01-02', 1, 10, { isin: 'TESTNONE' })]) }),
    );
    expect(summary.assetClassSummaries.find(({ assetClass }) => assetClass === 'CASH')).toMatchObject({
      cost: 278.06,
      value: 278.06,
      increasePercent: 0,
    });
    expect(summary.unvalued).toEqual(['JPY', 'TESTNONE']);
  });

  it('counts only the cost of a holding without a price, and invents no value, gain or share', () => {
    const none = buy('2024-01-02', 1, 10, { isin: 'TESTNONE' });
    const mixed = dashboardSummary(input({ holdings: [...input().holdings, ...holdings([none])] }));
    expect(mixed.assetClassSummaries.find(({ assetClass }) => assetClass === 'NON_CORE')).toEqual({
      assetClass: 'NON_CORE',
      assetClassLabel: 'Non-Core',
      unvaluedHoldings: 1,
      target: 0,
      targetAmount: 0,
      cost: 10,
      unvaluedCost: 10,
      value: null,
      increaseAmount: null,
      increasePercent: null,
      currentPercent: null,
      costPercent: 0.58,
      rebalance: null,
    });
    expect(mixed.total).toMatchObject({
      cost: 1710,
      unvaluedCost: 10,
      value: 2100,
      increaseAmount: 400,
      currentPercent: 100,
    });
    const alone = dashboardSummary(input({ holdings: holdings([none]) }));
    expect(alone.totalPortfolioValue).toBeNull();
    expect(
      alone.assetClassSummaries.map(({ targetAmount, value, rebalance }) => [targetAmount, value, rebalance]),
    ).toEqual([
      [null, 0, null],
      [null, 0, null],
      [null, null, null],
    ]);
  });

  it('names the securities of which more was sold than was held, each once', () => {
    const sold = [sell('2024-02-01', 1, 10), sell('2024-02-01', 1, 10, { wrapper: 'ISA' })];
    expect(dashboardSummary(input({ holdings: holdings(sold) })).oversold).toEqual(['Test plc']);
    expect(dashboardSummary(input()).oversold).toEqual([]);
  });

  it('is empty without holdings', () => {
    expect(dashboardSummary(input({ holdings: [], targets: new Map() }))).toMatchObject({
      totalPortfolioValue: 0,
      assetClassSummaries: [],
      unvalued: [],
      oversold: [],
    });
  });
});
