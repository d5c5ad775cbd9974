import { expect, it } from 'vitest';
import { checkProperty } from '../../../domain/records/property.ts';
import { PROPERTY } from '../../../domain/records/records.ts';
import { readValues } from './record-values.ts';

it('takes a text of a form that cannot be seen for none', () => {
  const read = readValues(PROPERTY, { name: ' \u200b' }, checkProperty);
  expect(read.ok || read.faults.find(({ field }) => field === 'name')).toMatchObject({ isMissing: true });
});
