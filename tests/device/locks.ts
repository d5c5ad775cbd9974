/** Web Locks in memory, as browsers have them: a queue for each name, theft, and an end of each tab that lets go of its locks. */
import type { LockOptions, Locks } from '../../src/sync/network/locks.ts';

interface LockRequest {
  readonly client: object;
  readonly grant: () => void;
  /** Tells the holder that its lock is another's from now on. */
  readonly rob: () => void;
}

interface NamedLock {
  holder: LockRequest | null;
  readonly queue: LockRequest[];
}

/** One tab or worker of a browser. */
export interface LockClient extends Locks {
  /** The tab is closed or dies: what it holds goes to the next, and what it asked for never comes. */
  readonly end: () => void;
}

/** The locks of one browser, which its tabs and workers share. */
export class LockManager {
  private readonly names = new Map<string, NamedLock>();
  private readonly ended = new WeakSet<object>();

  /** A further tab or worker. */
  client(): LockClient {
    const client = {};
    return {
      request: async (name, options, run) => await this.request(client, name, options, run),
      query: async () =>
        await Promise.resolve({
          held: [...this.names].filter(([, { holder }]) => holder !== null).map(([name]) => ({ name })),
        }),
      end: () => {
        this.end(client);
      },
    };
  }

  private async request<T>(
    client: object,
    name: string,
    { steal = false, ifAvailable = false }: LockOptions,
    run: (lock: unknown) => Promise<T>,
  ): Promise<T> {
    const named = this.names.get(name) ?? { holder: null, queue: [] };
    this.names.set(name, named);
    // Browsers call back later than they are asked.
    await Promise.resolve();
    if (this.ended.has(client)) return await new Promise<never>(() => undefined);
    if (ifAvailable && (named.holder !== null || named.queue.length > 0)) return await run(null);
    return await new Promise<T>((resolve, reject) => {
      const request: LockRequest = {
        client,
        grant: () => {
          named.holder = request;
          run({ name })
            .then(resolve, reject)
            .finally(() => {
              if (named.holder === request) giveToNext(named);
            });
        },
        rob: () => {
          reject(new DOMException('stolen', 'AbortError'));
        },
      };
      if (steal) {
        named.holder?.rob();
        request.grant();
      } else if (named.holder === null) request.grant();
      else named.queue.push(request);
    });
  }

  private end(client: object): void {
    this.ended.add(client);
    for (const named of this.names.values()) {
      named.queue.splice(0, Infinity, ...named.queue.filter((request) => request.client !== client));
      if (named.holder?.client === client) giveToNext(named);
    }
  }
}

function giveToNext(named: NamedLock): void {
  named.holder = null;
  named.queue.shift()?.grant();
}
