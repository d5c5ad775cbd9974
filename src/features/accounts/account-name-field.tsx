import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../ui/forms/text-field.tsx';
import { accountNameFault } from './account-name.ts';

export interface AccountNameFieldProps extends Pick<TextFieldProps, 'label' | 'placeholder' | 'onFocus'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** After an attempt to save, the error shows whether or not the field was left before. */
  readonly submitted: boolean;
}

/** An account's name; its error shows once the field was touched (001 §5). */
export function AccountNameField({ value, onValueChange, submitted, ...field }: AccountNameFieldProps) {
  const [left, setLeft] = useState(false);
  return (
    <TextField
      {...field}
      width="wide"
      required
      autoFocus
      autoComplete="off"
      value={value}
      error={left || submitted ? accountNameFault(value) : null}
      onBlur={() => {
        setLeft(true);
      }}
      onChange={(event) => {
        onValueChange(event.target.value);
      }}
    />
  );
}
