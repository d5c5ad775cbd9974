/** What the sign of a trade's amount says against its type. */
import { signAgainst, type FigureHabits } from './figure-habits.ts';

/**
 * Warnings about an amount that was paid for a sale or received for a purchase, by the file's own columns, or that has
 * another sign than the file's other purchases, or sales. `direction` is what the amount's own cell says.
 */
export function signDoubts(
  isPurchase: boolean,
  negative: boolean,
  amount: string,
  { paid, received, paysNegative }: Pick<FigureHabits, 'paid' | 'received' | 'paysNegative'>,
  direction: 'paid' | 'received' | null,
): readonly string[] {
  if (direction !== null)
    return (direction === 'paid') === isPurchase ? [] : movedOtherwise(isPurchase, negative, amount);
  const against = signAgainst(isPurchase ? paid : received, negative);
  // Of as many amounts with a sign as without, those without are as people write them, unless those of sales are too.
  const areSalesPlain = isPurchase && received.positive > 1 && received.negative === 0;
  if (against !== 'none' && (against !== 'tie' || negative || areSalesPlain))
    return [
      `The amount ${amount} does not have the sign of other ${isPurchase ? 'purchases' : 'sales'}. Is this row a reversal?`,
    ];
  if (against !== 'none') return [];
  if (paysNegative && negative !== isPurchase) return movedOtherwise(isPurchase, negative, amount);
  return saleDoubts(isPurchase, negative, amount, paid);
}

function movedOtherwise(isPurchase: boolean, negative: boolean, amount: string): readonly string[] {
  return [
    `The file says that the amount ${amount.replace('-', '')} was ${negative ? 'paid' : 'received'}. Is this ${isPurchase ? 'purchase' : 'sale'} a reversal?`,
  ];
}

/** The warning about a sale whose amount is negative where those of all purchases are; none for any other row. */
export function saleDoubts(
  isPurchase: boolean,
  negative: boolean,
  amount: string,
  paid: FigureHabits['paid'],
): readonly string[] {
  return !isPurchase && negative && paid.negative > 0 && paid.positive === 0
    ? [`The amount ${amount} of this sale is negative, as those of purchases are. Check its type.`]
    : [];
}
