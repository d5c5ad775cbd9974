/** The rules for target allocations (002 §5). */
import { exact, round } from '../values/decimal.ts';
import { readAssetCategory } from '../fields/enums.ts';
import type { FieldReader } from '../fields/field-reader.ts';
import type { Checked } from '../fields/issue.ts';
import { checkFields, type Draft, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { TARGET_ALLOCATION } from './records.ts';

export type TargetAllocationFields = FieldsOf<typeof TARGET_ALLOCATION>;
export type TargetAllocationInput = InputOf<typeof TARGET_ALLOCATION>;

const { targetPercentage } = TARGET_ALLOCATION;

/** Checks a new allocation; the category is given by its name or its numeric code. */
export function checkTargetAllocation(input: TargetAllocationInput): Checked<TargetAllocationFields> {
  const assetCategory = readAssetCategory(input.assetCategory) ?? input.assetCategory;
  return checkFields(TARGET_ALLOCATION, { ...input, assetCategory }, refuseDecimals);
}

/** Checks a changed percentage; the category of an allocation cannot change. */
export function checkTargetPercentage(
  input: TargetAllocationInput,
): Checked<Pick<TargetAllocationFields, 'targetPercentage'>> {
  return checkFields({ targetPercentage }, input, refuseDecimals);
}

function refuseDecimals(
  reader: FieldReader<string>,
  { targetPercentage: value }: Pick<Draft<typeof TARGET_ALLOCATION>, 'targetPercentage'>,
): void {
  if (value !== null && round(exact(value), 2) !== exact(value))
    reader.refuse('targetPercentage', 'tooManyDecimals', 'at most 2 decimal places');
}
