import type { Transaction } from '../../../domain/records/records.ts';
import { fieldsOf } from '../entities/entity-fields.ts';

/** The account and the broker may get other ids from a server; they are compared on their own. */
const FIELDS = fieldsOf('transaction').filter((field) => !['id', 'accountId', 'brokerId'].includes(field));

/**
 * A number for the content of a transaction, apart from account and broker: another number means that it was changed.
 */
export function rowMark(row: Transaction): number {
  let [h1, h2] = [0xdeadbeef, 0x41c6ce57];
  for (const field of FIELDS) {
    const text = `${String(row[field] ?? '')}|`;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      h1 = Math.imul(h1 ^ code, 2654435761);
      h2 = Math.imul(h2 ^ code, 1597334677);
    }
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return 4294967296 * (2097151 & h2) + (h1 >>> 0);
}
