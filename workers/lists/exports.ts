/** Exports of lists that are read from the database on request; the long ones come from memory (lists.ts). */
import { accountsCsv, accountsFileName } from '../../domain/csv/entities/accounts.ts';
import { brokerCashCsv, brokerCashFileName } from '../../domain/csv/entities/broker-cash-balances.ts';
import { pricesCsv, pricesFileName } from '../../domain/csv/entities/prices.ts';
import { propertyPricesCsv, propertyPricesFileName } from '../../domain/csv/entities/property-prices.ts';
import {
  savingsAccountsCsv,
  savingsFileName,
  savingsTemplateCsv,
  SAVINGS_TEMPLATE_NAME,
} from '../../domain/csv/entities/savings-accounts.ts';
import { londonDate, type IsoDate } from '../../domain/values/dates.ts';
import { accountsNamed } from '../../domain/lists/account-list.ts';
import { brokerCashShown } from '../../domain/lists/broker-cash-list.ts';
import { savingsShown } from '../../domain/lists/savings-list.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { brokerCashListItems } from '../../src/data/records/broker-cash-balances.ts';
import { priceHistory, type PriceRange } from '../../src/data/records/prices.ts';
import { priceHistoryOf } from '../../src/data/records/properties.ts';
import { savingsListItems } from '../../src/data/records/savings-accounts.ts';
import { getRecord } from '../../src/data/records/records.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { csvExport } from './csv-export.ts';
import type { ExportFile } from '../api/export-types.ts';
import type { BrokerCashSelection, SavingsSelection } from '../api/list-types.ts';

export class Exports {
  private readonly db: HoldfastDatabase;
  private readonly now: () => number;

  constructor(db: HoldfastDatabase, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async exportAccounts({ query }: { readonly query: string }): Promise<ExportFile> {
    const rows = accountsNamed(await listAccounts(this.db), query);
    return csvExport(accountsFileName(this.today()), accountsCsv(rows), rows.length);
  }

  async exportSavingsAccounts(selection: SavingsSelection): Promise<ExportFile> {
    const all = await savingsListItems(this.db);
    const rows =
      'query' in selection
        ? savingsShown(all, selection.query)
        : named(savingsShown(all, { includeClosedAccounts: true }), selection.ids);
    return csvExport(
      savingsFileName(this.today(), 'ids' in selection ? rows.length : null),
      savingsAccountsCsv(rows),
      rows.length,
    );
  }

  async exportBrokerCash(selection: BrokerCashSelection): Promise<ExportFile> {
    const all = await brokerCashListItems(this.db);
    const rows =
      'query' in selection ? brokerCashShown(all, selection.query) : named(brokerCashShown(all, {}), selection.ids);
    return csvExport(
      brokerCashFileName(this.today(), 'ids' in selection ? rows.length : null),
      brokerCashCsv(rows),
      rows.length,
    );
  }

  async exportPrices({ isin, ...range }: PriceRange & { readonly isin: string }): Promise<ExportFile> {
    const prices = await priceHistory(this.db, isin, range);
    return csvExport(pricesFileName(isin, this.today()), pricesCsv(prices), prices.length);
  }

  async exportPropertyPrices({ propertyId }: { readonly propertyId: string }): Promise<ExportFile> {
    const property = await getRecord(this.db, 'property', propertyId);
    if (property === null) throw new Error('the property was deleted');
    const prices = await priceHistoryOf(this.db, property.id);
    return csvExport(propertyPricesFileName(this.today()), propertyPricesCsv(property, prices), prices.length);
  }

  async savingsTemplate(): Promise<ExportFile> {
    return await Promise.resolve(csvExport(SAVINGS_TEMPLATE_NAME, savingsTemplateCsv(), 0));
  }

  private today(): IsoDate {
    return londonDate(this.now());
  }
}

/** The named rows that still exist, in the list's order. */
function named<R extends { readonly id: string }>(rows: readonly R[], ids: readonly string[]): readonly R[] {
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}
