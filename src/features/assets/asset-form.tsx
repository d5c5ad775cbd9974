import { type KeyboardEvent, useState } from 'react';
import { type Control, type FieldErrors, type Resolver, useController, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { AssetFields } from '../../../domain/asset.ts';
import { ASSET_CATEGORIES, ASSET_TYPES, DENOMINATIONS, INCOME_TREATMENTS, PRICE_SOURCES } from '../../../domain/enums.ts';
import { issueText } from '../../../domain/issue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DecimalField } from '../../ui/decimal-field.tsx';
import { DeviceOnly } from '../../ui/device-only.tsx';
import type { FieldWidth } from '../../ui/field.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { FieldRow, FieldStack, FormActions, Section } from '../../ui/page.tsx';
import { SelectField, type SelectOption } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type AssetFormField, type AssetFormValues, EXEMPTIONS, readAssetForm } from './asset-form-values.ts';
import styles from './assets.module.css';

export interface AssetFormProps {
  readonly mode: 'new' | 'edit';
  readonly values: AssetFormValues;
  /** Saves and answers null, or the sentence that says why it did not. */
  readonly onSave: (fields: AssetFields) => Promise<string | null>;
}

const resolver: Resolver<AssetFormValues> = (values) => {
  const read = readAssetForm(values);
  if (read.ok) return { values, errors: {} };
  const errors: FieldErrors<AssetFormValues> = {};
  for (const issue of read.issues) errors[issue.field as AssetFormField] ??= { type: issue.code, message: issueText(issue) };
  return { values: {}, errors };
};

/** The asset form (001 §2.6). Every rule is the domain's `checkAsset`. */
export function AssetForm({ mode, values, onSave }: AssetFormProps) {
  const { control, formState, handleSubmit, trigger } = useForm<AssetFormValues>({ defaultValues: values, mode: 'onTouched', resolver });
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const isExemptionStated = useWatch({ control, name: 'cgtExempt' }) !== '';
  const { isValid, isSubmitting, isDirty, isSubmitSuccessful } = formState;

  const save = handleSubmit(async (entered) => {
    const read = readAssetForm(entered);
    if (!read.ok) return;
    setError(null);
    const refusal = await onSave(read.fields);
    if (refusal === null) await navigate('/assets');
    else setError(refusal);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)) return;
    if (event.key === 'Escape') void navigate('/assets');
    // The disabled button keeps the browser from submitting; say what is missing instead.
    if (event.key === 'Enter' && !isValid) void trigger(undefined, { shouldFocus: true });
  };

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      <LeaveGuard active={isDirty && !isSubmitting && !(isSubmitSuccessful && error === null)} />
      <Section title="Basic Information" aside={<ExcludeBox control={control} />}>
        <FieldStack>
          <Text control={control} name="name" label="Asset Name" width="wide" />
          <FieldRow>
            <Choice control={control} name="type" label="Asset Type" options={ASSET_TYPES} />
            <Choice control={control} name="category" label="Category" options={ASSET_CATEGORIES} />
          </FieldRow>
        </FieldStack>
      </Section>
      <Section title="Asset Identifiers">
        <FieldRow>
          <Text control={control} name="isin" label="ISIN" placeholder="e.g. US1234567890" />
          <Text control={control} name="sedol" label="SEDOL" placeholder="e.g. B1234567" />
        </FieldRow>
      </Section>
      <Section title="Financial Details">
        <FieldStack>
          <FieldRow>
            <Choice control={control} name="incomeTreatment" label="Income Treatment" options={INCOME_TREATMENTS} />
            <Ratio control={control} />
            <Choice control={control} name="denomination" label="Denomination" options={DENOMINATIONS} hint="GBX is pence: 100 GBX are £1" />
          </FieldRow>
          <Choice
            control={control}
            name="cgtExempt"
            label="Capital Gains Tax"
            placeholder="Not stated"
            options={EXEMPTIONS}
            hint="Exempt: qualifying corporate bonds, gilts, and coins that are UK legal tender"
            width="wide"
          />
          {isExemptionStated && <DeviceOnly what="fields" />}
        </FieldStack>
      </Section>
      <Section title="Price Data Configuration">
        <FieldRow>
          <Choice control={control} name="priceSource" label="Price Source" options={PRICE_SOURCES} />
          <Text control={control} name="fetchCode" label="Fetch Code" placeholder="e.g. VWRL.L" hint="Symbol used to fetch price data" />
        </FieldRow>
      </Section>
      <div className={styles.end}>
        {error !== null && <Banner tone="error">{error}</Banner>}
        <FormActions>
          <Button type="submit" variant="primary" disabled={!isValid} loading={isSubmitting}>{mode === 'new' ? 'Create Asset' : 'Update Asset'}</Button>
          <ButtonLink to="/assets" disabled={isSubmitting}>Cancel</ButtonLink>
        </FormActions>
      </div>
    </form>
  );
}

interface BoundProps {
  readonly control: Control<AssetFormValues>;
  readonly name: Exclude<AssetFormField, 'excludeFromPriceUpdates'>;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly width?: FieldWidth;
}

function Text({ control, name, ...look }: BoundProps) {
  const { field, fieldState } = useController({ control, name });
  return <TextField {...look} {...field} autoComplete="off" error={fieldState.error?.message} />;
}

function Choice({ control, name, ...look }: BoundProps & { readonly options: readonly SelectOption[] }) {
  const { field, fieldState } = useController({ control, name });
  return <SelectField {...look} {...field} error={fieldState.error?.message} />;
}

function Ratio({ control }: Pick<BoundProps, 'control'>) {
  const { field: { ref, ...field }, fieldState } = useController({ control, name: 'totalExpenseRatio' });
  return (
    <DecimalField
      label="Total Expense Ratio"
      placeholder="e.g. 0.15"
      hint="Enter as decimal (e.g. 0.15 for 0.15%)"
      suffix="%"
      step="0.01"
      name={field.name}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      ref={ref}
    />
  );
}

function ExcludeBox({ control }: Pick<BoundProps, 'control'>) {
  const { field: { ref, ...field } } = useController({ control, name: 'excludeFromPriceUpdates' });
  return <Checkbox label="Exclude from price updates" name={field.name} checked={field.value} onCheckedChange={field.onChange} onBlur={field.onBlur} ref={ref} />;
}
