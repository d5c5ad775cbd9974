/** Which column states net amounts, and which one, under any heading, they show to be a charge. */
import type { TransactionType } from '../../fields/enums.ts';
import { normaliseHeader, type ChargeField } from '../tables/columns.ts';
import { headingCurrency } from '../tables/heading-units.ts';
import { isTaxHeading } from './charge-columns.ts';
import type { NetAmounts } from './net-amounts.ts';
import type { NamedColumn } from './column-cells.ts';

/** Interest is paid beside the price of a bond, and is no charge. */
const NO_CHARGE = /\b(?:int|interest|accru\w*|acc|coupon|days)\b/u;

type Cells = readonly string[];

/** What the rows of a file say of their type, and what they make with a column of net amounts. */
interface TradeReader {
  /** The currency that the heading of the amounts names. */
  readonly currency: string | null;
  readonly typeOf: (cells: Cells) => TransactionType | null;
  readonly amountsOf: (net: number) => NetAmounts;
}

export interface ProvedNet {
  readonly net: NamedColumn | null;
  readonly charge: { readonly column: NamedColumn; readonly field: ChargeField } | null;
}

/**
 * The first of these columns of net amounts that trades prove, alone or with another column as a charge; where none is
 * proved, the first. One in the currency of the amounts comes before the others.
 */
export function provedNet(
  nets: readonly NamedColumn[],
  columns: readonly NamedColumn[],
  rows: readonly Cells[],
  reader: TradeReader,
): ProvedNet {
  const isOwn = ({ heading }: NamedColumn): boolean => headingCurrency(heading) === reader.currency;
  const ordered = [...nets.filter(isOwn), ...nets.filter((column) => !isOwn(column))];
  for (const net of ordered) {
    const amounts = reader.amountsOf(net.position);
    const others = [...columns, ...nets].filter((column) => column !== net);
    const charge = provedCharge(others, amounts, rows, reader.typeOf);
    if (charge !== null || (nets.length > 1 && amounts.areProved(rows, reader.typeOf))) return { net, charge };
  }
  return { net: ordered[0] ?? null, charge: null };
}

/**
 * The only column with which all net amounts are the amount and its charges, and without which none is that states it;
 * null for none. A tax is one of purchases alone: on a sale it may be one of gains.
 */
function provedCharge(
  columns: readonly NamedColumn[],
  amounts: NetAmounts,
  rows: readonly Cells[],
  typeOf: TradeReader['typeOf'],
): ProvedNet['charge'] {
  const found = columns.flatMap((column) => {
    const heading = normaliseHeader(column.heading);
    const isTax = isTaxHeading(heading);
    const mayHave = (type: TransactionType | null): boolean => type === 'BUY' || (type === 'SELL' && !isTax);
    if (NO_CHARGE.test(heading) || !isCharge(column.position, amounts, rows, typeOf, mayHave)) return [];
    return [{ column, field: isTax ? ('stampDuty' as const) : ('brokerCharge' as const) }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isCharge(
  position: number,
  amounts: NetAmounts,
  rows: readonly Cells[],
  typeOf: TradeReader['typeOf'],
  mayHave: (type: TransactionType | null) => boolean,
): boolean {
  let isShown = false;
  for (const cells of rows) {
    const [charge, type] = [amounts.sizeAt(cells, position) ?? 0, typeOf(cells)];
    if (charge === 0 && type !== 'BUY' && type !== 'SELL') continue;
    if (charge !== 0 && !mayHave(type)) return false;
    const missing = amounts.missing(cells, type === 'BUY' ? 'BUY' : 'SELL');
    if (missing === null || Math.abs(missing.charge - charge) > missing.rounding) return false;
    if (charge !== 0 && charge <= missing.rounding) return false;
    isShown ||= charge !== 0;
  }
  return isShown;
}
