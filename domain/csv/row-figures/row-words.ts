/**
 * The questions, notes, remarks and errors of a row while its figures are read. One object per row, because there are
 * many rows.
 */
import type { IsoDate } from '../../values/dates.ts';
import { issueText } from '../../records/issue-text.ts';
import type { IssueCode } from '../../fields/issue.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { amountReadingQuestion } from '../questions/figure-questions.ts';
import type { ImportAnswers, RowQuestion } from '../questions/import-question.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { FigureField } from './figure-habits.ts';
import type { PreviewError } from './preview.ts';

/** What was changed or added while reading. */
export type FigureCorrection =
  | { readonly kind: 'pence' | 'notPence' | 'computed' }
  | { readonly kind: 'converted' | 'fileRate' | 'monthRate'; readonly currency: string }
  | {
      readonly kind: 'undeclaredPence';
      readonly quantity: number;
      readonly price: string;
      readonly stated: number;
      readonly pounds: string;
    };

/** What is wrong with a figure, for the reader to put in words. */
export type FigureFault =
  | 'notANumber'
  | 'spreadsheetError'
  | 'tooLarge'
  | 'tooPrecise'
  | 'needsRate'
  | 'mixedCurrencies'
  | 'hundredfold'
  | 'unknownUnit'
  | 'cut';

const FAULT_WORDS: Readonly<
  Record<
    Exclude<FigureFault, 'needsRate' | 'mixedCurrencies' | 'hundredfold' | 'unknownUnit' | 'cut'>,
    readonly [IssueCode, string]
  >
> = {
  notANumber: ['notANumber', 'a number'],
  spreadsheetError: ['notANumber', 'a number, not a spreadsheet error'],
  tooLarge: ['tooLarge', 'a number below 1,000,000,000,000,000'],
  tooPrecise: ['tooPrecise', 'at most 15 significant digits and 12 decimal places'],
};

/** What all rows of a file share. */
export interface FileWords {
  readonly source: Pick<SourceRows, 'heading'>;
  readonly corrected: (correction: FigureCorrection, line: number) => void;
  /** The user's answers. */
  readonly answers: () => ImportAnswers;
}

export class RowWords {
  readonly errors: PreviewError[] = [];
  readonly questions: RowQuestion[] = [];
  /** Warnings to read before selecting the row, which is not selected beforehand if there are any. */
  readonly notes: string[] = [];
  /** What was resolved while reading. */
  readonly remarks: string[] = [];
  /** The row's day, once it is read. */
  date: IsoDate | null = null;
  private readonly file: FileWords;
  private readonly row: SourceRow;

  constructor(file: FileWords, row: SourceRow) {
    this.file = file;
    this.row = row;
    if (row.note !== null) this.notes.push(row.note);
    if (row.remark !== null) this.remarks.push(row.remark);
  }

  /** Asks whether the file's amounts include the charges. */
  askReading(text: string): void {
    this.questions.push(amountReadingQuestion(text, this.file.answers()));
  }

  /** Adds a warning, so that the row is not selected beforehand. */
  doubt(text: string): void {
    this.notes.push(text);
  }

  /** Adds a sentence about something that was resolved. */
  remark(text: string): void {
    this.remarks.push(text);
  }

  corrected(correction: FigureCorrection): void {
    this.file.corrected(correction, this.row.line);
  }

  /** Adds the error of a cell, with the file's own heading and the cell itself. */
  refuseCell(field: TransactionField, code: IssueCode, expected: string): void {
    const value = shorten(cleanText(this.row.get(field)));
    this.errors.push({ message: issueText({ field: this.file.source.heading(field), code, value, expected }), field });
  }

  refuse(field: FigureField, fault: FigureFault, detail: string): void {
    switch (fault) {
      case 'mixedCurrencies':
        this.errors.push({
          message: `Amounts on this line are in more than one currency (${detail}): expected one.`,
          field,
        });
        return;
      case 'cut':
        this.errors.push({
          message: `${detail} is in scientific notation and may have lost digits: expected the whole figure.`,
          field,
        });
        return;
      case 'hundredfold':
        this.refuseCell(field, 'notAllowed', `about ${detail}: this is 100 times that`);
        return;
      case 'unknownUnit':
        this.refuseCell(
          field,
          'notAllowed',
          '£ or p beside it: the currency says pence, and no price tells whether this is pounds',
        );
        return;
      case 'needsRate':
        this.refuseCell(field, 'notAllowed', `pounds: ${detail} needs a GBP rate for ${this.date ?? 'the day'}`);
        return;
      case 'notANumber':
      case 'spreadsheetError':
      case 'tooLarge':
      case 'tooPrecise':
        this.refuseCell(field, ...FAULT_WORDS[fault]);
    }
  }
}
