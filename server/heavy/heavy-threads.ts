/** Worker threads for heavy requests: each thread has a memory limit, each request a deadline, and users take turns. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import type { HeavyLimits } from '../config.ts';
import { fail, type Outcome } from '../outcome.ts';
import type { Answer } from './task.ts';
import { FINISHING_THREAD, HEAVY_THREAD, type HeavyReply, type HeavyRequest, type HeavyWork } from './heavy-work.ts';

/** A thread that was idle for this long ends and frees its memory. */
const IDLE_MS = 60_000;
/** A thread whose heap has grown beyond this ends after its reply. */
const KEPT_HEAP_BYTES = 160 * 1024 * 1024;

interface Job {
  readonly userId: string;
  readonly request: HeavyRequest;
  readonly settle: (outcome: Outcome<Answer>) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a thread with the bundle that contains this file, or the sources. */
function startThread(marks: readonly string[], limits: HeavyLimits): Worker {
  const here = new URL(import.meta.url);
  const isSource = here.pathname.endsWith('.ts');
  return new Worker(isSource ? new URL('../main.ts', here) : fileURLToPath(here), {
    execArgv: isSource ? ['--import', 'tsx'] : [],
    workerData: Object.fromEntries(marks.map((mark) => [mark, true])),
    resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 32 },
  });
}

/** An error from a thread with its code, which shows whether trying again helps. */
function errorOf({ name, message, code, stack }: Extract<HeavyReply, { error: unknown }>['error']): Error {
  return Object.assign(new Error(message), { name, stack, ...(code !== '' && { code }) });
}

class Thread {
  private readonly worker: Worker;
  private readonly limits: HeavyLimits;
  private job: Job | null = null;
  private timer: NodeJS.Timeout | undefined;
  private readonly onFree: (thread: Thread) => void;
  private readonly onEnd: (thread: Thread) => void;

  constructor(limits: HeavyLimits, onFree: (thread: Thread) => void, onEnd: (thread: Thread) => void) {
    this.limits = limits;
    this.onFree = onFree;
    this.onEnd = onEnd;
    this.worker = startThread([HEAVY_THREAD], limits);
    this.worker.on('message', (reply: HeavyReply) => {
      this.answer(reply);
    });
    this.worker.once('error', (error: Error & { readonly code?: string }) => {
      this.end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? fail('tooLarge', `This needs more than the ${limits.memory} MB of memory that one request may take.`)
          : error,
      );
    });
    this.worker.once('exit', () => {
      this.end(new Error('a thread ended'));
    });
    this.rest();
  }

  get isFree(): boolean {
    return this.job === null;
  }

  start(job: Job): void {
    clearTimeout(this.timer);
    this.job = job;
    this.worker.ref();
    this.timer = setTimeout(() => {
      this.end(
        fail(
          'tooLarge',
          `This takes longer than the ${Math.round(this.limits.deadline / 1000)} seconds that one request may take.`,
        ),
      );
    }, this.limits.deadline);
    this.worker.postMessage(job.request);
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.job?.reject(Object.assign(new Error('the server is stopping'), { code: 'ECONNRESET' }));
    this.job = null;
    await this.worker.terminate();
  }

  private answer(reply: HeavyReply): void {
    clearTimeout(this.timer);
    const { job } = this;
    this.job = null;
    if ('error' in reply) job?.reject(errorOf(reply.error));
    else job?.settle(reply.outcome);
    if ('heapBytes' in reply && reply.heapBytes > KEPT_HEAP_BYTES) {
      this.end(new Error('a thread was retired'));
      return;
    }
    this.rest();
    this.onFree(this);
  }

  private rest(): void {
    this.worker.unref();
    this.timer = setTimeout(() => {
      this.end(new Error('a thread was idle'));
    }, IDLE_MS).unref();
  }

  /** Ends the thread and its work; an open transaction is rolled back with its connection. */
  private end(result: Outcome<Answer> | Error): void {
    clearTimeout(this.timer);
    const { job } = this;
    this.job = null;
    void this.worker.terminate();
    this.onEnd(this);
    if (result instanceof Error) job?.reject(result);
    else job?.settle(result);
  }
}

class HeavyThreads implements HeavyWork {
  private readonly limits: HeavyLimits;
  private readonly threads = new Set<Thread>();
  /** Waiting jobs by user; the user whose job was started longest ago comes first. */
  private readonly waiting = new Map<string, Job[]>();
  private isClosed = false;
  private finisher: Worker | null = null;
  private finishing: Promise<void> | null = null;
  private isMoreToFinish = false;

  constructor(limits: HeavyLimits) {
    this.limits = limits;
  }

  readonly run = async (userId: string, request: HeavyRequest): Promise<Outcome<Answer>> =>
    await new Promise((settle, reject) => {
      const jobs = this.waiting.get(userId) ?? [];
      jobs.push({ userId, request, settle, reject });
      this.waiting.set(userId, jobs);
      this.startNext();
    });

  readonly finishWork = async (): Promise<void> => {
    this.isMoreToFinish = true;
    this.finishing ??= this.finishAll().finally(() => {
      this.finishing = null;
    });
    await this.finishing;
  };

  readonly close = async (): Promise<void> => {
    this.isClosed = true;
    await Promise.all([...[...this.threads].map(async (thread) => await thread.close()), this.finisher?.terminate()]);
  };

  /** One thread at a time; it ends when nothing is left of what it found at its start. */
  private async finishAll(): Promise<void> {
    while (this.isMoreToFinish && !this.isClosed) {
      this.isMoreToFinish = false;
      this.finisher = startThread([HEAVY_THREAD, FINISHING_THREAD], this.limits);
      // An error of the thread rejects.
      await once(this.finisher, 'exit').finally(() => {
        this.finisher = null;
      });
    }
  }

  private startNext(): void {
    if (this.isClosed) return;
    const [userId, jobs] = this.waiting.entries().next().value ?? [];
    if (userId === undefined || jobs === undefined) return;
    const thread = this.freeThread();
    if (thread === null) return;
    const job = jobs.shift();
    this.waiting.delete(userId);
    // The user is added again after the others.
    if (jobs.length > 0) this.waiting.set(userId, jobs);
    if (job !== undefined) thread.start(job);
    this.startNext();
  }

  private freeThread(): Thread | null {
    for (const thread of this.threads) if (thread.isFree) return thread;
    if (this.threads.size >= this.limits.threads) return null;
    const thread = new Thread(
      this.limits,
      () => {
        this.startNext();
      },
      (ended) => {
        if (this.threads.delete(ended)) this.startNext();
      },
    );
    this.threads.add(thread);
    return thread;
  }
}

/** Threads that start when there is work. */
export function heavyThreads(limits: HeavyLimits): HeavyWork {
  return new HeavyThreads(limits);
}
