import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../layout/class-names.ts';
import { Field, type FieldLook } from './field.tsx';
import styles from './field.module.css';

export interface TextAreaFieldProps
  extends FieldLook, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'width'> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Text of several lines. Takes every attribute of a text area, so a form library's `register` can be spread in. */
export function TextAreaField({ label, labelHidden, hint, error, width, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} width={width}>
      {(control) => <textarea {...area} {...control} className={classNames(styles.control, className)} />}
    </Field>
  );
}
