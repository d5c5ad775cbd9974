import { useId, useState } from 'react';
import { parseAmount } from '../../../../domain/values/amount.ts';
import { londonDate, parseIsoDate } from '../../../../domain/values/dates.ts';
import { farFigure } from '../../../compute/far-figure.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { applyRates } from '../../../data/pulled/server-prices.ts';
import { notWrittenText } from '../../../data/database/write-fault-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { typedDate } from '../../../ui/texts/date-text.ts';
import { DecimalField } from '../../../ui/forms/decimal-field.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TypedNote } from '../../../ui/forms/typed-note.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import styles from '../shared/settings.module.css';

/** What one US dollar is worth, by the code of the rate's currency. */
const CURRENCIES = [
  { value: 'GBP', label: 'Pounds for 1 US dollar' },
  { value: 'EUR', label: 'Euros for 1 US dollar' },
] as const;

/** The rate of a day, typed: without a server none is fetched. */
export function RateByHand({ onImport }: { readonly onImport: () => void }) {
  const now = useNow();
  const today = londonDate(now);
  const [currency, setCurrency] = useState<string>('GBP');
  const [day, setDay] = useState<string>(today);
  const [rate, setRate] = useState('');
  const noteId = useId();
  const [fault, setFault] = useState<string | null>(null);
  const value = parseAmount<'rate'>(rate);
  const rateDate = parseIsoDate(day);
  const save = async () => {
    if (typeof value !== 'number' || value <= 0) {
      setFault(`Rate "${rate}" is not valid. Enter a number above 0, for example 0.75.`);
      return;
    }
    if (rateDate === null || rateDate > today) {
      setFault(`Date "${day}" is not valid. Enter a date up to today as dd/mm/yyyy.`);
      return;
    }
    const written = await applyRates(
      currentDatabase(),
      [{ fromCurrency: 'USD', toCurrency: currency, rate: value, rateDate }],
      { fetchedAt: new Date(now).toISOString() },
    );
    setFault(written.ok ? null : notWrittenText(written, 'This could not be saved. Please try again.'));
    if (!written.ok) return;
    setRate('');
    showToast({ title: `Rate of ${typedDate(rateDate)} saved.` });
  };
  return (
    <form
      noValidate
      className={styles.group}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>Add a rate</h3>
      <SelectField
        label="Rate"
        options={CURRENCIES}
        value={currency}
        onChange={({ target: { value } }) => {
          setCurrency(value);
        }}
      />
      <DecimalField label="Value" value={rate} onValueChange={setRate} error={fault} describedBy={noteId} />
      <TypedNote
        id={noteId}
        typed={
          typeof value === 'number' && value > 0 && rateDate !== null
            ? { kind: 'rate' as const, fromCurrency: 'USD', toCurrency: currency, rate: value, rateDate }
            : null
        }
        ask={farFigure}
      />
      <DateField label="Rate Date" value={day} max={today} onValueChange={setDay} />
      <div className={styles.buttons}>
        <Button type="submit">Add rate</Button>
        <Button onClick={onImport}>Import rates</Button>
      </div>
    </form>
  );
}
