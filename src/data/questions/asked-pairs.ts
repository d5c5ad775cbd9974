/** Pairs of records that two devices imported or added independently: the user is asked about them. */
import type { EntityName, EntityRecords } from '../entities/entities.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Notice } from '../outbox/notices.ts';

/**
 * Two records, by their ids. Of an import the server had `first` when `second`, a row of an import made here, reached
 * it; of two cash balances, `first` is kept whoever answers.
 */
export interface AskedPair {
  readonly first: string;
  readonly second: string;
}

const KEYS = { imported: 'importDuplicates', cash: 'cashDuplicates' } as const;

type PairKind = keyof typeof KEYS;

/** Why it is asked: a request was repeated, or two devices imported or added the record independently. */
export type DuplicateReason =
  | { readonly kind: 'resent'; readonly notice: Notice }
  | { readonly kind: PairKind; readonly pair: AskedPair };

/** A record and another with the same content, or for cash a balance of the same money. */
export interface DuplicatePair<E extends EntityName = EntityName> {
  readonly reason: DuplicateReason;
  readonly entity: E;
  readonly own: EntityRecords[E];
  readonly other: EntityRecords[E];
}

/** The pairs that the user has not answered about yet. */
export async function listPairs(db: HoldfastDatabase, kind: PairKind): Promise<readonly AskedPair[]> {
  return ((await db.meta.get(KEYS[kind]))?.value as readonly AskedPair[] | undefined) ?? [];
}

/** Inside a write: asks about pairs, or asks again. */
export async function addPairs(db: HoldfastDatabase, kind: PairKind, pairs: readonly AskedPair[]): Promise<void> {
  if (pairs.length > 0) await putPairs(db, kind, [...(await listPairs(db, kind)), ...pairs]);
}

/** Inside a write: the user has answered about these. */
export async function forgetPairs(db: HoldfastDatabase, kind: PairKind, pairs: readonly AskedPair[]): Promise<void> {
  const keyOf = ({ first, second }: AskedPair): string => `${first} ${second}`;
  const answered = new Set(pairs.map(keyOf));
  if (pairs.length > 0)
    await putPairs(
      db,
      kind,
      (await listPairs(db, kind)).filter((pair) => !answered.has(keyOf(pair))),
    );
}

async function putPairs(db: HoldfastDatabase, kind: PairKind, pairs: readonly AskedPair[]): Promise<void> {
  await db.meta.put({ key: KEYS[kind], value: pairs });
}
