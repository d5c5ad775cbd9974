/** Prices and amounts of which one names no currency, or another one: their product shows whether both are in one. */
import { conversionRounding, roundingOf } from '../cells/figure-proof.ts';
import { CHARGE_FIELDS } from '../tables/columns.ts';
import type { ProofContext, ProvedFigures } from './proof-context.ts';
import type { FigureField } from './figure-habits.ts';
import { isNear, type FiguresContext } from './settle-pence.ts';
import { statedRateOf } from './stated-rate.ts';

type RatedFigures = ProvedFigures & {
  readonly price?: { currency: string | null };
  readonly consideration?: { currency: string | null };
};

/** Amounts that are nearer to each other are told apart by no rate. */
const APART = 0.02;

/** A price without a currency is in that of the amount where quantity x price is the amount. */
function nameProvedPrice(
  { quantity, price, consideration }: ProvedFigures & { readonly price?: { currency: string | null } },
  { believe, isBrokerFile, declared }: Pick<FiguresContext, 'believe' | 'isBrokerFile' | 'declared'>,
): void {
  if (believe || isBrokerFile || declared !== null) return;
  if (quantity === undefined || price === undefined || consideration === undefined) return;
  if (price.currency !== null || consideration.currency === null || consideration.currency === 'GBP') return;
  if (isNear(Number(quantity.text) * Number(price.text), Number(consideration.text)))
    price.currency = consideration.currency;
}

/** Warns about an amount without a currency that is read in the one of a charge, `only`. */
export function doubtChargeCurrency(
  consideration: { readonly currency: string | null } | undefined,
  only: string | null,
  { believe, isBrokerFile, declared, words }: Pick<FiguresContext, 'believe' | 'isBrokerFile' | 'declared' | 'words'>,
): void {
  if (believe || isBrokerFile || declared !== null || consideration?.currency !== null) return;
  if (only !== null && only !== 'GBP')
    words.doubt(`Only a charge names a currency: the amounts were read as ${only}. Check them.`);
}

/** Reads an amount in pounds, where the row's rate shows that it is, and a price in the currency of its amount. */
export function readInPounds(
  found: RatedFigures,
  priceField: FigureField,
  context: ProofContext & Pick<FiguresContext, 'believe' | 'declared'>,
): boolean {
  nameProvedPrice(found, context);
  const { type, believe, statedRate, words } = context;
  const { consideration } = found;
  if (believe || (type !== 'BUY' && type !== 'SELL') || consideration === undefined) return false;
  if (isProductInPounds(found, priceField, context)) {
    consideration.currency = 'GBP';
    words.remark('Quantity x price in pounds is the amount, so it was read as pounds.');
    return true;
  }
  if (!isInPoundsByRate(found, priceField, context)) return false;
  consideration.currency = 'GBP';
  words.remark(`Quantity x price at the exchange rate of ${statedRate} is the amount, so it was read as pounds.`);
  return true;
}

/** True where the price names pounds and makes the amount to the penny, although the row names another currency. */
function isProductInPounds(
  found: RatedFigures,
  priceField: FigureField,
  { isBrokerFile, currency }: ProofContext,
): boolean {
  const { quantity, consideration } = found;
  const price = found[priceField];
  if (isBrokerFile || currency === 'GBP' || quantity === undefined || price === undefined) return false;
  if (consideration === undefined || consideration.currency !== null || price.currency !== 'GBP') return false;
  const product = Number(quantity.text) * Number(price.text);
  return Math.abs(product - Number(consideration.text)) <= roundingOf(quantity.text, price.text, consideration.text);
}

/**
 * True where quantity x price at the rate that the row states is the amount, before or with all charges, and without the
 * rate is not: the amount is in pounds although the row names another currency.
 */
function isInPoundsByRate(found: ProvedFigures, priceField: FigureField, context: ProofContext): boolean {
  const { isBrokerFile, currency, statedRate, date, rate, type } = context;
  const { quantity, consideration } = found;
  const price = found[priceField];
  if (isBrokerFile || currency === 'GBP' || statedRate === '' || date === null) return false;
  if (quantity === undefined || price === undefined || consideration === undefined) return false;
  if (consideration.currency !== null || (price.currency ?? currency) !== currency) return false;
  const used = statedRateOf(statedRate, rate(currency, date));
  const [product, amount] = [Number(quantity.text) * Number(price.text), Number(consideration.text)];
  if (used === null || !(product > 0) || !(amount > 0) || Math.abs(product - amount) <= amount * APART) return false;
  const inPounds = product * Number(used);
  const charges = CHARGE_FIELDS.reduce((sum, field) => sum + Math.abs(Number(found[field]?.text ?? 0)), 0);
  const expected = charges === 0 ? inPounds : type === 'SELL' ? inPounds - charges : inPounds + charges;
  const rounding = amount * conversionRounding(price.text, statedRate.trim());
  return Math.abs(expected - amount) <= rounding + roundingOf(quantity.text, price.text, consideration.text);
}
