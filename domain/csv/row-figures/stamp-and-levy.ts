/** Stamp duty and the PTM levy in one column: the duty is 0.5 % of a purchase, and only the levy is paid on a sale. */
import { absolute, add, parseExact, subtract, toText, type Exact } from '../../values/decimal.ts';
import type { ProvedFigures } from './proof-context.ts';

/** The levy on trades above £10,000, now and in earlier years. */
const LEVIES = ['1', '1.5'].map((text) => parseExact<'pounds'>(text) as Exact<'pounds'>);
/** A penny of rounding in the duty, as 0.5 % of the amount. */
const ROUNDING = parseExact<'pounds'>('2') as Exact<'pounds'>;

/** True for the heading of both. */
export function isStampAndLevy(heading: string): boolean {
  return /\b(?:stamp|duty|sdrt)\b/iu.test(heading) && /\b(?:ptm|levy)\b/iu.test(heading);
}

/** Moves the levy in the figure of the stamp duty to the broker's charges, where it is one. */
export function splitLevy(found: ProvedFigures, isPurchase: boolean): void {
  const { stampDuty, brokerCharge, consideration } = found;
  const both = parseExact<'pounds'>(stampDuty?.text ?? 'none');
  const amount = parseExact<'pounds'>(consideration?.text ?? 'none');
  if (stampDuty === undefined || both === null || amount === null) return;
  const levy = LEVIES.find((one) => {
    const duty = subtract(both, one);
    const expected = isPurchase ? amount : (0n as Exact<'pounds'>);
    return absolute(subtract((duty * 200n) as Exact<'pounds'>, expected)) <= ROUNDING;
  });
  if (levy === undefined) return;
  const charge = parseExact<'pounds'>(brokerCharge?.text ?? '0');
  if (charge === null) return;
  found.brokerCharge = { ...(brokerCharge ?? stampDuty), text: toText(add(charge, levy)) };
  stampDuty.text = toText(subtract(both, levy));
}
