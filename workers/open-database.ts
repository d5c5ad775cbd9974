/** One open database: its records in memory, and the parts that calculate from them. */
import type { Allocations } from './allocations.ts';
import type { Allowances } from './allowances.ts';
import type { Backups } from './backup/backups.ts';
import type { CashLedgers } from './cash-ledgers.ts';
import type { EntityImports } from './entity-imports.ts';
import type { Exports } from './exports.ts';
import { FigureKeeping } from './figure-keeping.ts';
import type { ImportUndos } from './import-undos.ts';
import type { Imports } from './imports.ts';
import type { Income } from './income.ts';
import { later } from './later.ts';
import { Lists } from './lists.ts';
import { LiveData } from './live-data.ts';
import type { MadePounds } from './made-pounds.ts';
import type { NetWorth } from './net-worth.ts';
import type { Plans } from './plans.ts';
import { Portfolio } from './portfolio.ts';
import type { PriceLines } from './price-lines.ts';
import type { Returns } from './returns.ts';
import { Search } from './search.ts';
import type { Securities } from './security.ts';
import type { TaxDates } from './tax-dates.ts';

/** Parts that the first figures do not need; their code loads on the first request. */
export interface LateParts {
  readonly exports: Exports;
  readonly cashLedgers: CashLedgers;
  readonly plans: Plans;
  readonly returns: Returns;
  readonly income: Income;
  readonly madePounds: MadePounds;
  readonly allowances: Allowances;
  readonly allocations: Allocations;
  readonly netWorth: NetWorth;
  readonly securities: Securities;
  readonly priceLines: PriceLines;
  readonly taxDates: TaxDates;
  readonly imports: Imports;
  readonly undos: ImportUndos;
  readonly backups: Backups;
  readonly entityImports: EntityImports;
}

export interface OpenDatabase {
  readonly data: LiveData;
  readonly lists: Lists;
  readonly search: Search;
  readonly portfolio: Portfolio;
  readonly late: { readonly [Name in keyof LateParts]: () => Promise<LateParts[Name]> };
  readonly close: () => void;
}

/**
 * Opens a database by name. `now` returns milliseconds since 1970; `changed` is called when a result may have changed.
 */
export async function openDatabase(name: string, now: () => number, changed: () => void): Promise<OpenDatabase> {
  const data = await LiveData.open(name, () => {
    keeping.changed();
    changed();
  });
  const portfolio = new Portfolio(data, now, () => {
    keeping.asked();
  });
  const keeping = new FigureKeeping(data.db, portfolio);
  const lists = new Lists(data, now);
  const search = new Search(data, lists);
  return {
    data,
    lists,
    search,
    portfolio,
    late: lateParts(data, portfolio, now),
    close: () => {
      keeping.stop();
      data.close();
    },
  };
}

function lateParts(data: LiveData, portfolio: Portfolio, now: () => number): OpenDatabase['late'] {
  const returns = later(async () => new (await import('./returns.ts')).Returns(data, portfolio, now));
  const income = later(async () => new (await import('./income.ts')).Income(data, portfolio));
  return {
    returns,
    income,
    cashLedgers: later(async () => new (await import('./cash-ledgers.ts')).CashLedgers(data)),
    exports: later(async () => new (await import('./exports.ts')).Exports(data.db, now)),
    plans: later(async () => new (await import('./plans.ts')).Plans(portfolio)),
    netWorth: later(async () => new (await import('./net-worth.ts')).NetWorth(data, portfolio)),
    allocations: later(async () => new (await import('./allocations.ts')).Allocations(data, portfolio, returns)),
    madePounds: later(async () => new (await import('./made-pounds.ts')).MadePounds(data)),
    allowances: later(async () => new (await import('./allowances.ts')).Allowances(data, portfolio, income)),
    securities: later(async () => new (await import('./security.ts')).Securities(portfolio, income)),
    priceLines: later(async () => new (await import('./price-lines.ts')).PriceLines(data, portfolio)),
    taxDates: later(async () => new (await import('./tax-dates.ts')).TaxDates(data, portfolio, now)),
    imports: later(async () => new (await import('./imports.ts')).Imports(data, now)),
    undos: later(async () => new (await import('./import-undos.ts')).ImportUndos(data, now)),
    backups: later(async () => new (await import('./backup/backups.ts')).Backups(data, now)),
    entityImports: later(async () => new (await import('./entity-imports.ts')).EntityImports(data, now)),
  };
}
