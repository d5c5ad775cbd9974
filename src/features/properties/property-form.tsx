import { CURRENCY_OPTIONS } from '../../../domain/fields/enums.ts';
import { checkProperty, type PropertyFields } from '../../../domain/records/property.ts';
import { PROPERTY, type Account, type Property } from '../../../domain/records/records.ts';
import { FormDate, FormMoney, FormSelect, FormText, FormTextArea } from '../../ui/forms/form-fields.tsx';
import { FieldRow } from '../../ui/layout/page.tsx';
import { type FormReading, type FormValues, RecordForm } from '../../ui/forms/record-form.tsx';
import { blankValues, readValues, valuesOf, type FormWords } from '../../ui/forms/record-values.ts';
import { optionsOf } from '../../ui/forms/select-field.tsx';

const POSITIVE = 'Purchase price is required and must be positive';

/** The fields as the messages of 002 §5 name them. */
const WORDS: FormWords<typeof PROPERTY> = {
  name: { label: 'Property Name', words: { required: 'Property name is required' } },
  datePurchased: { label: 'Date Purchased', words: { required: 'Date purchased is required' } },
  purchasePrice: {
    label: 'Purchase Price',
    words: { required: POSITIVE, outOfRange: POSITIVE, negative: POSITIVE, notANumber: POSITIVE },
  },
};

export const NEW_PROPERTY = blankValues(PROPERTY);

export function propertyValuesOf(property: Property): FormValues {
  return valuesOf(PROPERTY, property);
}

function read(values: FormValues): FormReading<PropertyFields> {
  return readValues(PROPERTY, values, checkProperty, WORDS);
}

export interface PropertyFormProps {
  readonly mode: 'add' | 'edit';
  /** What an unfinished form is kept under. */
  readonly draftKey: string;
  readonly values: FormValues;
  readonly accounts: readonly Account[];
  /** Saves and returns null, or the reason why it was not saved. */
  readonly onSave: (fields: PropertyFields) => Promise<string | null>;
}

/** The property form (002 §2). Every rule is the domain's `checkProperty`. */
export function PropertyForm({ mode, draftKey, values, accounts, onSave }: PropertyFormProps) {
  return (
    <RecordForm
      draftKey={draftKey}
      values={values}
      read={read}
      onSave={onSave}
      back="/properties"
      submitLabel={mode === 'add' ? 'Create Property' : 'Update Property'}
    >
      <FormSelect name="accountId" label="Account *" placeholder="Select Account" options={optionsOf(accounts)} />
      <FormText name="name" label="Property Name *" width="wide" />
      <FormTextArea name="address" label="Address" placeholder="Full address" rows={3} width="full" />
      <FieldRow>
        <FormDate name="datePurchased" label="Date Purchased *" />
        <FormMoney name="purchasePrice" label="Purchase Price *" currencyName="currency" />
        <FormSelect name="currency" label="Currency *" width="narrow" options={CURRENCY_OPTIONS} />
      </FieldRow>
      <FormTextArea name="notes" label="Notes" placeholder="Additional information" rows={3} width="full" />
    </RecordForm>
  );
}
