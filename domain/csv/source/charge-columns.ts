/** Several columns of charges in a file without a profile. */
import { add, parseExact, toText, type Exact } from '../../values/decimal.ts';
import { readNumber } from '../cells/numbers.ts';
import {
  type ChargeField,
  fieldOfHeader,
  isChargeField,
  isPercentageHeader,
  normaliseHeader,
  type TransactionField,
} from '../tables/columns.ts';
import { headingCurrency } from '../tables/heading-units.ts';

const CHARGE_HEADING = /\b(?:lev(?:y|ies)|ptm|fees?|charges?|costs|commissions?|brokerage|vat|gst|duty|sdrt|ftt)\b/u;
const NO_CHARGE_HEADING =
  /\b(?:currency|rate|type|bps|percent(?:age)?|total|description|incl\w*|after|unit|price|net|gross|code|date|basis|estimated?|est|expected|indicative)\b|%/u;
/** The charge that a column states beside the one that is read. */
export function chargeField(
  cell: string,
  header: readonly string[],
  index: ReadonlyMap<TransactionField, number>,
): ChargeField | null {
  const heading = normaliseHeader(cell);
  if (!CHARGE_HEADING.test(heading) || NO_CHARGE_HEADING.test(heading) || isPercentageHeader(cell)) return null;
  const field = fieldOfHeader(cell);
  const charge = isChargeField(field)
    ? field
    : /\b(?:fx|forex|foreign exchange|exchange fee|conversion)\b/u.test(heading)
      ? 'fxCharge'
      : /\b(?:duty|sdrt|ftt)\b/u.test(heading)
        ? 'stampDuty'
        : 'brokerCharge';
  // The same charge in two currencies is one charge.
  const own = header[index.get(charge) ?? -1];
  const isSame = own !== undefined && field === charge && headingCurrency(cell) !== null;
  return isSame && headingCurrency(cell) !== headingCurrency(own) ? null : charge;
}

const TAX_HEADING = /\b(?:tax(?:es)?|wht|withh\w*)\b/u;
const NO_TAX_HEADING =
  /\b(?:year|wrapper|status|country|rate|percent(?:age)?|residen\w*|currency|ccy|type|free|lot|code|voucher|certificate|reference|ref)\b|%/u;

/** True for the heading of a tax withheld, as `normaliseHeader` returns it. */
export function isTaxHeading(text: string): boolean {
  return TAX_HEADING.test(text) && !NO_TAX_HEADING.test(text);
}

/** True for the heading of a figure with its charges, as in `All-in price` or `Price incl. stamp duty`. */
export function includesCharges(heading: string): boolean {
  return /\b(?:incl?|includ\w*|inclusive|all[- ]in|(?:after|with) (?:all )?(?:costs|charges|fees|stamp))\b/iu.test(
    heading,
  );
}

export const UNREADABLE = '?';

/** The sum of the cells that are not zero, as text; `?` where they cannot be added. */
export function sumOf(cells: readonly string[]): string {
  const filled = cells.filter(isSomething);
  if (filled.length === 0) return cells.find((cell) => cell.trim() !== '') ?? '';
  if (filled.length === 1) return filled[0] ?? '';
  let total = 0n as Exact<'pounds'>;
  let currency: string | null | undefined;
  let isComma = false;
  for (const cell of filled) {
    const read = readNumber(cell, 'unknown');
    const value = read.kind === 'number' ? parseExact<'pounds'>(read.text) : null;
    if (read.kind !== 'number' || value === null || read.alternative !== null) return UNREADABLE;
    if (currency !== undefined && currency !== read.currency) return UNREADABLE;
    // A rebate among charges, or charges whose columns have different signs.
    if (total !== 0n && total < 0n !== value < 0n) return UNREADABLE;
    currency = read.currency;
    isComma ||= /,\d{1,2}\D*$/u.test(cell);
    total = add(total, value);
  }
  const text = toText(total);
  return `${isComma ? text.replace('.', ',') : text} ${currency ?? ''}`.trim();
}

/** True for a cell with a digit other than 0. */
export function isSomething(cell: string): boolean {
  return /[1-9]/u.test(cell.slice(0, 60));
}
