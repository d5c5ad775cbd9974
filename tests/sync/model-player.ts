/** Does what a history says: the users' changes, and what goes wrong. */
import assert from 'node:assert/strict';
import type { Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import type { EntityName, EntityRecords } from '../../src/data/entities/entities.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listImports, removeBrokenImports, writeImport } from '../../src/data/imports/imports.ts';
import { undoRemovals } from '../../src/data/outbox/removals.ts';
import type { Removed } from '../../src/data/database/removed.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { undoImport } from '../../src/data/imports/undo-import.ts';
import type { TestClock } from '../device/clock.ts';
import { newTab, type Device, type DeviceOptions } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { splitChunks } from '../device/split-chunks.ts';
import { allAtOnce, crashOver, faultyRound, freezeOver } from './model-accidents.ts';
import type { Step } from './model-history.ts';
import { exported, removeAll, Restoration, STANDING_KINDS } from './model-start-over.ts';
import {
  ACCOUNTS,
  ALL_KINDS,
  kindOf,
  PROPERTIES,
  recordsOf,
  TRANSACTION,
  type Kind,
  type Site,
} from './model-kinds.ts';
import type { Ledger } from './model-ledger.ts';
import type { ModelServer } from './model-server.ts';

/** How wrong clocks get, in milliseconds. */
const CLOCK_ERRORS = [3 * 86_400_000, -86_400_000, 40_000, -40_000, 0];

/** A deletion can be undone for so many milliseconds, and is then sent. */
const HELD_MS = 11_000;

/** Amounts of records that were there before the first step. */
const FIRST_AMOUNT = 900;

/** What an actor meets: the number that chooses, and the step, which makes amounts. */
type Chance = Pick<Step, 'pick'> & { readonly index: number };

export class Player {
  readonly devices: Device[];
  private readonly clock: TestClock;
  private readonly server: ModelServer;
  private readonly ledger: Ledger;
  private readonly undos = new Map<number, Removed>();
  private restore: (() => Promise<void>) | null = null;
  private readonly frozen: { readonly at: number; readonly tab: Device; readonly thaw: () => Promise<void> }[] = [];
  private readonly options: DeviceOptions;

  private readonly kinds: readonly Kind[];
  private readonly chunkRows: number;
  private readonly answer: (one: Device, round: number) => Promise<void>;

  constructor(
    devices: Device[],
    {
      options,
      clock,
      server,
      ledger,
      kinds,
      chunkRows,
      answer,
    }: {
      /** What a further tab is opened with. */
      readonly options: DeviceOptions;
      readonly clock: TestClock;
      readonly server: ModelServer;
      readonly ledger: Ledger;
      readonly kinds: readonly Kind[];
      readonly chunkRows: number;
      /** A device's user answers what is asked there. */
      readonly answer: (one: Device, round: number) => Promise<void>;
    },
  ) {
    this.devices = devices;
    this.options = options;
    this.kinds = kinds;
    this.chunkRows = chunkRows;
    this.answer = answer;
    this.clock = clock;
    this.server = server;
    this.ledger = ledger;
  }

  /** Makes records that all devices have from the beginning. */
  async begin(count: number): Promise<void> {
    const [first] = this.devices;
    if (first === undefined) return;
    for (let made = 0; made < count; made += 1) {
      const chance = { pick: made, index: FIRST_AMOUNT + made };
      if (made % 2 === 0) await this.make(first, this.kindFor(made), chance);
      else await this.create(first, chance.index);
    }
    for (const one of this.devices) await one.once();
  }

  async step(step: Step, index: number): Promise<void> {
    const at = step.device % this.devices.length;
    const one = this.devices[at];
    if (one === undefined) return;
    await this.act(step.action, at, one, { pick: step.pick, index });
    const still = this.devices[at];
    if (step.round !== null && still !== undefined) await faultyRound(this.server, still, step.round);
  }

  private async act(action: Step['action'], at: number, one: Device, chance: Chance): Promise<void> {
    const { pick } = chance;
    if (action === 'wait') this.clock.advance((pick + 1) * 100);
    else if (action === 'signOut') one.token = null;
    else if (action === 'setClock') one.clockError = CLOCK_ERRORS[pick % CLOCK_ERRORS.length] ?? 0;
    else if (action === 'backUp') await this.backUp();
    else if (action === 'answer') await this.answer(one, pick % 3);
    else if (action === 'restore') await this.restoreServer();
    else if (action === 'all') await this.all(pick);
    else if (action === 'crash') await this.crash(at, one, pick);
    else if (action === 'freeze') await this.freeze(at, one, pick);
    else if (action === 'die') await this.die(at, one, chance);
    else if (action === 'dieMaking')
      await this.dieOver(at, one, Math.floor(pick / 4) % 70, async () => await this.dyingWork(at, one, chance));
    else await this.change(action, at, one, chance);
  }

  /** The server's data is put aside, as far as the kind of server tells of a restoration. */
  async backUp(): Promise<void> {
    this.restore = (await this.server.backUp?.()) ?? null;
  }

  private async all(number: number): Promise<void> {
    this.ledger.hasRaced ||= this.server.mode === 'plain';
    await allAtOnce(this.server, this.devices, number);
  }

  /** What a user does to their records. */
  private async change(action: Step['action'], at: number, one: Device, chance: Chance): Promise<void> {
    if (action === 'account') await this.make(one, ACCOUNTS, chance);
    else if (action === 'create') await this.create(one, chance.index);
    else if (action === 'edit') await this.edit(one, chance);
    else if (action === 'remove') await this.drop(at, one, TRANSACTION, chance.pick);
    else if (action === 'dropAll') await this.dropAll(at, one, chance.pick);
    else if (action === 'startOver') await this.startOver(at, one, chance);
    else if (action === 'undo') await this.undo(at, one);
    else if (action === 'import') await this.import(one, chance);
    else if (action === 'undoImport') await this.undoImport(one, chance.pick);
    else if (action === 'make') await this.make(one, this.kindFor(chance.pick), this.further(chance));
    else if (action === 'change') await this.alter(one, this.kindFor(chance.pick), this.further(chance));
    else if (action === 'drop') await this.drop(at, one, this.kindFor(chance.pick), this.further(chance).pick);
  }

  private siteOf(one: Device, { pick, index }: Chance): Site {
    return {
      db: one.db,
      now: one.now(),
      pick,
      brokerId: this.server.brokerId,
      accountId: async () => await this.accountOf(one, pick),
      some: async (entity) => await this.some(one, entity, { pick, index }),
    };
  }

  private async accountOf(one: Device, number: number): Promise<string> {
    const accounts = await listAccounts(one.db);
    const account = accounts[number % Math.max(1, accounts.length)];
    if (account !== undefined) return account.id;
    return (await this.make(one, ACCOUNTS, { pick: number, index: number }))?.id ?? '';
  }

  /** One of a device's records, or now and then a new one. */
  private async some<E extends 'property' | 'transaction'>(
    one: Device,
    entity: E,
    chance: Chance,
  ): Promise<EntityRecords[E]> {
    const rows = entity === 'property' ? await recordsOf(one.db, PROPERTIES) : await listTransactions(one.db);
    const row =
      rows[chance.pick % (rows.length + 1)] ??
      (entity === 'property' ? await this.make(one, PROPERTIES, chance) : await this.create(one, chance.index));
    return row as EntityRecords[E];
  }

  private async make(
    one: Device,
    kind: Kind,
    chance: Chance,
    reference = this.ledger.make(kind.letter),
  ): Promise<EntityRecords[EntityName] | null> {
    const amount = chance.index + 1;
    const made = await kind.make(this.siteOf(one, chance), reference, amount);
    if (made === null) {
      this.ledger.unmake(reference);
      return null;
    }
    this.ledger.wrote(reference, amount, one.db.name);
    const record = written(made);
    await this.noteParent(one, kind, record, reference);
    return record;
  }

  private async noteParent(
    one: Device,
    { parent }: Pick<Kind, 'parent'>,
    record: EntityRecords[EntityName],
    reference: string,
  ): Promise<void> {
    const kind = ALL_KINDS.find(({ entity }) => entity === parent?.entity);
    const holder =
      kind === undefined ? undefined : (await recordsOf(one.db, kind)).find(({ id }) => id === parent?.id(record));
    if (kind !== undefined && holder !== undefined) this.ledger.parents.set(reference, kind.reference(holder));
  }

  private async alter(
    one: Device,
    kind: Pick<Kind, 'entity' | 'reference' | 'amount' | 'change' | 'other' | 'touch'>,
    chance: Chance,
  ): Promise<void> {
    const records = await recordsOf(one.db, kind);
    const record = records[chance.pick % Math.max(1, records.length)];
    if (record === undefined) return;
    this.ledger.saw(kind.reference(record), kind.amount(record), one.db.name);
    const site = this.siteOf(one, chance);
    if (kind.touch !== undefined && chance.pick % 3 === 0) {
      written(await kind.touch(site, record, chance.index));
      const touched = (await recordsOf(one.db, kind)).find(({ id }) => id === record.id);
      if (touched !== undefined) this.ledger.touched(kind.reference(record), kind.other?.(touched), one.db.name);
      return;
    }
    const amount = 1000 + chance.index;
    this.ledger.wrote(kind.reference(record), amount, one.db.name);
    written(await kind.change(site, record, amount));
  }

  /** What others name may not be removed: the device says so, and nothing is removed. */
  private async drop(
    at: number,
    one: Device,
    kind: Pick<Kind, 'entity' | 'reference' | 'amount' | 'remove'>,
    number: number,
  ): Promise<void> {
    const records = await recordsOf(one.db, kind);
    const record = records[number % Math.max(1, records.length)];
    if (record === undefined) return;
    this.ledger.saw(kind.reference(record), kind.amount(record), one.db.name);
    const removed = await kind.remove(this.siteOf(one, { pick: number, index: 0 }), record.id);
    if (!removed.ok) return;
    this.ledger.removedBy(kind.reference(record), one.db.name);
    if (removed.value !== null) this.undos.set(at, removed.value);
  }

  /** A user marks all records of a kind and removes them; half of the users wait until that can no longer be undone. */
  private async dropAll(at: number, one: Device, pick: number): Promise<void> {
    const kind = pick % 3 === 0 ? this.kindFor(Math.floor(pick / 6)) : TRANSACTION;
    const removed = await removeAll(one, kind, this.ledger);
    if (removed === null) return;
    this.undos.set(at, removed);
    if (pick % 2 === 0) this.clock.advance(HELD_MS);
  }

  /** A user exports everything, removes it, and restores the export, here at once or after the server has deleted it; now and then the tab dies over that, and it is restored again. */
  private async startOver(at: number, one: Device, { pick }: Chance): Promise<void> {
    await one.once();
    const content = await exported(one);
    for (const kind of STANDING_KINDS) await removeAll(one, kind, this.ledger);
    this.undos.delete(at);
    if (pick % 2 === 0) {
      this.clock.advance(HELD_MS);
      await one.once();
    }
    const restoring = new Restoration(content, { ledger: this.ledger, devices: this.devices });
    const again = pick % 5 === 0 ? await this.dieOver(at, one, pick % 70, async () => await restoring.run(one)) : one;
    await restoring.run(again);
  }

  private fields(one: Device, accountId: string, reference: string, amount: number): TransactionFields {
    this.ledger.wrote(reference, amount, one.db.name);
    const { brokerId, isin } = this.server;
    return purchase({ accountId, brokerId, isin, brokerDealReference: reference, consideration: amount as Pounds });
  }

  private async create(one: Device, index: number, reference = this.ledger.make('T')): Promise<Transaction> {
    const accountId = await this.accountOf(one, index);
    return written(
      await saveRecord(one.db, 'transaction', this.fields(one, accountId, reference, index + 1), one.now()),
    );
  }

  private async edit(one: Device, { pick, index }: Chance): Promise<void> {
    const rows = (await listTransactions(one.db)).toSorted((a, b) =>
      a.brokerDealReference.localeCompare(b.brokerDealReference),
    );
    const row = rows[pick % Math.max(1, rows.length)];
    if (row === undefined) return;
    const { id, ...fields } = recordOf('transaction', row);
    const amount = 1000 + index;
    const isPrice = pick % 3 === 0;
    this.ledger.saw(row.brokerDealReference, row.consideration, one.db.name);
    if (isPrice) this.ledger.touched(row.brokerDealReference, index + 1, one.db.name);
    else this.ledger.wrote(row.brokerDealReference, amount, one.db.name);
    const changes = isPrice
      ? { nativePrice: (index + 1) as TransactionFields['nativePrice'] }
      : { consideration: amount as Pounds };
    written(await saveRecord(one.db, 'transaction', { ...fields, ...changes, id }, one.now()));
  }

  private async undo(at: number, one: Device): Promise<void> {
    const removed = this.undos.get(at);
    this.undos.delete(at);
    if (removed === undefined || !(await undoRemovals(one.db, removed, one.now())).ok) return;
    for (const { entity, row } of removed.removals) this.ledger.removed.delete(kindOf(entity)?.reference(row) ?? '');
  }

  private async import(one: Device, { pick, index }: Chance, references = this.several(1 + (pick % 4))): Promise<void> {
    const account = pick % 2 === 0 ? { id: newId(), name: `${this.ledger.make(ACCOUNTS.letter)} ${index + 1}` } : null;
    if (account !== null) this.ledger.wrote(ACCOUNTS.reference(account), index + 1, one.db.name);
    const accountId = account?.id ?? (await this.accountOf(one, index));
    const transactions = references.map((reference): Transaction => ({
      ...this.fields(one, accountId, reference, index + 1),
      id: newId(),
    }));
    const record = written(
      await writeImport(
        one.db,
        {
          fileName: 'a.csv',
          newAccounts: account === null ? [] : [account],
          unlistedAssets: [],
          transactions,
        },
        { now: one.now },
      ),
    );
    if (transactions.length > this.chunkRows) await splitChunks(one.db, record.id, this.chunkRows);
  }

  private several(count: number): string[] {
    return Array.from({ length: count }, () => this.ledger.make('T'));
  }

  private async undoImport(one: Device, number: number): Promise<void> {
    const imports = (await listImports(one.db)).filter(({ state }) => state === 'committed');
    const record = imports[number % Math.max(1, imports.length)];
    if (record === undefined) return;
    const there = new Set((await listTransactions(one.db)).map((row) => row.brokerDealReference));
    written(await undoImport(one.db, record.id, one.now()));
    for (const { brokerDealReference } of await listTransactions(one.db)) there.delete(brokerDealReference);
    for (const reference of there) this.ledger.remove(reference);
  }

  private async crash(at: number, one: Device, number: number): Promise<void> {
    await crashOver(this.server, one, number);
    this.devices[at] = await one.restart();
    this.undos.delete(at);
  }

  /** The browser freezes a tab over a request, and its user goes on in another; one that was frozen before is thawed. */
  private async freeze(at: number, one: Device, number: number): Promise<void> {
    const before = this.frozen.findIndex((other) => other.at === at);
    if (before >= 0) return await this.thaw(...this.frozen.splice(before, 1));
    const thaw = await freezeOver(this.server, one, number);
    if (thaw === null) return;
    this.frozen.push({ at, tab: one, thaw });
    const tab = await newTab(one, this.options);
    tab.clockError = one.clockError;
    tab.token = one.token;
    this.devices[at] = tab;
    this.undos.delete(at);
    // Often the other tab takes over while the first is still frozen.
    for (let looks = 0; looks < (number % 4 === 0 ? 1 : 3); looks += 1) {
      this.clock.advance(16_000);
      await tab.once();
    }
  }

  private async thaw(...tabs: readonly { readonly tab: Device; readonly thaw: () => Promise<void> }[]): Promise<void> {
    for (const { tab, thaw } of tabs) {
      await thaw();
      tab.close();
    }
  }

  /** At the end no tab stays frozen, nor is any left over. */
  async end(): Promise<void> {
    await this.thaw(...this.frozen.splice(0));
  }

  /** The tab dies over a change of transactions or over sync: all of the change is there, or nothing. */
  private async die(at: number, one: Device, chance: Chance): Promise<void> {
    const { pick, index } = chance;
    const references = this.several(1 + (pick % 3));
    const [reference = ''] = references;
    const rows = await listTransactions(one.db);
    const edited = rows[pick % Math.max(1, rows.length)];
    const kind = pick % 4;
    if (kind === 1 && edited !== undefined) this.ledger.unsettle(edited.brokerDealReference);
    const again = await this.dieOver(at, one, Math.floor(pick / 4) % 70, async () => {
      if (kind === 0) await this.create(one, index, reference);
      else if (kind === 1 && edited !== undefined) await this.touch(one, edited, index);
      else if (kind === 2) await this.import(one, chance, references);
    });
    const there = new Set((await listTransactions(again.db)).map((row) => row.brokerDealReference));
    const kept = references.filter((other) => there.has(other));
    if (kind === 2) assert.ok(kept.length === 0 || kept.length === references.length, 'half of an import is left');
    for (const other of references) if (!there.has(other)) this.ledger.unmake(other);
  }

  /** The tab dies at any of its awaits, on storage or network, over some work and the sync after it. Returns the tab that is opened then. */
  private async dieOver(at: number, one: Device, operations: number, work: () => Promise<unknown>): Promise<Device> {
    const before = new Set(this.ledger.alive);
    const dead = one.dieAfter(operations);
    one.online = true;
    await Promise.race([dead, work().then(async () => await one.sync.pull())]);
    const again = await one.restart();
    this.devices[at] = again;
    this.undos.delete(at);
    // An import that was broken off is given up when its writer has been still for a minute.
    this.clock.advance(61_000);
    await removeBrokenImports(again.db, again.now());
    await this.noteBegun(
      again,
      [...this.ledger.alive].filter((reference) => !before.has(reference)),
    );
    return again;
  }

  /** Of what a tab was making when it died some is there, perhaps written right before the end, and some is not. */
  private async noteBegun(one: Device, begun: readonly string[]): Promise<void> {
    const missing = new Set(begun);
    for (const kind of ALL_KINDS) {
      for (const record of await recordsOf(one.db, kind)) {
        const reference = kind.reference(record);
        if (!missing.delete(reference)) continue;
        if (!this.ledger.amounts.has(reference)) this.ledger.wrote(reference, kind.amount(record), one.db.name);
        await this.noteParent(one, kind, record, reference);
      }
    }
    for (const reference of missing) this.ledger.unmake(reference);
  }

  private async dyingWork(at: number, one: Device, chance: Chance): Promise<void> {
    const kind = this.kindFor(chance.pick);
    const next = this.further(chance);
    if (next.pick % 3 === 0) await this.make(one, kind, next);
    else if (next.pick % 3 === 1) {
      // It may die before it has written the amount.
      for (const record of await recordsOf(one.db, kind)) this.ledger.unsettle(kind.reference(record));
      await this.alter(one, kind, next);
    } else {
      for (const record of await recordsOf(one.db, kind)) this.ledger.possiblyDeleted.add(kind.reference(record));
      await this.drop(at, one, kind, next.pick);
    }
  }

  private async touch(one: Device, row: Transaction, index: number): Promise<void> {
    const { id, ...fields } = recordOf('transaction', row);
    const amount = 2000 + index;
    this.ledger.wrote(row.brokerDealReference, amount, one.db.name);
    this.ledger.unsettle(row.brokerDealReference);
    await saveRecord(one.db, 'transaction', { ...fields, consideration: amount as Pounds, id }, one.now());
  }

  /** The server comes back from its backup: what is lost there and still on a device is sent again. */
  private async restoreServer(): Promise<void> {
    if (this.restore === null) return;
    await this.restore();
    this.restore = null;
    this.ledger.restored();
  }

  private kindFor(pick: number): Kind {
    return this.kinds[pick % this.kinds.length] ?? ACCOUNTS;
  }

  /** The chance that is left after a kind was chosen by it. */
  private further({ pick, index }: Chance): Chance {
    return { pick: Math.floor(pick / this.kinds.length), index };
  }
}
