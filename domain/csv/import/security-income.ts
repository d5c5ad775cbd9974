/** Income that its security shows to be of another type than the file says, or doubtful. */
import { isGilt } from '../../cgt/terms/gilts.ts';
import type { Asset } from '../../records/records.ts';
import type { RowReading } from '../row-figures/row-reading.ts';

const ACCUMULATION = /\b(?:acc|accum|accumulation|accumulating)\b(?! ?[/&] ?(?:inc|dist))/iu;

/**
 * The row with its type changed to interest, where it is a dividend of a gilt, which brokers also call a distribution or
 * income; a dividend of an accumulation fund gets a note. Other rows are returned as they are.
 */
export function withIncomeOf(
  reading: RowReading,
  security: { readonly isin: string; readonly asset: Asset | null } | null,
): RowReading {
  if (security === null || (reading.type !== 'DIVIDEND' && reading.type !== 'INTEREST')) return reading;
  if (reading.type === 'DIVIDEND' && isGilt(security.isin))
    return {
      ...reading,
      type: 'INTEREST',
      remarks: [...reading.remarks, 'A gilt pays interest, so its income was read as such.'],
    };
  const name = [security.asset?.name ?? '', reading.assetName].find((text) => ACCUMULATION.test(text));
  return name === undefined
    ? reading
    : {
        ...reading,
        notes: [
          ...reading.notes,
          `${name} is an accumulation fund, whose income stays in it. Check whether this was paid or is a notional distribution.`,
        ],
      };
}
