/**
 * Storage in memory with the part of Dexie's interface that src/data uses, for tests that play thousands of histories.
 * Transactions are serialised and roll back; a handle can be killed at any operation, as a crash would.
 */
import type { ObservabilitySet } from 'dexie';
import { HoldfastDatabase, type OwnerRecord, type TableName } from '../../src/data/database/schema.ts';
import { TransactionScope } from './transaction-scope.ts';

type Key = string | number | readonly Key[];
type Row = Readonly<Record<string, unknown>>;

interface Entry {
  readonly key: Key;
  readonly row: Row;
}

/** Numbers before strings before lists, as IndexedDB orders keys. */
function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  if (typeof a === 'object' && typeof b === 'object') {
    for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
      const order = compareKeys(a[i] as Key, b[i] as Key);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  const rank = (key: Key): number => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);
  return rank(a) - rank(b);
}

/** Rows are shared, not copied: whoever changed one would be found out at once. */
function freeze<T>(value: T): T {
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.isFrozen(value) ||
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    value instanceof Blob
  )
    return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

function nameOf(key: Key): string {
  return typeof key === 'object' ? JSON.stringify(key) : `${typeof key}${key}`;
}

class StoredTable {
  readonly keyPath: string | readonly string[];
  readonly isAuto: boolean;
  readonly rows = new Map<string, Entry>();
  nextAuto = 1;
  private ordered: Entry[] | null = null;

  constructor(keyPath: string | readonly string[], isAuto: boolean) {
    this.keyPath = keyPath;
    this.isAuto = isAuto;
  }

  keyOf(row: Row): Key {
    return fieldOf(row, this.keyPath);
  }

  set(name: string, entry: Entry | undefined): void {
    this.ordered = null;
    if (entry === undefined) this.rows.delete(name);
    else this.rows.set(name, entry);
  }

  all(): readonly Entry[] {
    this.ordered ??= [...this.rows.values()].toSorted((a, b) => compareKeys(a.key, b.key));
    return this.ordered;
  }
}

function fieldOf(row: Row, path: string | readonly string[]): Key {
  return typeof path === 'string' ? (row[path] as Key) : path.map((part) => row[part] as Key);
}

/** The tables as the device declares them: reading that takes longer than a small history. */
const SCHEMA = new HoldfastDatabase('schema').tables.map(({ name, schema: { primKey } }) => ({
  table: name,
  keyPath: primKey.keyPath as string | readonly string[],
  isAuto: primKey.auto === true,
}));

/** What all tabs of one device share. */
export class MemoryStorage {
  readonly name: string;
  readonly tables = new Map<string, StoredTable>();
  readonly handles = new Set<MemoryDatabase>();
  private isLocked = false;
  private readonly waiting: (() => void)[] = [];

  constructor(name: string) {
    this.name = name;
    for (const { table, keyPath, isAuto } of SCHEMA) this.tables.set(table, new StoredTable(keyPath, isAuto));
  }

  async lock(): Promise<() => void> {
    if (this.isLocked) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.isLocked = true;
    return () => {
      const next = this.waiting.shift();
      if (next === undefined) this.isLocked = false;
      else next();
    };
  }

  /** Puts rows back as they were. */
  undo(log: readonly Undo[]): void {
    for (const { table, name, before } of log.toReversed()) this.tables.get(table)?.set(name, before);
  }
}

interface Undo {
  readonly table: string;
  readonly name: string;
  readonly before: Entry | undefined;
}

interface Transaction {
  readonly handle: MemoryDatabase;
  readonly log: Undo[];
  readonly changes: Set<TableName>;
  readonly release: () => void;
  isOver: boolean;
}

const running = new TransactionScope<Transaction>();
const NEVER = new Promise<never>(() => undefined);

/** One tab's connection. */
export class MemoryDatabase {
  readonly name: string;
  /** Operations left until it dies; null for no end. */
  fuse: number | null = null;
  onDeath: () => void = () => undefined;
  private readonly storage: MemoryStorage;
  private readonly tables = new Map<string, MemoryTable>();
  private readonly mutationListeners = new Set<(parts: ObservabilitySet) => void>();
  private current: Transaction | null = null;
  private isClosed = false;
  private isDead = false;

  constructor(storage: MemoryStorage) {
    this.name = storage.name;
    this.storage = storage;
    storage.handles.add(this);
    for (const [name, stored] of storage.tables) {
      const table = new MemoryTable(this, name, stored);
      this.tables.set(name, table);
      Object.defineProperty(this, name, { value: table });
    }
  }

  table(name: string): MemoryTable {
    const table = this.tables.get(name);
    if (table === undefined) throw new Error(`no table ${name}`);
    return table;
  }

  hasBeenClosed(): boolean {
    return this.isClosed || this.isDead;
  }

  onMutation(listener: (parts: ObservabilitySet) => void): () => void {
    this.mutationListeners.add(listener);
    return () => void this.mutationListeners.delete(listener);
  }

  /** As Dexie tells a commit. */
  tell(tables: ReadonlySet<TableName>): void {
    const parts: ObservabilitySet = {};
    for (const table of tables) parts[`idb://${this.name}/${table}/`] = { from: 0, to: 0, d: 1 };
    for (const listener of this.mutationListeners) listener(parts);
  }

  isOpen(): boolean {
    return !this.isClosed && !this.isDead;
  }

  close(): void {
    this.isClosed = true;
    this.storage.handles.delete(this);
  }

  /** The tab dies where it is: what had not committed is undone, and nothing it waited for ever comes. */
  kill(): void {
    this.isDead = true;
    this.storage.handles.delete(this);
    const { current } = this;
    this.current = null;
    if (current !== null && !current.isOver) {
      this.end(current);
      this.storage.undo(current.log);
      current.release();
    }
    this.onDeath();
  }

  /** Passes one await of the tab's; never resolves when it has died. */
  async step(): Promise<void> {
    if (!this.isDead && this.fuse !== null) {
      this.fuse -= 1;
      if (this.fuse < 0) this.kill();
    }
    if (this.isDead) await NEVER;
    if (this.isClosed) throw Object.assign(new Error('Database has been closed'), { name: 'DatabaseClosedError' });
  }

  async transaction<T>(...parts: unknown[]): Promise<T> {
    const body = parts.at(-1) as () => Promise<T>;
    const outer = running.get();
    if (outer?.handle === this && !outer.isOver) return await body();
    return await this.inTransaction(async (transaction) => await running.run(transaction, body));
  }

  /** Runs an operation in the transaction around it, or in one of its own. */
  async run<T>(operation: (transaction: Transaction) => T): Promise<T> {
    const outer = running.get();
    if (outer?.handle !== this || outer.isOver) return await this.inTransaction(operation);
    await this.step();
    if (outer.isOver) await NEVER;
    return operation(outer);
  }

  private async inTransaction<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    await this.step();
    const release = await this.storage.lock();
    if (this.isDead) {
      release();
      await NEVER;
    }
    const transaction: Transaction = { handle: this, log: [], changes: new Set(), release, isOver: false };
    this.current = transaction;
    try {
      const value = await work(transaction);
      await this.step();
      return this.commit(transaction, value);
    } catch (error) {
      if (this.isDead) await NEVER;
      this.storage.undo(transaction.log);
      this.end(transaction);
      release();
      throw error;
    }
  }

  private end(transaction: Transaction): void {
    transaction.isOver = true;
    running.leave(transaction);
  }

  private commit<T>(transaction: Transaction, value: T): T {
    this.end(transaction);
    transaction.release();
    if (transaction.changes.size > 0) for (const handle of this.storage.handles) handle.tell(transaction.changes);
    return value;
  }
}

class MemoryTable {
  private readonly db: MemoryDatabase;
  private readonly name: string;
  private readonly stored: StoredTable;

  constructor(db: MemoryDatabase, name: string, stored: StoredTable) {
    this.db = db;
    this.name = name;
    this.stored = stored;
  }

  async get(key: Key): Promise<Row | undefined> {
    return await this.db.run(() => this.stored.rows.get(nameOf(key))?.row);
  }

  async bulkGet(keys: readonly Key[]): Promise<(Row | undefined)[]> {
    return await this.db.run(() => keys.map((key) => this.stored.rows.get(nameOf(key))?.row));
  }

  async put(row: Row): Promise<Key> {
    return await this.db.run((transaction) => this.write(transaction, row, false));
  }

  async add(row: Row): Promise<Key> {
    return await this.db.run((transaction) => this.write(transaction, row, true));
  }

  async bulkPut(rows: readonly Row[]): Promise<void> {
    await this.db.run((transaction) => rows.forEach((row) => this.write(transaction, row, false)));
  }

  async bulkAdd(rows: readonly Row[]): Promise<void> {
    await this.db.run((transaction) => rows.forEach((row) => this.write(transaction, row, true)));
  }

  async update(key: Key, changes: Row): Promise<number> {
    return await this.db.run((transaction) => {
      const row = this.stored.rows.get(nameOf(key))?.row;
      if (row !== undefined) this.write(transaction, { ...row, ...changes }, false);
      return row === undefined ? 0 : 1;
    });
  }

  async delete(key: Key): Promise<void> {
    await this.db.run((transaction) => this.remove(transaction, key));
  }

  async bulkDelete(keys: readonly Key[]): Promise<void> {
    await this.db.run((transaction) => keys.forEach((key) => this.remove(transaction, key)));
  }

  async clear(): Promise<void> {
    await this.db.run((transaction) => this.stored.all().forEach(({ key }) => this.remove(transaction, key)));
  }

  async count(): Promise<number> {
    return await this.db.run(() => this.stored.rows.size);
  }

  async toArray(): Promise<Row[]> {
    return await this.toCollection().toArray();
  }

  async each(visit: (row: Row) => void): Promise<void> {
    await this.toCollection().each(visit);
  }

  toCollection(): MemoryCollection {
    return new MemoryCollection(this.db, this, () => this.stored.all());
  }

  filter(condition: (row: Row) => boolean): MemoryCollection {
    return this.toCollection().filter(condition);
  }

  orderBy(path: string): MemoryCollection {
    return new MemoryCollection(this.db, this, () =>
      this.stored.all().toSorted((a, b) => compareKeys(fieldOf(a.row, path), fieldOf(b.row, path))),
    );
  }

  where(path: string): MemoryWhere {
    const parts = path.startsWith('[') ? path.slice(1, -1).split('+') : path;
    return new MemoryWhere(
      (accepts) =>
        new MemoryCollection(this.db, this, () => this.stored.all().filter(({ row }) => accepts(fieldOf(row, parts)))),
    );
  }

  remove(transaction: Transaction, key: Key): void {
    const name = nameOf(key);
    const before = this.stored.rows.get(name);
    if (before === undefined) return;
    this.note(transaction, key, { table: this.name, name, before });
    this.stored.set(name, undefined);
  }

  write(transaction: Transaction, given: Row, isNew: boolean): Key {
    const { keyPath, isAuto } = this.stored;
    const row =
      isAuto && typeof keyPath === 'string' && given[keyPath] === undefined
        ? { ...given, [keyPath]: this.stored.nextAuto }
        : given;
    const key = this.stored.keyOf(row);
    if (isAuto && typeof key === 'number') this.stored.nextAuto = Math.max(this.stored.nextAuto, Math.floor(key) + 1);
    const name = nameOf(key);
    const before = this.stored.rows.get(name);
    if (isNew && before !== undefined)
      throw Object.assign(new Error(`${this.name} has ${name}`), { name: 'ConstraintError' });
    this.note(transaction, key, { table: this.name, name, before });
    this.stored.set(name, { key, row: freeze(row) });
    return key;
  }

  private note(transaction: Transaction, key: Key, undo: Undo): void {
    transaction.log.push(undo);
    transaction.changes.add(this.name as TableName);
  }
}

class MemoryWhere {
  private readonly find: (accepts: (value: Key) => boolean) => MemoryCollection;

  constructor(find: (accepts: (value: Key) => boolean) => MemoryCollection) {
    this.find = find;
  }

  equals(value: Key): MemoryCollection {
    return this.find((other) => other !== undefined && compareKeys(other, value) === 0);
  }

  anyOf(values: readonly Key[]): MemoryCollection {
    const names = new Set(values.map(nameOf));
    return this.find((other) => other !== undefined && names.has(nameOf(other)));
  }

  above(value: Key): MemoryCollection {
    return this.find((other) => other !== undefined && compareKeys(other, value) > 0);
  }

  between(from: Key, to: Key, withFirst = true, withLast = false): MemoryCollection {
    return this.find((other) => {
      const [low, high] = [compareKeys(other, from), compareKeys(other, to)];
      return (low > 0 || (withFirst && low === 0)) && (high < 0 || (withLast && high === 0));
    });
  }
}

class MemoryCollection {
  private readonly db: MemoryDatabase;
  private readonly table: MemoryTable;
  private readonly entries: () => readonly Entry[];

  constructor(db: MemoryDatabase, table: MemoryTable, entries: () => readonly Entry[]) {
    this.db = db;
    this.table = table;
    this.entries = entries;
  }

  filter(condition: (row: Row) => boolean): MemoryCollection {
    return new MemoryCollection(this.db, this.table, () => this.entries().filter(({ row }) => condition(row)));
  }

  and(condition: (row: Row) => boolean): MemoryCollection {
    return this.filter(condition);
  }

  limit(count: number): MemoryCollection {
    return new MemoryCollection(this.db, this.table, () => this.entries().slice(0, count));
  }

  async toArray(): Promise<Row[]> {
    return await this.db.run(() => this.entries().map(({ row }) => row));
  }

  async first(): Promise<Row | undefined> {
    return await this.db.run(() => this.entries()[0]?.row);
  }

  async count(): Promise<number> {
    return await this.db.run(() => this.entries().length);
  }

  async primaryKeys(): Promise<Key[]> {
    return await this.db.run(() => this.entries().map(({ key }) => key));
  }

  async each(visit: (row: Row) => void): Promise<void> {
    await this.db.run(() => this.entries().forEach(({ row }) => visit(row)));
  }

  async sortBy(path: string): Promise<Row[]> {
    return (await this.toArray()).toSorted((a, b) => compareKeys(fieldOf(a, path), fieldOf(b, path)));
  }

  async delete(): Promise<number> {
    return await this.db.run((transaction) => {
      const found = [...this.entries()];
      for (const { key } of found) this.table.remove(transaction, key);
      return found.length;
    });
  }
}

let storages = 0;

/** A new device's storage, and a user's database in it. */
export async function newMemoryDatabase(
  owner: OwnerRecord,
): Promise<{ readonly storage: MemoryStorage; readonly db: HoldfastDatabase }> {
  storages += 1;
  const storage = new MemoryStorage(`holdfast-memory-${storages}`);
  const db = openMemoryDatabase(storage);
  await db.meta.put({ key: 'owner', value: owner });
  return { storage, db };
}

/** Another connection to it. */
export function openMemoryDatabase(storage: MemoryStorage): HoldfastDatabase {
  return new MemoryDatabase(storage) as unknown as HoldfastDatabase;
}
