import type { InputHTMLAttributes, Ref } from 'react';
import { classNames } from '../layout/class-names.ts';
import { Field, type FieldLook } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldLook, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'width'> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** A one-line text input. Takes every attribute of an input, so a form library's `register` can be spread in. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  width,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} width={width}>
      {(control) => <input {...input} {...control} type={type} className={classNames(styles.control, className)} />}
    </Field>
  );
}
