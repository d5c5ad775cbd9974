/** Pulling from an extended server: changes since a counter, of the user's own records and of those that all share. */
import type { syncRoutes } from '../../../contract/sync.ts';
import type { ExchangeRate, PricePoint } from '../../../domain/records/records.ts';
import { isEmpty } from '../../data/database/batches.ts';
import { readSyncState, updateSyncState, type SyncState } from '../../data/database/meta.ts';
import { ENTITY_TABLES, RECORD_TABLES, type TableName } from '../../data/database/schema.ts';
import type { EntityName } from '../../data/entities/entities.ts';
import type { ServerRecord } from '../../data/database/outbox-entry.ts';
import { noteServerEpoch } from '../../data/outbox/claims.ts';
import { noteAbsent } from '../../data/pulled/reconcile-queued.ts';
import { removeAbsent, type PullBasis } from '../../data/pulled/quarantine.ts';
import { applyPrices, applyRates } from '../../data/pulled/server-prices.ts';
import { absentIds, APPLY_TABLES, applyServerRecords } from '../../data/pulled/server-records.ts';
import { DuplicateFinder } from '../../data/questions/import-duplicates.ts';
import { statusOf, successOf, type Api, type CallOutcome } from '../api/api.ts';
import { breathe } from '../network/breathe.ts';
import { readList } from '../read/lists.ts';
import { asObject } from '../network/http.ts';
import { readId, readInstant, readPrice, readRate, readRecord } from '../wire/wire.ts';
import {
  basisOf,
  noteHeld,
  orRefuse,
  pullFailure,
  writeHeld,
  type PullContext,
  type PullResult,
} from './pull-context.ts';
import { pullOperatorFacts } from './pull-operator-facts.ts';

type Scope = 'user' | 'shared';

const PATH = '/sync/changes' satisfies (typeof syncRoutes.changes)['path'];
/** Each page waits for the disk once; a larger one would block the screen while it is read. */
const PAGE_SIZE = 2000;
/** A new device shows its first figures from a page that is there soon. */
const FIRST_PAGE_SIZE = 500;

const SCOPES = {
  user: {
    cursor: 'userCursor',
    entities: [
      'account',
      'savingsAccount',
      'brokerCashBalance',
      'property',
      'propertyPrice',
      'transaction',
      'receipt',
      'extra',
    ],
  },
  shared: { cursor: 'sharedCursor', entities: ['broker', 'asset', 'bankName', 'targetAllocation'] },
} as const satisfies Record<Scope, { cursor: string; entities: readonly EntityName[] }>;

/** A reading of both scopes under a server epoch. */
interface Reading extends PullContext {
  readonly serverEpoch: string;
  readonly isRestoredFromBackup: boolean;
  /** The device had nothing before. */
  readonly isNew: boolean;
  readonly duplicates: DuplicateFinder;
}

/** Pulls both scopes. `restoredFromBackup`: so was the server, which is noted; everything has to be read again. */
export async function pullChanges(context: PullContext): Promise<PullResult | 'restoredFromBackup'> {
  const { db } = context;
  const isNew = !(await readSyncState(db)).accountsPulled;
  const accounts = isNew ? await pullAccounts(context) : 'done';
  if (accounts !== 'done') return accounts;
  const state = await readSyncState(db);
  const { serverEpoch, isRestoredFromBackup, lastPullClaimNumber } = state;
  // It is known once the kind of server is; without it records could not be told from those of a restored backup.
  if (serverEpoch === null) return 'failed';
  const duplicates = new DuplicateFinder(db, lastPullClaimNumber);
  const reading: Reading = { ...context, serverEpoch, isRestoredFromBackup, isNew, duplicates };
  // Shared records first: a transaction without its security's name would be shown as a bare ISIN.
  const from = (scope: Scope): string | null => (isRestoredFromBackup ? null : state[SCOPES[scope].cursor]);
  // A new device asks for the user's first page meanwhile: on a long line its figures are there a round trip sooner.
  const isFirstRead = isNew && from('user') === null;
  const firstPage = isFirstRead ? askPage(context.api, 'user', '0', FIRST_PAGE_SIZE) : null;
  for (const scope of ['shared', 'user'] as const) {
    const result = await pullScope(reading, scope, from(scope), scope === 'user' ? firstPage : null);
    if (result !== 'done') return result;
  }
  // Stored until both scopes were read again, so that an interruption loses nothing.
  return await noteRead(reading, { isRestoredFromBackup: false, lastPullClaimNumber: context.claimNumber });
}

/** Notes what was read. */
async function noteRead(reading: Reading, changes: Partial<SyncState>): Promise<'done' | 'failed'> {
  return (await noteHeld(reading, changes)).ok ? 'done' : 'failed';
}

/** On a new device only the accounts, at once: whether there are any decides what the user sees first. */
async function pullAccounts(context: PullContext): Promise<PullResult> {
  const basis = basisOf(context);
  const list = await readList(context.api, 'account', { recent: true });
  if (list.kind === 'failed') return pullFailure(list.outcome);
  const records = list.items
    .map((item) => readRecord('account', item))
    .filter((read) => read !== null)
    .map((read) => ({ id: read.record.id, ...read }));
  if (!(await applyServerRecords(context.db, 'account', records, basis)).ok) return 'failed';
  await noteHeld(context, { accountsPulled: true });
  return 'done';
}

type WalkResult = PullResult | 'expired' | 'restoredFromBackup';

/** Reads a scope from a cursor on; null reads everything. `firstPage` was asked for already. */
async function pullScope(
  reading: Reading,
  scope: Scope,
  from: string | null,
  firstPage: Promise<Asked> | null,
): Promise<Exclude<WalkResult, 'expired'>> {
  const empty = from === null ? await emptyEntities(reading, SCOPES[scope].entities) : new Set<EntityName>();
  const { isRestoredFromBackup } = reading;
  const basis: PullBasis = { ...basisOf(reading), isRestoredFromBackup, empty };
  const first = await walk(reading, scope, from, { basis, firstPage });
  if (first !== 'expired') return first;
  // The cursor was too old: everything is read again.
  const again = await walk({ ...reading, isNew: false }, scope, null, { basis, firstPage: null });
  return again === 'expired' ? 'failed' : again;
}

/** Reads pages from a cursor, or everything from null, and then removes what a complete read did not show. */
async function walk(
  reading: Reading,
  scope: Scope,
  from: string | null,
  { basis, firstPage }: { readonly basis: PullBasis; readonly firstPage: Promise<Asked> | null },
): Promise<WalkResult> {
  const { db, api, environment, isNew, isRestoredFromBackup, serverEpoch } = reading;
  const { cursor: cursorName, entities } = SCOPES[scope];
  const seen: SeenIds = new Map(
    entities.map((entity) => [entity, { shown: new Set<string>(), gone: new Set<string>() }]),
  );
  // What was sent before a new device's first read is on the server, unless that was restored in the meantime.
  const compares =
    from === null &&
    (!isNew || isRestoredFromBackup) &&
    (await emptyEntities(reading, entities)).size < entities.length;
  let next = firstPage ?? askPage(api, scope, from ?? '0', PAGE_SIZE);
  for (let read = 0; ;) {
    const { outcome, page } = await next;
    if (statusOf(outcome) === 410) return from === null ? 'failed' : 'expired';
    if (page === null) return successOf(outcome) === null ? pullFailure(outcome) : 'offline';
    if (page.serverEpoch !== serverEpoch) {
      const noted = await writeHeld(reading, [], async () => await noteServerEpoch(db, page.serverEpoch));
      return noted.ok ? 'restoredFromBackup' : 'failed';
    }
    // The next page is fetched and read while this one is written.
    if (page.hasMore) next = askPage(api, scope, page.cursor, PAGE_SIZE);
    if (compares) noteSeen(seen, page.changes);
    // A read that has to be compared counts only when it is complete; any other may be continued after an
    // interruption.
    const state = compares ? {} : { [cursorName]: page.cursor };
    if (!(await takeOver(reading, page.changes, basis, state))) return 'failed';
    if (firstPage !== null && read === 0) await environment.letReadersIn();
    read += page.count;
    reading.onProgress?.(read);
    if (!page.hasMore) {
      if (compares && !(await compare(reading, seen, basis))) return 'failed';
      if (scope === 'shared') await pullOperatorFacts(reading, page.factsVersion);
      return await noteRead(reading, { [cursorName]: page.cursor });
    }
  }
}

/** The ids that a read has shown, and those that it has shown as deleted, by entity. */
type SeenIds = ReadonlyMap<EntityName, { readonly shown: Set<string>; readonly gone: Set<string> }>;

const PAGE_TABLES: readonly TableName[] = [
  ...RECORD_TABLES,
  'receiptFiles',
  'prices',
  'rates',
  'imports',
  ...APPLY_TABLES,
];

/**
 * Writes a page and the cursor behind it in one transaction: an interruption leaves both or neither, and the disk is
 * waited for once.
 */
async function takeOver(
  reading: Reading,
  changes: PageChanges,
  basis: PullBasis,
  state: Partial<SyncState>,
): Promise<boolean> {
  const { db, duplicates, isRestoredFromBackup } = reading;
  const written = await writeHeld(reading, PAGE_TABLES, async () => {
    const { records, prices, rates, ratesFetchedAt, deletedPrices, deletedRates } = changes;
    // After a restore the user is asked anyway, and versions say nothing.
    if (!isRestoredFromBackup)
      await duplicates.note((records.get('transaction') ?? []) as readonly ServerRecord<'transaction'>[]);
    for (const [entity, list] of records) orRefuse(await applyServerRecords(db, entity, list, basis));
    if (prices.length + deletedPrices.length > 0) orRefuse(await applyPrices(db, prices, deletedPrices));
    if (rates.length + deletedRates.length > 0)
      orRefuse(await applyRates(db, rates, { deleted: deletedRates, fetchedAt: ratesFetchedAt }));
    await updateSyncState(db, state);
  });
  return written.ok;
}

async function emptyEntities({ db }: PullContext, entities: readonly EntityName[]): Promise<Set<EntityName>> {
  const empty = new Set<EntityName>();
  for (const entity of entities) if (await isEmpty(db.table(ENTITY_TABLES[entity]))) empty.add(entity);
  return empty;
}

interface Page {
  readonly serverEpoch: string;
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly count: number;
  /** The version of the operator's facts; null without any. */
  readonly factsVersion: string | null;
  readonly changes: PageChanges;
}

interface Asked {
  readonly outcome: CallOutcome;
  /** Null where the call has no page. */
  readonly page: Page | null;
}

async function askPage(api: Api, scope: Scope, cursor: string, limit: number): Promise<Asked> {
  const outcome = await api.call('GET', `${PATH}?scope=${scope}&since=${cursor}&limit=${limit}`);
  return { outcome, page: await readPage(successOf(outcome)?.json) };
}

async function readPage(json: unknown): Promise<Page | null> {
  const { epoch: serverEpoch, cursor, hasMore, changes, ratesFetchedAt, operatorFacts } = asObject(json) ?? {};
  if (
    typeof serverEpoch !== 'string' ||
    typeof cursor !== 'string' ||
    typeof hasMore !== 'boolean' ||
    !Array.isArray(changes)
  )
    return null;
  return {
    serverEpoch,
    cursor,
    hasMore,
    count: changes.length,
    factsVersion: typeof operatorFacts === 'string' ? operatorFacts : null,
    changes: { ...(await sortChanges(changes)), ratesFetchedAt: readInstant(ratesFetchedAt) },
  };
}

/** The changes of a page: records of one entity together, in the page's order. */
interface PageChanges {
  readonly records: Map<EntityName, ServerRecord<EntityName>[]>;
  readonly prices: PricePoint[];
  readonly rates: ExchangeRate[];
  /** ISO instant; null where the server does not say. */
  readonly ratesFetchedAt: string | null;
  readonly deletedPrices: [string, string][];
  readonly deletedRates: [string, string, string][];
}

type SortedChanges = Omit<PageChanges, 'ratesFetchedAt'>;

/** This many changes are read in a few milliseconds, also on a machine that is busy writing others. */
const READ_AT_ONCE = 50;

/** Sorts a page, in portions between which other work may run. */
async function sortChanges(changes: readonly unknown[]): Promise<SortedChanges> {
  const sorted: SortedChanges = { records: new Map(), prices: [], rates: [], deletedPrices: [], deletedRates: [] };
  for (let from = 0; from < changes.length; from += READ_AT_ONCE) {
    await breathe();
    for (const json of changes.slice(from, from + READ_AT_ONCE)) sortChange(asObject(json), sorted);
  }
  await breathe();
  return sorted;
}

/** The id of a price is `isin_day`, that of a rate `from_to_day`. */
function sortChange(
  change: ReturnType<typeof asObject>,
  { records, prices, rates, deletedPrices, deletedRates }: SortedChanges,
): void {
  const id = readId(change?.['id']);
  if (change === null || id === null) return;
  const { entity, deleted } = change;
  const [first = '', second = '', third = ''] = id.split('_');
  if (entity === 'price' && deleted === true) deletedPrices.push([first, second]);
  else if (entity === 'rate' && deleted === true) deletedRates.push([first, second, third]);
  else if (entity === 'price') prices.push(...readPrice(change['record']));
  else if (entity === 'rate') rates.push(...readRate(change['record']));
  else if (isEntity(entity)) {
    const version = typeof change['version'] === 'number' ? change['version'] : null;
    const read = deleted === true ? { record: null } : readRecord(entity, change['record']);
    if (read === null) return;
    const list = records.get(entity);
    if (list === undefined) records.set(entity, [{ id, record: read.record, version }]);
    else list.push({ id, record: read.record, version });
  }
}

function isEntity(value: unknown): value is EntityName {
  return typeof value === 'string' && Object.hasOwn(ENTITY_TABLES, value);
}

function noteSeen(seen: SeenIds, { records }: PageChanges): void {
  for (const [entity, list] of records)
    for (const { id, record } of list) seen.get(entity)?.[record === null ? 'gone' : 'shown'].add(id);
}

/** False when it could not be stored: then everything is to be read again. */
async function compare(reading: Reading, seen: SeenIds, basis: PullBasis): Promise<boolean> {
  const { db, isRestoredFromBackup } = reading;
  // An account whose records are gone as well is not needed by them.
  for (const [entity, { shown, gone }] of [...seen].toReversed()) {
    const absent = await absentIds(db, entity, shown);
    const written = await writeHeld(reading, PAGE_TABLES, async () => {
      if (isRestoredFromBackup) orRefuse(await noteAbsent(db, entity, new Set([...shown, ...gone])));
      orRefuse(await removeAbsent(db, entity, absent, basis));
    });
    if (!written.ok) return false;
  }
  return true;
}
