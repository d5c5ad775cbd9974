import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormDecimal } from '../../ui/forms/form-fields.tsx';
import { type AssetFacts, isUkShare } from './asset-facts.ts';
import { offeredStampDuty, type TransactionFormValues } from './transaction-form-values.ts';

/**
 * Stamp duty follows 0.5% of the consideration for UK shares until something is typed; it can always be changed.
 * `stated` is true for a stored transaction, whose stamp duty is the broker's.
 */
export function StampDutyField({ asset, stated }: { readonly asset: AssetFacts | null; readonly stated: boolean }) {
  const { control, setValue } = useFormContext<TransactionFormValues>();
  const [typed, setTyped] = useState(stated);
  const { transactionType = '', consideration = '', stampDuty = '' } = useWatch({ control });
  const offered = offeredStampDuty({ transactionType, consideration }, isUkShare(asset));

  const follow = useEffectEvent((amount: string | null) => {
    if (!typed && (amount !== null || stampDuty !== ''))
      setValue('stampDuty', amount ?? '', { shouldDirty: true, shouldValidate: true });
  });
  useEffect(() => {
    follow(offered);
  }, [offered]);

  return (
    <FormDecimal
      name="stampDuty"
      label="Stamp Duty"
      prefix="£"
      places={2}
      hint={
        offered !== null && !typed
          ? '0.5% for UK shares; change it where none was charged, as for AIM shares'
          : undefined
      }
      onTyped={() => {
        setTyped(true);
      }}
    />
  );
}
