import { useState } from 'react';
import type { AssetCategory } from '../../../../domain/fields/enums.ts';
import type { TargetAllocationFields } from '../../../../domain/records/target-allocation.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { FieldStack, FormActions, Section } from '../../../ui/layout/page.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { readTargetPercentage } from './target-allocation-rules.ts';
import { TargetPercentageField } from './target-percentage-field.tsx';

export interface AddTargetAllocationProps {
  /** Those without a target. */
  readonly categories: readonly { readonly value: AssetCategory; readonly label: string }[];
  readonly onAdd: (fields: TargetAllocationFields) => Promise<void>;
  readonly onCancel: () => void;
}

/** The form for a category's first target (002 §2, §5). */
export function AddTargetAllocation({ categories, onAdd, onCancel }: AddTargetAllocationProps) {
  const [category, setCategory] = useState('');
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const chosen = categories.find(({ value }) => value === category);
  const reading = readTargetPercentage(text);
  const submit = async () => {
    setSubmitted(true);
    if (chosen === undefined || !reading.ok || isBusy) return;
    setBusy(true);
    await onAdd({ assetCategory: chosen.value, targetPercentage: reading.value }).finally(() => {
      setBusy(false);
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Section title="Add New Target Allocation">
        <FieldStack>
          <SelectField
            label="Asset Category"
            placeholder="Select a category..."
            options={categories}
            value={category}
            error={submitted && chosen === undefined ? 'Please select an asset category' : null}
            onChange={(event) => {
              setCategory(event.target.value);
            }}
          />
          <TargetPercentageField
            label="Target Percentage"
            width="narrow"
            placeholder="e.g. 40.50"
            hint="Maximum 2 decimal places"
            value={text}
            error={submitted && !reading.ok ? reading.message : null}
            onValueChange={setText}
          />
        </FieldStack>
        <FormActions>
          <Button disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            Add Allocation
          </Button>
        </FormActions>
      </Section>
    </form>
  );
}
