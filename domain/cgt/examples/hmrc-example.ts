/**
 * Examples that HMRC has published, as rows of one holder, with HMRC's figures. Users can have them recomputed by the
 * code that works out their own gains (verification.ts).
 */
import type { Transaction } from '../../records/records.ts';
import type { TransactionType } from '../../fields/enums.ts';

/** Day, type, security, quantity, consideration in pounds, charges in pounds, further fields. */
export type ExampleRow = readonly [
  date: string,
  type: TransactionType,
  isin: string,
  quantity: number | null,
  consideration: number,
  charges: number,
  extras?: Readonly<
    Partial<
      Record<'accruedInterest' | 'ratioNew' | 'ratioOld' | 'valueAfter', number> &
        Pick<Transaction, 'relatedIsin' | 'smallTreatment'>
    >
  >,
];

/** Which of our figures one of HMRC's is. */
export type FigureReference =
  | { readonly of: 'gain' | 'allowableCost'; readonly year: string; readonly disposal: number }
  | {
      readonly of: 'matchQuantity' | 'matchCost';
      readonly year: string;
      readonly disposal: number;
      readonly match: number;
    }
  | {
      readonly of: 'net' | 'lossesBroughtForwardUsed' | 'lossesCarriedForward' | 'taxable' | 'tax';
      readonly year: string;
    }
  | { readonly of: 'poolQuantity' | 'poolCost' };

/** A figure that HMRC prints; HMRC rounds on the way, so `within` says how near ours has to be. */
export type PublishedFigure = FigureReference & {
  readonly published: string;
  readonly within: string;
  /** Why HMRC's own figure is a slip. */
  readonly erratum?: string;
};

export interface PublishedExample {
  readonly source: string;
  readonly about: string;
  /** What was assumed or moved, where the publication does not say it. */
  readonly note?: string;
  readonly rows: readonly ExampleRow[];
  /** The securities are bonds. */
  readonly bond?: true;
  readonly lossesBroughtForward?: number;
  readonly unusedBasicRateBand?: number;
  readonly figures: readonly PublishedFigure[];
}
