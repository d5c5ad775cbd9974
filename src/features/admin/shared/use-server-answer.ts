import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { keepAnswer, readAnswer } from '../../../data/device/server-answers.ts';
import { answerText, type ServerAnswer } from '../../../sync/ask/ask-server.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';

interface State<T> {
  /** The last answer, of now or of an earlier visit. */
  readonly data: T | undefined;
  /** ISO instant of that answer. */
  readonly at: string | null;
  /** A request is under way. */
  readonly asking: boolean;
  /** Why the last request failed, or null. */
  readonly failure: string | null;
  /** The server gave no reason. */
  readonly isSilent: boolean;
  /** The last request did not reach the server, or will not: what is shown is older. */
  readonly offline: boolean;
}

/** What a server-only part of a screen has. */
export interface ServerView<T> extends State<T> {
  readonly refresh: () => void;
}

/**
 * Asks the server now, on `refresh`, when the connection is lost or back and whenever `deps` change, and keeps its answer on the device for times without it.
 *
 * @param name under which the answer is kept
 * @param deps plain values (compared as JSON) that the question depends on
 */
export function useServerAnswer<T>(
  name: string,
  ask: (db: HoldfastDatabase) => Promise<ServerAnswer<T>>,
  deps: readonly unknown[] = [],
): ServerView<T> {
  const [state, setState] = useState<State<T>>({
    data: undefined,
    at: null,
    asking: true,
    failure: null,
    isSilent: false,
    offline: false,
  });
  const [round, setRound] = useState(0);
  const askLatest = useEffectEvent(ask);
  const key = JSON.stringify(deps);

  useEffect(() => {
    const db = currentDatabase();
    let isLeft = false;
    const showKept = async (unanswered: Exclude<ServerAnswer<T>, { kind: 'answer' }>, asking: boolean) => {
      // Without a stored reply only the failure is shown.
      const kept = await readAnswer<T>(db, name).catch(() => null);
      if (isLeft) return;
      setState((before) => ({
        data: before.data ?? kept?.value,
        at: before.at ?? kept?.at ?? null,
        asking,
        failure: answerText(unanswered),
        isSilent: unanswered.kind === 'refused' && unanswered.isSilent === true,
        offline: unanswered.kind === 'offline',
      }));
    };
    const stop = serverReach.askUntilReached(
      async () => {
        setState((before) => ({ ...before, asking: true }));
        // It may take long until a request has failed.
        if (serverReach.isLost()) await showKept({ kind: 'offline' }, true);
        return await askLatest(db);
      },
      async (answer) => {
        if (answer.kind !== 'answer') return await showKept(answer, false);
        serverReach.found();
        const at = new Date().toISOString();
        setState({ data: answer.value, at, asking: false, failure: null, isSilent: false, offline: false });
        // The answer is on the screen; the next one is kept.
        await keepAnswer(db, name, { value: answer.value, at }).catch(() => undefined);
      },
    );
    // The screen was closed, or a later request replaces this one.
    return () => {
      isLeft = true;
      stop();
    };
  }, [name, key, round]);

  const refresh = useCallback(() => {
    setRound((before) => before + 1);
  }, []);
  const { offline } = state;
  const lost = useSyncExternalStore(serverReach.subscribe, serverReach.isLost);
  const wasLost = useRef(lost);
  const follow = useEffectEvent(() => {
    if (lost !== offline) refresh();
  });
  useEffect(() => {
    if (wasLost.current !== lost) follow();
    wasLost.current = lost;
  }, [lost]);
  return { ...state, refresh };
}
