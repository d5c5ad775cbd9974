import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { Field, type FieldLook } from './field.tsx';
import styles from './field.module.css';

const ARROW = <ChevronDown aria-hidden="true" />;

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** A choice among records, by their names. */
export function optionsOf(records: readonly { readonly id: string; readonly name: string }[]): SelectOption[] {
  return records.map(({ id, name }) => ({ value: id, label: name }));
}

export interface SelectFieldProps extends FieldLook, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'children'> {
  readonly options: readonly SelectOption[];
  /** The first option, with the empty value: 'All Accounts' in a filter, 'Select a broker' in a form. */
  readonly placeholder?: string;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** A choice of one from a list, as the device's own select: its picker is the best one on a phone. */
export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  width,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} width={width}>
      {(control) => (
        <div className={styles.selectBox}>
          <select {...select} {...control} className={styles.select}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          {ARROW}
        </div>
      )}
    </Field>
  );
}
