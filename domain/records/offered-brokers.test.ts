import { expect, it } from 'vitest';
import { offeredBrokers } from './offered-brokers.ts';

it('offers active brokers, those of servers that do not say, and the one that is named already', () => {
  const brokers = [
    { id: 'a', name: 'A', isActive: true },
    { id: 'b', name: 'B' },
    { id: 'c', name: 'C', isActive: false },
  ];
  expect(offeredBrokers(brokers).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(offeredBrokers(brokers, 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
