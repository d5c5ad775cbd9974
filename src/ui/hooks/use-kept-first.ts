import { dequal } from 'dequal/lite';
import { useState } from 'react';
import type { Live } from './use-live.ts';
import { useStored } from './use-stored.ts';

/** Stored figures; `final` when nothing that they are computed from has changed since. */
export interface KeptAnswer<T> {
  readonly value: T;
  readonly final: boolean;
}

export interface KeptFirst<T> extends Live<T> {
  /** The shown figures were computed earlier, and may change once they have been computed again. */
  readonly updating: boolean;
}

/** The stored figures until the answer arrives for the first time; `kept` is read until then. */
export function keptFirst<T>(answer: Live<T>, kept: Live<KeptAnswer<T> | null>): KeptFirst<T> {
  if (isAnswered(answer) || kept.loading || kept.data === undefined || kept.data === null)
    return { ...answer, updating: false };
  const { value, final } = kept.data;
  return { data: value, error: undefined, loading: !final, updating: !final };
}

export function isAnswered({ data, error }: Live<unknown>): boolean {
  return data !== undefined || error !== undefined;
}

/** The same object as long as the figures in it are the same: then nothing below is drawn again. */
function useSame<T>(value: T): T {
  const [held, setHeld] = useState(() => value);
  if (held === value || dequal(held, value)) return held;
  setHeld(() => value);
  return value;
}

/**
 * Shows stored figures of this device until the answer arrives for the first time; `first` are those that were read
 * before the screen was drawn. An answer with the same figures, as the first one mostly is, is no new data.
 */
export function useKeptFirst<T>(
  answer: Live<T>,
  readKept: () => Promise<KeptAnswer<T> | null>,
  deps: readonly unknown[],
  first?: KeptAnswer<T> | null,
): KeptFirst<T> {
  const answered = isAnswered(answer);
  const kept = useStored(async () => (answered ? null : await readKept()), [answered, ...deps], first);
  const shown = keptFirst(answer, kept);
  return { ...shown, data: useSame(shown.data) };
}
