/** A column that only quantity x price = amount explains. */
import { isPlausibleCharge, roundingOf } from '../cells/figure-proof.ts';
import { decimalMarkOf, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { isChargeField, priceColumn, type TransactionField } from '../tables/columns.ts';
import type { Table } from '../tables/table.ts';
import { chargeField, includesCharges } from './charge-columns.ts';

/** The most rows whose figures are multiplied. */
const PRODUCT_ROWS = 1000;
const PRODUCT = ['quantity', 'price', 'consideration'] as const satisfies readonly TransactionField[];

/** A price that may include the charges, which then are not another part of the amount. */
const WITH_CHARGES = /\b(?:net|effective|total|costs?)\b/iu;

/** A column and the field that the file's arithmetic shows it to be. */
export interface ProvedColumn {
  readonly position: number;
  readonly field: (typeof PRODUCT)[number];
}

/**
 * The column without a known heading that is the missing one of quantity, price and amount, in a file that has the two
 * others: quantity x price is the amount to the penny in two rows of different amounts, which is no accident, and but for
 * a charge in all others. Of several amounts it is the one without charges.
 */
export function productColumn(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Table,
): ProvedColumn | null {
  const known = PRODUCT.map((field) => (field === 'price' ? priceColumn(fields) : fields.indexOf(field)));
  const [missing, ...others] = PRODUCT.filter((_field, factor) => known[factor] === -1);
  if (missing === undefined || others.length > 0) return null;
  const header = rows[headerIndex] ?? [];
  const named = new Map(fields.flatMap((field, position) => (field === null ? [] : [[field, position] as const])));
  const charges = fields.flatMap((field, position) => {
    const cell = header[position] ?? '';
    const charge = field === null ? chargeField(cell, header, named) : field;
    return isChargeField(charge) ? [position] : [];
  });
  const first = rows.slice(headerIndex + 1, headerIndex + 1 + PRODUCT_ROWS);
  const beside = [fields.indexOf('exchangeRate'), ...charges];
  const mark = decimalMarkOf(cellsOf(first, [...known, ...beside]).flat());
  let best = { position: -1, proofs: 0 };
  fields.forEach((field, position) => {
    if (field !== null || charges.includes(position)) return;
    const heading = header[position] ?? '';
    if (missing === 'price' && (includesCharges(heading) || (charges.length > 0 && WITH_CHARGES.test(heading)))) return;
    const columns = [...known.map((own) => (own === -1 ? position : own)), ...beside];
    const proofs = proofsOf(
      cellsOf(first, columns),
      mark === 'unknown' ? decimalMarkOf(cellsOf(first, [position]).flat()) : mark,
    );
    if (proofs > best.proofs) best = { position, proofs };
  });
  return best.position === -1 ? null : { position: best.position, field: missing };
}

function cellsOf(rows: readonly (readonly string[])[], positions: readonly number[]): readonly (readonly string[])[] {
  return rows.map((row) => positions.map((position) => row[position] ?? ''));
}

/**
 * 0 unless the third cell of each row is the product of the first two; else one more than the rows in which it is that
 * without charges. The fourth cell is an exchange rate, the others are charges.
 */
function proofsOf(rows: readonly (readonly string[])[], mark: DecimalMark): number {
  const textOf = (cell: string): string => {
    const read = readNumber(cell, mark);
    return read.kind === 'number' ? read.text.replace('-', '') : '';
  };
  const proved = new Set<string>();
  let gross = 0;
  for (const row of rows) {
    const [units = '', each = '', amount = '', rate = '', ...others] = row.map(textOf);
    if (Number(units) === 0 || Number(each) === 0 || Number(amount) === 0) continue;
    const charges = others.reduce((sum, charge) => sum + Number(charge), 0);
    const proof = proofOf({ units, each, amount, charges, rate: Number(rate) });
    if (proof === 'none') return 0;
    if (proof === 'gross') gross += 1;
    // One unit costs its price, whatever the column holds.
    if (proof !== 'charged' && Number(units) !== 1) proved.add(amount);
  }
  return proved.size > 1 ? 1 + gross : 0;
}

interface ProductFigures {
  readonly units: string;
  readonly each: string;
  readonly amount: string;
  readonly charges: number;
  /** 0 for none. */
  readonly rate: number;
}

/**
 * Whether an amount is quantity x price to the penny, without the charges (`gross`) or with them (`net`), or but for
 * another charge (`charged`); in the price's currency, in pounds beside a price in pence, or at the row's rate.
 */
function proofOf({ units, each, amount, charges, rate }: ProductFigures): 'gross' | 'net' | 'charged' | 'none' {
  const [product, stated] = [Number(units) * Number(each), Number(amount)];
  const rounding = roundingOf(units, each, amount);
  const factors = [1, 0.01, ...(rate > 0 ? [rate, 1 / rate] : [])];
  const proofs = factors.map((factor) => {
    const [gross, tolerance] = [product * factor, rounding * Math.min(factor, 1) + 0.0051];
    const difference = Math.abs(stated - gross);
    if (difference <= tolerance) return 'gross';
    if (Math.abs(difference - charges) <= tolerance) return 'net';
    return isPlausibleCharge(difference, gross) && stated > gross / 2 ? 'charged' : 'none';
  });
  return (['gross', 'net', 'charged'] as const).find((proof) => proofs.includes(proof)) ?? 'none';
}
