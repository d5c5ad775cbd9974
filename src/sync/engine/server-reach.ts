/** Whether the server can be asked just now, as far as the browser and sync know. */
import { tellBug, browserEnvironment } from '../api/environment.ts';
import { mayBeOnline } from '../network/connection.ts';
import { runningSync, useSyncStatus } from './current-sync.ts';

const LOST: readonly unknown[] = ['offline', 'noServer'];

export const serverReach = {
  /** True when there is no server, the browser has no connection, or sync found that the server does not reply. */
  isLost: (): boolean => !mayBeOnline() || LOST.includes(useSyncStatus.getState().phase),
  /** Calls `listener` whenever that may have changed. Returns how to stop. */
  subscribe: (listener: () => void): (() => void) => {
    const stopStatus = useSyncStatus.subscribe(listener);
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      stopStatus();
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
  /** ISO instant at which sync last read from the server, or null. */
  lastReply: (): string | null => useSyncStatus.getState().lastSyncedAt,
  /**
   * For a request that did not reach the server: calls `listener` once, as soon as sync has read from the server or the
   * browser has a connection again. `lastReply` is that before the request, whose fault may arrive after the next one.
   * Returns how to stop.
   */
  onceBack: (lastReply: string | null, listener: () => void): (() => void) => {
    let stop = (): void => undefined;
    const call = (): void => {
      stop();
      listener();
    };
    const look = (): void => {
      if (serverReach.lastReply() !== lastReply) call();
    };
    const stopStatus = useSyncStatus.subscribe(look);
    window.addEventListener('online', call);
    stop = () => {
      stopStatus();
      window.removeEventListener('online', call);
    };
    look();
    return stop;
  },
  /**
   * Asks, and after each request that did not reach the server asks again as soon as it can be reached. `show` gets
   * every answer. Returns how to stop, after which nothing is shown.
   */
  askUntilReached: <A extends { readonly kind: string }>(
    ask: () => Promise<A>,
    show: (answer: A) => Promise<void> | void,
  ): (() => void) => {
    let isStopped = false;
    let stopWaiting = (): void => undefined;
    const askOnce = async (): Promise<void> => {
      const lastReply = serverReach.lastReply();
      const answer = await ask();
      if (!isStopped) await show(answer);
      if (!isStopped && answer.kind === 'offline') stopWaiting = serverReach.onceBack(lastReply, () => void askOnce());
    };
    void askOnce();
    return () => {
      isStopped = true;
      stopWaiting();
    };
  },
  /** The server has replied: sync need not wait any longer before it tries again. */
  found: (): void => {
    if (useSyncStatus.getState().phase === 'offline') runningSync()?.pull().catch(tellBug(browserEnvironment));
  },
} as const;
