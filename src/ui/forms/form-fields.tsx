/** The fields of a record's form, bound to it by name: value, message and focus belong to the form. */
import { useController, useWatch, useFormContext } from 'react-hook-form';
import type { AssetHit } from '../../../domain/lists/asset-search.ts';
import { AssetField, type AssetFieldProps } from './asset-field.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { DateField } from './date-field.tsx';
import { DecimalField, type DecimalFieldProps } from './decimal-field.tsx';
import type { FieldLook } from './field.tsx';
import { currencyMark } from '../texts/format.ts';
import { SelectField, type SelectFieldProps } from './select-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { useRenamed } from '../hooks/use-renamed.ts';

/** The properties of every field of a form: a name instead of a value, and no message, which the form has. */
type Bound = Omit<FieldLook, 'error'> & { readonly name: string; readonly required?: boolean };

/** `onLeft` returns how the text is written once the field is left: other text of the same meaning. */
export function FormText({
  name,
  onLeft,
  ...look
}: Bound &
  Pick<TextFieldProps, 'maxLength' | 'placeholder' | 'inputMode' | 'autoFocus'> & {
    readonly onLeft?: (text: string) => string;
  }) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  const leave = () => {
    const text = onLeft?.(field.value) ?? field.value;
    if (text !== field.value) field.onChange(text);
    field.onBlur();
  };
  return <TextField {...look} {...field} onBlur={leave} autoComplete="off" error={fieldState.error?.message} />;
}

export function FormTextArea({ name, ...look }: Bound & { readonly rows?: number; readonly placeholder?: string }) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  return <TextAreaField {...look} {...field} error={fieldState.error?.message} />;
}

/** The text of a ticked checkbox; an unticked one's is empty. */
export const CHECKED = 'true';

export function FormCheckbox({ name, label }: { readonly name: string; readonly label: string }) {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController<Record<string, string>>({ name });
  return (
    <Checkbox
      label={label}
      name={name}
      checked={value === CHECKED}
      onCheckedChange={(checked) => {
        onChange(checked ? CHECKED : '');
      }}
      onBlur={onBlur}
      ref={ref}
    />
  );
}

/** `locked` shows the choice and does not let it be changed. */
export function FormSelect({
  name,
  locked = false,
  ...look
}: Bound & Pick<SelectFieldProps, 'options' | 'placeholder'> & { readonly locked?: boolean }) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  useRenamedChoice(name, field.value, look.options);
  return <SelectField {...look} {...field} disabled={locked} error={fieldState.error?.message} />;
}

export function FormDate({ name, ...look }: Bound) {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController<Record<string, string>>({ name });
  return (
    <DateField
      {...look}
      name={name}
      value={value}
      onValueChange={onChange}
      onBlur={onBlur}
      error={fieldState.error?.message}
      ref={ref}
    />
  );
}

/**
 * `onTyped` is called on each change, for fields that follow this one. The arrow keys add a penny unless `step` says
 * otherwise.
 */
export function FormDecimal({
  name,
  onTyped,
  ...look
}: Bound &
  Pick<DecimalFieldProps, 'prefix' | 'suffix' | 'step' | 'places' | 'placeholder' | 'describedBy'> & {
    readonly onTyped?: (text: string) => void;
  }) {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController<Record<string, string>>({ name });
  const change = (text: string) => {
    onChange(text);
    onTyped?.(text);
  };
  return (
    <DecimalField
      step="0.01"
      {...look}
      name={name}
      value={value}
      onValueChange={change}
      onBlur={onBlur}
      error={fieldState.error?.message}
      ref={ref}
    />
  );
}

/** An amount in the currency of another field of the form. */
export function FormMoney({
  currencyName,
  ...look
}: Bound & Pick<DecimalFieldProps, 'describedBy'> & { readonly currencyName: string }) {
  const currency = useWatch<Record<string, string>>({ name: currencyName }) ?? '';
  return <FormDecimal {...look} places={2} {...(currency !== '' && { prefix: currencyMark(currency) })} />;
}

/** The text is the ISIN of the asset that was picked; `assetName` is shown for it. */
export function FormAsset({
  name,
  assetName,
  onPicked,
  ...look
}: Omit<AssetFieldProps, 'name' | 'error' | 'onBlur' | 'onPick' | 'ref'> & {
  readonly name: string;
  readonly assetName: string;
  readonly onPicked: (hit: AssetHit) => void;
}) {
  const {
    field: { ref, onBlur, onChange },
    fieldState,
  } = useController<Record<string, string>>({ name });
  return (
    <AssetField
      {...look}
      name={assetName}
      error={fieldState.error?.message}
      onBlur={onBlur}
      onPick={(hit) => {
        onChange(hit.isin);
        onPicked(hit);
      }}
      ref={ref}
    />
  );
}

/** `useRenamed` for a form's field: an unchanged field stays unchanged. */
function useRenamedChoice(name: string, value: string, options: readonly { readonly value: string }[]): void {
  const {
    formState: { defaultValues },
    resetField,
    setValue,
  } = useFormContext<Record<string, string>>();
  useRenamed(value, options, (id) => {
    if (value === defaultValues?.[name]) resetField(name, { defaultValue: id });
    else setValue(name, id, { shouldDirty: true, shouldValidate: true });
  });
}
