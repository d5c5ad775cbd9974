/** Makes the passing states of a screen stand still: answers that are awaited or fail, tables that are locked or cannot be read. */
import type { BrowserContext, Page } from '@playwright/test';
import type { HoldfastWorker } from '../../workers/worker-api.ts';

export interface Staged {
  /** Questions to the worker that are not answered yet. */
  readonly held?: readonly (keyof HoldfastWorker)[];
  /** Questions to the worker that are answered with a failure. */
  readonly failing?: readonly (keyof HoldfastWorker)[];
  /** Tables of the user's database that another writer has locked: reads of the page wait. */
  readonly locked?: readonly string[];
  /** Tables whose reads by the page fail, as those of a broken disk do. */
  readonly unreadable?: readonly string[];
  /** Tables into which nothing can be written. */
  readonly unwritable?: readonly string[];
}

interface Stage {
  readonly set: (staged: Staged) => Promise<void>;
}

declare global {
  interface Window {
    stage: Stage;
  }
}

/** Puts the stage into every page of the context, where it does nothing until it is asked. */
export async function prepareStage(context: BrowserContext): Promise<void> {
  await context.addInitScript(installStage);
}

/** Sets what is held, failing or locked from now on; `{}` lets everything go on. */
export async function stage(page: Page, staged: Staged): Promise<void> {
  await page.evaluate(async (wanted) => {
    await window.stage.set(wanted);
  }, staged);
}

/** Runs in the page, so it may use nothing of this file. */
function installStage(): void {
  let staged: Staged = {};
  let waiting: (() => void)[] = [];
  let unlock: (() => void) | null = null;

  window.Worker = class extends Worker {
    override postMessage(
      message: { readonly id: string; readonly path?: readonly string[] },
      transfer?: Transferable[] | StructuredSerializeOptions,
    ): void {
      const question = message.path?.[0] as keyof HoldfastWorker | undefined;
      const send = (): void => {
        super.postMessage(message, transfer as Transferable[]);
      };
      if (question !== undefined && staged.held?.includes(question) === true) waiting.push(send);
      else if (question !== undefined && staged.failing?.includes(question) === true) {
        const value = { isError: true, value: { name: 'Error', message: 'staged failure', stack: '' } };
        queueMicrotask(() => {
          this.dispatchEvent(
            new MessageEvent('message', { data: { id: message.id, type: 'HANDLER', name: 'throw', value } }),
          );
        });
      } else send();
    }
  };

  type Reader = (this: IDBObjectStore | IDBIndex, ...rest: unknown[]) => unknown;
  const breaking = (
    target: object,
    method: string,
    fault: string,
    tables: () => readonly string[] | undefined,
  ): void => {
    const own = Reflect.get(target, method) as Reader;
    const replacement: Reader = function replacement(...rest) {
      const table = this instanceof IDBIndex ? this.objectStore.name : this.name;
      if (tables()?.includes(table) === true) throw new DOMException('staged failure', fault);
      return own.apply(this, rest);
    };
    Reflect.set(target, method, replacement);
  };
  for (const target of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const method of [
      'get',
      'getAll',
      'getAllKeys',
      'getAllRecords',
      'getKey',
      'openCursor',
      'openKeyCursor',
      'count',
    ]) {
      if (method in target) breaking(target, method, 'UnknownError', () => staged.unreadable);
    }
  }
  for (const method of ['put', 'add', 'delete'])
    breaking(IDBObjectStore.prototype, method, 'OperationError', () => staged.unwritable);

  /** A writing transaction that stays open until it is let go. */
  const lock = async (tables: readonly string[]): Promise<() => void> => {
    const [found] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
    return await new Promise((resolve) => {
      const opening = indexedDB.open(found?.name ?? '');
      opening.onsuccess = () => {
        const db = opening.result;
        const transaction = db.transaction([...tables], 'readwrite');
        let released = false;
        transaction.oncomplete = () => {
          db.close();
        };
        const stay = (): void => {
          if (released) return;
          const asking = transaction.objectStore(tables[0] ?? '').getKey('');
          asking.onsuccess = stay;
          asking.onerror = stay;
        };
        stay();
        resolve(() => {
          released = true;
        });
      };
    });
  };

  window.stage = {
    set: async (wanted) => {
      unlock?.();
      unlock = null;
      staged = wanted;
      const going = waiting;
      waiting = [];
      for (const go of going) go();
      if (wanted.locked !== undefined && wanted.locked.length > 0) unlock = await lock(wanted.locked);
    },
  };
}
