import { useState } from 'react';
import { parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import styles from './holdings.module.css';
import type { AsOfDate } from './use-as-of-date.ts';

/** Typed dd/mm/yyyy as yyyy-MM-dd even where the calendar has no such day, so that the message can name the day meant. */
function isoOrder(typed: string): string {
  const match = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/u.exec(typed.trim());
  return match === null
    ? typed
    : `${match[3] ?? ''}-${(match[2] ?? '').padStart(2, '0')}-${(match[1] ?? '').padStart(2, '0')}`;
}

export interface AsOfFieldProps {
  readonly asOf: AsOfDate;
  readonly today: IsoDate;
}

/** 'View As Of Date': a day that is typed or picked takes effect at once, other text when the field is left. */
export function AsOfField({ asOf, today }: AsOfFieldProps) {
  const [draft, setDraft] = useState('');
  const change = (value: string) => {
    if (value === '' || parseIsoDate(value) !== null) {
      setDraft('');
      asOf.choose(value);
    } else setDraft(value);
  };
  const leave = () => {
    if (draft === '') return;
    asOf.choose(isoOrder(draft));
    setDraft('');
  };
  return (
    <div className={styles.asOf}>
      <DateField
        label="View As Of Date"
        value={draft === '' ? asOf.date : draft}
        onValueChange={change}
        onBlur={leave}
        max={today}
        error={asOf.message}
        width="wide"
      />
      {asOf.date !== '' && <Button onClick={() => change('')}>Clear</Button>}
    </div>
  );
}
