/** The exchange rate by which an amount was converted to pounds, in the same words on every screen. */
import type { IsoDate } from '../../../domain/values/dates.ts';
import { dateInSentence } from './date-text.ts';

export interface ShownRate {
  readonly currency: string;
  /** Units of the currency for one pound. */
  readonly perPound: number;
  /** `other`: as the record has it. */
  readonly kind: 'hmrcMonth' | 'day' | 'other';
  /** The source of a monthly rate that the operator of the server has added; null for HMRC's and any other. */
  readonly operatorSource: string | null;
  readonly date: IsoDate | null;
}

/** `1.2662 USD per £1, HMRC's rate for 2024-12`. */
export function rateWords({ currency, perPound, kind, operatorSource, date }: ShownRate): string {
  const rate = `${perPound} ${currency} per £1`;
  switch (kind) {
    case 'hmrcMonth':
      return operatorSource === null
        ? `${rate}, HMRC's rate for ${date?.slice(0, 7) ?? ''}`
        : `${rate}, the rate for ${date?.slice(0, 7) ?? ''} that the operator of your server has added (${operatorSource})`;
    case 'day':
      return `${rate}, the rate of ${date === null ? 'the day' : dateInSentence(date)}`;
    case 'other':
      return `${rate}, as recorded`;
  }
}
