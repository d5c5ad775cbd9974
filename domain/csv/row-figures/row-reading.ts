/** A row of a file as a transaction, as far as it was read. */
import type { IsoDate } from '../../dates.ts';
import type { TaxWrapper, TransactionType } from '../../enums.ts';
import type { SourceRow } from '../profiles/source-row.ts';
import type { RowQuestion } from '../questions/import-question.ts';
import type { PreviewError } from './preview.ts';
import type { RowAmounts } from './row-amounts.ts';

/** What a row says, before accounts, brokers and assets are looked up. */
export interface RowReading {
  readonly source: SourceRow;
  readonly type: TransactionType | null;
  /** The row moves cash without a security; what it is may still be asked. */
  readonly isCash: boolean;
  readonly date: IsoDate | null;
  readonly wrapper: TaxWrapper | null;
  readonly isinText: string;
  readonly sedolText: string;
  readonly ticker: string;
  readonly assetName: string;
  readonly accountName: string;
  readonly brokerName: string;
  readonly reference: string;
  readonly relatedIsin: string;
  readonly figures: RowAmounts;
  readonly extras: Readonly<Record<string, unknown>> | null;
  readonly errors: PreviewError[];
  /** What the row leaves open, answered or not. */
  readonly questions: RowQuestion[];
  /** What to know before choosing the row, which is then not chosen beforehand. */
  readonly notes: string[];
  /** What was settled on the way, as sentences. */
  readonly remarks: string[];
  /** The row takes another one back, which its type, quantity and amounts describe. */
  readonly takesBack: boolean;
}
