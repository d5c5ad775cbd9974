/** Charges in pounds beside an amount in another currency, as a broker in the United Kingdom takes them. */
import { isPlausibleCharge, tradeProof } from '../cells/figure-proof.ts';
import { CHARGE_FIELDS, type ChargeField } from '../tables/columns.ts';
import type { FigureField } from './figure-habits.ts';
import type { ProofContext } from './proof-context.ts';
import { isNothing } from './unusual-figures.ts';

interface Figure {
  readonly text: string;
  readonly currency: string | null;
}

/** True for a charge in whole pence that was not returned. */
function isPoundsCharge(charge: Figure | undefined): boolean {
  return charge?.currency === 'GBP' && /^\d+(?:\.\d{1,2}0*)?$/u.test(charge.text);
}

/**
 * Takes the charges in pounds out of a trade whose amount is quantity x price in another currency, before all charges:
 * they need no conversion. Returns them by field, and nothing where another reading is possible.
 */
export function takePoundsCharges<F extends Figure>(
  found: Partial<Record<FigureField, F>>,
  priceField: FigureField,
  { type, isBrokerFile, currency }: Pick<ProofContext, 'type' | 'isBrokerFile' | 'currency'>,
): Partial<Record<ChargeField, F>> {
  const { quantity, consideration } = found;
  const price = found[priceField];
  if (isBrokerFile || (type !== 'BUY' && type !== 'SELL') || consideration === undefined) return {};
  const ofAmount = consideration.currency ?? currency;
  if (ofAmount === 'GBP' || (price?.currency ?? currency) !== ofAmount) return {};
  const charges = CHARGE_FIELDS.filter((field) => !isNothing(found[field]?.text ?? '0'));
  if (charges.length === 0 || !charges.every((field) => isPoundsCharge(found[field]))) return {};
  const figures = { quantity: quantity?.text ?? null, price: price?.text ?? null, amount: consideration.text };
  const sum = charges.reduce((total, field) => total + Number(found[field]?.text), 0);
  if (!isPlausibleCharge(sum, Number(consideration.text))) return {};
  if (tradeProof({ isPurchase: type === 'BUY', ...figures, charges: sum }) !== 'gross') return {};
  const taken: Partial<Record<ChargeField, F>> = {};
  for (const field of charges) {
    const charge = found[field];
    if (charge !== undefined) taken[field] = charge;
    delete found[field];
  }
  return taken;
}
