/** The portfolio by wrapper, holder or broker, as of today. */
import { exact, round, type Exact } from '../../domain/values/decimal.ts';
import { TAX_WRAPPER_OPTIONS } from '../../domain/fields/enums.ts';
import { allocationOf, type AllocatedValue, type AllocationReading } from '../../domain/holdings/allocation.ts';
import { inPounds } from '../../domain/holdings/pound-total.ts';
import { shownHolding } from '../../domain/holdings/shown-holding.ts';
import { poundsPer } from '../../domain/holdings/valuation.ts';
import type { BrokerCashBalance, SavingsAccount } from '../../domain/records/records.ts';
import { PENNY_PLACES } from '../../domain/values/round-parts.ts';
import { isClosed } from '../../domain/records/savings-account.ts';
import type { AllocationQuery, AllocationView } from '../api/figure-types.ts';
import type { LiveData } from '../live/live-data.ts';
import type { Portfolio } from './portfolio.ts';
import type { Returns } from './returns.ts';

/** The part of savings accounts, which are at no broker. */
const SAVINGS = 'savings';

export class Allocations {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  private readonly returns: () => Promise<Returns>;

  constructor(data: LiveData, portfolio: Portfolio, returns: () => Promise<Returns>) {
    this.data = data;
    this.portfolio = portfolio;
    this.returns = returns;
  }

  async view({ by, includeCash }: AllocationQuery): Promise<AllocationView> {
    const { data } = this;
    const [securities, cash, accounts, brokers] = await Promise.all([
      by === 'broker' ? this.byBroker() : this.byHolding(by),
      includeCash ? this.cash(by) : [],
      data.accounts.get(),
      data.brokers.get(),
    ]);
    const names: Readonly<Record<AllocationReading, (key: string) => string | undefined>> = {
      wrapper: (key) => TAX_WRAPPER_OPTIONS.find(({ value }) => value === key)?.label,
      holder: (key) => accounts.get(key)?.name,
      broker: (key) => brokers.get(key)?.name,
    };
    const { parts, ...rest } = allocationOf([...securities, ...cash]);
    return {
      by,
      parts: parts.map((part) => ({
        ...part,
        label: part.key === SAVINGS ? 'Savings accounts' : (names[by](part.key) ?? 'Unknown'),
      })),
      ...rest,
    };
  }

  private async byHolding(by: Exclude<AllocationReading, 'broker'>): Promise<readonly AllocatedValue[]> {
    const holdings = await this.portfolio.holdingsOfToday();
    return holdings.map((holding) => ({
      key: by === 'wrapper' ? holding.taxWrapper : holding.accountId,
      value: shownHolding(holding).value,
    }));
  }

  /** A holding may be at several brokers; only the data for returns separates them. */
  private async byBroker(): Promise<readonly AllocatedValue[]> {
    const positions = await (await this.returns()).positionsOfToday();
    return positions.map(({ brokerId, value }) => ({ key: brokerId, value: value === null ? null : exact(value) }));
  }

  private async cash(by: AllocationReading): Promise<readonly AllocatedValue[]> {
    const [atBrokers, savings] = await Promise.all([this.data.brokerCash.get(), this.data.savingsAccounts.get()]);
    const { asOf, quotes } = await this.portfolio.quotesOfToday(atBrokers.map(({ currency }) => currency));
    const inPoundsOf = ({ cashBalance, currency }: BrokerCashBalance): Exact<'pounds'> | null => {
      const rate = poundsPer(currency, asOf, quotes.rates)?.rate;
      return rate === undefined ? null : inPounds(cashBalance, rate);
    };
    return [
      ...atBrokers.map((balance) => ({
        key: { wrapper: balance.taxWrapper, holder: balance.accountId, broker: balance.brokerId }[by],
        value: inPoundsOf(balance),
      })),
      ...savings
        .filter((account) => !isClosed(account))
        .map((account) => ({ key: savingsKey(account, by), value: round(exact(account.latestBalance), PENNY_PLACES) })),
    ];
  }
}

/** A cash ISA is in a wrapper. */
function savingsKey({ accountId, isCashIsa }: SavingsAccount, by: AllocationReading): string {
  if (by === 'holder') return accountId;
  return by === 'wrapper' && isCashIsa === true ? 'ISA' : SAVINGS;
}
