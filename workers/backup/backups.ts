/**
 * Export of all data and its restoration, for the page: an opened file is kept here until it is restored or another is
 * opened.
 */
import { openExport } from '../../backup/export-file.ts';
import { seal, sealingKey } from '../../backup/seal.ts';
import { pricesCsv } from '../../domain/csv/entities/prices.ts';
import { londonDate } from '../../domain/values/dates.ts';
import { closeDatabase, openExisting } from '../../src/data/database/database.ts';
import { noteBackup, noteRestore, readBackupState } from '../../src/data/outbox/backup-state.ts';
import { readAllFiles, readAllRecords } from '../../src/data/device/backup-records.ts';
import { digestOf } from '../../src/data/database/digest.ts';
import { removeUnfinishedImport } from '../../src/data/imports/imports.ts';
import { currentId } from '../../src/data/outbox/outbox.ts';
import { addQuotes, copyQuotes, quotesToKeep } from '../../src/data/records/prices.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { writeFaultText } from '../../src/data/database/write-fault-text.ts';
import type { LiveData } from '../live/live-data.ts';
import type { BackupExport, ExportOptions, OpenedBackup, RestoreFault, RestoreResult } from '../api/export-types.ts';
import { checkParts, writeBackup, type BackupContent } from './backup-file.ts';
import { isEmptyBut, prepareRestore, RESTORED_FILE, runRestore } from './restore.ts';
import { differencesOf, summaryOf } from './summary.ts';

/** All records of the user in a database; `fetched` are files of receipts that it lacks. */
async function contentOf(
  db: HoldfastDatabase,
  createdAt: string,
  fetched: ExportOptions['fetched'] = [],
): Promise<BackupContent> {
  const records = await readAllRecords(db);
  const files = new Map(fetched.map(({ id, bytes }) => [id, new Uint8Array(bytes)]));
  for (const file of await readAllFiles(db)) {
    // A damaged file is not exported.
    if ((await digestOf(file.bytes)) === file.sha256) files.set(file.id, new Uint8Array(file.bytes));
  }
  const isins = new Set(records.transaction.flatMap((row) => [row.isin, row.relatedIsin ?? row.isin]));
  const { prices, rates } = await quotesToKeep(db, isins);
  const own = new Map([...files].filter(([id]) => records.receipt.some((receipt) => receipt.id === id)));
  return { createdAt, records, files: own, prices, rates };
}

export class Backups {
  private readonly data: LiveData;
  private readonly now: () => number;
  private opened: BackupContent | null = null;

  constructor(data: LiveData, now: () => number) {
    this.data = data;
    this.now = now;
  }

  async export({ passphrase, sealing = null, fetched }: ExportOptions): Promise<BackupExport> {
    const content = await contentOf(this.data.db, new Date(this.now()).toISOString(), fetched);
    const zip = await writeBackup(content);
    const name = `holdfast-export-${londonDate(this.now())}`;
    const summary = summaryOf(content.records, content.files.size);
    const key = passphrase === '' ? sealing : await sealingKey(passphrase);
    if (key === null) return { fileName: `${name}.zip`, blob: zip, summary };
    return {
      fileName: `${name}.holdfast`,
      blob: new Blob([await seal(new Uint8Array(await zip.arrayBuffer()), key)], {
        type: 'application/octet-stream',
      }),
      summary,
    };
  }

  async open(bytes: ArrayBuffer, passphrase: string): Promise<OpenedBackup | RestoreFault> {
    this.opened = null;
    const parts = await openExport(new Uint8Array(bytes), passphrase);
    if (typeof parts === 'string') return { ok: false, code: parts };
    const content = await checkParts(parts);
    if (content === null) return { ok: false, code: 'damaged' };
    const prepared = await prepareRestore(this.data.db, content, true);
    if (!(await isEmptyBut(this.data.db, prepared))) return { ok: false, code: 'notEmpty' };
    this.opened = content;
    return {
      ok: true,
      createdAt: content.createdAt,
      summary: summaryOf(content.records, content.files.size),
      missing: prepared.missing,
    };
  }

  async restore(isAdministrator: boolean): Promise<RestoreResult | RestoreFault> {
    if (this.opened === null) return { ok: false, code: 'notOurs' };
    const { db } = this.data;
    const { createdAt } = this.opened;
    const result = await this.put(this.opened, isAdministrator, async () => {
      await noteRestore(db, createdAt);
    });
    if (!result.ok) return result;
    await noteRestore(db, null);
    // Records restored from a backup already are in a backup.
    await noteBackup(db, await readBackupState(db), Date.parse(createdAt));
    return result;
  }

  /**
   * Copies everything from another database of this device into the open one, through its queue; a repeat adds nothing.
   * Two tabs must not do so at once.
   */
  async copyFrom(name: string, isAdministrator: boolean): Promise<RestoreResult | RestoreFault> {
    const from = await openExisting(name);
    if (from === null) return { ok: false, code: 'notOurs' };
    try {
      await removeUnfinishedImport(this.data.db, RESTORED_FILE);
      // Named by its database, so that an interrupted copy continues with the same ids.
      const result = await this.put(await contentOf(from, name), isAdministrator, async () => undefined);
      if (result.ok) await copyQuotes(from, this.data.db);
      return result;
    } finally {
      closeDatabase(from);
    }
  }

  /** `begins` is called before the first write: a refusal comes before it. */
  private async put(
    content: BackupContent,
    isAdministrator: boolean,
    begins: () => Promise<void>,
  ): Promise<RestoreResult | RestoreFault> {
    const prepared = await prepareRestore(this.data.db, content, isAdministrator);
    if (!(await isEmptyBut(this.data.db, prepared))) return { ok: false, code: 'notEmpty' };
    if (!isAdministrator && prepared.missing.banks.length > 0) return { ok: false, code: 'missingBanks' };
    if (!isAdministrator && prepared.missing.brokers.length > 0) return { ok: false, code: 'missingBrokers' };
    await begins();
    // First, so that what is broken off here is never records without their prices. Where there is a server, an
    // administrator enters them.
    const typed = (await addQuotes(this.data.db, content))
      ? []
      : content.prices.filter(({ byHand }) => byHand === true);
    const done = await runRestore(this.data.db, prepared, this.now());
    if (!done.ok) return { ok: false, code: 'notWritten', message: writeFaultText(done.fault) ?? '' };
    const all = await readAllRecords(this.data.db);
    // An empty account that existed before remains, and is not from the file.
    const restored = new Set<string>();
    for (const { id } of prepared.records.account) restored.add(await currentId(this.data.db, id));
    const after = { ...all, account: all.account.filter(({ id }) => restored.has(id)) };
    const before = summaryOf(content.records, content.files.size);
    // A receipt is restored with its file only, which may have been sent and removed by now.
    const summary = summaryOf(after, after.receipt.length);
    const typedPrices = typed.length === 0 ? null : { count: typed.length, csv: pricesCsv(typed) };
    return { ok: true, before, after: summary, differences: differencesOf(before, summary), typedPrices };
  }
}
