/** The compute worker's own code on the test's thread, called through Comlink as in the browser. */
import { Blob as NodeBlob } from 'node:buffer';
import { expose } from 'comlink';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import type { HoldfastWorker } from '../../workers/api/worker-api.ts';
import { computeAt, setCompute } from '../compute/compute.ts';

export type Question = keyof HoldfastWorker;

export interface ThreadWorker {
  /** What `compute()` returns from now on. */
  readonly worker: HoldfastWorker;
  /** From now on `held` questions wait for their answer and `failing` ones get a failure; waiting ones continue. */
  readonly stage: (questions: { readonly held?: readonly Question[]; readonly failing?: readonly Question[] }) => void;
  /** Closes its database, and removes it from `compute()`. */
  readonly end: () => Promise<void>;
}

/** A file as it comes through: Node's channel empties the blobs of an emulated page, not its own. */
async function passable(answer: unknown): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null || !('blob' in answer) || !(answer.blob instanceof Blob))
    return answer;
  return { ...answer, blob: new NodeBlob([await answer.blob.arrayBuffer()], { type: answer.blob.type }) };
}

/** Starts a worker that `compute()` returns until `end`. `now` returns milliseconds since 1970. */
export function startThreadWorker(now: () => number = Date.now): ThreadWorker {
  let staged: Parameters<ThreadWorker['stage']>[0] = {};
  let waiting: (() => void)[] = [];
  const own = createHoldfastWorker(now);
  const answering = new Proxy(own, {
    get: (target, name) => {
      const answer: unknown = Reflect.get(target, name);
      if (typeof answer !== 'function') return answer;
      return async (...args: unknown[]): Promise<unknown> => {
        const question = name as Question;
        if (staged.held?.includes(question) === true)
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
          });
        if (staged.failing?.includes(question) === true) throw new Error('staged failure');
        return await passable(await Reflect.apply(answer, target, args));
      };
    },
  });
  const { port1, port2 } = new MessageChannel();
  expose(answering, port1);
  const worker = computeAt(port2);
  setCompute(worker);
  const stage: ThreadWorker['stage'] = (questions) => {
    staged = questions;
    const going = waiting;
    waiting = [];
    for (const go of going) go();
  };
  return {
    worker,
    stage,
    end: async () => {
      stage({});
      setCompute(null);
      await own.close();
      port1.close();
      port2.close();
    },
  };
}
