/** A user who removes everything at once, and one who restores an export of it. */
import { readAllRecords } from '../../src/data/device/backup-records.ts';
import type { Removed } from '../../src/data/database/removed.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import type { BackupContent } from '../../workers/backup/backup-file.ts';
import { isEmptyBut, prepareRestore, runRestore } from '../../workers/backup/restore.ts';
import type { Device } from '../device/device.ts';
import { written } from '../device/fixtures.ts';
import { CASH, fileOf, PRICE, PROPERTIES, RECEIPT, recordsOf, SAVINGS, TRANSACTION, type Kind } from './model-kinds.ts';
import type { Ledger } from './model-ledger.ts';

type Removable = Pick<Kind, 'entity' | 'reference' | 'amount'>;

/** What a user removes before a restoration; receipts and prices go with them. */
export const STANDING_KINDS: readonly (Removable & Pick<Kind, 'other' | 'parent'>)[] = [
  TRANSACTION,
  SAVINGS,
  CASH,
  PROPERTIES,
];
const OWNED_KINDS = [...STANDING_KINDS, RECEIPT, PRICE];

/** Removes all records of a kind together; null where there are none or others name one of them. */
export async function removeAll(one: Device, kind: Removable, ledger: Ledger): Promise<Removed | null> {
  const records = await recordsOf(one.db, kind);
  if (records.length === 0) return null;
  for (const record of records) ledger.saw(kind.reference(record), kind.amount(record), one.db.name);
  const removed = await removeRecords(
    one.db,
    kind.entity,
    records.map(({ id }) => id),
    one.now(),
  );
  if (!removed.ok) return null;
  for (const record of records) ledger.removedBy(kind.reference(record), one.db.name);
  const gone = new Set(records.map((record) => kind.reference(record)));
  for (const [child, parent] of ledger.parents) if (gone.has(parent)) ledger.possiblyDeleted.add(child);
  return removed.value;
}

/** Everything that a device has, and the files of its receipts, which the page asks the server for. */
export async function exported({ db, now }: Device): Promise<BackupContent> {
  const records = await readAllRecords(db);
  return {
    createdAt: new Date(now()).toISOString(),
    records,
    files: new Map(records.receipt.map((receipt) => [receipt.id, new Uint8Array(fileOf(RECEIPT.reference(receipt)))])),
    prices: [],
    rates: [],
  };
}

/** Restores an export, from its beginning each time. */
export class Restoration {
  private readonly content: BackupContent;
  private readonly ledger: Ledger;
  private readonly devices: readonly Device[];

  constructor(
    content: BackupContent,
    { ledger, devices }: { readonly ledger: Ledger; readonly devices: readonly Device[] },
  ) {
    this.content = content;
    this.ledger = ledger;
    this.devices = devices;
  }

  /** Restores it where nothing else is on the device. */
  async run(one: Device): Promise<void> {
    const { db } = one;
    const prepared = await prepareRestore(db, this.content, true);
    if (!(await isEmptyBut(db, prepared))) return;
    const before = await referencesOn(one);
    written(await runRestore(db, prepared, one.now()));
    for (const kind of OWNED_KINDS)
      for (const record of await recordsOf(db, kind)) {
        const reference = kind.reference(record);
        if (!before.has(reference)) {
          this.ledger.wrote(reference, kind.amount(record), db.name);
          if (kind.other !== undefined) this.ledger.touched(reference, kind.other(record), db.name);
          this.ledger.remake(reference, db.name);
        }
        await this.bringBack(reference, [record.id, kind.parent?.id(record)]);
      }
  }

  /** It must be there in the end, unless the deletion of it, or of what it hangs on, is still on its way. */
  private async bringBack(reference: string, ids: readonly (string | undefined)[]): Promise<void> {
    for (const { db } of this.devices)
      for (const entry of await db.outbox.toArray()) if (entry.kind === 'delete' && ids.includes(entry.localId)) return;
    this.ledger.possiblyDeleted.delete(reference);
  }
}

async function referencesOn(one: Device): Promise<ReadonlySet<string>> {
  const references = new Set<string>();
  for (const kind of OWNED_KINDS)
    for (const record of await recordsOf(one.db, kind)) references.add(kind.reference(record));
  return references;
}
