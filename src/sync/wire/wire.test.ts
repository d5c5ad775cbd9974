import { expect, it } from 'vitest';
import { readRecord } from './wire.ts';

it('an asset keeps the unit where a server says troy ounces, and no other (000 §2.12)', () => {
  const unitOf = (unit?: unknown) =>
    readRecord('asset', { id: 'a1', name: 'Sovereigns', isin: 'GB00BH4HKS39', type: 'FUND', unit })?.record.unit;
  expect([unitOf('oz'), unitOf('shares'), unitOf()]).toEqual(['oz', undefined, undefined]);
});
