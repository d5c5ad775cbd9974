/** What is said above the rows of a broker's file: its movements of cash, and the lines that are no rows. */
import { cashEventOf } from '../../fields/enums.ts';
import type { SourceRow } from '../profiles/source-row.ts';

/** How many rows move cash without a trade, by type. */
export function cashNotice(rows: readonly SourceRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const type = row.unknownCash === undefined ? row.get('transactionType') : '';
    if (row.fault !== null || (type === '' && row.unknownCash === undefined)) continue;
    const label = type === '' ? 'still to be answered' : cashEventOf(type)?.label;
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const parts = [...counts].map(([label, count]) => `${label} ${count}`).join(', ');
  return [`${total === 1 ? '1 row moves' : `${total} rows move`} cash without a trade: ${parts}.`];
}

/** How many lines were read with another one, and how many hold nothing. */
export function countNotices({
  ignored,
  joined,
}: {
  readonly ignored: number;
  readonly joined: number;
}): readonly string[] {
  const notices: string[] = [];
  if (joined > 0)
    notices.push(
      `${joined === 1 ? '1 line was' : `${joined} lines were`} read together with the row they belong to: charges, taxes, cash sides of trades.`,
    );
  if (ignored > 0)
    notices.push(
      `${ignored === 1 ? '1 line contains' : `${ignored} lines contain`} nothing to import and ${ignored === 1 ? 'was' : 'were'} skipped.`,
    );
  return notices;
}
