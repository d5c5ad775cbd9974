import { expect, it } from 'vitest';
import type { RefusedChange } from '../../data/outbox/refusals.ts';
import { refusalText } from './refusal-text.ts';

function text(changes: Partial<Omit<RefusedChange, 'error'>>, status = 400, message = ''): string {
  return refusalText({
    recordId: 'a',
    entity: 'transaction',
    kind: 'create',
    error: { status, code: 'refused', message },
    ...changes,
  });
}

it("says the server's own words, else the specified ones (000-525, 000-526)", () => {
  expect(text({}, 400, 'The broker is closed.')).toBe('The broker is closed.');
  expect(text({})).toBe('Failed to create transaction. Please try again.');
  expect(text({ kind: 'update' })).toBe('Failed to update transaction. Please try again.');
  expect(text({ entity: 'asset' })).toBe('Failed to save asset. Please try again.');
  expect(text({ entity: 'brokerCashBalance' })).toBe('Failed to create broker cash balance');
  expect(text({ entity: 'property', kind: 'update' }, 400, '')).toBe('Failed to update property');
});

it('says of an allocation that another device has made that there is one already (002-683)', () => {
  expect(text({ entity: 'targetAllocation' }, 409, 'Conflict')).toBe('An allocation for this category already exists');
  expect(text({ entity: 'targetAllocation' }, 400)).toBe('Failed to create allocation');
});
