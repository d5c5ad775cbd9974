import { expect, it } from 'vitest';
import { BANK_NAME_TEXTS, nameFault } from './reference-texts.ts';

it('a bank name that cannot be seen is none (002 §5)', () => {
  expect(nameFault(' \u200b', BANK_NAME_TEXTS, [])).toBe('Bank Name is required');
});
