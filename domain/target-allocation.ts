/** The rules of target allocations (002 §5). */
import type { Percent } from './amount.ts';
import { exact, round } from './decimal.ts';
import { readAssetCategory } from './enums.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';
import type { TargetAllocation } from './records.ts';

export type TargetAllocationFields = Omit<TargetAllocation, 'id'>;
export type TargetAllocationInput = { readonly [K in keyof TargetAllocationFields]?: unknown };

/** Checks a new allocation; the category may be its name or its numeric code. */
export function checkTargetAllocation(input: TargetAllocationInput): Checked<TargetAllocationFields> {
  const reader = new FieldReader<keyof TargetAllocationFields>(input);
  const assetCategory = readAssetCategory(input.assetCategory);
  if (assetCategory === null)
    reader.refuse(
      'assetCategory',
      (input.assetCategory ?? '') === '' ? 'required' : 'notAnOption',
      'an asset category such as UK_TSM',
    );
  const targetPercentage = readPercentage(reader);
  if (assetCategory === null || targetPercentage === null) return { ok: false, issues: reader.issues };
  return { ok: true, value: { assetCategory, targetPercentage } };
}

/** Checks a changed percentage; the category of an allocation stays. */
export function checkTargetPercentage(
  input: TargetAllocationInput,
): Checked<Pick<TargetAllocationFields, 'targetPercentage'>> {
  const reader = new FieldReader<keyof TargetAllocationFields>(input);
  const targetPercentage = readPercentage(reader);
  return targetPercentage === null ? { ok: false, issues: reader.issues } : { ok: true, value: { targetPercentage } };
}

function readPercentage(reader: FieldReader<keyof TargetAllocationFields>): Percent | null {
  const value = reader.requiredBetween<'percent'>('targetPercentage', 0, 1000, 'a percentage from 0 to 1000');
  if (value === null || round(exact(value), 2) === exact(value)) return value;
  reader.refuse('targetPercentage', 'tooManyDecimals', 'at most 2 decimal places');
  return null;
}
