import { useEffect, useRef, useState } from 'react';
import { parseAmount, type Pounds } from '../../../domain/values/amount.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import type { Written } from '../../data/database/write.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { MoneyField } from '../../ui/forms/decimal-field.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { SelectField, type SelectOption } from '../../ui/forms/select-field.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import styles from './allowances.module.css';

export interface StatementField {
  readonly label: string;
  readonly hint?: string;
  readonly is: 'money' | 'date' | readonly SelectOption[];
  /** As it is stated, or empty. */
  readonly value: string;
}

/** Something that a holder can state, and remove again. */
export interface Statement {
  readonly key: string;
  /** In small letters: `date of birth`. */
  readonly name: string;
  readonly fields: readonly StatementField[];
  readonly isStated: boolean;
  /** Saves what was typed, field by field; null removes the statement. */
  readonly save: (texts: readonly string[] | null) => Promise<Written<unknown>>;
}

const FAILED = 'This could not be saved. Please try again.';

/** An amount of money as typed; empty is nothing. */
export function poundsOf(text: string | undefined): Pounds {
  const amount = parseAmount(text ?? '');
  return (typeof amount === 'number' ? amount : 0) as Pounds;
}

function faultOf({ label, is, value }: StatementField): string | null {
  if (is === 'money') {
    const amount = parseAmount(value);
    const isAmount = value.trim() === '' || (typeof amount === 'number' && amount >= 0);
    return isAmount ? null : `${label} "${value}" is not valid. Enter an amount in pounds of 0 or more.`;
  }
  if (is === 'date') return parseIsoDate(value) === null ? `${label} "${value}" is not a date. Use dd/mm/yyyy.` : null;
  return is.some((option) => option.value === value) ? null : `${label} is not chosen. Select one from the list.`;
}

/** A button that opens the fields of a statement in place. */
export function StatementForm({ statement }: { readonly statement: Statement }) {
  const hidden = useValuesHidden();
  /** Per field; null for a hidden amount that was not typed over: it is kept as stated. */
  const [texts, setTexts] = useState<readonly (string | null)[] | null>(null);
  const [faults, setFaults] = useState<readonly (string | null)[]>([]);
  const { name, fields, isStated } = statement;
  const isOpen = texts !== null;
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  /** The button and the fields take each other's place, and the focus with it. */
  const takesFocus = useRef(false);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const next = isOpen ? form.current?.querySelector<HTMLElement>('input, select') : opener.current;
    // A field redraws itself when it gets the focus, which it cannot while the form is being drawn.
    queueMicrotask(() => next?.focus());
  }, [isOpen]);
  const close = () => {
    takesFocus.current = true;
    setTexts(null);
    setFaults([]);
  };
  const save = async (typed: readonly string[] | null) => {
    const saved = await statement.save(typed).catch(tellFaultAnd(null));
    if (saved?.ok === true) close();
    else setFaults([notWrittenText(saved, FAILED)]);
  };
  if (!isOpen)
    return (
      <Button
        ref={opener}
        size="small"
        onClick={() => {
          takesFocus.current = true;
          setTexts(fields.map(({ is, value }) => (is === 'money' && hidden && value !== '' ? null : value)));
        }}
      >
        {isStated ? `Change ${name}` : `Record ${name}`}
      </Button>
    );
  return (
    <form
      ref={form}
      noValidate
      className={styles.statement}
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = fields.map(({ value }, index) => texts[index] ?? value);
        const found = fields.map((field, index) => faultOf({ ...field, value: typed[index] ?? '' }));
        setFaults(found);
        if (found.every((fault) => fault === null)) void save(typed);
      }}
    >
      {fields.map((field, index) => (
        <Typed
          key={field.label}
          field={field}
          value={texts[index] ?? null}
          error={faults[index] ?? null}
          onChange={(text) => setTexts(texts.map((one, place) => (place === index ? text : one)))}
        />
      ))}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          Save
        </Button>
        {isStated && <Button onClick={() => void save(null)}>Remove</Button>}
        <Button onClick={close}>Cancel</Button>
      </div>
      <DeviceOnly what="extras" />
    </form>
  );
}

interface TypedProps {
  readonly field: StatementField;
  /** Null for an amount that is hidden. */
  readonly value: string | null;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

function Typed({ field: { label, hint, is }, value, error, onChange }: TypedProps) {
  const look = { label, error, ...(hint !== undefined && { hint }) };
  if (is === 'money')
    return (
      <MoneyField
        {...look}
        width="medium"
        value={value ?? ''}
        onValueChange={onChange}
        {...(value === null && { placeholder: 'Hidden; stays unchanged' })}
      />
    );
  if (is === 'date') return <DateField {...look} value={value ?? ''} onValueChange={onChange} />;
  return (
    <SelectField
      {...look}
      placeholder="Select"
      options={is}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
