/** Charges that were returned, which lower the others. */
import { add, parseExact, subtract, toText, type Exact } from '../../values/decimal.ts';
import { CHARGE_FIELDS } from '../tables/columns.ts';
import { signAgainst } from './figure-habits.ts';
import { money, type ProofContext, type ProvedFigures } from './proof-context.ts';
import { isNothing } from './unusual-figures.ts';

/**
 * A charge whose sign differs from the file's other charges is a rebate, which lowers them; returns the rebate that
 * remains.
 */
export function settleRebates(found: ProvedFigures, context: ProofContext): Exact<'pounds'> | null {
  let rebate: Exact<'pounds'> | null = null;
  for (const field of CHARGE_FIELDS) {
    const charge = found[field];
    if (charge === undefined || isNothing(charge.text)) continue;
    const negative = charge.text.startsWith('-');
    const against = context.isBrokerFile
      ? negative
        ? 'rare'
        : 'none'
      : signAgainst(context.habits.charges[field], negative);
    if (negative) charge.text = charge.text.slice(1);
    if (against === 'none') continue;
    if (against !== 'rare') {
      context.words.doubt(
        `The charge of ${charge.text} has a different sign from the file's other charges. It was read as a charge.`,
      );
      continue;
    }
    const value = parseExact<'pounds'>(charge.text);
    if (value === null) continue;
    rebate = rebate === null ? value : add(rebate, value);
    const rebated = `A rebate of ${money.format(Number(charge.text))} was deducted from the charges.`;
    if (context.isBrokerFile) context.words.remark(rebated);
    else context.words.doubt(`${rebated} Check it.`);
    delete found[field];
  }
  return rebate === null ? null : takeOff(found, rebate);
}

function takeOff(found: ProvedFigures, rebate: Exact<'pounds'>): Exact<'pounds'> | null {
  let left = rebate;
  for (const field of CHARGE_FIELDS) {
    const charge = found[field];
    const value = charge === undefined ? null : parseExact<'pounds'>(charge.text);
    if (charge === undefined || value === null || value <= 0n) continue;
    const part = value < left ? value : left;
    charge.text = toText(subtract(value, part));
    left = subtract(left, part);
  }
  return left > 0n ? left : null;
}
