/** Returns of the open database, from a book that is made once for its inputs. */
import { returnsCsv, returnsFileName } from '../../domain/csv/exports/export-returns.ts';
import { cashMovements } from '../../domain/cash-ledger/cash-ledger.ts';
import type { Pounds } from '../../domain/values/amount.ts';
import { fromDayNumber, londonDate, type IsoDate } from '../../domain/values/dates.ts';
import { commodityName } from '../../domain/values/isin.ts';
import type { Asset } from '../../domain/records/records.ts';
import { poundsOf } from '../../domain/returns/figures/pence.ts';
import { ledgersFromEvents, type CashSince } from '../../domain/returns/book/ledgers-from-events.ts';
import type { HoldingReturn } from '../../domain/returns/answers/holding-returns.ts';
import { periodOf, type ReturnsPeriod } from '../../domain/returns/figures/periods.ts';
import { ReturnsAnswers } from '../../domain/returns/answers/returns-answers.ts';
import { returnsBook, type ReturnsBook } from '../../domain/returns/book/returns-book.ts';
import { effectFacts } from './cash-ledgers.ts';
import { csvExport } from '../lists/csv-export.ts';
import type { ExportFile } from '../api/export-types.ts';
import type { ById, LiveData } from '../live/live-data.ts';
import { Memo } from '../live/memo.ts';
import type { Portfolio } from './portfolio.ts';
import type {
  HoldingReturnsPeriod,
  NamedSecurity,
  ReturnsAnswer,
  ReturnsChoices,
  ReturnsLine,
  ReturnsLinesRequest,
  ReturnsRequest,
} from '../api/returns-types.ts';

interface Made {
  readonly asOf: IsoDate;
  readonly assets: ById<Asset>;
  readonly book: ReturnsBook;
  readonly cashSince: readonly CashSince[];
  readonly answers: ReturnsAnswers;
  readonly choices: ReturnsChoices;
}

export class Returns {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  private readonly now: () => number;
  private readonly made = new Memo<Made>();

  constructor(data: LiveData, portfolio: Portfolio, now: () => number) {
    this.data = data;
    this.portfolio = portfolio;
    this.now = now;
  }

  async view({ period, ...query }: ReturnsRequest): Promise<ReturnsAnswer> {
    const made = await this.make();
    return {
      ...made.answers.view({ ...query, period: daysOf(period, made) }),
      asOf: made.asOf,
      choices: made.choices,
      cashSince: made.cashSince,
    };
  }

  /** The return of each holding from the day that the period begins to today. */
  async holdings(period: HoldingReturnsPeriod): Promise<readonly HoldingReturn[]> {
    const made = await this.make();
    return made.answers.holdings(daysOf(period, made));
  }

  async lines({ period, ...query }: ReturnsLinesRequest): Promise<readonly ReturnsLine[]> {
    const made = await this.make();
    return made.answers.lines({ ...query, period: daysOf(period, made) }).map((line) => ({
      ...line,
      assetName: line.isin === null ? null : nameOf(line.isin, made.assets),
    }));
  }

  /** The values of each position's securities today, to the penny; those of a holding add up to its value. */
  async positionsOfToday(): Promise<readonly { readonly brokerId: string; readonly value: Pounds | null }[]> {
    const { cells, values, lastDay } = (await this.make()).book;
    return cells.flatMap(({ brokerId, isin }, cell) => {
      if (isin === null || !values.isHeldWithin(cell, lastDay, lastDay)) return [];
      const value = values.valueOn(cell, lastDay);
      return [{ brokerId, value: value === null ? null : poundsOf(value) }];
    });
  }

  /** The bridge of the scope and its years, as they are shown. */
  async export(request: ReturnsRequest): Promise<ExportFile> {
    const view = await this.view(request);
    return csvExport(returnsFileName(londonDate(this.now())), returnsCsv(view), view.years.taxYears.length);
  }

  private async make(): Promise<Made> {
    const [gains, assets, quotes, transactions] = await Promise.all([
      this.portfolio.gainsOfToday(),
      this.data.assets.get(),
      this.data.allQuotes.get(),
      this.data.transactions.get(),
    ]);
    return this.made.get([gains, assets, quotes, transactions], () => {
      const { ledgers, since } = ledgersFromEvents(
        cashMovements(
          transactions.filter(({ transactionDate }) => transactionDate <= gains.asOf),
          effectFacts(assets),
        ),
      );
      const book = returnsBook({ gains, assets, series: quotes.prices.series, rates: quotes.rates, ledgers });
      const choices = choicesOf(book, assets, (isin) => quotes.prices.series(isin).length > 0);
      return { asOf: gains.asOf, assets, book, cashSince: since, answers: new ReturnsAnswers(book), choices };
    });
  }
}

/** Own dates end on the last day of the book at the latest. */
function daysOf(period: ReturnsRequest['period'], { asOf, book }: Made): ReturnsPeriod {
  if (typeof period === 'string') return periodOf(period, { today: asOf, firstDay: fromDayNumber(book.firstDay + 1) });
  return { from: period.from < asOf ? period.from : asOf, to: period.to < asOf ? period.to : asOf };
}

function nameOf(isin: string, assets: ById<Asset>): string {
  return assets.get(isin)?.name ?? commodityName(isin) ?? isin;
}

function choicesOf({ cells }: ReturnsBook, assets: ById<Asset>, isPriced: (isin: string) => boolean): ReturnsChoices {
  const named = (isins: Iterable<string>): readonly NamedSecurity[] =>
    [...new Set(isins)]
      .map((isin) => ({ isin, name: nameOf(isin, assets) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
  return {
    accountIds: [...new Set(cells.map(({ accountId }) => accountId))],
    brokerIds: [...new Set(cells.map(({ brokerId }) => brokerId))],
    taxWrappers: [...new Set(cells.map(({ taxWrapper }) => taxWrapper))],
    categories: [...new Set(cells.flatMap(({ category }) => category ?? []))],
    holdings: named(cells.flatMap(({ isin }) => isin ?? [])),
    benchmarks: named([...assets.keys()].filter(isPriced)),
  };
}
