/** Knows in which transaction code runs, over all its awaits, as `AsyncLocalStorage` does; that slows every promise of the process down, all the time. */
import { promiseHooks } from 'node:v8';

const SCOPE = Symbol('transaction');

type Marked<T> = Promise<unknown> & {
  [SCOPE]?: T;
};

/** What the code that runs now belongs to; watched only while some transaction is open. */
export class TransactionScope<T extends object> {
  private current: T | null = null;
  private readonly open = new Set<T>();
  private unwatch: () => void = () => undefined;
  private readonly hooks = {
    init: (promise: Marked<T>): void => {
      if (this.current !== null) promise[SCOPE] = this.current;
    },
    before: (promise: Marked<T>): void => {
      this.current = promise[SCOPE] ?? null;
    },
    after: (): void => {
      this.current = null;
    },
  };

  /** The transaction whose code runs now; perhaps one that is over. */
  get(): T | null {
    return this.current;
  }

  /** Runs `body`, and all that it awaits, in the transaction until that is left. */
  run<R>(transaction: T, body: () => R): R {
    if (this.open.size === 0) this.unwatch = promiseHooks.createHook(this.hooks) as () => void;
    this.open.add(transaction);
    const outer = this.current;
    this.current = transaction;
    try {
      return body();
    } finally {
      this.current = outer;
    }
  }

  /** The transaction is over: what still runs of it belongs to none. */
  leave(transaction: T): void {
    if (this.open.delete(transaction) && this.open.size === 0) {
      this.unwatch();
      this.current = null;
    }
  }
}
