/** What is shown adds up on a calculator, whatever the history; and each shown gain is the exact one to the penny (RULES 4.7). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import { toDisposalView, type DisposalView } from '../../domain/cgt/views/disposal-view.ts';
import type { Disposal, GainsResult } from '../../domain/cgt/terms/gains.ts';
import { toLedgerView } from '../../domain/cgt/views/ledger-view.ts';
import { computeTaxYears } from '../../domain/cgt/tax/tax-computation.ts';
import { taxYearDisposals } from '../../domain/cgt/views/tax-year-view.ts';
import { toYearPanel } from '../../domain/cgt/tax/year-panel.ts';
import { totalsByAccount } from '../../domain/cgt/tax/year-totals.ts';
import { capitalGainsCsv } from '../../domain/csv/exports/export-capital-gains.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { exact, negate, sum, toFixed, type Exact } from '../../domain/values/decimal.ts';
import type { TransactionType } from '../../domain/fields/enums.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { readCases, toAssets, toTransactions } from './case-format.ts';
import { histories, linkedTransfers } from './histories.ts';
import { gainsOf, row } from './rows.ts';

const TYPES: readonly TransactionType[] = [
  'BUY',
  'BUY',
  'BUY',
  'SELL',
  'SELL',
  'SELL',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'RIGHTS_ISSUE',
  'RETURN_OF_CAPITAL',
  'ACCUMULATION',
  'EQUALISATION',
  'SPLIT',
  'MERGER',
  'DEMERGER',
];
const ISINS = ['TESTA', 'TESTB'];
const ACCOUNTS = ['ann', 'bob'];

/** Some considerations have tenths of a penny: at half a penny the rounding of proceeds and gain may part ways. */
const worlds = fc
  .tuple(
    histories({
      types: TYPES,
      wrappers: ['DEALING', 'DEALING', 'SPECULATIVE', 'ISA'],
      accounts: ACCOUNTS,
      isins: ISINS,
      maxRows: 30,
      days: 500,
    }),
    linkedTransfers(ACCOUNTS, ISINS),
    fc.infiniteStream(fc.constantFrom(0, 0, 0, 0.005, 0.001, 0.0049)),
  )
  .map(([rows, links, crumbs]) => [
    ...rows.map((one): Transaction => {
      const crumb = crumbs.next().value ?? 0;
      return { ...one, consideration: Number((one.consideration + crumb).toFixed(4)) as Transaction['consideration'] };
    }),
    ...links,
  ]);

/** The number as integer pennies; fails when the figure has more decimals than are shown. */
function pennies(figure: number): number {
  const text = toFixed(exact(figure as never), 2);
  expect(Number(text)).toBe(figure);
  return Math.round(Number(text) * 100);
}

function added(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + pennies(figure), 0);
}

const viewOf = (disposal: Disposal, result: GainsResult): DisposalView =>
  toDisposalView(disposal, { assets: new Map(), accounts: new Map(), asOf: result.asOf });

function disposalFoots(disposal: Disposal, view: DisposalView): void {
  const { disposalProceeds, allowableCost, capitalGain, incidentalCosts, matches } = view;
  expect(capitalGain).toBe(Number(toFixed(disposal.gain, 2)));
  expect(disposalProceeds).toBe(Number(toFixed(disposal.proceeds, 2)));
  expect(pennies(disposalProceeds) - pennies(allowableCost)).toBe(pennies(capitalGain));
  expect(added([incidentalCosts, ...matches.map(({ cost }) => cost)])).toBe(pennies(allowableCost));
  expect(added(matches.map(({ proceeds }) => proceeds))).toBe(pennies(disposalProceeds));
  matches.forEach(({ cost }, index) => {
    const exactCost = disposal.matches[index]?.cost ?? 0n;
    expect(cost >= 0 && (exactCost !== 0n || cost === 0)).toBe(true);
    expect(Math.abs(cost - Number(toFixed(exactCost as Exact<'pounds'>, 4)))).toBeLessThan(0.0101);
  });
  expect(incidentalCosts >= 0).toBe(true);
}

describe('for every history', () => {
  it('each disposal, its matches, the table, the CSV and each tax year add up', () => {
    fc.assert(
      fc.property(worlds, (rows) => {
        const result = gainsOf(rows);
        for (const accountId of ACCOUNTS) {
          for (const year of computeTaxYears(result, accountId)) {
            const disposals = taxYearDisposals(result, year.taxYear, { accountId });
            const views = disposals.map((disposal) => viewOf(disposal, result));
            disposals.forEach((disposal, index) => {
              const view = views[index];
              if (view !== undefined) disposalFoots(disposal, view);
            });
            const taxable = views.filter(({ isExemptFromCGT }) => !isExemptFromCGT);
            const gains = taxable.map(({ capitalGain }) => capitalGain);
            const panel = toYearPanel(year, accountId);
            expect(pennies(panel.proceeds)).toBe(added(taxable.map(({ disposalProceeds }) => disposalProceeds)));
            expect(pennies(panel.allowableCosts)).toBe(added(taxable.map(({ allowableCost }) => allowableCost)));
            expect(pennies(panel.gains)).toBe(added(gains.filter((gain) => gain > 0)));
            expect(pennies(panel.losses)).toBe(added(gains.filter((gain) => gain < 0).map(Math.abs)));
            expect(pennies(panel.net)).toBe(pennies(panel.gains) - pennies(panel.losses));
            expect(pennies(panel.net)).toBe(pennies(panel.proceeds) - pennies(panel.allowableCosts));
            const left = Math.max(0, pennies(panel.net)) - pennies(panel.lossesBroughtForwardUsed);
            expect(pennies(panel.exemptAmountUsed ?? 0) + pennies(panel.taxable ?? 0)).toBe(left);
            expect(pennies(panel.exemptAmountUsed ?? 0) + pennies(panel.exemptAmountLeft ?? 0)).toBe(
              pennies(panel.exemptAmount ?? 0),
            );
            expect(pennies(panel.lossesCarriedForward)).toBe(
              pennies(panel.lossesBroughtForward) -
                pennies(panel.lossesBroughtForwardUsed) +
                Math.max(0, -pennies(panel.net)),
            );
            expect(added(panel.stretches.map((stretch) => stretch.gains))).toBe(pennies(panel.gains));
            expect(added(panel.stretches.map((stretch) => stretch.taxable))).toBe(pennies(panel.taxable ?? 0));
            for (const tax of [panel.tax, panel.taxAtBasicRate, panel.taxAtHigherRate, panel.taxAdjustment])
              pennies(tax ?? 0);
            for (const line of capitalGainsCsv(views).trim().split('\r\n').slice(1)) {
              const [proceeds, cost, gain] = line.split(',').slice(-3).map(Number);
              expect(pennies(proceeds ?? 0) - pennies(cost ?? 0)).toBe(pennies(gain ?? 0));
            }
          }
        }
      }),
      runs(200, 4000),
    );
  });

  it('each line of a pool ledger adds to the one before, and is the exact pool to the penny', () => {
    fc.assert(
      fc.property(worlds, (rows) => {
        for (const ledger of gainsOf(rows).classes.flatMap((gains) => gains.ledgers())) {
          const view = toLedgerView(ledger);
          let before = 0;
          view.lines.forEach(({ costChange, cost }, index) => {
            expect(pennies(cost)).toBe(before + pennies(costChange));
            expect(cost).toBe(Number(toFixed(ledger.entries[index]?.cost ?? (0n as Exact<'pounds'>), 2)));
            before = pennies(cost);
          });
          expect(pennies(view.cost)).toBe(before);
        }
      }),
      runs(200, 2000),
    );
  });
});

describe('RULES 4.7', () => {
  it('rounds proceeds and gain, halves away from zero; the cost is their difference, its parts by largest remainder', () => {
    const result = gainsOf([
      row('BUY', '2024-05-01' as IsoDate, 3, 10, { isin: 'TESTA' }),
      row('SELL', '2024-05-01' as IsoDate, 1, 5.005, { isin: 'TESTA', brokerCharge: 0.01 }),
    ]);
    const [disposal] = result.classes.flatMap(({ disposals }) => disposals);
    if (disposal === undefined) throw new Error('no disposal');
    // Exactly 5.005 - 3.333... - 0.01 = 1.661666...
    expect(viewOf(disposal, result)).toMatchObject({
      disposalProceeds: 5.01,
      allowableCost: 3.35,
      incidentalCosts: 0.01,
      capitalGain: 1.66,
      matches: [{ cost: 3.34, proceeds: 5.01 }],
    });
  });

  it('a loss and proceeds that both end in half a penny part ways: the cost takes the penny', () => {
    const result = gainsOf([
      row('BUY', '2024-05-01' as IsoDate, 1, 30, { isin: 'TESTA' }),
      row('SELL', '2024-05-01' as IsoDate, 1, 20.005, { isin: 'TESTA' }),
    ]);
    const [disposal] = result.classes.flatMap(({ disposals }) => disposals);
    if (disposal === undefined) throw new Error('no disposal');
    expect(viewOf(disposal, result)).toMatchObject({ disposalProceeds: 20.01, allowableCost: 30.01, capitalGain: -10 });
  });

  it('the years of the worked cases whose shown total is not the exact one to the penny', () => {
    const different = readCases().flatMap((test) => {
      const result = computeGains({
        transactions: toTransactions(test),
        assets: toAssets(test),
        asOf: '2030-12-31' as IsoDate,
      });
      return [...totalsByAccount(result)].flatMap(([accountId, years]) =>
        [...years].flatMap(([taxYear, shown]) => {
          const gains = taxYearDisposals(result, taxYear, { accountId })
            .filter(({ exempt }) => exempt === null)
            .map(({ gain }) => gain);
          const exactTotals = {
            gains: sum(gains.filter((gain) => gain > 0n)),
            losses: sum(gains.filter((gain) => gain < 0n).map(negate)),
            net: sum(gains),
          };
          return (['gains', 'losses', 'net'] as const)
            .filter((total) => toFixed(shown[total], 2) !== toFixed(exactTotals[total], 2))
            .map(
              (total) =>
                `${test.id} ${taxYear} ${total}: ${toFixed(exactTotals[total], 2)} shown ${toFixed(shown[total], 2)}`,
            );
        }),
      );
    });
    expect(different).toEqual([
      'cgtcalc-hmrcexample1 2018-19 gains: 629.67 shown 629.66',
      'cgtcalc-hmrcexample1 2018-19 net: 629.67 shown 629.66',
      'cgtcalc-simple-two-same-day 2018-19 losses: 39.73 shown 39.72',
      'cgtcalc-simple-two-same-day 2018-19 net: -39.73 shown -39.72',
      'hmrc-hs284-3 2022-23 gains: 629.67 shown 629.66',
      'hmrc-hs284-3 2022-23 net: 629.67 shown 629.66',
      'alexpung-short-partial-cover 2021-22 losses: 833.33 shown 833.34',
      'alexpung-short-partial-cover 2021-22 net: -833.33 shown -833.34',
      'kapji-spin-off 2023-24 net: 1551.80 shown 1551.79',
    ]);
  });
});
