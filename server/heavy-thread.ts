/** The program of a worker thread: the same routes and handlers as the process, with a connection of its own. */
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { v7 } from 'uuid';
import type { Config } from './config.ts';
import { makeServices } from './make-services.ts';
import { fail, type Outcome } from './outcome.ts';
import { perform } from './routes/perform.ts';
import { servedRoutes } from './routes/served-routes.ts';
import type { Answer } from './heavy/task.ts';
import type { Store } from './store/database/store.ts';
import {
  FINISHING_THREAD,
  HEAVY_THREAD,
  MAX_ANSWER_LENGTH,
  type HeavyReply,
  type HeavyRequest,
} from './heavy/heavy-work.ts';

/** True in a thread that the process started for heavy requests. */
export function isHeavyThread(): boolean {
  return typeof workerData === 'object' && workerData !== null && HEAVY_THREAD in workerData;
}

/** True in the thread that removes deleted users and completes mergers. */
export function isFinishingThread(): boolean {
  return isHeavyThread() && FINISHING_THREAD in (workerData as object);
}

/** The reply with its text as bytes, which are transferred without a copy. */
function handedOver(outcome: Outcome<Answer>): { readonly outcome: Outcome<Answer>; readonly buffers: ArrayBuffer[] } {
  if (!outcome.ok || outcome.value.body === null) return { outcome, buffers: [] };
  const { body, ...rest } = outcome.value;
  if (body.length > MAX_ANSWER_LENGTH)
    return {
      outcome: fail(
        'tooLarge',
        `The answer is larger than the ${MAX_ANSWER_LENGTH / 1024 / 1024} MB that one request may ask for.`,
      ),
      buffers: [],
    };
  const bytes = new TextEncoder().encode(body);
  return { outcome: { ok: true, value: { ...rest, body: null, bytes } }, buffers: [bytes.buffer] };
}

function described(error: unknown): HeavyReply {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return { error: { name, message, stack, code } };
}

/** Answers the requests of the process one after the other, until it ends the thread. */
export async function answerHeavyRequests(store: Store, config: Config): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const services = await makeServices({
    store,
    config,
    log: pino({ level: 'silent' }),
    clock: Date.now,
    newId: v7,
    heavy: null,
    // The process ends its threads itself.
    stopping: new AbortController().signal,
    inBackground: () => {
      throw new Error('nothing runs on after a heavy request');
    },
  });
  const routes = servedRoutes(`${config.basePath}api`);
  port.on('message', ({ route, task }: HeavyRequest) => {
    const answer = async (): Promise<void> => {
      const served = routes.get(route);
      if (served === undefined) throw new Error(`there is no route ${route}`);
      const { outcome, buffers } = handedOver(await perform(services, served, task));
      port.postMessage({ outcome, heapBytes: getHeapStatistics().total_heap_size } satisfies HeavyReply, buffers);
    };
    answer().catch((error: unknown) => {
      port.postMessage(described(error));
    });
  });
}
