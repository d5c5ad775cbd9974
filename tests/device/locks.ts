/** Web Locks in memory, as far as sync uses them. */
import type { Locks } from '../../src/sync/locks.ts';

/** A lock manager that tells a holder of a theft as browsers do: the holder's request rejects while its work goes on. */
export function lockManager(): Locks {
  let rob: (() => void) | null = null;
  return {
    request: async <T>(
      _name: string,
      options: { readonly steal?: boolean },
      run: (lock: unknown) => Promise<T>,
    ): Promise<T> => {
      if (rob !== null && options.steal !== true) return await run(null);
      rob?.();
      return await new Promise<T>((resolve, reject) => {
        const robMe = (): void => reject(new DOMException('stolen', 'AbortError'));
        rob = robMe;
        const leave = (): void => {
          if (rob === robMe) rob = null;
        };
        run({}).then(resolve, reject).finally(leave);
      });
    },
  };
}
