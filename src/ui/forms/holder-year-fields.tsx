import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { optionsOf, SelectField } from './select-field.tsx';

export interface HolderYearFieldsProps {
  readonly taxYear: TaxYear;
  /** The years that can be chosen beside the present one. */
  readonly years: readonly TaxYear[];
  readonly onYear: (year: TaxYear) => void;
  readonly accountId: string;
  readonly holders: readonly { readonly id: string; readonly name: string }[];
  readonly onHolder: (accountId: string) => void;
}

/** The choice of a tax year, the latest first, and of an account holder. */
export function HolderYearFields({ taxYear, years, onYear, accountId, holders, onHolder }: HolderYearFieldsProps) {
  const choices = [...new Set([...years, taxYear])].toSorted().toReversed();
  return (
    <>
      <SelectField
        label="Tax year"
        hint="6 April to 5 April"
        width="narrow"
        options={choices.map((year) => ({ value: year, label: year }))}
        value={taxYear}
        onChange={({ target: { value } }) => {
          const year = choices.find((one) => one === value);
          if (year !== undefined) onYear(year);
        }}
      />
      <SelectField
        label="Account holder"
        options={optionsOf(holders)}
        value={accountId}
        onChange={({ target: { value } }) => {
          onHolder(value);
        }}
      />
    </>
  );
}
