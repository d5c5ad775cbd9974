import { TAX_WRAPPER_OPTIONS } from '../../../domain/fields/enums.ts';
import type { Account } from '../../../domain/records/records.ts';
import { FormSelect } from '../../ui/forms/form-fields.tsx';
import { optionsOf } from '../../ui/forms/select-field.tsx';
import { FieldRow } from '../../ui/layout/page.tsx';
import { JuniorIsaNote } from '../../ui/messages/junior-isa-note.tsx';

/** The account and wrapper of a transaction. */
export function AccountFields({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <>
      <FieldRow>
        <FormSelect
          name="accountId"
          label="Account"
          placeholder="Select an account"
          options={optionsOf(accounts)}
          required
        />
        <FormSelect name="taxWrapper" label="Tax Wrapper" options={TAX_WRAPPER_OPTIONS} required width="narrow" />
      </FieldRow>
      <JuniorIsaNote />
    </>
  );
}
