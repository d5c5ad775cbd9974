/** The running balance of a broker's file, by the headings of receipts, payments and balance. */
import { add, negate } from '../../values/decimal.ts';
import type { BalanceLine } from '../tables/balance-lines.ts';
import { sizeOf, valueOf, type Figure } from './figures.ts';
import type { BrokerFile, BrokerRow } from './profile.ts';

/** The balance lines of a file with one column for receipts and one for payments, which may be signed or not. */
export function ledgerBalance(
  incoming: string,
  outgoing: string,
  balance: string,
): (file: BrokerFile) => readonly BalanceLine[] {
  return ({ rows }) =>
    rows.map((row) => {
      const [received, paid] = [valueOf(row.get(incoming)), sizeOf(row.get(outgoing))];
      const change = received === null && paid === null ? null : add(received ?? ZERO, negate(paid ?? ZERO));
      return balanceLine(row, change, valueOf(row.get(balance)));
    });
}

const ZERO = 0n as Figure;

export function balanceLine(row: BrokerRow, change: Figure | null, balance: Figure | null, account = ''): BalanceLine {
  return { line: row.line, change, balance, account };
}
