import { Calendar } from 'lucide-react';
import { type FocusEventHandler, type Ref, useRef, useState } from 'react';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import { readTypedDate, typedDate } from '../texts/date-text.ts';
import { Field, type FieldLook } from './field.tsx';
import styles from './field.module.css';

export interface DateFieldProps extends FieldLook {
  /** `yyyy-MM-dd`, empty, or the text as typed while it is not a date. */
  readonly value: string;
  /** Called with `yyyy-MM-dd` as soon as the text is a date, otherwise with the text as typed. */
  readonly onValueChange: (value: string) => void;
  /** Bounds of the calendar, `yyyy-MM-dd`; the form refuses typed dates beyond them. */
  readonly min?: string;
  readonly max?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A day typed as dd/mm/yyyy or picked from the device's calendar. */
export function DateField({
  label,
  labelHidden,
  hint,
  error,
  width = 'narrow',
  value,
  onValueChange,
  min,
  max,
  disabled = false,
  onBlur,
  ...input
}: DateFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const native = useRef<HTMLInputElement>(null);
  const openCalendar = () => {
    native.current?.showPicker();
  };
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} width={width}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...input}
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/yyyy"
            disabled={disabled}
            className={styles.inner}
            value={draft ?? typedDate(value)}
            onChange={(event) => {
              setDraft(event.target.value);
              onValueChange(readTypedDate(event.target.value));
            }}
            onBlur={(event) => {
              setDraft(null);
              onBlur?.(event);
            }}
          />
          <span className={styles.anchor}>
            <button
              type="button"
              className={styles.picker}
              disabled={disabled}
              aria-label="Open the calendar"
              onClick={openCalendar}
            >
              <Calendar aria-hidden="true" />
            </button>
            <input
              ref={native}
              type="date"
              className={styles.native}
              tabIndex={-1}
              aria-hidden="true"
              value={parseIsoDate(value) ?? ''}
              min={min}
              max={max}
              onChange={(event) => {
                setDraft(null);
                onValueChange(event.target.value);
              }}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
