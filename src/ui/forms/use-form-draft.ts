/** Unfinished forms survive a reload: typed text is stored shortly after each pause, until it is saved or discarded. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { DraftStore } from '../app-state/draft-store.ts';

/** The typed text, and what the form held before. */
interface FormDraft<V> {
  readonly base: V;
  readonly values: V;
}

const PAUSE_MS = 400;

function isDraftOf<V extends object>(kept: unknown, fields: V): kept is FormDraft<V> {
  if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('values' in kept)) return false;
  return [kept.base, kept.values].every(
    (part) => typeof part === 'object' && part !== null && Object.keys(fields).every((name) => name in part),
  );
}

/**
 * The stored values of an unfinished form: each field as typed where that differs from what it was, else as it is now.
 * Null when nothing is stored of these fields, or it cannot be read.
 */
export async function readRestoredValues<V extends Readonly<Record<string, string>>>(
  drafts: DraftStore | null,
  key: string,
  now: V,
): Promise<V | null> {
  const kept = (await drafts?.read(key).catch(() => null)) ?? null;
  if (!isDraftOf(kept, now)) return null;
  return Object.fromEntries(
    Object.keys(now).map((name) => [name, kept.values[name] === kept.base[name] ? now[name] : kept.values[name]]),
  ) as V;
}

/** Whether a field differs from what it was; by the values, because the form's own flag lags behind a reset. */
function isChanged<V extends FieldValues>(values: V, base: V): boolean {
  return Object.keys(base).some((name) => values[name] !== base[name]);
}

/**
 * Stores the form's values while they differ from the initial ones, and returns how to remove them once they are saved
 * or discarded. `restored` are values of a draft, or null; `keep` stores a draft, null removes it.
 */
export function useFormDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  base: V,
  restored: V | null,
  keep: (draft: FormDraft<V> | null) => Promise<void>,
): () => Promise<void> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const done = useRef(false);
  /** True while there is a draft to remove. */
  const kept = useRef(restored !== null);
  const keepLatest = useEffectEvent(keep);
  const restoreDraft = useEffectEvent(() => {
    if (restored !== null) form.reset(restored, { keepDefaultValues: true });
  });

  useEffect(() => {
    restoreDraft();
    const flush = () => {
      clearTimeout(timer.current);
      const values = form.getValues();
      // A choice that followed a record to its new id has another initial value than at first.
      const start = { ...base, ...form.formState.defaultValues };
      const changed = isChanged(values, start);
      // Text that was typed and removed again need not be restored.
      if (done.current || (!changed && !kept.current)) return;
      kept.current = changed;
      void keepLatest(changed ? { base: start, values } : null);
    };
    const subscription = form.watch(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE_MS);
    });
    // The page may end before the last pause does.
    document.addEventListener('visibilitychange', flush);
    return () => {
      subscription.unsubscribe();
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [form, base]);

  return async () => {
    done.current = true;
    clearTimeout(timer.current);
    await keep(null);
  };
}
