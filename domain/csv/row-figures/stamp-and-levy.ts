/** Stamp duty and the PTM levy in one column: the duty is 0.5 % of a purchase, and only the levy is paid on a sale. */
import { add, parseExact, subtract, toText, type Exact } from '../../values/decimal.ts';
import type { IsoDate } from '../../values/dates.ts';
import { isStampDuty, leviesOn } from '../profiles/stamp-duty.ts';
import type { ProvedFigures } from './proof-context.ts';

/** True for the heading of both. */
export function isStampAndLevy(heading: string): boolean {
  return /\b(?:stamp|duty|sdrt)\b/iu.test(heading) && /\b(?:ptm|levy)\b/iu.test(heading);
}

/** Moves the levy in the figure of the stamp duty to the broker's charges, where it is one. */
export function splitLevy(found: ProvedFigures, isPurchase: boolean, day: IsoDate | null): void {
  const { stampDuty, brokerCharge, consideration } = found;
  const both = parseExact<'pounds'>(stampDuty?.text ?? 'none');
  const amount = parseExact<'pounds'>(consideration?.text ?? 'none');
  if (stampDuty === undefined || both === null || amount === null) return;
  const taxed = isPurchase ? amount : (0n as Exact<'pounds'>);
  const levy = leviesOn(day).find((one) => isStampDuty(subtract(both, one), taxed));
  if (levy === undefined) return;
  const charge = parseExact<'pounds'>(brokerCharge?.text ?? '0');
  if (charge === null) return;
  found.brokerCharge = { ...(brokerCharge ?? stampDuty), text: toText(add(charge, levy)) };
  stampDuty.text = toText(subtract(both, levy));
}
