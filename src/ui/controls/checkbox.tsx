import { type InputHTMLAttributes, type Ref, useEffect, useRef } from 'react';
import { classNames } from '../layout/class-names.ts';
import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  readonly label: string;
  /** Keeps the label for screen readers only, as in a table's first column. */
  readonly labelHidden?: boolean;
  /** Shows the mark of 'some of them'. */
  readonly indeterminate?: boolean;
  readonly onCheckedChange?: (checked: boolean) => void;
  readonly onChange?: InputHTMLAttributes<HTMLInputElement>['onChange'];
  readonly ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its label; the label is part of the target. */
export function Checkbox({
  label,
  labelHidden = false,
  indeterminate = false,
  onCheckedChange,
  onChange,
  className,
  ref,
  ...input
}: CheckboxProps) {
  const own = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={classNames(styles.checkbox, labelHidden && styles.bare, className)}>
      <input
        {...input}
        ref={(element) => {
          own.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        type="checkbox"
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
      />
      <span className={labelHidden ? styles.hidden : undefined}>{label}</span>
    </label>
  );
}
