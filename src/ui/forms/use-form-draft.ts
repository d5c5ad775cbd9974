/** Unfinished forms survive a reload: what is typed is kept shortly after each pause, until it is saved or given up. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { DraftStore } from '../app-state/draft-store.ts';

/** What was typed, and what the form held before. */
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
 * What is kept of an unfinished form: each field as typed where that differs from what it was, else as it is now. Null
 * when nothing is kept of these fields, or it cannot be read.
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

/** Whether a field differs from what it was; told by the values, because the form's own flag lags behind a reset. */
function isChanged<V extends FieldValues>(values: V, base: V): boolean {
  return Object.keys(base).some((name) => values[name] !== base[name]);
}

/**
 * Keeps the form's values while they differ from its start, and answers how to forget them once they are saved or given up.
 *
 * @param restored values that a draft brings back, or null
 * @param keep stores a draft; null removes it
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
  const bringBack = useEffectEvent(() => {
    if (restored !== null) form.reset(restored, { keepDefaultValues: true });
  });

  useEffect(() => {
    bringBack();
    const flush = () => {
      clearTimeout(timer.current);
      const values = form.getValues();
      // A choice that followed a record to its new id has another start than it had at first.
      const start = { ...base, ...form.formState.defaultValues };
      const changed = isChanged(values, start);
      // What was typed and taken back again is nothing to bring back.
      if (done.current || (!changed && !kept.current)) return;
      kept.current = changed;
      void keepLatest(changed ? { base: start, values } : null);
    };
    const subscription = form.watch(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE_MS);
    });
    // The last pause may not end before the page does.
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
