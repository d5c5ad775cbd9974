/** Trades of saved plans, as extras: they are not transactions, and no figure includes them. */
import {
  plannedTradesValue,
  readPlannedTrades,
  type PlannedTrade,
  type PlannedTrades,
} from '../../../domain/plans/planned-trades.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { getExtra, listExtras, putExtra, removeExtra, saveExtra } from './extras.ts';
import { newId } from '../database/ids.ts';
import { QUEUE_TABLES } from '../outbox/outbox.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { getTransactions } from './transactions.ts';
import { write, type Written } from '../database/write.ts';

const KIND = 'planned-trades';

/** A saved trade beside the transaction that it became; null while there is none, or after that was deleted. */
export interface PlannedBesideReal extends PlannedTrade {
  readonly real: Transaction | null;
}

export interface KeptPlan {
  readonly key: string;
  readonly plannedOn: PlannedTrades['plannedOn'];
  readonly trades: readonly PlannedBesideReal[];
}

/** All kept plans, the newest first, each trade with what it became. */
export async function listKeptPlans(db: HoldfastDatabase): Promise<readonly KeptPlan[]> {
  const kept = (await listExtras(db, KIND)).flatMap(({ key, value }) => {
    const planned = readPlannedTrades(value);
    return planned === null ? [] : [{ key, ...planned }];
  });
  const ids = kept.flatMap(({ trades }) => trades.flatMap(({ transactionId }) => transactionId ?? []));
  const real = new Map((await getTransactions(db, ids)).map((row) => [row.id, row]));
  return kept
    .map((plan) => ({
      ...plan,
      trades: plan.trades.map((trade) => ({ ...trade, real: real.get(trade.transactionId ?? '') ?? null })),
    }))
    .toSorted((a, b) => (a.key < b.key ? 1 : -1));
}

export async function keepPlannedTrades(db: HoldfastDatabase, planned: PlannedTrades): Promise<Written<unknown>> {
  return await saveExtra(db, KIND, newId(), plannedTradesValue(planned));
}

export async function deleteKeptPlan(db: HoldfastDatabase, key: string): Promise<Written<null>> {
  return await removeExtra(db, KIND, key);
}

/** Notes that a saved trade became a transaction; does nothing where the plan was deleted in the meantime. */
export async function confirmPlannedTrade(
  db: HoldfastDatabase,
  key: string,
  index: number,
  transactionId: string,
): Promise<Written<null>> {
  return await write(db, ['extras', ...QUEUE_TABLES], async () => {
    const planned = readPlannedTrades((await getExtra(db, KIND, key)) ?? {});
    if (planned?.trades[index] === undefined) return null;
    const trades = planned.trades.map((trade, place) => (place === index ? { ...trade, transactionId } : trade));
    await putExtra(db, KIND, key, plannedTradesValue({ ...planned, trades }), Date.now());
    return null;
  });
}
