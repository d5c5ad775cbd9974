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

/** What was kept of an answer until the answer itself has come for the first time; `kept` is read until then. */
export function keptFirst<T>(answer: Live<T>, kept: Live<KeptAnswer<T> | null>): KeptFirst<T> {
  if (isAnswered(answer) || kept.loading || kept.data === undefined || kept.data === null)
    return { ...answer, updating: false };
  const { value, final } = kept.data;
  return { data: value, error: undefined, loading: !final, updating: !final };
}

export function isAnswered({ data, error }: Live<unknown>): boolean {
  return data !== undefined || error !== undefined;
}

/** Shows what this device has kept of an answer until the answer itself has come for the first time. */
export function useKeptFirst<T>(
  answer: Live<T>,
  readKept: () => Promise<KeptAnswer<T> | null>,
  deps: readonly unknown[],
): KeptFirst<T> {
  const answered = isAnswered(answer);
  const kept = useStored(async () => (answered ? null : await readKept()), [answered, ...deps]);
  return keptFirst(answer, kept);
}
