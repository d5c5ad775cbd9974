/**
 * One charge that contains stamp duty and the dealing charge: a split to offer, never made without asking (FORMATS 1).
 */
import type { Pounds } from '../../values/amount.ts';
import { divide, exact, round, subtract, toAmount, toText, type Exact } from '../../values/decimal.ts';
import type { Asset } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';

export interface ChargeSplit {
  readonly brokerCharge: Pounds;
  readonly stampDuty: Pounds;
}

const TWO_HUNDRED = (200n * 10n ** 24n) as Exact<'quantity'>;
const PENNY = (10n ** 22n) as Exact<'pounds'>;
const MOST_DEALING_CHARGE = 60n * 10n ** 24n;

/** The pence of dealing charges, in pounds. */
const ENDINGS = [0, 0.49, 0.5, 0.95, 0.99, 1] as const;

/** Dealing charges end like shop prices: 5.00, 11.95, 3.99, 7.50. */
function isDealingCharge(charge: Exact<'pounds'>): boolean {
  return charge > 0n && charge <= MOST_DEALING_CHARGE && /^\d+(?:\.(?:5|95|99|49))?$/u.test(toText(charge));
}

/**
 * The split of a purchase's only charge: 0.5 % of the consideration for a UK share, within a penny, and a plausible
 * dealing charge. Null when it does not fit, or when stamp duty is stated.
 */
export function suggestedSplit(fields: TransactionFields, asset: Asset | null): ChargeSplit | null {
  if (
    fields.transactionType !== 'BUY' ||
    !fields.isin.startsWith('GB') ||
    fields.stampDuty !== 0 ||
    fields.brokerCharge === 0
  )
    return null;
  if (asset !== null && asset.type !== 'EQUITY') return null;
  const rest = fields.brokerCharge - fields.consideration / 200;
  // Most charges are no such sum, which binary floating point shows faster.
  if (!ENDINGS.some((ending) => Math.abs(rest - Math.floor(rest) - ending) < 0.03)) return null;
  const charge = exact(fields.brokerCharge);
  const duty = round(divide<'pounds'>(exact(fields.consideration), TWO_HUNDRED), 2);
  for (const stampDuty of [duty, subtract(duty, PENNY), (duty + PENNY) as Exact<'pounds'>]) {
    const brokerCharge = subtract(charge, stampDuty);
    if (stampDuty > 0n && isDealingCharge(brokerCharge))
      return { brokerCharge: toAmount(brokerCharge), stampDuty: toAmount(stampDuty) };
  }
  return null;
}
