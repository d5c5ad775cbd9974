/** One open database: its records in memory, and the parts that calculate from them. */
import type { Allocations } from '../figures/allocations.ts';
import type { Allowances } from '../figures/allowances.ts';
import type { Backups } from '../backup/backups.ts';
import type { CashLedgers } from '../figures/cash-ledgers.ts';
import type { EntityImports } from '../imports/entity-imports.ts';
import type { Exports } from '../lists/exports.ts';
import { FigureKeeping } from '../figures/figure-keeping.ts';
import type { ImportUndos } from '../imports/import-undos.ts';
import type { Imports } from '../imports/imports.ts';
import type { Income } from '../figures/income.ts';
import { later } from '../live/later.ts';
import { Lists } from '../lists/lists.ts';
import { LiveData } from '../live/live-data.ts';
import type { MadePounds } from '../live/made-pounds.ts';
import type { NetWorth } from '../figures/net-worth.ts';
import type { Plans } from '../figures/plans.ts';
import type { TypedFigures } from '../figures/typed-figures.ts';
import { Portfolio } from '../figures/portfolio.ts';
import type { PriceLines } from '../figures/price-lines.ts';
import type { Returns } from '../figures/returns.ts';
import { Search } from '../lists/search.ts';
import type { Securities } from '../figures/security.ts';
import type { TaxDates } from '../figures/tax-dates.ts';

/** Parts that the first figures do not need; their code loads on the first request. */
export interface LateParts {
  readonly exports: Exports;
  readonly cashLedgers: CashLedgers;
  readonly plans: Plans;
  readonly typedFigures: TypedFigures;
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
  const returns = later(async () => new (await import('../figures/returns.ts')).Returns(data, portfolio, now));
  const income = later(async () => new (await import('../figures/income.ts')).Income(data, portfolio));
  return {
    returns,
    income,
    cashLedgers: later(async () => new (await import('../figures/cash-ledgers.ts')).CashLedgers(data)),
    exports: later(async () => new (await import('../lists/exports.ts')).Exports(data.db, now)),
    plans: later(async () => new (await import('../figures/plans.ts')).Plans(portfolio)),
    netWorth: later(async () => new (await import('../figures/net-worth.ts')).NetWorth(data, portfolio)),
    allocations: later(
      async () => new (await import('../figures/allocations.ts')).Allocations(data, portfolio, returns),
    ),
    madePounds: later(async () => new (await import('../live/made-pounds.ts')).MadePounds(data)),
    allowances: later(async () => new (await import('../figures/allowances.ts')).Allowances(data, portfolio, income)),
    securities: later(async () => new (await import('../figures/security.ts')).Securities(portfolio, income)),
    priceLines: later(async () => new (await import('../figures/price-lines.ts')).PriceLines(data, portfolio)),
    taxDates: later(async () => new (await import('../figures/tax-dates.ts')).TaxDates(data, portfolio, now)),
    typedFigures: later(async () => new (await import('../figures/typed-figures.ts')).TypedFigures(data, now)),
    imports: later(async () => new (await import('../imports/imports.ts')).Imports(data, now)),
    undos: later(async () => new (await import('../imports/import-undos.ts')).ImportUndos(data, now)),
    backups: later(async () => new (await import('../backup/backups.ts')).Backups(data, now)),
    entityImports: later(async () => new (await import('../imports/entity-imports.ts')).EntityImports(data, now)),
  };
}
