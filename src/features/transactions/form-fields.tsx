/** The ui's fields bound to the transaction form by name: value, message and the rule that errors follow every change. */
import { type RefCallBack, useController, useFormContext } from 'react-hook-form';
import { DateField } from '../../ui/date-field.tsx';
import { DecimalField } from '../../ui/decimal-field.tsx';
import type { FieldWidth } from '../../ui/field.tsx';
import { SelectField, type SelectFieldProps } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRenamedChoice } from '../../ui/use-renamed-choice.ts';
import type { TransactionFormField, TransactionFormValues } from './transaction-form-values.ts';

interface BoundField {
  readonly value: string;
  readonly error: string | undefined;
  readonly change: (value: string) => void;
  readonly blur: () => void;
  /** Lets the form put the focus here. */
  readonly ref: RefCallBack;
}

/** One field's state. A change also checks the fields that have a message again, because rules span fields. */
export function useFormField(name: TransactionFormField): BoundField {
  const { trigger, getFieldState, formState } = useFormContext<TransactionFormValues>();
  const { field, fieldState } = useController<TransactionFormValues>({ name });
  const failing = Object.keys(formState.errors).filter(
    (other): other is TransactionFormField =>
      other !== name && getFieldState(other as TransactionFormField, formState).invalid,
  );
  return {
    value: field.value,
    error: fieldState.error?.message,
    blur: field.onBlur,
    ref: field.ref,
    change: (value) => {
      field.onChange(value);
      if (failing.length > 0) void trigger(failing);
    },
  };
}

interface FormFieldProps {
  readonly name: TransactionFormField;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly width?: FieldWidth;
}

export function FormText({ name, label, ...rest }: FormFieldProps) {
  const { value, error, change, blur, ref } = useFormField(name);
  return (
    <TextField
      {...rest}
      label={label}
      name={name}
      value={value}
      error={error}
      autoComplete="off"
      onChange={(event) => {
        change(event.target.value);
      }}
      onBlur={blur}
      ref={ref}
    />
  );
}

export function FormSelect({
  name,
  label,
  ...rest
}: FormFieldProps & Pick<SelectFieldProps, 'options' | 'placeholder'>) {
  const { value, error, change, blur, ref } = useFormField(name);
  useRenamedChoice(name, value, rest.options);
  return (
    <SelectField
      {...rest}
      label={label}
      name={name}
      value={value}
      error={error}
      onChange={(event) => {
        change(event.target.value);
      }}
      onBlur={blur}
      ref={ref}
    />
  );
}

export function FormDate({ name, label, ...rest }: FormFieldProps) {
  const { value, error, change, blur, ref } = useFormField(name);
  return (
    <DateField
      {...rest}
      label={label}
      name={name}
      value={value}
      error={error}
      onValueChange={change}
      onBlur={blur}
      ref={ref}
    />
  );
}

export interface FormFigureProps extends FormFieldProps {
  readonly prefix?: string;
  readonly suffix?: string | undefined;
  readonly places?: number;
  /** What the arrow keys add; a penny by default (000 §9). */
  readonly step?: string;
  readonly onTyped?: (value: string) => void;
}

export function FormFigure({ name, label, prefix, suffix, step = '0.01', onTyped, ...rest }: FormFigureProps) {
  const { value, error, change, blur, ref } = useFormField(name);
  return (
    <DecimalField
      {...rest}
      {...(prefix !== undefined && { prefix })}
      {...(suffix !== undefined && { suffix })}
      label={label}
      name={name}
      step={step}
      value={value}
      error={error}
      onValueChange={(text) => {
        change(text);
        onTyped?.(text);
      }}
      onBlur={blur}
      ref={ref}
    />
  );
}
