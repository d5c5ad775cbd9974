import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { answerText, type ServerAnswer } from '../../../sync/ask/ask-server.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';

/** What only the server knows, as far as it has replied. */
export interface Answered<T> {
  /** Undefined until it has replied. */
  readonly value: T | undefined;
  /** Why the last request failed, or null. */
  readonly fault: string | null;
  /** There is no connection, and nothing is asked. */
  readonly isLost: boolean;
  readonly askAgain: () => void;
  /** Stores the reply of another call. */
  readonly set: (value: T) => void;
}

/**
 * Asks the server once it can be reached, again when `about` changes (what is known here of the subject), and after a
 * request that did not reach it as soon as it can be reached.
 */
export function useAnswer<T>(ask: (db: HoldfastDatabase) => Promise<ServerAnswer<T>>, about = ''): Answered<T> {
  const isLost = useSyncExternalStore(serverReach.subscribe, serverReach.isLost);
  const [value, setValue] = useState<T | undefined>(undefined);
  const [fault, setFault] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const askNow = useEffectEvent(ask);

  useEffect(() => {
    if (isLost) return undefined;
    return serverReach.askUntilReached(
      () => askNow(currentDatabase()),
      (answer) => {
        if (answer.kind === 'answer') setValue(answer.value);
        setFault(answer.kind === 'answer' ? null : answerText(answer));
      },
    );
  }, [isLost, round, about]);

  return {
    value,
    fault,
    isLost,
    askAgain: () => {
      setRound((before) => before + 1);
    },
    set: setValue,
  };
}
