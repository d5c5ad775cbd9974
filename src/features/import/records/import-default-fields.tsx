import { TAX_WRAPPER_OPTIONS, type TaxWrapper } from '../../../../domain/fields/enums.ts';
import type { Account } from '../../../../domain/records/records.ts';
import { FieldRow } from '../../../ui/layout/page.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import styles from './import-default-fields.module.css';

/** The account and wrapper of rows that name none; empty is nothing. */
export interface RowDefaults {
  readonly accountId: string;
  readonly taxWrapper: TaxWrapper | '';
}

/** The chosen defaults, as the worker expects them. */
export function defaultsOf({ accountId, taxWrapper }: RowDefaults): {
  readonly accountId?: string;
  readonly taxWrapper?: TaxWrapper;
} {
  return { ...(accountId !== '' && { accountId }), ...(taxWrapper !== '' && { taxWrapper }) };
}

export interface ImportDefaultFieldsProps {
  readonly defaults: RowDefaults;
  readonly accounts: readonly Account[];
  readonly onChange: (defaults: RowDefaults) => void;
}

/** Asked beside the file, folded: most files name the account and wrapper of every row. */
export function ImportDefaultFields({ defaults, accounts, onChange }: ImportDefaultFieldsProps) {
  return (
    <details className={styles.defaults}>
      <summary>If the file names no account or tax wrapper</summary>
      <FieldRow>
        <SelectField
          label="Account for these rows"
          placeholder="None"
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          value={defaults.accountId}
          onChange={(event) => {
            onChange({ ...defaults, accountId: event.target.value });
          }}
        />
        <SelectField
          label="Tax wrapper for these rows"
          placeholder="None"
          options={TAX_WRAPPER_OPTIONS}
          value={defaults.taxWrapper}
          onChange={(event) => {
            onChange({
              ...defaults,
              taxWrapper: TAX_WRAPPER_OPTIONS.find((option) => option.value === event.target.value)?.value ?? '',
            });
          }}
        />
      </FieldRow>
    </details>
  );
}
