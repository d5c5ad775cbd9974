import { useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { answerText, type ServerAnswer } from '../../../sync/ask/ask-server.ts';

/** Something that the server is told to do on a press of a button. */
export interface ServerAction<T, A extends readonly unknown[] = []> {
  readonly busy: boolean;
  /** The result of the last run; cleared by the next. */
  readonly result: T | null;
  /** Why the last run failed, or null. */
  readonly failure: string | null;
  /** Ignored while one runs; returns the result, or null when there is none. */
  readonly run: (...given: A) => Promise<T | null>;
}

/** Runs one call at a time and keeps its result. */
export function useServerAction<T, A extends readonly unknown[] = []>(
  call: (db: HoldfastDatabase, ...given: A) => Promise<ServerAnswer<T>>,
): ServerAction<T, A> {
  const [state, setState] = useState<{
    readonly busy: boolean;
    readonly result: T | null;
    readonly failure: string | null;
  }>({ busy: false, result: null, failure: null });
  return {
    ...state,
    run: async (...given) => {
      if (state.busy) return null;
      setState({ busy: true, result: null, failure: null });
      const answer = await call(currentDatabase(), ...given);
      const result = answer.kind === 'answer' ? answer.value : null;
      setState({ busy: false, result, failure: answer.kind === 'answer' ? null : answerText(answer) });
      return result;
    },
  };
}
