/** A store whose limits a test sets. */
import type { Store } from '../store/database/store.ts';

/** The same store, in which a user may have as many records as `quota` returns at the time. */
export function withRecordsQuota(store: Store, quota: () => number): Store {
  return {
    ...store,
    get recordsQuota() {
      return quota();
    },
    transact: async (work) => await store.transact(async (tx) => await work({ ...tx, recordsQuota: quota() })),
  };
}
