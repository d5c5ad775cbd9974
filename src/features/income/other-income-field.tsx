import { useState } from 'react';
import { parseAmount } from '../../../domain/values/amount.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { stateOtherIncome } from '../../data/records/income-statements.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { MoneyField } from '../../ui/forms/decimal-field.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import styles from './income.module.css';

const FAILED = 'The other income could not be saved. Please try again.';

/** States the holder's other income, so that the tax on these receipts is one figure. */
export function OtherIncomeField({ view }: { readonly view: IncomeView }) {
  const { accountId, taxYear, otherIncome } = view;
  const hidden = useValuesHidden();
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  const close = () => {
    setText(null);
    setFault(null);
  };
  const save = async (amount: number | null) => {
    const saved = await stateOtherIncome(currentDatabase(), accountId, taxYear, amount).catch(tellFaultAnd(null));
    if (saved?.ok === true) close();
    else setFault(notWrittenText(saved, FAILED));
  };
  const submit = async () => {
    const amount = parseAmount(text ?? '');
    if (typeof amount === 'number' && amount >= 0) await save(amount);
    else setFault(`Other income "${text ?? ''}" is not valid. Enter an amount in pounds of 0 or more.`);
  };

  if (text === null)
    return (
      <div>
        <Button
          size="small"
          onClick={() => {
            setText(otherIncome === null || hidden ? '' : String(otherIncome));
          }}
        >
          {otherIncome === null ? 'Record other income' : 'Change other income'}
        </Button>
      </div>
    );
  return (
    <form
      noValidate
      className={styles.statedIncome}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MoneyField
        label={`Other income in ${taxYear}`}
        value={text}
        onValueChange={setText}
        error={fault}
        hint="Pay, pensions and rents before tax, without the income on this screen"
        width="medium"
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
      {otherIncome !== null && <Button onClick={() => void save(null)}>Remove</Button>}
      <Button onClick={close}>Cancel</Button>
      <DeviceOnly what="extras" />
    </form>
  );
}
