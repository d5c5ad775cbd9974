import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { type FieldErrors, FormProvider, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Banner } from '../messages/banner.tsx';
import { Button, ButtonLink, type ButtonSize } from '../controls/button.tsx';
import { ConfirmDialog } from '../messages/confirm-dialog.tsx';
import { DraftBanner } from '../messages/draft-banner.tsx';
import { DraftStoreContext } from '../app-state/draft-store.ts';
import type { FormFault } from '../texts/form-fault-text.ts';
import { LeaveGuard } from '../messages/leave-guard.tsx';
import { MissingFields } from './missing-fields.tsx';
import { FieldStack, FormActions } from '../layout/page.tsx';
import { EndVisitContext } from './form-visit.tsx';
import styles from './record-form.module.css';
import { readRestoredValues, useFormDraft } from './use-form-draft.ts';
import { useOnce } from '../hooks/use-live.ts';

/** A form's text, by field. */
export type FormValues = Readonly<Record<string, string>>;

/** The result of reading the text: the record's fields, or what is wrong with each field. */
export type FormReading<Fields> =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly faults: readonly FormFault[] };

/** The question before the form is saved without other entries on the page. */
export interface UnsavedBeside {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
}

export interface RecordFormProps<Fields> {
  /** The key of an unfinished form: one for each record, and one for a new one. */
  readonly draftKey: string;
  readonly values: FormValues;
  readonly read: (values: FormValues) => FormReading<Fields>;
  /** Saves and returns null, or the reason why it was not saved. */
  readonly onSave: (fields: Fields) => Promise<string | null>;
  /** Where saving, Cancel and Escape lead. */
  readonly back: string;
  readonly submitLabel: string;
  readonly busyLabel?: string;
  /** The button can be pressed while something is wrong, and then says what. */
  readonly submitsInvalid?: boolean;
  /** An entry beside the form that would be lost, as the form does not save it; null while there is none. */
  readonly unsavedBeside?: UnsavedBeside | null;
  /** Further buttons after Cancel. */
  readonly actions?: ReactNode;
  readonly actionSize?: ButtonSize;
  /** The children are sections that stack their own fields. */
  readonly inSections?: boolean;
  /** Fields bound by name: the components of `form-fields.tsx`. */
  readonly children: ReactNode;
}

/**
 * The form of a record: messages once a field was left, the button disabled while anything is wrong, Enter to save,
 * Escape to leave. Unsaved text is restored the next time, unless it was discarded.
 */
export function RecordForm<Fields>(form: RecordFormProps<Fields>) {
  const { draftKey, values } = form;
  const drafts = useContext(DraftStoreContext);
  const [round, setRound] = useState(0);
  const { data: draft } = useOnce(() => readRestoredValues(drafts, draftKey, values), [draftKey, round]);
  if (drafts !== null && draft === undefined) return <div className={styles.unread} />;
  return (
    <DraftedForm
      {...form}
      key={draft ? 'draft' : round}
      draft={draft ?? null}
      onDiscarded={() => {
        setRound(round + 1);
      }}
    />
  );
}

export interface DraftedFormProps<Fields> extends RecordFormProps<Fields> {
  /** The values of a draft over the record's, or null. */
  readonly draft: FormValues | null;
  /** The draft is gone: show the form again. */
  readonly onDiscarded: () => void;
}

/** A record's form whose draft has been read already. */
export function DraftedForm<Fields>({
  draftKey,
  values,
  draft,
  onDiscarded,
  read,
  onSave,
  back,
  submitLabel,
  busyLabel = 'Saving...',
  submitsInvalid = false,
  unsavedBeside = null,
  actions,
  actionSize = 'section',
  inSections = false,
  children,
}: DraftedFormProps<Fields>) {
  const drafts = useContext(DraftStoreContext);
  // A form must not change while it is being filled in.
  const [start] = useState({ values: { ...values }, draft });
  const form = useForm<Record<string, string>>({
    defaultValues: start.values,
    mode: 'onTouched',
    resolver: resolverOf(read),
  });
  const forgetDraft = useFormDraft(form, start.values, start.draft, async (typed) => {
    await drafts?.save(draftKey, typed);
  });
  const navigate = useNavigate();
  const endVisit = useContext(EndVisitContext);
  const [error, setError] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const [asksAboutBeside, setAsksAboutBeside] = useState(false);
  const { isValid, isSubmitting, isDirty } = form.formState;
  // Once it is saved there is nothing to lose or to send again, however long the next screen takes.
  const isBusy = isSubmitting || isSaved;

  useMarkedFaults(form, start.draft ?? start.values, read);

  const save = async (entered: FormValues) => {
    const reading = read(entered);
    if (!reading.ok) return;
    setError(null);
    const refusal = await onSave(reading.fields);
    if (refusal !== null) {
      setError(refusal);
      return;
    }
    setIsSaved(true);
    void forgetDraft();
    await navigate(back);
    // Drawn together with the next screen, which replaces this one unless Back was pressed in the meantime.
    startTransition(endVisit);
  };
  const submit = form.handleSubmit(async (entered) => {
    if (unsavedBeside === null) await save(entered);
    else setAsksAboutBeside(true);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (
      event.defaultPrevented ||
      !(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)
    )
      return;
    // The keys belong to the open list.
    if (event.target.getAttribute('aria-expanded') === 'true') return;
    if (event.key === 'Escape' && !isBusy) void navigate(back);
    // The disabled button keeps the browser from submitting; the attempt shows what is missing and follows each change
    // from then on.
    if (event.key === 'Enter' && !isValid && !submitsInvalid) void submit();
  };

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown}>
        {start.draft !== null && <DraftBanner onDiscard={() => void forgetDraft().then(onDiscarded)} />}
        {inSections ? children : <FieldStack>{children}</FieldStack>}
        <div className={styles.end}>
          {error !== null && <Banner tone="error">{error}</Banner>}
          <FormActions>
            <Button
              type="submit"
              variant="primary"
              size={actionSize}
              disabled={!isValid && !submitsInvalid}
              loading={isBusy}
            >
              {isBusy ? busyLabel : submitLabel}
            </Button>
            <ButtonLink to={back} size={actionSize} disabled={isBusy}>
              Cancel
            </ButtonLink>
            {actions}
          </FormActions>
          {!submitsInvalid && <FormMissingFields read={read} />}
        </div>
      </form>
      <ConfirmDialog
        open={asksAboutBeside}
        data={unsavedBeside}
        variant="danger"
        confirmLabel={unsavedBeside?.confirmLabel ?? ''}
        onConfirm={() => {
          setAsksAboutBeside(false);
          void form.handleSubmit(save)();
        }}
        onCancel={() => {
          setAsksAboutBeside(false);
        }}
      />
      <LeaveGuard active={(isDirty || unsavedBeside !== null) && !isBusy} onLeave={() => void forgetDraft()} />
    </FormProvider>
  );
}

type Read = (values: FormValues) => FormReading<unknown>;

/** Reads the text as the form library wants it: the first fault of each field. */
function resolverOf(read: Read): Resolver<Record<string, string>> {
  return (entered) => {
    const reading = read(entered);
    if (reading.ok) return { values: entered, errors: {} };
    const errors: FieldErrors<Record<string, string>> = {};
    for (const { field, message } of reading.faults) errors[field] ??= { type: 'refused', message };
    return { values: {}, errors };
  };
}

/** Marks the fields of a record or draft that break a rule, and reads the marked ones again after each change. */
function useMarkedFaults(form: UseFormReturn<Record<string, string>>, opened: FormValues, read: Read): void {
  const markBroken = useEffectEvent(() => {
    const reading = read(opened);
    if (!reading.ok)
      void form.trigger(reading.faults.map(({ field }) => field).filter((field) => opened[field] !== ''));
  });
  const markAgain = useEffectEvent(() => {
    const marked = Object.keys(opened).filter((field) => form.getFieldState(field).invalid);
    if (marked.length > 0) void form.trigger(marked);
  });
  useEffect(() => {
    // No field has been left yet that would show it.
    markBroken();
    // Rules span fields: a change of one may make another valid.
    return form.subscribe({ formState: { values: true }, callback: () => markAgain() });
  }, [form]);
}

/** Names the errors that keep the button disabled. */
function FormMissingFields({ read }: { readonly read: Read }) {
  const reading = read(useWatch<Record<string, string>>() as FormValues);
  return reading.ok ? null : <MissingFields faults={reading.faults} />;
}
