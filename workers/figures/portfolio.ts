/** Gains, holdings and the dashboard, calculated from the records in memory and reused until one of them changes. */
import type { Pounds, Quantity } from '../../domain/values/amount.ts';
import { createGainsCache } from '../../domain/cgt/matching/compute.ts';
import type { HealthView } from '../../domain/cgt/matching/data-health.ts';
import { toDisposalLine, toDisposalView, type DisposalView } from '../../domain/cgt/views/disposal-view.ts';
import type { HolderGains } from '../../domain/cgt/tax/gains-by-year.ts';
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import { toLedgerView, type LedgerView } from '../../domain/cgt/views/ledger-view.ts';
import {
  simulateSale,
  unitsForGain,
  type SaleIdea,
  type SaleSimulation,
  type SimulationContext,
} from '../../domain/cgt/planned-sale/simulate-sale.ts';
import { availableTaxYears, hiddenByFilter, taxYearDisposals } from '../../domain/cgt/views/tax-year-view.ts';
import type { YearPanel } from '../../domain/cgt/tax/year-panel.ts';
import { isFinal } from '../../domain/cgt/tax/year-totals.ts';
import { londonDate, type IsoDate } from '../../domain/values/dates.ts';
import { dashboardSummary, type DashboardSummary } from '../../domain/holdings/dashboard.ts';
import {
  toHoldingTransactionView,
  toHoldingView,
  type HoldingView,
  type HoldingTransactionView,
} from '../../domain/holdings/holding-view.ts';
import type { Holding } from '../../domain/holdings/holdings.ts';
import { rangeStart, valueHistory, type HistoryRange, type ValueHistory } from '../../domain/holdings/value-history.ts';
import type { ComputedFigures } from '../../src/data/kept-figures/kept-figures.ts';
import { commodityName } from '../../domain/values/isin.ts';
import { sumShown } from '../../domain/values/round-parts.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import type { Stamps } from '../../src/data/database/kept-rows.ts';
import { effectFacts } from './cash-ledgers.ts';
import { cashOf } from './cash-balances.ts';
import { transactionFindings } from './transaction-findings.ts';
import type { Quotes } from '../live/latest-quotes.ts';
import { Identified, type Basis } from '../live/identified.ts';
import type { LiveData, Statements } from '../live/live-data.ts';
import { gainsOf, type Holders, holdersOf, panelsOf } from './holder-years.ts';
import { Memo } from '../live/memo.ts';
import { listOwnTargets } from '../../src/data/records/own-targets.ts';
import { planInputOf, type RecordedPlanInput } from './plan-input.ts';
import { shownTotals, yearTotals } from './year-totals.ts';
import type {
  CapitalGainsQuery,
  CapitalGainsView,
  HoldingKey,
  HoldingsView,
  ValueHistoryView,
} from '../api/figure-types.ts';

interface Day {
  readonly basis: Basis;
  readonly identified: Identified;
  readonly statements: Statements;
}

/** A figure with the states of the tables from which it was calculated. */
interface Computed<T> {
  readonly value: T;
  readonly stamps: Stamps;
}

export class Portfolio {
  private readonly data: LiveData;
  private readonly now: () => number;
  private readonly asked: () => void;
  private readonly cache = createGainsCache();
  private readonly present = new Identified(this.cache);
  /** For the last requested day other than today. */
  private readonly past = new Identified(this.cache);
  private readonly history = new Memo<ValueHistory>();
  private readonly holders = new Memo<Holders>();

  /** `asked` is called whenever today's figures have been calculated for a screen. */
  constructor(data: LiveData, now: () => number, asked: () => void) {
    this.data = data;
    this.now = now;
    this.asked = asked;
  }

  async holdings(asOf: IsoDate | undefined): Promise<HoldingsView> {
    const day = await this.on(asOf);
    const views = (await this.holdingsOn(day)).value;
    const { basis } = day;
    if (asOf === undefined) this.asked();
    const values = views.map(({ currentValueInGBP }) => currentValueInGBP);
    return {
      asOf: basis.asOf,
      holdings: views,
      totalValue: sumShown(values),
      unvalued: values.filter((value) => value === null).length,
    };
  }

  private async holdingsOn({ basis, identified, statements }: Day): Promise<Computed<readonly HoldingView[]>> {
    const quotes = await this.quotes(identified.result(basis));
    return {
      value: identified.holdings(basis, quotes).map(toHoldingView),
      stamps: this.stampsOf(basis, statements, quotes),
    };
  }

  /** All figures of today that are stored for the next start. */
  async figures(): Promise<{ readonly day: IsoDate; readonly figures: ComputedFigures }> {
    const day = await this.on(undefined);
    const [holdings, dashboard, dashboardWithoutCash] = await Promise.all([
      this.holdingsOn(day),
      this.dashboardOn(day, true),
      this.dashboardOn(day, false),
    ]);
    const { basis, identified, statements } = day;
    const stamps = this.stampsOf(basis, statements);
    const totals = yearTotals(identified.result(basis), basis);
    const [first] = totals;
    const holders = this.holdersOn(day);
    const gains = { value: totals, stamps };
    const holderYears = {
      value: { panels: first === undefined ? [] : panelsOf(holders, first.taxYear), gains: gainsOf(holders) },
      stamps,
    };
    return { day: basis.asOf, figures: { holdings, dashboard, dashboardWithoutCash, gains, holderYears } };
  }

  /** With exact figures, valued as of today. */
  async holdingsOfToday(): Promise<readonly Holding[]> {
    const { basis, identified } = await this.on(undefined);
    return identified.holdings(basis, await this.quotes(identified.result(basis)));
  }

  /** The quotes for today's holdings and these currencies: the same object until a price or rate changes. */
  async quotesOfToday(currencies?: readonly string[]): Promise<{ readonly asOf: IsoDate; readonly quotes: Quotes }> {
    const { basis, identified } = await this.on(undefined);
    return { asOf: basis.asOf, quotes: await this.quotes(identified.result(basis), currencies) };
  }

  private stampsOf({ transactions, assets, accounts }: Basis, ...others: object[]): Stamps {
    return this.data.stamps.of(transactions, assets, accounts, ...others);
  }

  async poolLedgers({
    accountId,
    isin,
  }: {
    readonly accountId: string;
    readonly isin: string;
  }): Promise<readonly LedgerView[]> {
    const { basis, identified } = await this.on(undefined);
    const gains = identified
      .result(basis)
      .classes.find((candidate) => candidate.accountId === accountId && candidate.isin === isin);
    return (gains?.ledgers() ?? []).map(toLedgerView);
  }

  async simulateSale(idea: SaleIdea): Promise<SaleSimulation | null> {
    return simulateSale(await this.trial(idea.accountId), idea);
  }

  async unitsForGain(idea: Omit<SaleIdea, 'quantity'>, target: Pounds): Promise<Quantity | null> {
    return unitsForGain(await this.trial(idea.accountId), idea, target);
  }

  private async trial(accountId: string): Promise<SimulationContext> {
    const { transactions, assets, accounts, settings, asOf } = (await this.on(undefined)).basis;
    const lossesBroughtForward = (await this.data.statements.get()).lossesBroughtForward.get(accountId) ?? new Map();
    return { transactions, assets, accounts, settings, statements: { lossesBroughtForward }, today: asOf };
  }

  /** The input of plans, as of today, with the server's targets. */
  async planInput(): Promise<RecordedPlanInput> {
    const { basis, identified, statements } = await this.on(undefined);
    const gains = identified.result(basis);
    const holdings = identified.holdings(basis, await this.quotes(gains));
    const [targets, ownTargets] = await Promise.all([this.data.targets.get(), listOwnTargets(this.data.db)]);
    return planInputOf(basis, { gains, holdings, statements, targets, ownTargets });
  }

  async holdingTransactions(key: HoldingKey, asOf: IsoDate | undefined): Promise<readonly HoldingTransactionView[]> {
    const { basis, identified } = await this.on(asOf);
    const holding = identified
      .holdings(basis, await this.quotes(identified.result(basis)))
      .find(
        (entry) => entry.accountId === key.accountId && entry.isin === key.isin && entry.taxWrapper === key.taxWrapper,
      );
    return (holding?.transactions ?? []).toReversed().map(toHoldingTransactionView);
  }

  /** Missing or contradictory data in the transactions; findings that keep figures from being final come first. */
  async healthFindings(): Promise<readonly HealthView[]> {
    const { basis, identified } = await this.on(undefined);
    return await transactionFindings(this.data.db, basis, identified.result(basis));
  }

  async taxYears(): Promise<readonly TaxYear[]> {
    const { basis, identified } = await this.on(undefined);
    return availableTaxYears(identified.result(basis));
  }

  async capitalGains(query: CapitalGainsQuery): Promise<CapitalGainsView> {
    const { basis, identified } = await this.on(undefined);
    const { taxYear, ...filter } = query;
    const result = identified.result(basis);
    const shown = taxYearDisposals(result, taxYear, filter, basis.assets);
    this.asked();
    return {
      taxYear,
      disposals: shown.map((disposal) => toDisposalLine(disposal, basis)),
      totals: shownTotals(shown),
      hiddenByFilters: hiddenByFilter(result, taxYear, filter, basis.assets),
      final: isFinal(result, taxYear, filter.accountId === '' ? undefined : filter.accountId),
    };
  }

  async disposal(disposalTransactionId: string): Promise<DisposalView | null> {
    const { basis, identified } = await this.on(undefined);
    for (const { disposals } of identified.result(basis).classes) {
      const disposal = disposals.find(({ id }) => id === disposalTransactionId);
      if (disposal !== undefined) return toDisposalView(disposal, basis);
    }
    return null;
  }

  async disposals(taxYear: TaxYear): Promise<readonly DisposalView[]> {
    const { basis, identified } = await this.on(undefined);
    return taxYearDisposals(identified.result(basis), taxYear, {}, basis.assets).map((disposal) =>
      toDisposalView(disposal, basis),
    );
  }

  /** The year of each account holder, in the order of the accounts' names; the filters of the screen do not apply. */
  async yearPanels(taxYear: TaxYear): Promise<readonly YearPanel[]> {
    return panelsOf(this.holdersOn(await this.on(undefined)), taxYear);
  }

  /** The gains of each account holder in every tax year, in the order of the accounts' names. */
  async gainsByYear(): Promise<readonly HolderGains[]> {
    return gainsOf(this.holdersOn(await this.on(undefined)));
  }

  /** Calculated once for all questions about the same gains. */
  private holdersOn({ basis, identified, statements: { lossesBroughtForward } }: Day): Holders {
    const result = identified.result(basis);
    return this.holders.get([result, basis.accounts, lossesBroughtForward], () =>
      holdersOf(result, basis.accounts.values(), lossesBroughtForward),
    );
  }

  /** The portfolio compared with the server's targets; cash at brokers and in open savings accounts is optional. */
  async dashboard(includeCash: boolean): Promise<DashboardSummary> {
    const { value } = await this.dashboardOn(await this.on(undefined), includeCash);
    this.asked();
    return value;
  }

  private async dashboardOn(
    { basis, identified, statements }: Day,
    includeCash: boolean,
  ): Promise<Computed<DashboardSummary>> {
    const { data } = this;
    const targets = await data.targets.get();
    const counted = includeCash ? await Promise.all([data.brokerCash.get(), data.savingsAccounts.get()]) : null;
    const cash = counted === null ? [] : cashOf(...counted);
    const quotes = await this.quotes(
      identified.result(basis),
      cash.map(({ currency }) => currency),
    );
    return {
      value: dashboardSummary({
        holdings: identified.holdings(basis, quotes),
        targets: new Map(targets.map((target) => [target.assetCategory, target.targetPercentage])),
        cash,
        rates: quotes.rates,
        asOf: basis.asOf,
      }),
      stamps: this.stampsOf(basis, statements, quotes, targets, ...(counted ?? [])),
    };
  }

  async valueHistory(range: HistoryRange): Promise<ValueHistoryView> {
    const { basis, identified } = await this.on(undefined);
    const { assets, asOf } = basis;
    const quotes = await this.data.allQuotes.get();
    const gains = identified.result(basis);
    const whole = this.history.get([gains, assets, quotes], () =>
      valueHistory({
        gains,
        prices: quotes.prices,
        rates: quotes.rates,
        nameOf: (isin) => assets.get(isin)?.name ?? commodityName(isin) ?? isin,
        ...effectFacts(assets),
      }),
    );
    const from = rangeStart(range, asOf) ?? '';
    return {
      asOf,
      points: whole.points.filter(({ date }) => date >= from),
      gaps: whole.gaps.filter(({ to }) => to >= from),
      leftOut: whole.leftOut,
      oversold: whole.oversold.filter(({ to }) => to >= from),
    };
  }

  /** Identification as of today. */
  async gainsOfToday(): Promise<GainsResult> {
    const { basis, identified } = await this.on(undefined);
    return identified.result(basis);
  }

  /** The values of the held securities on the result's day, and the rates of further currencies. */
  private async quotes({ classes, asOf }: GainsResult, currencies: readonly string[] = []): Promise<Quotes> {
    // Where the value history has read all quotes, nothing more need be read.
    const all = this.data.allQuotes.present();
    if (all !== null) return all;
    const held = new Set(classes.filter(({ positions }) => positions.length > 0).map(({ isin }) => isin));
    return await this.data.quotes.on(asOf, {
      // The newest price may have an earlier code.
      isins: [...new Set(classes.filter(({ isin }) => held.has(isin)).flatMap(({ codes }) => codes))],
      currencies,
    });
  }

  /** Identification as of today, with its inputs. */
  async today(): Promise<{ readonly basis: Basis; readonly result: GainsResult }> {
    const { basis, identified } = await this.on(undefined);
    return { basis, result: identified.result(basis) };
  }

  private async on(asOf: IsoDate | undefined): Promise<Day> {
    const today = londonDate(this.now());
    const day = asOf ?? today;
    const { data } = this;
    const [transactions, assets, accounts, statements] = await Promise.all([
      data.transactions.get(),
      data.assets.get(),
      data.accounts.get(),
      data.statements.get(),
    ]);
    const basis = { asOf: day, transactions, assets, accounts, settings: statements.settings };
    if (day === today) return { basis, identified: this.present, statements };
    // Today's results make those of any other day quick.
    this.present.result({ ...basis, asOf: today });
    return { basis, identified: this.past, statements };
  }
}
