import { fail, type Failure } from '../../outcome.ts';

/** 412: the record has changed since the version that the request names; the reply contains the present record. */
export function stale(current: object): Failure {
  return fail('conflict', 'This record has been changed elsewhere since it was read.', { current });
}
