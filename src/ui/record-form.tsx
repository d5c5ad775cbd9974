import { type KeyboardEvent, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { type FieldErrors, FormProvider, type Resolver, useController, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Banner } from './banner.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { DraftStoreContext } from './draft-store.ts';
import { DateField } from './date-field.tsx';
import { DecimalField, type DecimalFieldProps } from './decimal-field.tsx';
import type { FieldLook } from './field.tsx';
import { currencyMark } from './format.ts';
import type { FormFault } from './form-fault-text.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { MissingFields } from './missing-fields.tsx';
import { FieldStack, FormActions } from './page.tsx';
import styles from './record-form.module.css';
import { SelectField, type SelectFieldProps } from './select-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { type FormDraft, isDraftOf, restoredValues, useFormDraft } from './use-form-draft.ts';
import { useOnce } from './use-live.ts';
import { useRenamedChoice } from './use-renamed-choice.ts';

/** A form's text, by field. */
export type FormValues = Readonly<Record<string, string>>;

/** What the text comes to: the record's fields, or what is wrong with each field. */
export type FormReading<Fields> =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly faults: readonly FormFault[] };

export interface RecordFormProps<Fields> {
  /** What an unfinished form is kept under: one key for each record, and one for a new one. */
  readonly draftKey: string;
  readonly values: FormValues;
  readonly read: (values: FormValues) => FormReading<Fields>;
  /** Saves and answers null, or the sentence that says why it did not. */
  readonly onSave: (fields: Fields) => Promise<string | null>;
  /** Where saving, Cancel and Escape lead. */
  readonly back: string;
  readonly submitLabel: string;
  readonly busyLabel?: string;
  /** The button can be pressed while something is wrong, and then says what. */
  readonly submitsInvalid?: boolean;
  /** The children are sections that stack their own fields. */
  readonly inSections?: boolean;
  /** Fields bound by name: the components below. */
  readonly children: ReactNode;
}

/**
 * The form of a record: messages once a field was left, the button disabled while anything is wrong, Enter to save,
 * Escape to leave. What was typed and neither saved nor given up is back the next time.
 */
export function RecordForm<Fields>({ draftKey, ...form }: RecordFormProps<Fields>) {
  const drafts = useContext(DraftStoreContext);
  const [round, setRound] = useState(0);
  const kept = useOnce(async () => (await drafts?.read(draftKey)) ?? null, [draftKey, round]);
  if (drafts !== null && kept.data === undefined && kept.error === undefined) return null;
  const draft = isDraftOf(kept.data, form.values) ? restoredValues(kept.data, form.values) : null;
  return (
    <DraftedForm
      {...form}
      key={draft === null ? round : 'draft'}
      draft={draft}
      onDraft={async (typed) => {
        await drafts?.save(draftKey, typed);
      }}
      onDiscarded={() => {
        setRound(round + 1);
      }}
    />
  );
}

interface DraftedFormProps<Fields> extends Omit<RecordFormProps<Fields>, 'draftKey'> {
  readonly draft: FormValues | null;
  readonly onDraft: (draft: FormDraft<FormValues> | null) => Promise<void>;
  readonly onDiscarded: () => void;
}

function DraftedForm<Fields>({
  values,
  draft,
  onDraft,
  onDiscarded,
  read,
  onSave,
  back,
  submitLabel,
  busyLabel = 'Saving...',
  submitsInvalid = false,
  inSections = false,
  children,
}: DraftedFormProps<Fields>) {
  const resolver: Resolver<Record<string, string>> = (entered) => {
    const reading = read(entered);
    if (reading.ok) return { values: entered, errors: {} };
    const errors: FieldErrors<Record<string, string>> = {};
    for (const { field, message } of reading.faults) errors[field] ??= { type: 'refused', message };
    return { values: {}, errors };
  };
  // A form does not change under the hands of who fills it in.
  const [start] = useState({ values: { ...values }, draft });
  const form = useForm<Record<string, string>>({ defaultValues: start.values, mode: 'onTouched', resolver });
  const forgetDraft = useFormDraft(form, start.values, start.draft, onDraft);
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const { isValid, isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  const markBroken = useEffectEvent(() => {
    const reading = start.draft === null ? null : read(start.draft);
    if (reading?.ok === false)
      void form.trigger(reading.faults.map(({ field }) => field).filter((field) => start.draft?.[field] !== ''));
  });
  // What a draft brings back may be wrong, and no field has been left yet that would say so.
  useEffect(() => {
    markBroken();
  }, []);

  const save = form.handleSubmit(async (entered) => {
    const reading = read(entered);
    if (!reading.ok) return;
    setError(null);
    const refusal = await onSave(reading.fields);
    if (refusal !== null) {
      setError(refusal);
      return;
    }
    void forgetDraft();
    await navigate(back);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (
      event.defaultPrevented ||
      !(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)
    )
      return;
    if (event.key === 'Escape') void navigate(back);
    // The disabled button keeps the browser from submitting; the attempt says what is missing and follows each change from then on.
    if (event.key === 'Enter' && !isValid && !submitsInvalid) void save();
  };

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
        <LeaveGuard
          active={isDirty && !isSubmitting && !(isSubmitSuccessful && error === null)}
          onLeave={() => void forgetDraft()}
        />
        {start.draft !== null && <DraftBanner onDiscard={() => void forgetDraft().then(onDiscarded)} />}
        {inSections ? children : <FieldStack>{children}</FieldStack>}
        <div className={styles.end}>
          {error !== null && <Banner tone="error">{error}</Banner>}
          <FormActions>
            <Button type="submit" variant="primary" disabled={!isValid && !submitsInvalid} loading={isSubmitting}>
              {isSubmitting ? busyLabel : submitLabel}
            </Button>
            <ButtonLink to={back} disabled={isSubmitting}>
              Cancel
            </ButtonLink>
          </FormActions>
          {!submitsInvalid && <FormMissingFields read={read} />}
        </div>
      </form>
    </FormProvider>
  );
}

/** Names what keeps the button disabled, as the form stands. */
function FormMissingFields({ read }: { readonly read: (values: FormValues) => FormReading<unknown> }) {
  const reading = read(useWatch<Record<string, string>>() as FormValues);
  return reading.ok ? null : <MissingFields faults={reading.faults} />;
}

type Bound = Omit<FieldLook, 'error'> & { readonly name: string };

/** `onLeft` answers how the text is written once the field is left: other text of the same meaning. */
export function FormText({
  name,
  onLeft,
  ...look
}: Bound &
  Pick<TextFieldProps, 'maxLength' | 'placeholder' | 'inputMode' | 'required' | 'autoFocus'> & {
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

/** `locked` shows the choice and refuses another. */
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

/** `onTyped` hears of each change, for fields that follow this one. */
export function FormDecimal({
  name,
  onTyped,
  ...look
}: Bound &
  Pick<DecimalFieldProps, 'prefix' | 'suffix' | 'step' | 'places' | 'placeholder'> & {
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

/** An amount in the currency that another field of the form says. */
export function FormMoney({ currencyName, ...look }: Bound & { readonly currencyName: string }) {
  const currency = useWatch<Record<string, string>>({ name: currencyName }) ?? '';
  return <FormDecimal {...look} places={2} {...(currency !== '' && { prefix: currencyMark(currency) })} />;
}
