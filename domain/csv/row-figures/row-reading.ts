/** A row of a file as a transaction, as far as it was read. */
import type { IsoDate } from '../../values/dates.ts';
import type { TaxWrapper, TransactionType } from '../../fields/enums.ts';
import type { SourceRow } from '../profiles/source-row.ts';
import type { RowQuestion } from '../questions/import-question.ts';
import type { PreviewError } from './preview.ts';
import type { RowAmounts } from './row-amounts.ts';

/** The contents of a row, before accounts, brokers and assets are looked up. */
export interface RowReading {
  readonly source: SourceRow;
  readonly type: TransactionType | null;
  /** The row moves cash without a security; its type may still be asked. */
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
  /** The row's questions, answered or not. */
  readonly questions: RowQuestion[];
  /** Warnings to read before selecting the row, which is not selected beforehand if there are any. */
  readonly notes: string[];
  /** What was resolved while reading, as sentences. */
  readonly remarks: string[];
  /** The row reverses the transaction that its type, quantity and amounts describe. */
  readonly isReversal: boolean;
}
