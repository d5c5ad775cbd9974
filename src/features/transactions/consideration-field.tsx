import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../ui/controls/button.tsx';
import { FormDecimal } from '../../ui/forms/form-fields.tsx';
import { formatMoney } from '../../ui/texts/format.ts';
import styles from './consideration-field.module.css';
import { offeredConsideration, type TransactionFormValues } from './transaction-form-values.ts';

/**
 * The consideration follows quantity × local price until something is typed: the user's or the broker's figure has
 * priority. `stated` is true for a stored transaction, whose consideration is the broker's.
 */
export function ConsiderationField({
  stated,
  describedBy,
}: {
  readonly stated: boolean;
  readonly describedBy?: string | undefined;
}) {
  const { control, setValue } = useFormContext<TransactionFormValues>();
  const [typed, setTyped] = useState(stated);
  const { transactionType = '', quantity = '', localPrice = '', consideration = '' } = useWatch({ control });
  const offered = offeredConsideration({ transactionType, quantity, localPrice });

  const follow = useEffectEvent((amount: string | null) => {
    if (!typed) setValue('consideration', amount ?? '', { shouldValidate: amount !== null, shouldDirty: true });
  });
  useEffect(() => {
    follow(offered);
  }, [offered]);

  const differs = typed && offered !== null && offered !== '0' && Number(consideration) !== Number(offered);
  return (
    <div className={styles.field}>
      <FormDecimal
        name="consideration"
        describedBy={describedBy}
        label="Consideration"
        prefix="£"
        places={2}
        hint={hintOf(transactionType, offered, typed)}
        required
        onTyped={(text) => {
          setTyped(text !== '');
        }}
      />
      {differs && (
        <p className={styles.offer}>
          Quantity × local price is {formatMoney(offered)}.
          <Button
            size="small"
            onClick={() => {
              setTyped(false);
              setValue('consideration', offered, { shouldValidate: true, shouldDirty: true });
            }}
          >
            Use it
          </Button>
        </p>
      )}
    </div>
  );
}

function hintOf(type: string, offered: string | null, typed: boolean): string {
  if (offered === '0') return 'No money changes hands.';
  if (offered !== null && !typed) return 'Quantity × local price';
  return type === 'DEMERGER'
    ? 'Value of the shares received, in pounds. Without a value after or a cost fraction, it is the cost that moves.'
    : 'In pounds, before charges';
}
