import { useFormContext } from 'react-hook-form';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import type { SavingsAccountFields } from '../../../domain/records/savings-account.ts';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import {
  CHECKED,
  FormCheckbox,
  FormDate,
  FormDecimal,
  FormSelect,
  FormText,
  FormTextArea,
} from '../../ui/forms/form-fields.tsx';
import { FieldRow } from '../../ui/layout/page.tsx';
import { type FormValues, RecordForm } from '../../ui/forms/record-form.tsx';
import { optionsOf } from '../../ui/forms/select-field.tsx';
import { readSavingsForm, withSortCodeDashes } from './savings-form-values.ts';

export interface SavingsFormProps {
  readonly mode: 'add' | 'edit';
  /** What an unfinished form is kept under. */
  readonly draftKey: string;
  readonly values: FormValues;
  readonly accounts: readonly Account[];
  /** The banks that can be chosen. */
  readonly banks: readonly { readonly id: string; readonly name: string }[];
  /** Saves and returns null, or the reason why it was not saved. */
  readonly onSave: (fields: SavingsAccountFields) => Promise<string | null>;
}

/** The savings account form (002 §2). Every rule is the domain's `checkSavingsAccount`. */
export function SavingsForm({ mode, draftKey, values, accounts, banks, onSave }: SavingsFormProps) {
  return (
    <RecordForm
      draftKey={draftKey}
      values={values}
      read={readSavingsForm}
      onSave={onSave}
      back="/savings-accounts"
      submitLabel={mode === 'add' ? 'Create Account' : 'Update Account'}
    >
      <FieldRow>
        <FormSelect name="bankNameId" label="Bank Name *" placeholder="Select a bank..." options={optionsOf(banks)} />
        <FormText name="accountType" label="Account Type *" hint="For example Checking, Savings, Money Market" />
      </FieldRow>
      <FieldRow>
        <FormDate name="accountOpenDate" label="Account Open Date *" />
        <FormDate name="accountCloseDate" label="Account Close Date" hint="Leave empty if account is still active" />
      </FieldRow>
      <FieldRow>
        <BalanceField mode={mode} />
        <FormDate name="latestBalanceDate" label="Balance Date *" />
        <FormDecimal
          name="interestRate"
          label="Interest Rate (%)"
          suffix="%"
          hint="Enter as percentage (e.g., 4.32 for 4.32%)"
        />
      </FieldRow>
      <FormText
        name="accountReference"
        label="Account Reference"
        hint="Optional reference like account number or identifier"
      />
      <FieldRow>
        <FormText
          name="sortCode"
          label="Sort Code"
          hint="UK bank sort code in format XX-XX-XX"
          maxLength={8}
          width="narrow"
          inputMode="numeric"
          onLeft={withSortCodeDashes}
        />
        <FormText
          name="accountNumber"
          label="Account Number"
          hint="8-digit savings account number"
          maxLength={8}
          width="narrow"
          inputMode="numeric"
        />
      </FieldRow>
      <FormSelect
        name="accountId"
        label="Associated Account *"
        placeholder="Select an account..."
        options={optionsOf(accounts)}
        hint="Select which account this savings account is associated with"
      />
      <CashIsaField />
      <FormTextArea name="notes" label="Notes" rows={3} width="full" />
    </RecordForm>
  );
}

/** Marks a cash ISA; its balance is never taken for the amount paid in. */
function CashIsaField() {
  const { watch } = useFormContext<Record<string, string>>();
  return (
    <>
      <FormCheckbox name="isCashIsa" label="This account is a cash ISA" />
      {watch('isCashIsa') === CHECKED && <DeviceOnly what="cashIsas" />}
    </>
  );
}

/** A balance that is entered is today's, until another day is given (002 §4). */
function BalanceField({ mode }: Pick<SavingsFormProps, 'mode'>) {
  const { getValues, setValue } = useFormContext<Record<string, string>>();
  const dateIt = (text: string) => {
    if (mode === 'add' && text !== '' && getValues('latestBalanceDate') === '')
      setValue('latestBalanceDate', londonDate(Date.now()), { shouldValidate: true, shouldDirty: true });
  };
  return <FormDecimal name="latestBalance" label="Latest Balance *" prefix="£" places={2} onTyped={dateIt} />;
}
