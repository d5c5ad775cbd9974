import type { BridgePart } from '../../../domain/returns/answers/bridge.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';

/** Parts that are subtracted. */
const OFF: ReadonlySet<BridgePart> = new Set<BridgePart>(['paidOut', 'charges', 'tax']);

export function isValue(part: BridgePart): boolean {
  return part === 'opening' || part === 'closing';
}

export function isPayment(part: BridgePart): boolean {
  return part === 'paidIn' || part === 'paidOut';
}

/** What an amount of the part adds to the value, negative where the part subtracts. */
export function addedBy(part: BridgePart, amount: number): number {
  return OFF.has(part) ? 0 - amount : amount;
}

/** An amount of one part, with the sign that it has on the way to the closing value. */
export function BridgeFigure({ part, amount }: { readonly part: BridgePart; readonly amount: number }) {
  return <HiddenMoney value={addedBy(part, amount)} tone={!isValue(part) && !isPayment(part)} />;
}
