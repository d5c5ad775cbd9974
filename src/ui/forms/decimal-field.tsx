import { type FocusEvent, type FocusEventHandler, type MouseEvent, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field, type FieldLook, type FieldProps } from './field.tsx';
import styles from './field.module.css';
import { cleanDecimalText, groupDecimalText, stepDecimalText } from '../texts/decimal-text.ts';

export interface DecimalFieldProps extends FieldLook, Pick<FieldProps, 'describedBy'> {
  /** Plain decimal text without grouping (`1234.5`), or the text as typed when it is not a figure. */
  readonly value: string;
  /** Called with the text without £, spaces and commas that group thousands. */
  readonly onValueChange: (text: string) => void;
  /** Shown in front of the figure, lighter: `£`. */
  readonly prefix?: string;
  /** Shown behind the figure, lighter: `oz`, `%`. */
  readonly suffix?: string | undefined;
  /** The step of the arrow keys, as decimal text: `0.01`. It limits nothing. */
  readonly step?: string | undefined;
  /** The fewest decimals that are shown when the field is left; none is cut. */
  readonly places?: number;
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly ref?: Ref<HTMLInputElement>;
}

const ZERO = /^0+(?:\.0*)?$/u;

/** A figure typed as text: thousands are grouped when the field is left, and no digit is rounded away. */
export function DecimalField({
  label,
  labelHidden,
  hint,
  error,
  width = 'narrow',
  describedBy,
  value,
  onValueChange,
  prefix,
  suffix,
  step,
  places = 0,
  onBlur,
  ...input
}: DecimalFieldProps) {
  /**
   * The text while it is being typed, with a comma that may come to group, and its value; null while the field is
   * left.
   */
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  const left = groupDecimalText(value, places);
  const shown = typed === null ? left : typed.value === value ? typed.text : value;
  const isEntered = useRef(false);
  const edit = ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
    isEntered.current = true;
    // A script that selects the text focuses the field first: what it selected is known when it has ended.
    queueMicrotask(() => {
      if (document.activeElement !== field || field.value !== left) return;
      const isAllSelected = field.selectionStart === 0 && field.selectionEnd === field.value.length;
      // Only the commas go. A text that changes loses its selection, and what is typed joins the old figure instead of
      // replacing it.
      flushSync(() => {
        setTyped({ text: left === value ? value : left.replaceAll(',', ''), value });
      });
      if (isAllSelected) field.select();
    });
  };
  /** Digits typed after the first click on a zero are meant to replace it: else 12 would become 120. */
  const replaceZero = ({ currentTarget: field }: MouseEvent<HTMLInputElement>) => {
    if (isEntered.current && ZERO.test(value)) field.select();
    isEntered.current = false;
  };
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} width={width} describedBy={describedBy}>
      {(control) => (
        <div className={styles.box}>
          {prefix !== undefined && (
            <span className={styles.affix} aria-hidden="true">
              {prefix}
            </span>
          )}
          <input
            {...input}
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            className={`${styles.inner ?? ''} ${styles.figures ?? ''}`}
            value={shown}
            onKeyDown={(event) => {
              if (
                step === undefined ||
                input.readOnly === true ||
                (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')
              )
                return;
              event.preventDefault();
              onValueChange(stepDecimalText(value, event.key === 'ArrowUp' ? step : `-${step}`));
            }}
            onFocus={edit}
            onClick={replaceZero}
            onBlur={(event) => {
              setTyped(null);
              onBlur?.(event);
            }}
            onChange={(event) => {
              const text = event.target.value;
              const cleaned = cleanDecimalText(text);
              setTyped({ text, value: cleaned });
              onValueChange(cleaned);
            }}
          />
          {suffix !== undefined && (
            <span className={styles.affix} aria-hidden="true">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** An amount in pounds. */
export function MoneyField(props: Omit<DecimalFieldProps, 'prefix' | 'suffix'>) {
  return <DecimalField places={2} step="0.01" {...props} prefix="£" />;
}
