/**
 * The capital gains export of a tax year (001 §7): the disposals on the screen, days in the en-GB form, fixed decimals.
 */
import type { Pounds, Quantity } from '../../values/amount.ts';
import { dayMonthYear, type IsoDate } from '../../values/dates.ts';
import { exact, toFixed } from '../../values/decimal.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import { csvFile, textCell } from '../cells/write-csv.ts';

/** The figures of a disposal that a row of the export contains. */
export interface ExportedDisposal {
  readonly disposalDate: IsoDate;
  readonly isin: string;
  readonly assetName: string;
  readonly accountName: string;
  readonly taxWrapper: string;
  readonly quantityDisposed: Quantity;
  readonly disposalProceeds: Pounds;
  readonly allowableCost: Pounds;
  readonly capitalGain: Pounds;
}

const HEADER = [
  'Disposal Date',
  'ISIN',
  'Asset Name',
  'Account',
  'Tax Wrapper',
  'Quantity',
  'Proceeds',
  'Cost',
  'Gain/Loss',
];

export function capitalGainsCsv(disposals: readonly ExportedDisposal[]): string {
  return csvFile(
    HEADER,
    disposals.map((disposal) => [
      dayMonthYear(disposal.disposalDate),
      textCell(disposal.isin),
      textCell(disposal.assetName),
      textCell(disposal.accountName),
      textCell(disposal.taxWrapper),
      toFixed(exact(disposal.quantityDisposed), 6),
      toFixed(exact(disposal.disposalProceeds), 2),
      toFixed(exact(disposal.allowableCost), 2),
      toFixed(exact(disposal.capitalGain), 2),
    ]),
  );
}

export function capitalGainsFileName(taxYear: TaxYear): string {
  return `capital-gains-${taxYear}.csv`;
}
