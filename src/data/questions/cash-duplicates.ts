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
import { isBefore } from './resent-duplicates.ts';
import { write, type Written } from '../database/write.ts';

/** Two balances of the same money, by their ids: whoever answers, the first is kept. */
export interface CashDuplicate {
  readonly first: string;
  readonly second: string;
}

const KEY = 'cashDuplicates';

async function listCashDuplicates(db: HoldfastDatabase): Promise<readonly CashDuplicate[]> {
  return ((await db.meta.get(KEY))?.value as readonly CashDuplicate[] | undefined) ?? [];
}

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
  await addPairs(db, pairs);
}

/**
 * Of two devices, the one whose balance came second asks. What a plain server shows twice with the same content was
 * sent twice.
 */
function isAsked(mine: Stored<BrokerCashBalance>, shown: Stored<BrokerCashBalance>): boolean {
  if (shown.version === null) return !sameContent('brokerCashBalance', mine, shown);
  return mine.version === null || mine.version > shown.version;
}

function pairOf(a: string, b: string): CashDuplicate {
  return isBefore(a, b) ? { first: a, second: b } : { first: b, second: a };
}

async function addPairs(db: HoldfastDatabase, pairs: readonly CashDuplicate[]): Promise<void> {
  if (pairs.length > 0) await db.meta.put({ key: KEY, value: [...(await listCashDuplicates(db)), ...pairs] });
}

/** Asks about a pair again. */
export async function addCashDuplicate(db: HoldfastDatabase, pair: CashDuplicate): Promise<Written<null>> {
  return await write(db, [], async () => {
    await addPairs(db, [pair]);
    return null;
  });
}

/** The user has answered about a pair. */
export async function forgetCashDuplicate(
  db: HoldfastDatabase,
  { first, second }: CashDuplicate,
): Promise<Written<null>> {
  return await write(db, [], async () => {
    const others = (await listCashDuplicates(db)).filter((pair) => pair.first !== first || pair.second !== second);
    await db.meta.put({ key: KEY, value: others });
    return null;
  });
}

/** Pairs of which both exist and still are of the same money, with their records. */
export async function presentCashDuplicates(
  db: HoldfastDatabase,
): Promise<
  readonly { readonly pair: CashDuplicate; readonly rows: readonly [BrokerCashBalance, BrokerCashBalance] }[]
> {
  const present: { pair: CashDuplicate; rows: readonly [BrokerCashBalance, BrokerCashBalance] }[] = [];
  for (const pair of await listCashDuplicates(db)) {
    // A server may have given them ids of its own since.
    const rows = await db.brokerCashBalances.bulkGet(await currentIds(db, [pair.first, pair.second]));
    const [a, b] = rows;
    if (a === undefined || b === undefined || placeOf(a) !== placeOf(b)) continue;
    present.push({ pair, rows: isBefore(a.id, b.id) ? [a, b] : [b, a] });
  }
  return present;
}
