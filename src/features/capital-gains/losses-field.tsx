import { useState } from 'react';
import { parseAmount } from '../../../domain/values/amount.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { getExtra, saveExtra } from '../../data/records/extras.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { MoneyField } from '../../ui/forms/decimal-field.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import styles from './year-panels.module.css';

export interface LossesFieldProps {
  readonly accountId: string;
  readonly taxYear: TaxYear;
}

const KIND = 'losses-brought-forward';

/** Stores a year's losses beside those of other years; null removes the statement. Returns why it was not stored. */
async function stateLosses({ accountId, taxYear }: LossesFieldProps, losses: number | null): Promise<string | null> {
  const { [taxYear]: _before, ...others } = (await getExtra(currentDatabase(), KIND, accountId)) ?? {};
  const saved = await saveExtra(
    currentDatabase(),
    KIND,
    accountId,
    losses === null ? others : { ...others, [taxYear]: losses },
  );
  return saved.ok ? null : notWrittenText(saved, 'The losses could not be saved. Please try again.');
}

/**
 * States the losses that an account holder brings into a year; until then what earlier years here carry forward is
 * used.
 */
export function LossesField(props: LossesFieldProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const hidden = useValuesHidden();

  const show = (shown: boolean, textThen: string) => {
    setText(textThen);
    setFault(null);
    setOpen(shown);
  };
  const start = async () => {
    const stated = hidden
      ? undefined
      : (await getExtra(currentDatabase(), KIND, props.accountId).catch(tellFaultAnd(null)))?.[props.taxYear];
    show(true, typeof stated === 'number' ? String(stated) : '');
  };
  const save = async (losses: number | null) => {
    const refused = await stateLosses(props, losses).catch(
      tellFaultAnd('The losses could not be saved. Please try again.'),
    );
    if (refused !== null) {
      setFault(refused);
      return;
    }
    show(false, '');
    showToast({
      title: losses === null ? 'Losses are calculated from earlier years again.' : 'Losses brought forward saved.',
    });
  };
  const submit = async () => {
    const losses = parseAmount(text);
    if (typeof losses === 'number' && losses >= 0) await save(losses);
    else setFault(`Losses brought forward "${text}" is not valid: expected an amount in pounds of 0 or more.`);
  };

  if (!open)
    return (
      <div>
        <Button size="small" onClick={() => void start()}>
          Record losses brought forward
        </Button>
      </div>
    );
  return (
    <form
      noValidate
      className={styles.losses}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MoneyField
        label={`Losses brought forward into ${props.taxYear}`}
        value={text}
        onValueChange={setText}
        error={fault}
        hint="As agreed with HMRC; replaces the losses that earlier years here carry forward"
        width="medium"
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
      <Button onClick={() => void save(null)}>Calculate them</Button>
      <Button
        onClick={() => {
          show(false, '');
        }}
      >
        Cancel
      </Button>
      <DeviceOnly what="extras" />
    </form>
  );
}
