/** Lists of transactions and their export, from columns in memory. */
import { londonDate } from '../../domain/values/dates.ts';
import { filterAssets, pageOfAssets, type AssetQuery } from '../../domain/lists/asset-list.ts';
import { searchAssets, type AssetHit } from '../../domain/lists/asset-search.ts';
import type { TaxWrapper } from '../../domain/fields/enums.ts';
import { TransactionTable } from '../../domain/lists/transaction-table.ts';
import type { TransactionQuery } from '../../domain/lists/transaction-query.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { transferCandidates, type TransferHalf } from '../../domain/records/transfer-candidates.ts';
import { csvExport } from './csv-export.ts';
import type { LiveData } from '../live/live-data.ts';
import { Memo } from '../live/memo.ts';
import type { ExportFile } from '../api/export-types.ts';
import type { AssetPage, AssetSelection, TransactionPage, TransactionSelection } from '../api/list-types.ts';

export class Lists {
  private readonly data: LiveData;
  private readonly now: () => number;
  private readonly tables = new Memo<TransactionTable>();

  constructor(data: LiveData, now: () => number) {
    this.data = data;
    this.now = now;
  }

  async page(query: TransactionQuery): Promise<TransactionPage> {
    const page = (await this.table()).page(query);
    const pending = await this.data.pendingRows('transaction', page.transactions);
    return { ...page, transactions: page.transactions.map((row) => ({ ...row, pending: pending.has(row.id) })) };
  }

  /** The transactions that match a filter, newest first unless the query states otherwise. */
  async found(query: TransactionQuery): Promise<readonly Transaction[]> {
    return (await this.table()).all(query);
  }

  async accountWrappers(): Promise<ReadonlyMap<string, ReadonlySet<TaxWrapper>>> {
    const wrappers = new Map<string, Set<TaxWrapper>>();
    for (const { accountId, taxWrapper } of [
      ...(await this.data.transactions.get()),
      ...(await this.data.brokerCash.get()),
    ]) {
      const known = wrappers.get(accountId);
      if (known === undefined) wrappers.set(accountId, new Set([taxWrapper]));
      else known.add(taxWrapper);
    }
    return wrappers;
  }

  async transferCandidates(half: TransferHalf): Promise<readonly Transaction[]> {
    return transferCandidates(await this.data.transactions.get(), half);
  }

  async ids(query: TransactionQuery): Promise<readonly string[]> {
    return (await this.table()).all(query).map((row) => row.id);
  }

  /** The selected rows that still exist, in the selection's order. */
  async export(selection: TransactionSelection): Promise<ExportFile> {
    const rows = 'ids' in selection ? await this.byIds(selection.ids) : (await this.table()).all(selection.query);
    const [accounts, brokers, assets] = await Promise.all([
      this.data.accounts.get(),
      this.data.brokers.get(),
      this.data.assets.get(),
    ]);
    const { transactionsCsv, transactionsFileName } = await import('../../domain/csv/exports/export-transactions.ts');
    const text = transactionsCsv(rows, {
      account: (id) => accounts.get(id)?.name ?? '',
      broker: (id) => brokers.get(id)?.name ?? '',
      asset: (isin) => assets.get(isin)?.name ?? '',
    });
    return csvExport(
      transactionsFileName(londonDate(this.now()), 'ids' in selection ? rows.length : null),
      text,
      rows.length,
    );
  }

  async searchAssets(text: string, limit: number): Promise<readonly AssetHit[]> {
    const assets = await this.data.assets.get();
    return searchAssets(assets.values(), text, limit).map(({ id, name, isin, type, category, unit }) => ({
      id,
      name,
      isin,
      type,
      category,
      ...(unit !== undefined && { unit }),
    }));
  }

  async assetPage(query: AssetQuery): Promise<AssetPage> {
    const page = pageOfAssets((await this.data.assets.get()).values(), query);
    const pending = await this.data.pendingRows('asset', page.assets);
    return { ...page, assets: page.assets.map((row) => ({ ...row, pending: pending.has(row.id) })) };
  }

  async assetIds(query: AssetQuery): Promise<readonly string[]> {
    return filterAssets((await this.data.assets.get()).values(), query).map(({ id }) => id);
  }

  /** The selected assets that still exist. */
  async exportAssets(selection: AssetSelection): Promise<ExportFile> {
    const assets = await this.data.assets.get();
    const { assetsCsv, assetsFileName } = await import('../../domain/csv/entities/assets.ts');
    const wanted = 'ids' in selection ? new Set(selection.ids) : null;
    const rows = filterAssets(assets.values(), 'query' in selection ? selection.query : {}).filter(
      ({ id }) => wanted?.has(id) ?? true,
    );
    return csvExport(
      assetsFileName(londonDate(this.now()), wanted === null ? null : rows.length),
      assetsCsv(rows),
      rows.length,
    );
  }

  private async byIds(ids: readonly string[]): Promise<readonly Transaction[]> {
    const wanted = new Set(ids);
    const found = new Map(
      (await this.data.transactions.get()).filter((row) => wanted.has(row.id)).map((row) => [row.id, row]),
    );
    return ids.map((id) => found.get(id)).filter((row) => row !== undefined);
  }

  private async table(): Promise<TransactionTable> {
    const [transactions, accounts, brokers, assets] = await Promise.all([
      this.data.transactions.get(),
      this.data.accounts.get(),
      this.data.brokers.get(),
      this.data.assets.get(),
    ]);
    return this.tables.get(
      [transactions, accounts, brokers, assets],
      () =>
        new TransactionTable(transactions, {
          asset: (isin) => assets.get(isin) ?? null,
          account: (id) => accounts.get(id)?.name ?? null,
          broker: (id) => brokers.get(id)?.name ?? null,
        }),
    );
  }
}
