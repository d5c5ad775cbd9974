import type { Live } from './use-live.ts';
import { useStored } from './use-stored.ts';

/** What was computed before; `final` when nothing that it rests on has changed since. */
export interface KeptAnswer<T> {
  readonly value: T;
  readonly final: boolean;
}

export interface KeptFirst<T> extends Live<T> {
  /** What is shown was computed before, and may be other once it has been computed anew. */
  readonly updating: boolean;
}

/** Shows what this device has kept of an answer until the answer itself has come for the first time. */
export function useKeptFirst<T>(
  answer: Live<T>,
  readKept: () => Promise<KeptAnswer<T> | null>,
  deps: readonly unknown[],
): KeptFirst<T> {
  const isAnswered = answer.data !== undefined || answer.error !== undefined;
  const kept = useStored(async () => (isAnswered ? null : await readKept()), [isAnswered, ...deps]);
  if (isAnswered || kept.loading || kept.data === undefined || kept.data === null)
    return { ...answer, updating: false };
  const { value, final } = kept.data;
  return { data: value, error: undefined, loading: !final, updating: !final };
}
