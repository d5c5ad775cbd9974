/** The file of an export as a source of records: a server's replies, calculated here. */
import { openExport, type ExportFault } from '../../backup/export-file.ts';
import { syncRoutes, type Change } from '../../contract/sync.ts';
import { readAccountSettings } from '../../domain/records/account-settings.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { NO_OPERATOR_FACTS, type OperatorFacts } from '../../domain/facts/operator-facts.ts';
import { holdingsOf } from '../../domain/holdings/holdings.ts';
import { priceLookup, rateLookup } from '../../domain/holdings/quotes.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import {
  disposalReplies,
  holdingReply,
  readAsOf,
  type DisposalReply,
  type HoldingReply,
  type Portfolio,
} from '../services/portfolio-replies.ts';
import { CommandFailed, type RecordSource } from './record-source.ts';

/** The records of an export that the commands read. */
const USER = ['account', 'transaction', 'extra'] as const;
const SHARED = ['broker', 'asset'] as const;

const FAULTS: Readonly<Record<ExportFault, string>> = {
  needsPassphrase: 'is encrypted, and there is no terminal to ask for the passphrase: set HOLDFAST_PASSPHRASE',
  wrongPassphrase: 'could not be decrypted: the passphrase is wrong or the file was changed',
  notOurs: 'is not an export of Holdfast: expected a file that Settings, Export everything has saved',
  newer: 'was saved by a newer version of Holdfast: update this one first',
};

export class BackupSource implements RecordSource {
  private readonly changes: { readonly user: readonly Change[]; readonly shared: readonly Change[] };
  private readonly today: IsoDate;

  private constructor(changes: BackupSource['changes'], today: IsoDate) {
    this.changes = changes;
    this.today = today;
  }

  /**
   * Reads a file; `passphrase` is called only for an encrypted file and returns null where nobody can be asked. Every
   * record is checked like one from a server. @throws CommandFailed
   */
  static async open(
    { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
    { passphrase, today }: { readonly passphrase: () => Promise<string | null>; readonly today: IsoDate },
  ): Promise<BackupSource> {
    let parts = await openExport(bytes, '');
    if (parts === 'needsPassphrase') parts = await openExport(bytes, (await passphrase()) ?? '');
    if (typeof parts === 'string') throw new CommandFailed(`${name} ${FAULTS[parts]}.`);
    const damaged = (where: string): CommandFailed =>
      new CommandFailed(`${name} is damaged: ${where}. Nothing was read from it.`);
    const listed = (all: unknown, entity: string): readonly unknown[] => {
      const rows = (all as Readonly<Record<string, unknown>> | null | undefined)?.[entity] ?? [];
      if (!Array.isArray(rows)) throw damaged(`its ${entity} records are not a list`);
      return rows;
    };
    const read = (entity: string, rows: readonly unknown[]): readonly Change[] => {
      // Read like the reply of a server, whose counters an export lacks.
      const changes = rows.map((row) => {
        const record = { ...(row as object), version: 1 };
        return { entity, id: idOf(entity, row), version: 1, deleted: false, record };
      });
      const page = syncRoutes.changes.reply.json.safeParse({ epoch: '', cursor: '0', hasMore: false, changes });
      if (page.success) return page.data.changes;
      const [issue] = page.error.issues;
      const [, index = 0, , ...field] = issue?.path ?? [];
      throw damaged(`${entity} ${Number(index) + 1} of ${rows.length}, ${field.join('.')}: ${issue?.message ?? ''}`);
    };
    const ofEntities = (entities: readonly string[]): readonly Change[] =>
      entities.flatMap((entity) => read(entity, listed(parts.records, entity)));
    return new BackupSource(
      {
        user: ofEntities(USER),
        shared: [
          ...ofEntities(SHARED),
          ...read('price', listed({ price: parts.prices }, 'price')),
          ...read('rate', listed({ rate: parts.rates }, 'rate')),
        ],
      },
      today,
    );
  }

  async records(scope: 'user' | 'shared'): Promise<readonly Change[]> {
    return await Promise.resolve(this.changes[scope]);
  }

  /** An export has the user's own figures, not those of a server. */
  async operatorFacts(): Promise<OperatorFacts> {
    return await Promise.resolve(NO_OPERATOR_FACTS);
  }

  async disposals(taxYear: TaxYear, account: string | null): Promise<readonly DisposalReply[]> {
    const filter = account === null ? {} : { accountId: account };
    return await Promise.resolve(disposalReplies(this.portfolio(this.today), taxYear, filter));
  }

  async holdings(asOf: string | null): Promise<readonly HoldingReply[]> {
    const day = readAsOf(asOf ?? undefined, this.today);
    if (!day.ok) throw new CommandFailed(day.message);
    const portfolio = this.portfolio(day.value);
    const { shared } = this.changes;
    const prices = priceLookup(shared.flatMap((one) => (one.entity === 'price' && one.record ? [one.record] : [])));
    const rates = rateLookup(shared.flatMap((one) => (one.entity === 'rate' && one.record ? [one.record] : [])));
    const held = holdingsOf(portfolio.gains, { ...portfolio, prices, rates });
    return await Promise.resolve(held.map(holdingReply));
  }

  private portfolio(asOf: IsoDate): Portfolio {
    const { user, shared } = this.changes;
    const accounts = user.flatMap((one) => (one.entity === 'account' && one.record ? [one.record] : []));
    const transactions = user.flatMap((one) => (one.entity === 'transaction' && one.record ? [one.record] : []));
    const assets = new Map(
      shared.flatMap((one) => (one.entity === 'asset' && one.record ? [[one.record.isin, one.record]] : [])),
    );
    const settings = new Map(
      user.flatMap((one) =>
        one.entity === 'extra' && one.record?.kind === 'account-settings'
          ? [[one.record.key, readAccountSettings(one.record.value)] as const]
          : [],
      ),
    );
    return {
      transactions,
      gains: computeGains({ transactions, assets, settings, asOf }),
      accounts: new Map(accounts.map((account) => [account.id, account])),
      assets,
      settings,
      asOf,
    };
  }
}

/** The id of a change; for a price or a rate it is composed from the row's fields. */
function idOf(entity: string, row: unknown): unknown {
  return entity === 'price' || entity === 'rate' ? entity : Reflect.get(row as object, 'id');
}
