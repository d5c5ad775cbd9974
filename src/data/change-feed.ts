/** Tells every tab and worker which rows of a database have changed, with their keys. */
import type { DBCore, DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTable, DBCoreTransaction } from 'dexie';
import { Dexie } from 'dexie';
import type { HoldfastDatabase, TableName } from './schema.ts';

/** Keys of the rows that changed (added, edited or removed), or 'all' where they are not known one by one. */
export type ChangedKeys = readonly string[] | 'all';
export type ChangeListener = (table: TableName, keys: ChangedKeys) => void;

type Changes = ReadonlyMap<TableName, ChangedKeys>;

interface Feed {
  readonly listeners: Set<(changes: Changes) => void>;
  /** Null where the browser has none, and once the feed has ended: a transaction may still complete after that. */
  channel: BroadcastChannel | null;
}

/** More keys than this are not sent from tab to tab: a reader is faster to read the table. */
const MOST_KEYS = 20_000;

const feeds = new WeakMap<HoldfastDatabase, Feed>();
const pending = new WeakMap<object, { readonly changes: Map<TableName, ChangedKeys> }>();

/** Starts the feed of a database that was just made; `openDatabase` calls it. Answers how to end it. */
export function startFeed(db: HoldfastDatabase): () => void {
  const feed: Feed = { listeners: new Set(), channel: openChannel(db.name) };
  feeds.set(db, feed);
  if (feed.channel !== null) feed.channel.onmessage = (event: MessageEvent<Changes>) => tell(feed, event.data);
  db.use({ stack: 'dbcore', name: 'change-feed', create: (core) => withFeed(core, feed) });
  return () => {
    feed.listeners.clear();
    feed.channel?.close();
    feed.channel = null;
  };
}

/** The feed of a database that tells its changes itself, as storage in a test's memory does. Answers how to tell them. */
export function announceFrom(db: HoldfastDatabase): (changes: ReadonlyMap<TableName, ChangedKeys>) => void {
  const feed: Feed = { listeners: new Set(), channel: null };
  feeds.set(db, feed);
  return (changes) => tell(feed, changes);
}

function openChannel(name: string): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(`holdfast-changes:${name}`);
  // In Node (tests) a channel would keep the process alive.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  return channel;
}

function tell(feed: Feed, changes: Changes): void {
  for (const listener of feed.listeners) listener(changes);
}

function withFeed(core: DBCore, feed: Feed): DBCore {
  return {
    ...core,
    table: (name) => {
      const table = core.table(name);
      return { ...table, mutate: (request) => mutate(table, request, feed) };
    },
  };
}

function mutate(table: DBCoreTable, request: DBCoreMutateRequest, feed: Feed): Promise<DBCoreMutateResponse> {
  const entry = changesOf(request.trans, feed);
  return table.mutate(request).then((response) => {
    record(entry.changes, table.name as TableName, keysOf(table, request));
    return response;
  });
}

function changesOf(trans: DBCoreTransaction, feed: Feed): { readonly changes: Map<TableName, ChangedKeys> } {
  const known = pending.get(trans);
  if (known !== undefined) return known;
  const entry = { changes: new Map<TableName, ChangedKeys>() };
  pending.set(trans, entry);
  // A DBCoreTransaction is the browser's own IDBTransaction.
  (trans as unknown as EventTarget).addEventListener('complete', () => {
    if (entry.changes.size === 0) return;
    tell(feed, entry.changes);
    feed.channel?.postMessage(entry.changes);
  });
  return entry;
}

function keysOf(table: DBCoreTable, request: DBCoreMutateRequest): ChangedKeys {
  if (request.type === 'deleteRange') return 'all';
  const extract = table.schema.primaryKey.extractKey;
  const keys: unknown[] =
    request.type === 'delete' ? [...request.keys] : request.values.map((value: unknown) => extract?.(value));
  return keys.every((key) => typeof key === 'string') ? keys : 'all';
}

function record(changes: Map<TableName, ChangedKeys>, table: TableName, keys: ChangedKeys): void {
  const before = changes.get(table) ?? [];
  const both =
    before === 'all' || keys === 'all' || before.length + keys.length > MOST_KEYS ? 'all' : [...before, ...keys];
  changes.set(table, both);
}

/** Within a write: adds rows to what its commit will announce, for rows that become visible without being written. */
export function announce(table: TableName, keys: readonly string[]): void {
  const entry = pending.get(Dexie.currentTransaction?.idbtrans ?? {});
  if (entry !== undefined) record(entry.changes, table, keys);
}

/** Within a write, after its last change: its commit announces nothing, because nothing of it can be seen yet. */
export function announceNothing(): void {
  pending.get(Dexie.currentTransaction?.idbtrans ?? {})?.changes.clear();
}

/**
 * Calls `listener` after each committed change of one of `tables`, made in any tab or worker, with the keys of the
 * rows (a compound or generated key counts as 'all'). Rows of an import are announced when it has committed.
 * Answers how to stop.
 */
export function watchTables(db: HoldfastDatabase, tables: readonly TableName[], listener: ChangeListener): () => void {
  const feed = feeds.get(db);
  if (feed === undefined) throw new Error('watchTables needs a database that openDatabase has opened');
  const onChanges = (changes: Changes): void => {
    for (const [table, keys] of changes) if (tables.includes(table)) listener(table, keys);
  };
  feed.listeners.add(onChanges);
  return () => void feed.listeners.delete(onChanges);
}
