/** The figures of a trade or an income, and what the file shows about them, while they are compared with each other. */
import type { IsoDate } from '../../values/dates.ts';
import type { TransactionType } from '../../fields/enums.ts';
import type { AmountReading } from '../cells/figure-proof.ts';
import type { DecimalMark } from '../cells/numbers.ts';
import type { RowProof } from '../profiles/source-row.ts';
import type { FigureField, FigureHabits } from './figure-habits.ts';
import type { RowWords } from './row-words.ts';

/** How warnings write an amount. */
export const money = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A figure as plain decimal text with the currency beside it. */
export interface ProvedFigure {
  text: string;
  /** The file states the figure in pence. */
  readonly inPence?: boolean;
  readonly currency: string | null;
}

export interface ProofContext {
  readonly type: TransactionType | null;
  readonly mark: DecimalMark;
  readonly isBrokerFile: boolean;
  /** The column of stamp duty includes the PTM levy, as its heading says. */
  readonly isStampAndLevy: boolean;
  readonly habits: FigureHabits;
  /** Figures of the file that prove the row's own. */
  readonly proof: RowProof | null;
  /**
   * Whether amounts are gross or net by the user's answer, the rows or the heading; null where nothing decides, so that
   * the user is asked.
   */
  readonly reading: AmountReading | null;
  /** The row's currency where a figure names none. */
  readonly currency: string;
  /** Pounds for one unit on the row's day, or null. */
  readonly rate: (currency: string, day: IsoDate) => string | null;
  readonly date: IsoDate | null;
  /** The row's stated exchange rate; empty for none. */
  readonly statedRate: string;
  readonly words: Pick<RowWords, 'askReading' | 'doubt' | 'remark'>;
}

export type ProvedFigures = Partial<Record<FigureField, ProvedFigure>>;
