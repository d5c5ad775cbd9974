/** Figures of a trade that correct rows hardly ever have. */
import { printedPlaces } from '../cells/numbers.ts';
import type { FigureField } from './figure-habits.ts';
import { money, type ProofContext, type ProvedFigures } from './proof-context.ts';

/**
 * Warns about figures that correct rows hardly ever have: a whole price beside a fraction of a share, or stamp duty in
 * the column of the charge.
 */
export function doubtShapes(
  found: ProvedFigures,
  priceField: FigureField,
  isPurchase: boolean,
  { words, isBrokerFile, currency, proof }: ProofContext,
): void {
  const { quantity, brokerCharge, stampDuty, consideration } = found;
  const price = found[priceField];
  if (
    quantity !== undefined &&
    price !== undefined &&
    quantity.text.includes('.') &&
    (price.inPence === true ? isWholePence(price.text) : isWhole(price.text)) &&
    !isWhole(quantity.text) &&
    !FRACTION.test(quantity.text) &&
    printedPlaces(quantity.text) <= Math.max(MOST_PLACES, printedPlaces(price.text)) &&
    proof?.isPriceDerived !== true
  )
    words.doubt(`Quantity ${quantity.text} and price ${price.text} look swapped. Check both.`);
  if (isNothing(stampDuty?.text ?? '0')) return;
  if (!isPurchase && !isBrokerFile) words.doubt(`Stamp duty of ${stampDuty?.text} on a sale is unusual. Check it.`);
  if (!isPurchase) return;
  const isComputed = consideration === undefined && (price?.inPence === true || (price?.currency ?? null) !== null);
  const duty = (isComputed ? Number(quantity?.text) * Number(price?.text) : Number(consideration?.text)) * 0.005;
  const paid = Number(stampDuty?.text ?? 0);
  // The amount may include the charges.
  const bases = [Number(consideration?.text), Number(quantity?.text) * Number(price?.text)];
  const isPounds =
    !isBrokerFile && (consideration?.currency ?? (isComputed ? price?.currency : null) ?? currency) === 'GBP';
  if (isPounds && duty > 0 && !bases.some((amount) => isUsualDuty(paid, amount)))
    words.doubt(`Stamp duty of ${money.format(paid)} is not 0.5 % of the amount. Check it.`);
  const [amount = 0, product = 0] = bases;
  const isProduct = consideration === undefined || Math.abs(product - amount) <= 0.0051;
  if (isPounds && isProduct && isWithinAmount(paid, product))
    words.doubt(
      `Stamp duty of ${money.format(paid)} is 0.5 % of the amount without it: the price may include it. Check the amount.`,
    );
  const isDuty = (charge: string | undefined): boolean => Math.abs(Number(charge ?? 0) - duty) <= 0.0151;
  if (duty > 0.1 && paid > 0 && isDuty(brokerCharge?.text) && !isDuty(stampDuty?.text))
    words.doubt(`The broker's charge is 0.5 % of the amount and the stamp duty is not: they look swapped.`);
}

/** Warns, in a file with decimal points and commas, of figures such as `1.234`, which nothing else of the row decides. */
export function doubtMixedMarks(
  figures: readonly { readonly text: string; readonly alternative: string | null }[],
  { mark, words }: Pick<ProofContext, 'mark' | 'words'>,
): void {
  if (mark !== 'mixed') return;
  for (const { text, alternative } of figures)
    if (alternative !== null)
      words.doubt(`A figure may be ${text} or ${alternative}: the file has decimal points and commas. Check it.`);
}

/** Rates of transaction taxes in per cent: of the United Kingdom and Ireland, and of other countries. */
const DUTIES = [0.5, 1, 0.1, 0.2, 0.3, 0.4];

/** True for a tax at a known rate, with the PTM levy or without, which a stamp may round up to five pounds. */
function isUsualDuty(paid: number, amount: number): boolean {
  return DUTIES.some((rate) => {
    const tax = (amount * rate) / 100;
    const isStamp = rate === 0.5 && paid % 5 === 0 && paid >= tax && paid < tax + 5;
    return isStamp || [0, 1, 1.5].some((levy) => Math.abs(paid - levy - tax) <= 0.03 + tax * 0.02);
  });
}

/** True where stamp duty is 0.5 % of the rest of an amount to the penny, and not of all of it. */
function isWithinAmount(paid: number, amount: number): boolean {
  return Math.abs(paid - (amount - paid) * 0.005) <= 0.0051 && Math.abs(paid - amount * 0.005) > 0.0101;
}

/** True for zero. */
export function isNothing(text: string): boolean {
  return text === '0' || !/[1-9]/u.test(text);
}

/** A part of a unit with more digits than prices have. */
const FRACTION = /\.\d{5,}[1-9]0*$/u;

/** A figure of more digits than these and than its price is one of units. */
const MOST_PLACES = 4;

/** Pounds that were printed as a whole number of pence. */
function isWholePence(text: string): boolean {
  return /^\d+\.\d{2}$/u.test(text);
}

/** A whole number as people write one: `25`, and `1000.0000000000` of a file that writes all units so. */
function isWhole(text: string): boolean {
  return /^\d+(?:\.0{4,})?$/u.test(text);
}
