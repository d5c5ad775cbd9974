/** The labels of natures, boxes and kinds: the same on the screen, on paper and in the CSV. */
import type { BoxName } from './boxes.ts';
import type { Nature } from './nature.ts';
import type { ReceiptKind } from './receipts.ts';
import type { ForeignKind, MarriageAllowance, Residence } from './stated-income.ts';

export const NATURE_LABELS: Readonly<Record<Nature, string>> = {
  ukDividend: 'UK dividends',
  ukFundDividend: 'UK fund distributions (dividends)',
  ukInterest: 'UK interest',
  ukFundInterest: 'UK fund distributions (interest)',
  foreignDividend: 'Foreign dividends',
  foreignInterest: 'Foreign interest',
  propertyIncome: 'Property income distributions',
  giltInterest: 'Gilt interest',
};

export const NATURE_NOT_KNOWN = 'Not known yet';

export function natureLabel(nature: Nature | null): string {
  return nature === null ? NATURE_NOT_KNOWN : NATURE_LABELS[nature];
}

export const KIND_LABELS: Readonly<Record<ReceiptKind, string>> = {
  paid: 'Paid',
  reinvested: 'Reinvested',
  notional: 'Notional',
};

export const BOX_LABELS: Readonly<Record<BoxName, string>> = {
  taxedUkInterest: 'Taxed UK interest (net)',
  untaxedUkInterest: 'Untaxed UK interest',
  untaxedForeignInterest: 'Untaxed foreign interest (up to £2,000)',
  ukDividends: 'Dividends from UK companies',
  ukFundDividends: 'Other dividends',
  giltInterestNet: 'Gilt interest after tax taken off',
  giltInterestTax: 'Tax taken off gilt interest',
  giltInterestGross: 'Gilt interest, gross amount before tax',
  foreignInterest: 'Foreign interest',
  foreignInterestTax: 'Foreign tax on interest',
  foreignDividends: 'Foreign dividends',
  foreignDividendsTax: 'Foreign tax on dividends',
  propertyIncome: 'Property income distributions',
  propertyIncomeTax: 'Tax taken off property income distributions',
};

/** `SA100 box 4`; without a number the form alone; the main return where no form is confirmed. */
export function boxPlace(form: string | null, number: number | null): string {
  if (form === null) return 'Other income';
  return number === null ? form : `${form} box ${number}`;
}

export const MARRIAGE_LABELS: Readonly<Record<MarriageAllowance, string>> = {
  none: 'None',
  given: 'Given to the spouse or civil partner',
  received: 'Received from the spouse or civil partner',
};

export const RESIDENCE_LABELS: Readonly<Record<Residence, string>> = {
  restOfUk: 'England, Wales or Northern Ireland',
  scotland: 'Scotland',
};

export const FOREIGN_KIND_LABELS: Readonly<Record<ForeignKind, string>> = {
  dividend: 'Dividends',
  interest: 'Interest',
};
