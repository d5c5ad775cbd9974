/**
 * What says, in a file without a profile, that figures may be in the currency of the account although their row names
 * another: a heading such as `Price (base)`, and trades whose prices are in the row's currency and whose amounts are not.
 */
import { remembered } from '../cells/remembered.ts';
import { currencyOfWord, isIncomeType } from '../cells/words.ts';
import type { TransactionType } from '../../fields/enums.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import { headingCurrency } from '../tables/heading-units.ts';
import type { NetAmounts } from './net-amounts.ts';

/** A figure in the currency of the account. */
const BASE = /^(?=.*\bbase\b).*\b(?:price|amount|value|cost|gross|net|total|consideration)\b/u;

export class BaseCurrency {
  private readonly currency: number;
  private readonly abroad = new Map<string, boolean>();
  /** The heading of a column of figures in the base currency. */
  private readonly base: string | null;
  private readonly areAmountsOther: boolean;

  constructor(
    header: readonly string[],
    index: ReadonlyMap<TransactionField, number>,
    rows: readonly (readonly string[])[],
    amounts: NetAmounts,
    typeOf: (cells: readonly string[]) => TransactionType | null,
  ) {
    this.currency = index.get('currency') ?? -1;
    const headings = (['localPrice', 'price', 'consideration'] as const).map(
      (field) => header[index.get(field) ?? -1] ?? '',
    );
    this.base = header.find((heading) => BASE.test(normaliseHeader(heading))) ?? null;
    let [proved, contradicted] = [0, 0];
    if (this.currency !== -1 && headingCurrency(headings[2] ?? '') === null && !index.has('exchangeRate'))
      for (const cells of rows) {
        const type = typeOf(cells);
        if ((type !== 'BUY' && type !== 'SELL') || !this.isAbroad(cells) || !amounts.isWhole(cells)) continue;
        if (amounts.isProved(cells)) proved += 1;
        else contradicted += 1;
      }
    this.areAmountsOther = contradicted > proved;
  }

  /** Whether the row names another currency than pounds. */
  private isAbroad(cells: readonly string[]): boolean {
    return remembered(this.abroad, cells[this.currency] ?? '', (cell) => {
      const own = currencyOfWord(cell);
      return own !== null && (own.code !== 'GBP' || own.pence);
    });
  }

  notes(cells: readonly string[], type: TransactionType | null): readonly string[] {
    if (type === null || !this.isAbroad(cells)) return [];
    const code = (cells[this.currency] ?? '').trim();
    if (this.base !== null)
      return [`'${this.base.trim()}' names the base currency, and the row ${code}. Check the currency.`];
    return this.areAmountsOther && isIncomeType(type)
      ? [`The amounts of trades in ${code} are not in ${code}: this one may not be either. Check the currency.`]
      : [];
  }
}
