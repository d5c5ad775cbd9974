/** The ledgers of cash at brokers beside the stated balances. */
import type { EffectFacts } from '../../domain/cash-ledger/cash-effect.ts';
import { cashLedgers, placeKey, type CashLedger, type CashPlace } from '../../domain/cash-ledger/cash-ledger.ts';
import { toCashLedgerView, type CashLedgerView } from '../../domain/cash-ledger/ledger-view.ts';
import { statementMarks } from '../../domain/cash-ledger/statement-marks.ts';
import { commodityName } from '../../domain/values/isin.ts';
import { isAccumulating } from '../../domain/records/asset.ts';
import type { Asset } from '../../domain/records/records.ts';
import type { ById, LiveData } from '../live/live-data.ts';
import { Memo } from '../live/memo.ts';

/** The facts about securities that the effects of transactions on cash depend on. */
export function effectFacts(assets: ById<Asset>): EffectFacts {
  return { isAccumulating: (isin) => isAccumulating(assets.get(isin)) };
}

export class CashLedgers {
  private readonly data: LiveData;
  private readonly ledgers = new Memo<ReadonlyMap<string, CashLedger>>();

  constructor(data: LiveData) {
    this.data = data;
  }

  /** The newest entries of a ledger with the balances stated for the same cash; null where there is no ledger. */
  async view(place: CashPlace, limit: number): Promise<CashLedgerView | null> {
    const { data } = this;
    const [transactions, assets, balances] = await Promise.all([
      data.transactions.get(),
      data.assets.get(),
      data.brokerCash.get(),
    ]);
    const all = this.ledgers.get([transactions, assets], () => cashLedgers(transactions, effectFacts(assets)));
    const key = placeKey(place);
    const ledger = all.get(key);
    if (ledger === undefined) return null;
    const stated = balances
      .filter((balance) => placeKey(balance) === key)
      .map(({ lastUpdated, cashBalance }) => ({ day: lastUpdated, balance: cashBalance }));
    const nameOf = (isin: string): string => assets.get(isin)?.name ?? commodityName(isin) ?? isin;
    return toCashLedgerView(ledger, statementMarks(ledger, stated), nameOf, limit);
  }
}
