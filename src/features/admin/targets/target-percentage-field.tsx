import { stepDecimalText } from '../../../ui/texts/decimal-text.ts';
import { TextField, type TextFieldProps } from '../../../ui/forms/text-field.tsx';

/** What the arrow keys add and take away (002 §9). */
const STEP = '0.01';

export interface TargetPercentageFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'inputMode'> {
  /** As typed. */
  readonly value: string;
  readonly onValueChange: (text: string) => void;
}

/** A target percentage, typed as text or stepped by the arrow keys. */
export function TargetPercentageField({ value, onValueChange, onKeyDown, ...field }: TargetPercentageFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => {
        onValueChange(event.target.value);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onValueChange(stepDecimalText(value.trim(), event.key === 'ArrowUp' ? STEP : `-${STEP}`));
      }}
    />
  );
}
