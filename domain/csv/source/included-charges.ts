/**
 * Two columns of charges of which one may include the other, in a file without a profile: `Fees` beside `Stamp Duty` may
 * be all that was charged, or only the rest.
 */
import { cleanText, shorten } from '../cells/cell-text.ts';
import {
  CHARGE_FIELDS,
  type ChargeField,
  normaliseHeader,
  type TransactionField,
  withoutCurrency,
} from '../tables/columns.ts';
import type { NetAmounts } from './net-amounts.ts';

/** Headings that do not say which charges they are of; other charges are those beside the rest. */
const MAY_BE_ALL =
  /^(?:all|total|(?:total |all )?(?:(?:deal(?:ing)?|trad(?:e|ing)|transaction|execution) )?(?:(?:charges|fees|costs|expenses|commissions?)(?: (?:and )?(?:charges|fees|costs|expenses))?))$/u;
/** `Commission inc VAT`: the charge with its tax. */
const WITH_TAX = /\binc(?:l\w*)?\b/u;
/** A commission is one charge, whatever else is charged. */
const ONE_CHARGE = /^(?:(?:deal(?:ing)?|trad(?:e|ing)) )?commissions?$/u;

interface ChargeColumn {
  readonly position: number;
  readonly heading: string;
}

type Cells = readonly string[];

/** A column that may be of all charges, and one that it may include. */
interface Pair {
  readonly all: ChargeColumn;
  readonly part: ChargeColumn;
}

export class IncludedCharges {
  private readonly amounts: NetAmounts;
  private readonly pairs: readonly Pair[];

  /** `charges` are the columns of charges besides those in `index`. */
  constructor(
    header: Cells,
    index: ReadonlyMap<TransactionField, number>,
    charges: ReadonlyMap<ChargeField, readonly number[]>,
    amounts: NetAmounts,
    rows: readonly Cells[],
  ) {
    const own = CHARGE_FIELDS.flatMap((field) => index.get(field) ?? []);
    this.amounts = amounts;
    const columns = [...own, ...[...charges.values()].flat()].map((position): ChargeColumn => ({
      position,
      heading: shorten(cleanText(header[position] ?? ''), 40),
    }));
    const mayBeAll = ({ position }: ChargeColumn): boolean => {
      const heading = withoutCurrency(normaliseHeader(header[position] ?? ''));
      return WITH_TAX.test(heading) || (MAY_BE_ALL.test(heading) && !ONE_CHARGE.test(heading));
    };
    this.pairs = columns
      .filter(mayBeAll)
      .flatMap((all) => columns.filter((part) => part !== all).map((part) => ({ all, part })))
      .filter((pair) => !this.areApart(pair, rows));
  }

  /**
   * Whether a row of the file shows that the charges are apart: one that should be all is smaller than its part, or the
   * same beside two parts.
   */
  private areApart({ all, part }: Pair, rows: readonly Cells[]): boolean {
    const besides = new Map<number, number>();
    for (const cells of rows) {
      const [whole, own] = [this.amounts.sizeAt(cells, all.position), this.amounts.sizeAt(cells, part.position) ?? 0];
      if (whole === null) continue;
      if (whole < own || (whole > 0 && (besides.get(whole) ?? own) !== own)) return true;
      besides.set(whole, own);
    }
    return false;
  }

  /** What is to be checked of a trade whose charges no amount proves. */
  notes(cells: Cells, type: 'BUY' | 'SELL'): readonly string[] {
    const doubtful = this.pairs.find(({ all, part }) => {
      const [whole, own] = [this.amounts.sizeAt(cells, all.position), this.amounts.sizeAt(cells, part.position)];
      return whole !== null && own !== null && own > 0 && whole >= own;
    });
    if (doubtful === undefined || this.amounts.areChargesProved(cells, type)) return [];
    const { all, part } = doubtful;
    return [
      `${all.heading} of ${cleanText(cells[all.position] ?? '')} may include ${part.heading} of ${cleanText(cells[part.position] ?? '')}: both were added. Check the charges.`,
    ];
  }
}
