/**
 * Income that a file states twice: received in one row, and reinvested in another. A reinvested dividend is income and a
 * purchase at once, so beside the dividend itself only the purchase is left of it.
 */
import { daysBetween } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import { money } from '../row-figures/proof-context.ts';
import type { CheckedRow } from './row-checker.ts';
import { withNote } from './row-notes.ts';

/** Units are bought with a dividend on its day, or within a week. */
const MOST_DAYS = 7;

interface Income {
  readonly line: number;
  readonly fields: TransactionFields;
}

function holdingKey({ accountId, isin, taxWrapper }: TransactionFields): string {
  return `${accountId}|${isin}|${taxWrapper}`;
}

/**
 * The rows with reinvested dividends as purchases, where another row states the dividend of the same amount; where its
 * amount is another one, with a note.
 */
export function withoutIncomeTwice(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  if (!rows.some(({ fields }) => fields?.transactionType === 'DIVIDEND_REINVESTED')) return rows;
  const dividends: Income[] = [];
  for (const { fields, reading } of rows)
    if (fields?.transactionType === 'DIVIDEND' && !reading.isReversal)
      dividends.push({ line: reading.source.line, fields });
  const received = groupBy(dividends, ({ fields }) => holdingKey(fields));
  const used = new Set<Income>();
  return rows.map((row) => {
    const { fields, reading } = row;
    if (fields?.transactionType !== 'DIVIDEND_REINVESTED' || reading.isReversal) return row;
    const near = (received.get(holdingKey(fields)) ?? []).filter(
      (income) =>
        !used.has(income) && Math.abs(daysBetween(income.fields.transactionDate, fields.transactionDate)) <= MOST_DAYS,
    );
    const same = near.find((income) => income.fields.consideration === fields.consideration);
    const [other] = near;
    if (same !== undefined) {
      used.add(same);
      const remark = `Row ${same.line} states the dividend, so these units were read as bought with it.`;
      return {
        ...row,
        fields: { ...fields, transactionType: 'BUY' },
        reading: { ...reading, remarks: [...reading.remarks, remark] },
      };
    }
    if (other === undefined) return row;
    const note = `Row ${other.line} states a dividend of £${money.format(other.fields.consideration)}. If these units were bought with it, change the type to Buy, or the income is recorded twice.`;
    return withNote(row, note);
  });
}
