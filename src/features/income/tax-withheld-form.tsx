import { useState } from 'react';
import { parseAmount, type Pounds } from '../../../domain/values/amount.ts';
import type { IncomeLine } from '../../../domain/income/income-year.ts';
import {
  recordedAs,
  taxAtRate,
  TREATY_RATES,
  withTaxWithheld,
  type RecordedAs,
} from '../../../domain/income/withheld-tax.ts';
import { checkTransaction } from '../../../domain/records/transaction.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { getTransaction } from '../../data/records/transactions.ts';
import { saveRecord } from '../../data/records/records.ts';
import { writeFaultText, notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { MoneyField } from '../../ui/forms/decimal-field.tsx';
import { formatMoney } from '../../ui/texts/format.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import styles from './income.module.css';

const FAILED = 'The tax withheld could not be saved. Nothing was changed. Please try again.';

/** Saves the tax of a row, read again; returns why it was not saved, or null. */
async function saveTax(id: string, tax: Pounds, as: RecordedAs): Promise<string | null> {
  const db = currentDatabase();
  const row = await getTransaction(db, id);
  if (row === null) return writeFaultText({ code: 'notFound' });
  const checked = checkTransaction(withTaxWithheld(row, tax, as));
  if (!checked.ok) return `${formatMoney(tax)} is more than the gross income. Enter the tax that was withheld.`;
  const saved = await saveRecord(db, 'transaction', { ...checked.value, id: row.id, opened: row });
  return saved.ok ? null : notWrittenText(saved, FAILED);
}

/**
 * States the tax withheld from one receipt; a treaty's rate is offered and never applied without asking (RULES 1.5).
 */
export function TaxWithheldForm({ line, onClose }: { readonly line: IncomeLine; readonly onClose: () => void }) {
  const { id, recorded, withheld, gross, country, nature } = line;
  const [text, setText] = useState(withheld === 0 ? '' : String(withheld));
  const [as, setAs] = useState<RecordedAs>(() =>
    recordedAs({ consideration: recorded, grossIncome: gross, taxWithheld: withheld }),
  );
  const [fault, setFault] = useState<string | null>(null);
  const rate = nature === 'foreignDividend' ? TREATY_RATES[country ?? ''] : undefined;
  const submit = async () => {
    const tax = parseAmount<'pounds'>(text);
    if (typeof tax !== 'number' || tax < 0) {
      setFault(`"${text}" is not valid. Enter an amount in pounds of 0 or more.`);
      return;
    }
    const failure = await saveTax(id, tax, as).catch(tellFaultAnd(FAILED));
    setFault(failure);
    if (failure === null) onClose();
  };
  return (
    <form
      noValidate
      className={styles.figureForm}
      aria-label={`Tax withheld from ${line.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SelectField
        label={`The recorded ${formatMoney(recorded)} is`}
        options={[
          { value: 'net', label: 'After the tax' },
          { value: 'gross', label: 'Before the tax' },
        ]}
        value={as}
        onChange={({ target: { value } }) => setAs(value === 'gross' ? 'gross' : 'net')}
      />
      <MoneyField label="Tax withheld" value={text} onValueChange={setText} error={fault} />
      {rate !== undefined && (
        <Button size="small" onClick={() => setText(String(taxAtRate(recorded, rate, as)))}>
          Use the {country} treaty's rate, {rate} %
        </Button>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="small" variant="primary">
          Save
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
