/**
 * Cash balances that two devices added for the same account, broker and wrapper independently: noted on the device
 * whose balance came second, or on both where a server gives no versions.
 */
import type { BrokerCashBalance } from '../../../domain/records/records.ts';
import type { Stored } from '../entities/entities.ts';
import { sameContent } from '../entities/entity-fields.ts';
import { readSyncState } from '../database/meta.ts';
import { createdHere, currentIds } from '../outbox/outbox.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { addPairs, listPairs, type AskedPair, type DuplicatePair } from './asked-pairs.ts';
import { isBefore } from './resent-duplicates.ts';

/** What identifies the money of a balance. Another currency is other money. */
function placeOf({ accountId, brokerId, taxWrapper, currency }: BrokerCashBalance): string {
  return JSON.stringify([accountId, brokerId, taxWrapper, currency]);
}

/**
 * Inside a write over the balances, `outbox` and `acknowledgedCreations`, before `shown` are applied: notes which of
 * these, seen for the first time, have the place of a balance that was added here and that the last complete pull did
 * not include.
 */
export async function noteCashDuplicates(
  db: HoldfastDatabase,
  shown: readonly Stored<BrokerCashBalance>[],
): Promise<void> {
  if (shown.length === 0) return;
  const { lastPullClaimNumber } = await readSyncState(db);
  const sent = await db.acknowledgedCreations
    .filter(({ claimNumber }) => claimNumber > lastPullClaimNumber)
    .primaryKeys();
  const ids = new Set([...sent, ...(await createdHere(db, 'brokerCashBalance'))]);
  const own = (await db.brokerCashBalances.bulkGet([...ids])).filter((row) => row !== undefined);
  const pairs = shown.flatMap((row) =>
    own
      .filter((mine) => mine.id !== row.id && placeOf(mine) === placeOf(row) && isAsked(mine, row))
      .map((mine) => pairOf(mine.id, row.id)),
  );
  await addPairs(db, 'cash', pairs);
}

/**
 * Of two devices, the one whose balance came second asks. What a plain server shows twice with the same content was
 * sent twice.
 */
function isAsked(mine: Stored<BrokerCashBalance>, shown: Stored<BrokerCashBalance>): boolean {
  if (shown.version === null) return !sameContent('brokerCashBalance', mine, shown);
  return mine.version === null || mine.version > shown.version;
}

function pairOf(a: string, b: string): AskedPair {
  return isBefore(a, b) ? { first: a, second: b } : { first: b, second: a };
}

/** Pairs of which both exist and still are of the same money. */
export async function presentCashDuplicates(db: HoldfastDatabase): Promise<DuplicatePair<'brokerCashBalance'>[]> {
  const present: DuplicatePair<'brokerCashBalance'>[] = [];
  for (const pair of await listPairs(db, 'cash')) {
    // A server may have given them ids of its own since.
    const [a, b] = await db.brokerCashBalances.bulkGet(await currentIds(db, [pair.first, pair.second]));
    if (a === undefined || b === undefined || placeOf(a) !== placeOf(b)) continue;
    const [own, other] = isBefore(a.id, b.id) ? [a, b] : [b, a];
    present.push({ reason: { kind: 'cash', pair }, entity: 'brokerCashBalance', own, other });
  }
  return present;
}
