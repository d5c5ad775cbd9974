import { fail, type Failure, type Outcome } from '../../outcome.ts';

/** 412: the record has changed since the version that the request names; the reply contains the present record. */
export function stale(current: object): Failure {
  return fail('conflict', 'This record has been changed elsewhere since it was read.', { current });
}

/** A record as it was found, unless the request was made on another version; null accepts any. */
export function atVersion<T extends { readonly version?: number }>(
  found: Outcome<T>,
  ifVersion: number | null,
): Outcome<T> {
  return found.ok && ifVersion !== null && found.value.version !== ifVersion ? stale(found.value) : found;
}
