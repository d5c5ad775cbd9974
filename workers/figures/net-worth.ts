/** Total wealth, day by day: securities, and the stated values of cash, savings and properties. */
import type { Amount, Money, Pounds, Unit } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { groupBy } from '../../domain/values/group-by.ts';
import { netWorth, type Statement, type StatedSeries } from '../../domain/holdings/net-worth.ts';
import { quantitySteps } from '../../domain/holdings/quantity-steps.ts';
import { rangeStart, type HistoryRange } from '../../domain/holdings/value-history.ts';
import type { BrokerCashBalance, Property, PropertyPrice, SavingsAccount } from '../../domain/records/records.ts';
import type { NetWorthView, SavingsPoint } from '../api/figure-types.ts';
import type { LiveData } from '../live/live-data.ts';
import type { Portfolio } from './portfolio.ts';

export class NetWorth {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;

  constructor(data: LiveData, portfolio: Portfolio) {
    this.data = data;
    this.portfolio = portfolio;
  }

  /** The total of all savings accounts, day by day from the first statement on. */
  async savings(asOf: IsoDate): Promise<readonly SavingsPoint[]> {
    const [balances, savings] = await Promise.all([this.data.statedBalances.get(), this.data.savingsAccounts.get()]);
    const points = netWorth({
      securities: new Map(),
      heldFrom: null,
      stated: savings.map((account) => savingsSeries(account, balances.get(account.id) ?? [])),
      rates: () => null,
      from: null,
      to: asOf,
    });
    // In pounds only, so that no day lacks a rate.
    return points.map(({ date, savings: balance }) => ({ date, balance: balance ?? (0 as Pounds) }));
  }

  async view(range: HistoryRange): Promise<NetWorthView> {
    const { data, portfolio } = this;
    const [gains, history, quotes, balances, savings, cash, properties, prices] = await Promise.all([
      portfolio.gainsOfToday(),
      portfolio.valueHistory('All'),
      data.allQuotes.get(),
      data.statedBalances.get(),
      data.savingsAccounts.get(),
      data.brokerCash.get(),
      data.properties.get(),
      data.propertyPrices.get(),
    ]);
    const { asOf, leftOut, oversold } = history;
    const out = new Set(leftOut.map(({ isin }) => isin));
    const firsts = gains.classes.flatMap((entry) =>
      out.has(entry.isin)
        ? []
        : quantitySteps(entry)
            .slice(0, 1)
            .map(({ date }) => date),
    );
    const pricesOf = groupBy(prices, ({ propertyId }) => propertyId);
    const points = netWorth({
      securities: new Map(history.points.map(({ date, value }) => [date, value])),
      heldFrom: firsts.toSorted()[0] ?? null,
      stated: [
        ...savings.map((account) => savingsSeries(account, balances.get(account.id) ?? [])),
        ...cash.map(cashSeries),
        ...properties.map((property) => propertySeries(property, pricesOf.get(property.id) ?? [])),
      ],
      rates: quotes.rates,
      from: rangeStart(range, asOf),
      to: asOf,
    });
    const from = rangeStart(range, asOf) ?? '';
    return { asOf, points, leftOut, oversold: oversold.filter(({ to }) => to >= from) };
  }
}

function savingsSeries(account: SavingsAccount, balances: readonly Statement[]): StatedSeries {
  const latest = { date: account.latestBalanceDate, amount: account.latestBalance as Amount<Unit> as Money };
  return {
    kind: 'savings',
    currency: 'GBP',
    statements: [...balances, latest],
    endsOn: account.accountCloseDate,
  };
}

function cashSeries({ cashBalance, currency, lastUpdated }: BrokerCashBalance): StatedSeries {
  return { kind: 'cash', currency, statements: [{ date: lastUpdated, amount: cashBalance }], endsOn: null };
}

/** A price in another currency is not a value of the property. */
function propertySeries(
  { currency, datePurchased, purchasePrice }: Property,
  prices: readonly PropertyPrice[],
): StatedSeries {
  // Of several prices on a day the one with the last id counts.
  const own = prices
    .filter((price) => price.currency === currency)
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return {
    kind: 'properties',
    currency,
    statements: [
      { date: datePurchased, amount: purchasePrice },
      ...own.map(({ priceDate, price }) => ({ date: priceDate, amount: price })),
    ],
    endsOn: null,
  };
}
