/** RULES 6.8: sales shortly before a takeover or demerger with purchases shortly after it. */
import { addDays } from '../../values/dates.ts';
import type { Transaction } from '../../records/records.ts';
import { capacityOf } from '../terms/capacity.ts';
import { sideOf, type ClassInput, type Findings } from '../classes/class-input.ts';
import { WINDOW_DAYS } from './identify.ts';

/** Reports each reorganisation with a sale shortly before it and a purchase within 30 days after that sale. */
export function noticeReorganisations(input: ClassInput, findings: Findings): void {
  for (const event of input.rows) {
    if (event.transactionType !== 'MERGER' && event.transactionType !== 'DEMERGER') continue;
    if (sideOf(input, event) !== 'out') continue;
    const sales = input.rows.filter((row) => row.transactionType === 'SELL' && isShortlyBefore(row, event));
    const after = [...input.rows, ...input.receivers.flat()].filter(
      (row) => row.transactionType === 'BUY' && row.transactionDate >= event.transactionDate,
    );
    const across = sales.some((sale) =>
      after.some(
        (purchase) =>
          isSameCapacity(sale, purchase) && purchase.transactionDate <= addDays(sale.transactionDate, WINDOW_DAYS),
      ),
    );
    if (across) findings.report('matchAcrossReorganisation', event);
  }
}

function isShortlyBefore(sale: Transaction, event: Transaction): boolean {
  return (
    isSameCapacity(sale, event) &&
    sale.transactionDate < event.transactionDate &&
    addDays(sale.transactionDate, WINDOW_DAYS) >= event.transactionDate
  );
}

function isSameCapacity(a: Transaction, b: Transaction): boolean {
  return capacityOf(a.taxWrapper) === capacityOf(b.taxWrapper);
}
