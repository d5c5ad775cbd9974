/** Counts and totals of a user's records, for comparison before an export and after its restoration. */
import type { Amount, Unit } from '../../domain/values/amount.ts';
import { exact, sum, toText } from '../../domain/values/decimal.ts';
import type { AllRecords } from '../../src/data/device/backup-records.ts';
import type { BackupSummary } from '../api/export-types.ts';

function totalOf<U extends Unit>(values: readonly Amount<U>[]): string {
  return toText(sum(values.map((value) => exact(value))));
}

function byCurrency<R extends { readonly currency: string }>(
  label: string,
  rows: readonly R[],
  amountOf: (row: R) => Amount<'money'>,
): [string, string][] {
  const currencies = [...new Set(rows.map((row) => row.currency))].toSorted();
  return currencies.map((currency) => [
    `${label} (${currency})`,
    totalOf(rows.filter((row) => row.currency === currency).map(amountOf)),
  ]);
}

/** The totals of the records. `files` is the number of receipts with a file. */
export function summaryOf(records: AllRecords, files: number): BackupSummary {
  return {
    counts: [
      ['Accounts', records.account.length],
      ['Transactions', records.transaction.length],
      ['Savings accounts', records.savingsAccount.length],
      ['Cash balances', records.brokerCashBalance.length],
      ['Properties', records.property.length],
      ['Property prices', records.propertyPrice.length],
      ['Receipts', records.receipt.length],
      ['Receipt files', files],
      ['Settings and histories', records.extra.length],
    ],
    totals: [
      ['Consideration of all transactions', totalOf(records.transaction.map((row) => row.consideration))],
      [
        'Quantities of all transactions',
        totalOf(records.transaction.map((row) => row.quantity).filter((quantity) => quantity !== null)),
      ],
      ['Savings balances', totalOf(records.savingsAccount.map((row) => row.latestBalance))],
      ...byCurrency('Cash balances', records.brokerCashBalance, (row) => row.cashBalance),
      ...byCurrency('Purchase prices of properties', records.property, (row) => row.purchasePrice),
      ...byCurrency('Property prices', records.propertyPrice, (row) => row.price),
    ],
  };
}

/** The lines in which two summaries differ. */
export function differencesOf(before: BackupSummary, after: BackupSummary): string[] {
  const lines = ({ counts, totals }: BackupSummary): Map<string, string> =>
    new Map([...counts.map(([label, count]) => [label, String(count)] as const), ...totals]);
  const [first, second] = [lines(before), lines(after)];
  return [...new Set([...first.keys(), ...second.keys()])].filter(
    (label) => (first.get(label) ?? '0') !== (second.get(label) ?? '0'),
  );
}
