/** The rates by which trades and payments in another currency were converted to pounds (income/RULES.md 8). */
import type { HealthView } from '../../domain/cgt/matching/data-health.ts';
import type { DisposalView } from '../../domain/cgt/views/disposal-view.ts';
import { isForeign, madeRateOf, mixedRates } from '../../domain/income/made-pounds.ts';
import type { Rates } from '../../domain/income/pound-rate.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { monthlyRates } from './facts.ts';
import type { LiveData } from './live-data.ts';
import { monthlyRatesWith } from './monthly-rates-with.ts';
import { Memo } from './memo.ts';

const KIND_WORDS = { hmrcMonth: "HMRC's monthly rate", day: "the day's rate" } as const;

export class MadePounds {
  private readonly data: LiveData;
  private readonly mixed = new Memo<readonly HealthView[]>();

  constructor(data: LiveData) {
    this.data = data;
  }

  /** The disposals; transactions in another currency have the rate of their pounds. */
  async withRates(disposals: readonly DisposalView[]): Promise<readonly DisposalView[]> {
    const [transactions, assets] = await Promise.all([this.data.transactions.get(), this.data.assets.get()]);
    const denominationOf = (isin: string) => assets.get(isin)?.denomination ?? null;
    const named = new Set(
      disposals.flatMap(({ holdingTransactions }) => holdingTransactions.map(({ transactionId }) => transactionId)),
    );
    const foreign = new Map<string, Transaction>();
    for (const row of transactions)
      if (named.has(row.id) && isForeign(row, denominationOf(row.isin))) foreign.set(row.id, row);
    if (foreign.size === 0) return disposals;
    const rates = await this.rates();
    return disposals.map((disposal) => ({
      ...disposal,
      holdingTransactions: disposal.holdingTransactions.map((line) => {
        const row = foreign.get(line.transactionId);
        return row === undefined ? line : { ...line, rate: madeRateOf(row, denominationOf(row.isin), rates) };
      }),
    }));
  }

  /** RULES 8.3: accounts that mix monthly and daily rates. */
  async findings(): Promise<readonly HealthView[]> {
    const { data } = this;
    const [transactions, assets, accounts] = await Promise.all([
      data.transactions.get(),
      data.assets.get(),
      data.accounts.get(),
    ]);
    const denominationOf = (isin: string) => assets.get(isin)?.denomination ?? null;
    if (!transactions.some((row) => isForeign(row, denominationOf(row.isin)))) return [];
    const rates = await this.rates();
    return this.mixed.get([transactions, assets, accounts, rates.daily, rates.monthly], () =>
      mixedRates(transactions, denominationOf, rates).map(({ row, kind, others }) => ({
        accountName: accounts.get(row.accountId)?.name ?? '',
        assetName: assets.get(row.isin)?.name ?? row.isin,
        isin: row.isin,
        transactionId: row.id,
        date: row.transactionDate,
        text: `Its amounts were converted to pounds at ${KIND_WORDS[kind]}, those of ${others === 1 ? 'another transaction' : `${others} other transactions`} at ${KIND_WORDS[kind === 'day' ? 'hmrcMonth' : 'day']}. Use one kind of rate throughout.`,
        serious: false,
        isOfField: false,
      })),
    );
  }

  private async rates(): Promise<Rates> {
    const { data } = this;
    const [shipped, daily, operator] = await Promise.all([
      monthlyRates(),
      data.allRates.get(),
      data.operatorFacts.get(),
    ]);
    return { monthly: monthlyRatesWith(shipped, operator), daily };
  }
}
