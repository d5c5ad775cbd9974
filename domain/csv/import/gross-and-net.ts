/** Two incomes of one security on one day of which one is the other less a tax: a file may state it before and after. */
import { groupBy } from '../../values/group-by.ts';
import type { CheckedRow } from './row-checker.ts';
import { withPairNotes } from './row-notes.ts';

/** What is left in per cent at usual rates of tax withheld. */
const LEFT = [90, 85, 80, 75, 73.625, 72, 70, 65];
/** The most incomes of one security and day that are compared with each other. */
const MOST = 8;

/** The rows, with a note on each of two such incomes. */
export function withGrossAndNet(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  const incomes = rows.filter(isIncomeBeforeTax);
  const others = new Map<CheckedRow, CheckedRow>();
  for (const alike of groupBy(incomes, dayOf).values()) {
    if (alike.length < 2 || alike.length > MOST) continue;
    for (const gross of alike) {
      const net = alike.find((row) => isAfterTax(row.fields?.consideration ?? 0, gross.fields?.consideration ?? 0));
      if (net === undefined) continue;
      others.set(gross, net);
      others.set(net, gross);
    }
  }
  return withPairNotes(
    rows,
    others,
    (other) =>
      `Row ${other.reading.source.line} is an income of this security on the same day, which differs as tax does. Both may be one payment before tax and after it. Check them.`,
  );
}

function isIncomeBeforeTax({ fields, reading }: CheckedRow): boolean {
  if (fields === null || reading.isReversal || fields.consideration === 0) return false;
  const { transactionType: type, isin, taxWithheld = 0 } = fields;
  return (type === 'DIVIDEND' || type === 'INTEREST') && isin !== '' && taxWithheld === 0;
}

/** An income's kind, day, security and place. */
function dayOf({ fields }: CheckedRow): string {
  return [fields?.transactionType, fields?.accountId, fields?.isin, fields?.taxWrapper, fields?.transactionDate].join(
    '|',
  );
}

function isAfterTax(net: number, gross: number): boolean {
  return LEFT.some((percent) => Math.abs((gross * percent) / 100 - net) <= 0.0101);
}
