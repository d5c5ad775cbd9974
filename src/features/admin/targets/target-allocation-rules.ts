/** What a typed target percentage may be, in the words of the screen (002 §5). */
import { type AmountFault, isAmount, parseAmount, type Percent } from '../../../../domain/values/amount.ts';
import { checkTargetPercentage } from '../../../../domain/records/target-allocation.ts';

export type PercentageReading =
  | { readonly ok: true; readonly value: Percent }
  | { readonly ok: false; readonly message: string };

/** Reads a percentage of at most two decimals from 0 to 1000. */
export function readTargetPercentage(text: string): PercentageReading {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, message: 'Please enter a target percentage' };
  const value: Percent | AmountFault = parseAmount<'percent'>(trimmed);
  if (!isAmount(value)) return { ok: false, message: value === 'tooPrecise' ? TOO_PRECISE : OUT_OF_RANGE };
  const checked = checkTargetPercentage({ targetPercentage: value });
  if (checked.ok) return { ok: true, value: checked.value.targetPercentage };
  return {
    ok: false,
    message: checked.issues.some(({ code }) => code === 'tooManyDecimals') ? TOO_PRECISE : OUT_OF_RANGE,
  };
}

const OUT_OF_RANGE = 'Percentage must be between 0 and 1000';
const TOO_PRECISE = 'Percentage must have at most 2 decimal places';
