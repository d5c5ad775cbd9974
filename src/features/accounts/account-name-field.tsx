import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../ui/forms/text-field.tsx';

export interface AccountNameFieldProps extends Pick<TextFieldProps, 'label' | 'placeholder' | 'onFocus' | 'required'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** What the name lacks, or null. */
  readonly fault: string | null;
  /** After an attempt to save, the error shows whether or not the field was left before. */
  readonly submitted: boolean;
}

/** An account's name; its error shows once the field was touched (001 §5). */
export function AccountNameField({ value, onValueChange, fault, submitted, ...field }: AccountNameFieldProps) {
  const [left, setLeft] = useState(false);
  return (
    <TextField
      {...field}
      width="wide"
      autoFocus
      autoComplete="off"
      value={value}
      error={left || submitted ? fault : null}
      onBlur={() => {
        setLeft(true);
      }}
      onChange={(event) => {
        onValueChange(event.target.value);
      }}
    />
  );
}
