/** The messages between the process and its worker threads. */
import type { Outcome } from '../outcome.ts';
import type { Answer, Task } from './task.ts';

/** Marks the threads that answer heavy requests; they run the same program as the process. */
export const HEAVY_THREAD = 'holdfast-heavy-thread';
/** Marks the one among them that removes deleted users and completes mergers. */
export const FINISHING_THREAD = 'holdfast-finishing-thread';

export interface HeavyRequest {
  /** Method and path of the route. */
  readonly route: string;
  readonly task: Task;
}

export type HeavyReply =
  | { readonly outcome: Outcome<Answer>; readonly heapBytes: number }
  | {
      readonly error: {
        readonly name: string;
        readonly message: string;
        readonly code: string;
        readonly stack: string;
      };
    };

/** Runs heavy requests in other threads. */
export interface HeavyWork {
  readonly run: (userId: string, request: HeavyRequest) => Promise<Outcome<Answer>>;
  /** Removes deleted users and completes mergers, in a thread of its own. */
  readonly finishWork: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The most characters of a reply. */
export const MAX_ANSWER_LENGTH = 128 * 1024 * 1024;
