/** What is open in law about a disposal, or was left out of it, in words without amounts (a screen may hide those). */
import type { Disposal } from './gains.ts';

/** RULES 3.5, 4.6, 8.2: each point that applies. The FX charge (4.3) has fields of its own in the view. */
export function notesOn(disposal: Disposal): string[] {
  const notes: string[] = [];
  const rules = new Set(disposal.matches.map(({ rule }) => rule));
  if (rules.has('LATER_ACQUISITION')) notes.push('More was sold than was held. The law is not clear on the order; here every 30-day match comes before any later purchase.');
  if (disposal.sharedWithTransfer && rules.size > 1) notes.push('Shares were also transferred on that day. The law is not clear on which are which; here every match is shared between sale and transfer by quantity.');
  const rows = [...disposal.transactions, ...disposal.matches.flatMap((match) => match.acquisitions)];
  if (rows.some((row) => row.accruedInterest !== 0)) notes.push('Accrued interest is in neither proceeds nor cost.');
  return notes;
}
