import { useEffect, useRef, useState } from 'react';
import { EXCESS_CURRENCIES } from '../../../domain/facts/excess-income.ts';
import type { FactFault } from '../../../domain/facts/fact-rows.ts';
import { checkTypedFigure, type TypedFigure } from '../../../domain/income/typed-figure.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { addOwnExcess, removeOwnExcess } from '../../data/records/income-statements.ts';
import type { Written } from '../../data/database/write.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { DecimalField } from '../../ui/forms/decimal-field.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import styles from './income.module.css';

const FAILED = 'The figure could not be saved. Please try again.';
const CURRENCIES = EXCESS_CURRENCIES.map((code) => ({ value: code, label: code }));

const FIELD_WORDS: Partial<Record<string, string>> = {
  periodEnd: "Use the last day of the fund's reporting period.",
  excessPerUnit: 'Enter the excess per unit, or 0 if there is none.',
  distributionDate: 'Use a day after the end of the period and at most six months later.',
};

export interface FigureFormProps {
  readonly name: string;
  /** The initial values of the fields; a `periodEnd` that is not empty cannot be changed. */
  readonly start: TypedFigure;
  /** The user's own figure of the period that is there already, which can be removed. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** A fund's figure for one reporting period, typed from its report. It replaces the supplied one. */
export function FigureForm({ name, start, isOwn, onClose }: FigureFormProps) {
  const [typed, setTyped] = useState(start);
  const [fault, setFault] = useState<Omit<FactFault, 'line'> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The field redraws itself when it gets the focus, which it cannot while the form is being drawn.
    queueMicrotask(() => first.current?.focus());
  }, []);
  const set = (change: Partial<TypedFigure>) => setTyped((before) => ({ ...before, ...change }));
  const faultOf = (field: keyof TypedFigure): string | null =>
    fault?.field === field ? `"${fault.value}" is not valid. ${FIELD_WORDS[field] ?? ''}` : null;

  const keep = async (writing: Promise<Written<unknown>>, said: string) => {
    const written = await writing.catch(tellFaultAnd(null));
    if (written?.ok !== true) {
      setFailure(notWrittenText(written, FAILED));
      return;
    }
    showToast({ title: said });
    onClose();
  };
  const submit = async () => {
    const checked = checkTypedFigure(typed);
    setFault('row' in checked ? null : checked);
    if ('row' in checked) await keep(addOwnExcess(currentDatabase(), [checked.row]), `Figure of ${name} saved.`);
  };

  return (
    <form
      noValidate
      className={styles.figureForm}
      aria-label={`Figure of ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {start.periodEnd === '' && (
        <DateField
          ref={first}
          label="End of the reporting period"
          value={typed.periodEnd}
          onValueChange={(periodEnd) => set({ periodEnd })}
          error={faultOf('periodEnd')}
        />
      )}
      <DecimalField
        {...(start.periodEnd !== '' && { ref: first })}
        label="Excess per unit"
        value={typed.excessPerUnit}
        onValueChange={(excessPerUnit) => set({ excessPerUnit })}
        error={faultOf('excessPerUnit')}
      />
      <SelectField
        label="Currency"
        width="narrow"
        options={CURRENCIES}
        value={typed.currency}
        onChange={({ target: { value } }) => set({ currency: value })}
      />
      <DateField
        label="Income on"
        hint="Leave empty for six months after the end of the period"
        value={typed.distributionDate}
        onValueChange={(distributionDate) => set({ distributionDate })}
        error={faultOf('distributionDate')}
      />
      <TextField
        label="Source of the figure"
        maxLength={100}
        value={typed.provider}
        onChange={({ target: { value } }) => set({ provider: value })}
      />
      {failure !== null && <p role="alert">{failure}</p>}
      <div className={styles.actions}>
        <Button type="submit" size="small" variant="primary">
          Save figure
        </Button>
        {isOwn && (
          <Button
            size="small"
            onClick={() =>
              void keep(
                removeOwnExcess(currentDatabase(), start.isin, start.periodEnd),
                `Your figure of ${name} was removed.`,
              )
            }
          >
            Remove
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <DeviceOnly what="extras" />
    </form>
  );
}
