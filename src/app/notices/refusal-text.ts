import { entityNoun } from '../../data/entities/entity-words.ts';
import type { RefusedChange } from '../../data/outbox/refusals.ts';

const VERBS = { create: 'create', update: 'update', delete: 'delete' } as const;

/** The sentence for a refused change: the server's own, else the specified one (000 §8.5, 001 §8, 002 §8). */
export function refusalText({ entity, kind, error }: RefusedChange): string {
  if (error.code === 'unsupported') return 'Not supported by this server; it is kept on this device.';
  // 002 §8 words this one itself, whatever the server says.
  if (entity === 'targetAllocation' && kind === 'create' && error.status === 409)
    return 'An allocation for this category already exists';
  if (error.code === 'refused' && error.message !== '' && error.words !== 'status') return error.message;
  if (entity === 'asset' && kind !== 'delete') return 'Failed to save asset. Please try again.';
  const noun = entity === 'targetAllocation' ? 'allocation' : entityNoun(entity);
  const ending = entity === 'transaction' ? '. Please try again.' : '';
  return `Failed to ${VERBS[kind]} ${entity === 'brokerCashBalance' && kind !== 'delete' ? `broker ${noun}` : noun}${ending}`;
}
