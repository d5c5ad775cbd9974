/** The income of a gilt, which brokers also call a dividend, a distribution or income. */
import { isGilt } from '../../cgt/terms/gilts.ts';
import type { RowReading } from '../row-figures/row-reading.ts';

/** The row with its type changed to interest, where it is a dividend of a gilt; else the row itself. */
export function withGiltInterest(reading: RowReading, isin: string | undefined): RowReading {
  if (reading.type !== 'DIVIDEND' || isin === undefined || !isGilt(isin)) return reading;
  return {
    ...reading,
    type: 'INTEREST',
    remarks: [...reading.remarks, 'A gilt pays interest, so its income was read as such.'],
  };
}
