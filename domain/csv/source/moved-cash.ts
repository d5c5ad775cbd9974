/** The cash that a trade or income in another currency moved, which the pounds of the record do not show. */
import { absolute, add, subtract } from '../../values/decimal.ts';
import { cellOf, currencyIn, valueOf, type Figure } from '../profiles/figures.ts';
import type { ProfileCells } from '../profiles/profile.ts';
import type { RowProof } from '../profiles/source-row.ts';
import { CHARGE_FIELDS } from '../tables/columns.ts';

/**
 * The cells for the amount paid or received in its own currency; none where it is in pounds. Charges in another
 * currency are not part of it. A profile that states the movement itself is believed.
 */
export function movedCells({
  cells,
  proof,
}: {
  readonly cells: ProfileCells;
  readonly proof?: RowProof;
}): ProfileCells {
  const { transactionType: type, currency = '', consideration = '' } = cells;
  if ((currency !== 'USD' && currency !== 'EUR') || (cells.cashAmount ?? '') !== '') return {};
  const isTrade = type === 'BUY' || type === 'SELL';
  if (!isTrade && type !== 'DIVIDEND' && type !== 'INTEREST') return {};
  let moved = valueOf(consideration);
  for (const field of CHARGE_FIELDS) {
    const cell = cells[field] ?? '';
    const [charge, other] = [valueOf(cell), currencyIn(cell)];
    if (charge === null || charge === 0n || moved === null || (other !== '' && other !== currency)) continue;
    moved = type === 'BUY' ? add(moved, charge) : subtract(moved, charge);
  }
  const accrued = valueOf(cells.accruedInterest ?? '');
  if (accrued !== null && moved !== null) moved = add(moved, accrued);
  const stated: Figure | null = isTrade ? valueOf(proof?.net ?? '') : null;
  const amount = stated ?? moved;
  return amount === null || amount === 0n ? {} : { cashAmount: cellOf(absolute(amount)), cashCurrency: currency };
}
